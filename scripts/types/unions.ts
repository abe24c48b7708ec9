import { isObject } from '../../harness/model/json.ts';
import type { SchemaSource } from '../build/schema-sources.ts';
import type { UnionPlan } from './names.ts';

interface Condition {
  readonly tag: string;
  readonly ref: string;
}

/** The pairs of tag and reference in a schema's `allOf` of `if` and `then`. */
function conditions(plan: UnionPlan, source: SchemaSource): Condition[] {
  const parts = Array.isArray(source.schema['allOf']) ? source.schema['allOf'] : [];
  const found: Condition[] = [];
  for (const part of parts) {
    if (!isObject(part) || !isObject(part['if']) || !isObject(part['then'])) continue;
    const asked = isObject(part['if']['properties']) ? part['if']['properties'][plan.tag] : undefined;
    if (!isObject(asked)) continue;
    const then = part['then'];
    const members = isObject(then['properties']) ? then['properties'] : {};
    const target = plan.payload === undefined ? then : members[plan.payload];
    if (!isObject(target) || typeof target['$ref'] !== 'string') continue;
    const word = asked['const'];
    if (typeof word === 'string') found.push({ tag: `'${word}'`, ref: target['$ref'] });
    // Tags that share a beginning, such as mcp__…, are said by a pattern.
    else if (typeof asked['pattern'] === 'string') {
      found.push({ tag: `\`${asked['pattern'].replace(/^\^/, '')}\${string}\``, ref: target['$ref'] });
    }
  }
  return found;
}

function comment(text: string): string {
  return `/**\n * ${text}\n */\n`;
}

/** The TypeScript of a union: `switch (event.<tag>)` narrows it. */
export function unionText(plan: UnionPlan, source: SchemaSource, nameOf: (ref: string) => string): string {
  const found = conditions(plan, source);
  if (found.length === 0)
    throw new Error(`types/modules.yaml: ${plan.name}: ${source.file} has no conditions on ${plan.tag}`);
  const description = comment(String(source.schema['description'] ?? source.schema['title']));
  const tags = `${plan.name}Name`;
  const names = `${comment(`The values of ${plan.tag} that ${plan.name} tells apart.`)}export type ${tags} =\n${found.map(({ tag }) => `  | ${tag}`).join('\n')};\n`;
  if (plan.payload === undefined) {
    return `${description}export type ${plan.name} =\n${found.map(({ ref }) => `  | ${nameOf(ref)}`).join('\n')};\n\n${names}`;
  }
  const optional = plan.envelope === undefined ? '' : '?';
  const base = plan.envelope === undefined ? '' : ` extends Omit<${plan.envelope}, '${plan.tag}' | '${plan.payload}'>`;
  const of = `${plan.name}Of`;
  const generic = `${comment(`One ${plan.name}: its ${plan.tag} and what ${plan.payload} holds for it.`)}export interface ${of}<Name extends string, Payload>${base} {\n  ${plan.tag}: Name;\n  ${plan.payload}${optional}: Payload;\n}\n`;
  const members = found.map(({ tag, ref }) => `  | ${of}<${tag}, ${nameOf(ref)}>`);
  if (plan.others !== undefined) members.push(`  | ${of}<${plan.others}, { [member: string]: unknown }>`);
  return `${generic}\n${description}export type ${plan.name} =\n${members.join('\n')};\n\n${names}`;
}
