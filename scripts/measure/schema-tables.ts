import { type PayloadField, registry } from '../../suites/registries.ts';
import type { RowSource } from './schema-rows.ts';

type Schemas = Readonly<Record<string, string>>;
type Rows = readonly (readonly [string, readonly RowSource[]])[];

/** A name as the files of schemas have it: PostToolUse is post-tool-use, mcp__* is mcp. */
function fileName(name: string): string {
  return name
    .replace(/__\*$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase();
}

function shapeOf({ type, values, optional = false }: PayloadField): Pick<RowSource, 'is' | 'values' | 'optional'> {
  return values === undefined ? { is: type ?? 'string', optional } : { values, optional };
}

/** registries/claude-code-payloads.yaml: names of events, members of payloads, arguments of tools, the status line. */
function payloadRows(schemas: Schemas): Rows {
  const { events, tools, statusLine } = registry('claude-code-payloads');
  const of = (table: string, name: string): string => (schemas[table] ?? '').replace('{name}', fileName(name));
  const named = events.flatMap(({ event, requirements: { name } }, index) => {
    if (name === undefined) return [];
    const other = events[(index + 1) % events.length]?.event ?? '';
    const wrong = [other, event.toLowerCase(), `${event}Hook`];
    const at = '/hook_event_name';
    const rejects = wrong.map((word) => ({ put: { [at]: word }, by: 'const' }));
    return [[name, [{ schema: of('events', event), put: { [at]: event }, rejects }]]] as const;
  });
  const members = events.flatMap(({ event, fields }) =>
    fields.map(
      (field) =>
        [field.requirement, [{ schema: of('events', event), at: `/${field.name}`, ...shapeOf(field) }]] as const,
    ),
  );
  const inputs = tools.map(({ tool, required, optional, requirements }) => {
    const schema = of('tools', tool);
    const whole: RowSource = {
      schema,
      accepts: [{ take: Object.keys(optional).map((name) => `/${name}`) }, { put: { '/of-a-later-version': 7 } }],
      rejects: ['text', [], null, 7].map((value) => ({ put: { '': value }, by: 'type' })),
    };
    const member =
      (isOptional: boolean) =>
      ([name, is]: readonly [string, string]): RowSource => ({ schema, at: `/${name}`, is, optional: isOptional });
    const own = [...Object.entries(required).map(member(false)), ...Object.entries(optional).map(member(true))];
    return [requirements.input, [whole, ...own]] as const;
  });
  const line = statusLine.map(
    ({ name, requirement, type = 'string' }) =>
      [
        requirement,
        [{ schema: of('statusLine', ''), at: `/${name.replaceAll('.', '/')}`, is: type, optional: true }],
      ] as const,
  );
  return [...named, ...members, ...inputs, ...line];
}

const TABLES: Readonly<Record<string, (schemas: Schemas) => Rows>> = { 'claude-code-payloads': payloadRows };

/** The rows of tables that a registry has, by id; `registries` says which schemas the tables are about. */
export function registryRows(registries: Readonly<Record<string, Schemas>>): Rows {
  return Object.entries(registries).flatMap(([name, schemas]) => {
    const rows = TABLES[name];
    if (rows === undefined) throw new Error(`${name} is no registry whose rows test schemas`);
    return rows(schemas);
  });
}
