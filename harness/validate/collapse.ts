import type { RawError } from './issue.ts';

/**
 * Makes of ajv's report of a union (`oneOf`, `anyOf`) what a person wants to know: the failures of the branch that was meant,
 * or one failure that lists what is allowed; never the failures of all branches side by side.
 */
export function collapseUnions(errors: readonly RawError[]): RawError[] {
  const out: RawError[] = [];
  for (const error of errors) {
    // `if` only repeats that the failures of `then` or `else`, which are listed too, were failures.
    if (error.keyword === 'if') continue;
    if (error.keyword === 'propertyNames') {
      out.push(nameError(error, out));
      continue;
    }
    if (error.keyword !== 'oneOf' && error.keyword !== 'anyOf') {
      out.push(error);
      continue;
    }
    let from = out.length;
    while (from > 0 && belongs(out[from - 1], error)) from -= 1;
    const branches = out.splice(from);
    out.push(...meant(error, branches));
  }
  return out;
}

/** A member's forbidden name is reported twice, by `propertyNames` and by what the name breaks; they become one. */
function nameError(error: RawError, out: RawError[]): RawError {
  let inner: RawError | undefined;
  while (out.at(-1)?.propertyName !== undefined) inner = out.pop();
  if (inner?.parentSchema === undefined) return error;
  // The keyword that failed stands in the object that has `propertyNames`; what it wants, and why, in the schema below it.
  const place = error.parentSchema?.['x-at'];
  return {
    ...error,
    params: { ...inner.params, ...error.params },
    parentSchema: { ...inner.parentSchema, ...(place === undefined ? {} : { 'x-at': place }) },
  };
}

/** Whether a failure, reported just before the union's own, comes from one of its branches. */
function belongs(child: RawError | undefined, union: RawError): boolean {
  if (child === undefined) return false;
  const at = union.instancePath;
  if (child.instancePath !== at && !child.instancePath.startsWith(`${at}/`)) return false;
  if (child.schemaPath.startsWith(`${union.schemaPath}/`)) return true;
  // A branch that is a `$ref` reports from its own place; a sibling keyword of the union reports from beside it.
  const parent = union.schemaPath.slice(0, union.schemaPath.lastIndexOf('/') + 1);
  return !child.schemaPath.startsWith(parent) || child.schemaPath.slice(parent.length).startsWith('$defs/');
}

function meant(union: RawError, branches: readonly RawError[]): RawError[] {
  if (branches.length === 0) return [union];
  const here = union.instancePath;
  const types = branches.filter((error) => error.keyword === 'type' && error.instancePath === here);
  if (types.length === branches.length) {
    const wanted = types.flatMap((error) => error.params['type'] as string | readonly string[]);
    return [{ ...union, keyword: 'type', params: { type: [...new Set(wanted)] } }];
  }
  const others = branches.filter((error) => !types.includes(error));
  const deeper = others.filter((error) => error.instancePath !== here);
  if (deeper.length > 0) return deeper;
  const parents = new Set(others.map((error) => error.parentSchema));
  return parents.size === 1 ? others : [union];
}
