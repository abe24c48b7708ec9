import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { at, isObject } from '../harness/model/json.ts';
import { kinds, type NameRule } from '../harness/validate/kinds.ts';
import { checkWords } from '../harness/validate/words.ts';
import { readSchemas } from '../scripts/build/schema-sources.ts';
import { replaced } from '../scripts/corpus/break.ts';
import { schemaDecisions } from '../scripts/measure/schema-rows.ts';
import { registry } from '../suites/registries.ts';

/*
 * Faults planted in schemas, one a test: the row whose fault it is notices, and no other row that the same schema decides. A row
 * notices when a document of its own that must be accepted no longer is, or one that must be rejected is let through.
 */
const root = join(import.meta.dirname, '..');
const sources = new Map(readSchemas(root).map((source) => [source.name, source]));
const decisions = schemaDecisions(root);
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
for (const { schema } of sources.values()) ajv.addSchema(schema);
let planted = 0;

function schemaNamed(name: string): { readonly id: string; readonly schema: Record<string, unknown> } {
  const found = sources.get(name);
  if (found === undefined) throw new Error(`there is no schema named ${name}`);
  return found;
}

/** The schema with one change, under a name of its own beside it, so that what it refers to is found. */
function faulty(name: string, change: (schema: unknown) => unknown): ValidateFunction {
  const { id, schema } = schemaNamed(name);
  const changed = change(structuredClone(schema));
  expect(changed, name).not.toEqual(schema);
  planted += 1;
  return ajv.compile({ ...(changed as object), $id: id.replace('.schema.json', `.planted-${planted}.json`) });
}

/** Rows of the schema that notice the change, in catalogue order. */
function noticing(name: string, change: (schema: unknown) => unknown): string[] {
  const accepts = faulty(name, change);
  return [...decisions].flatMap(([id, of]) =>
    of.some(
      (one) =>
        one.schema === name &&
        (one.accepts.some((document) => !accepts(document)) ||
          // What the planted schema does not judge by itself: word lists, advice, formats.
          one.rejects.some(
            ({ document, advised, by }) => !advised && /^[a-zA-Z]+$/.test(by) && by !== 'format' && accepts(document),
          )),
    )
      ? [id]
      : [],
  );
}

/** Nothing is asked of a member any more. */
function forgets(member: string): (schema: unknown) => unknown {
  return (schema) => {
    const required = at(schema, '/required');
    const left = Array.isArray(required) ? required.filter((name) => name !== member) : [];
    return replaced(replaced(schema, '/required', left), `/properties/${member}`, {});
  };
}

function withoutWord(pointer: string, word: string): (schema: unknown) => unknown {
  return (schema) => {
    const words = at(schema, pointer);
    return replaced(schema, pointer, Array.isArray(words) ? words.filter((one) => one !== word) : words);
  };
}

test.each([
  ['agent-hooks/0.1.0/event', '/$defs/actor/properties/type/enum', /^AH-ACT-/],
  ['agent-hooks/0.1.0/event', '/properties/agent_mode/enum', /^AH-MOD-/],
  ['openhook/0.1/data/session-end', '/properties/reason/enum', /^OH-DAT-/],
  ['openhook/0.1/data/tool-end', '/properties/status/enum', /^OH-DAT-/],
  ['openhook/0.1/data/file-write', '/properties/operation/enum', /^OH-DAT-/],
] as const)('%s without one word of %s: its row notices, and no other of the list', (name, pointer, list) => {
  const words = at(schemaNamed(name).schema, pointer) as string[];
  const noticed = words.map((word) => noticing(name, withoutWord(pointer, word)).filter((id) => list.test(id)));
  expect(noticed.map((ids) => ids.length)).toEqual(words.map(() => 1));
  expect(new Set(noticed.flat()).size).toBe(words.length);
});

test('a core event whose data has lost its type is noticed by its row, and by no other event’s', () => {
  const name = 'agent-hooks/0.1.0/typed-event';
  const branches = at(schemaNamed(name).schema, '/allOf') as unknown[];
  const noticed = registry('agent-hooks-events').events.flatMap(({ event, requirement }) => {
    const index = branches.findIndex((branch) => at(branch, '/if/properties/event_type/const') === event);
    expect(index, event).toBeGreaterThanOrEqual(0);
    const ids = noticing(name, (schema) => replaced(schema, `/allOf/${index}/then`, {}));
    const events = ids.filter((id) => id.startsWith('AH-TAX-'));
    expect(events.filter((id) => id !== requirement)).toEqual([]);
    return events;
  });
  // The others' data is any object, or the schema only advises; their names are on the word list, which the next test breaks.
  const typed = [...decisions].filter(
    ([id, of]) =>
      id.startsWith('AH-TAX-') &&
      of.some(({ rejects }) => rejects.some(({ by, advised }) => by === 'type' && !advised)),
  );
  expect(typed.length).toBeGreaterThan(10);
  expect(noticed).toEqual(typed.map(([id]) => id));
});

test('a core event that the word list forgets is noticed by its row, and by no other event’s', () => {
  const [rule] = kinds().find(({ spec, kind }) => spec === 'agent-hooks' && kind === 'event')?.names ?? [];
  if (rule === undefined) throw new Error('events of Agent Hooks have no word list');
  const core = registry('agent-hooks-events').events;
  const rows = [...decisions].filter(([id]) => id.startsWith('AH-TAX-'));
  expect(rows.map(([id]) => id)).toEqual(core.map(({ requirement }) => requirement));
  for (const { event, requirement } of core) {
    const left: NameRule = { ...rule, words: { of: core.map((one) => one.event).filter((one) => one !== event) } };
    const says = (document: unknown): readonly string[] =>
      checkWords(document, left, '0.1.0').map((issue) => issue.requirement ?? '');
    const noticed = rows.filter(([, of]) =>
      of.some(
        ({ accepts, rejects }) =>
          accepts.some((document) => says(document).length > 0) ||
          rejects.some(({ by, document }) => by.startsWith('AH-') && !says(document).includes(by)),
      ),
    );
    expect(
      noticed.map(([id]) => id),
      event,
    ).toEqual([requirement]);
  }
});

const { events, tools } = registry('claude-code-payloads');
const kebab = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

test.each(events)('$event: a member that its schema forgets is noticed by its row alone', ({ event, fields }) => {
  const name = `agent-payloads/2026-05/claude-code/${kebab(event)}`;
  for (const { name: member, requirement } of fields)
    expect(noticing(name, forgets(member)), member).toEqual([requirement]);
});

test.each(events.filter(({ requirements }) => requirements.name !== undefined))(
  '$event: a name that its schema forgets is noticed by its row alone',
  ({ event, requirements }) => {
    const name = `agent-payloads/2026-05/claude-code/${kebab(event)}`;
    expect(noticing(name, forgets('hook_event_name'))).toEqual([requirements.name]);
  },
);

test.each(tools.filter(({ any }) => any !== true))(
  '$tool: an argument that its schema forgets is noticed by its row',
  ({ tool, required, optional, requirements }) => {
    const name = `agent-payloads/2026-05/claude-code/tools/${kebab(tool)}`;
    for (const member of [...Object.keys(required), ...Object.keys(optional)])
      expect(noticing(name, forgets(member)), member).toEqual([requirements.input]);
    expect(noticing(name, (schema) => (isObject(schema) ? { ...schema, type: ['object', 'array'] } : schema))).toEqual([
      requirements.input,
    ]);
  },
);
