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
  const fitting = [...byBranch(union, branches).values()].filter((group) => group.every(isUnknown));
  const [fits] = fitting.sort((a, b) => a.length - b.length);
  if (fits !== undefined) return fits.map((error) => citing(union, error));
  const tagged = byTag(union, branches);
  if (tagged !== undefined) return tagged.map((error) => citing(union, error));
  return nearest(
    union,
    branches.filter((error) => !types.includes(error)),
  );
}

/** Of branches that nothing tells apart: what is wrong further down; what a lone branch lacks; or all that is allowed. */
function nearest(union: RawError, others: readonly RawError[]): RawError[] {
  const here = union.instancePath;
  const deeper = others.filter((error) => error.instancePath !== here);
  if (deeper.length > 0) return withoutRepeats(deeper);
  const parents = new Set(others.map((error) => error.parentSchema));
  return parents.size === 1 ? [...others] : [lacking(union, others)];
}

/** A union of which every branch wants a member that the value lacks, says which those are, where each wants one alone. */
function lacking(union: RawError, others: readonly RawError[]): RawError {
  const groups = [...byBranch(union, others).values()];
  const missing = groups.map((group) => group.filter(({ keyword }) => keyword === 'required'));
  if (missing.some((wanted) => wanted.length !== 1)) return union;
  const members = [...new Set(missing.flat().map(({ params }) => params['missingProperty']))];
  return { ...union, params: { ...union.params, missing: members } };
}

/** Whether a failure is but of a member that the schema does not know. */
function isUnknown({ keyword }: RawError): boolean {
  return keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';
}

/** Branches that have a member in common say the same of it. */
function withoutRepeats(errors: readonly RawError[]): RawError[] {
  const told = new Map(
    errors.map((error) => [JSON.stringify([error.instancePath, error.keyword, error.params]), error] as const),
  );
  return [...told.values()];
}

/** The schema in which a branch of a union begins: by its number, or by the definition that it refers to. */
function branchOf(union: RawError, { schemaPath }: RawError): string {
  const below = schemaPath.startsWith(`${union.schemaPath}/`)
    ? schemaPath.slice(union.schemaPath.length + 1)
    : undefined;
  if (below !== undefined) return below.slice(0, below.indexOf('/'));
  return /^(?:.*?\/\$defs\/[^/]+|[^#]*#)/.exec(schemaPath)?.[0] ?? schemaPath;
}

function byBranch(union: RawError, branches: readonly RawError[]): Map<string, RawError[]> {
  const groups = new Map<string, RawError[]>();
  for (const error of branches) {
    const branch = branchOf(union, error);
    groups.set(branch, [...(groups.get(branch) ?? []), error]);
  }
  return groups;
}

/**
 * The failures that say which branch was not meant: of a member of the value, or of an object in it, that has words of its own in
 * each branch, such as its type. A list of words tells where another branch has one word, or where no branch has and none knows
 * the member by another name.
 */
function tagsOf(union: RawError, branches: readonly RawError[]): ReadonlySet<RawError> {
  const at = `${union.instancePath}/`;
  const named = branches.filter(
    ({ keyword, instancePath }) =>
      (keyword === 'const' || keyword === 'enum') &&
      instancePath.startsWith(at) &&
      /^[^/]+(?:\/(?!\d+$)[^/]+)?$/.test(instancePath.slice(at.length)),
  );
  const single = named.filter(({ keyword }) => keyword === 'const');
  const places = new Set(single.map(({ instancePath }) => instancePath));
  if (places.size > 0) return new Set(named.filter(({ instancePath }) => places.has(instancePath)));
  const unknown = branches.map(({ instancePath, params }) => `${instancePath}/${String(params['additionalProperty'])}`);
  return new Set(named.filter(({ instancePath }) => !unknown.includes(instancePath)));
}

/** The words that a branch has for the member that tells it. */
function wordsOf({ params }: RawError): readonly unknown[] {
  return (params['allowedValues'] as readonly unknown[] | undefined) ?? [params['allowedValue']];
}

/**
 * Where the branches of a union are told by a member with another word in each: the failures of the branch that has the word
 * of the value; all words, where none has it; and of a value without the member that it lacks it, where but for that it fits a
 * branch. Undefined where nothing tells the branches so.
 */
function byTag(union: RawError, branches: readonly RawError[]): RawError[] | undefined {
  const groups = byBranch(union, branches);
  const tags = tagsOf(union, branches);
  const wrong = [...groups.values()].flatMap((group) => group.find((error) => tags.has(error)) ?? []);
  const [first] = wrong;
  if (first === undefined) {
    const nearly = [...groups.values()].filter(([only, ...more]) => only?.keyword === 'required' && more.length === 0);
    const missing = new Set(nearly.map(([only]) => only?.params['missingProperty']));
    const lacked = [...groups.values()].every((group) =>
      group.some(({ keyword, params }) => keyword === 'required' && missing.has(params['missingProperty'])),
    );
    return groups.size > 1 && missing.size === 1 && lacked ? nearly[0] : undefined;
  }
  if (!wrong.every(({ instancePath }) => instancePath === first.instancePath)) return undefined;
  const left = [...groups.values()].filter((group) => !group.some((error) => tags.has(error)));
  if (left.length === 1) return left[0];
  if (left.length > 1) return nearest(union, left.flat());
  const words = [...new Set(wrong.flatMap(wordsOf))];
  if (words.length === 1) return [first];
  return [{ ...first, keyword: 'enum', params: { allowedValues: words } }];
}

/** What a branch says of itself stays; where it names no requirement, that of the union is behind it. */
function citing(union: RawError, error: RawError): RawError {
  const requirement = (union.parentSchema?.['x-requirements'] as Readonly<Record<string, unknown>> | undefined)?.[
    union.keyword
  ];
  if (typeof requirement !== 'string' || error.parentSchema?.['x-requirements'] !== undefined) return error;
  return { ...error, parentSchema: { ...error.parentSchema, 'x-requirements': { '*': requirement } } };
}
