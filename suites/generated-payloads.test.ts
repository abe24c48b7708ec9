/** Payloads that are made from the schemas: which, of what, and what is said where a change that must not matter does. */
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../harness/assets.ts';
import { violations } from '../harness/generate/check.ts';
import { RELATION_NAMES } from '../harness/generate/relations.ts';
import { SchemaStore } from '../harness/generate/schema-store.ts';
import type { Case, SpawnPlan } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { Finding } from '../harness/model/finding.ts';
import { at, type JsonObject, type JsonValue } from '../harness/model/json.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import {
  brokenCases,
  type GeneratedContext,
  generatedCases,
  generatedFindings,
  type MakeGenerated,
  madePayloads,
  simplerCases,
  simplerPayloads,
  turnOf,
} from './generated.ts';
import { fixtureOf, subjectOf } from './testing.ts';

const COMMON = {
  session_id: '11111111-2222-4333-8444-555555555555',
  transcript_path: '/home/dev/.claude/projects/x/11111111-2222-4333-8444-555555555555.jsonl',
  cwd: '/home/dev/acme-app',
};
const claude = (event: string, stdin: JsonObject, name = `claude-code/${event}`): Fixture =>
  fixtureOf('claude-code', event, { ...COMMON, hook_event_name: event, ...stdin }, name);
const PROMPT = claude('UserPromptSubmit', { permission_mode: 'default', prompt: 'hello there' });
const END = claude('SessionEnd', { reason: 'other' });
const CREATE = claude('WorktreeCreate', { name: 'a-name' });
const store = SchemaStore.fromFolder(`${packageRoot()}/schemas/native/claude-code`);
const breaks = (event: string, stdin: JsonValue | undefined): readonly unknown[] =>
  violations(store, store.get(`https://hookconf.dev/schemas/native/claude-code/${event}.schema.json`), stdin ?? null);

const contextOf = (changes: Partial<PlanContext> = {}, output: 'stdout' | 'log' = 'stdout'): PlanContext =>
  ({ subject: subjectOf({ role: 'emitter', spec: 'openhook', output }), seed: 1, runs: 8, ...changes }) as PlanContext;

const make: MakeGenerated = (name, title, inputs, made): Case => ({
  id: `spec/${name}`,
  title,
  vendor: inputs[0]?.vendor ?? '',
  event: inputs[0]?.event ?? '',
  requirements: ['ROW'],
  spawns: inputs.map(
    ({ stdin }): SpawnPlan => ({
      placeholders: { edition: '', event: '', vendor: '' },
      appendArgs: [],
      stdin: { kind: 'payload', payload: stdin ?? null, newline: true },
      env: {},
      timeoutMs: 1,
    }),
  ),
  files: [],
  substitutions: [],
  lingerMs: 0,
  observeFiles: false,
  canaries: [],
  context: { ...made, inputs },
});
const about = (one: Case | undefined): GeneratedContext & { readonly inputs: readonly Fixture[] } =>
  one?.context as GeneratedContext & { readonly inputs: readonly Fixture[] };

test('every template has its turn, once with something extreme and once without, however many there are', () => {
  for (const templates of [...Array.from({ length: 60 }, (_, index) => index + 1), 7 * 11 * 13 * 17 * 19 * 23]) {
    const turns = Array.from({ length: 2 * Math.min(templates, 500) }, (_, index) => turnOf(index, templates));
    const seen = new Set(turns.map(({ place, extreme }) => `${place} ${extreme}`));
    expect(seen.size, `of ${templates}`).toBe(turns.length);
    expect(turns.every(({ place }) => place >= 0 && place < templates)).toBe(true);
  }
  // Neighbours in the list are of one vendor.
  expect(Array.from({ length: 4 }, (_, index) => turnOf(index, 20).place)).toEqual([0, 7, 14, 1]);
});

describe('made payloads', () => {
  const two = [PROMPT, CREATE];
  const made = madePayloads(contextOf(), two, 12);

  test('are of each event in turn, and every other one of each is extreme', () => {
    expect(made.map(({ fixture }) => fixture.event)).toEqual(
      Array.from({ length: 12 }, (_, index) => two[index % 2]?.event),
    );
    for (const { event } of two)
      expect(made.filter(({ fixture }) => fixture.event === event).map(({ made: { mode } }) => mode)).toEqual(
        Array.from({ length: 6 }, (_, index) =>
          (index + (event === PROMPT.event ? 0 : 1)) % 2 === 0 ? 'valid' : 'boundary',
        ),
      );
    for (const { fixture, made: how } of made) {
      expect(how.extreme === undefined).toBe(how.mode === 'valid');
      if (how.extreme !== undefined) expect(how.extreme.what.length).toBeGreaterThan(0);
      expect(how.template).toBe(two.find(({ event }) => event === fixture.event));
    }
  });

  test('fit the schema, and are about the same session', () => {
    for (const { fixture } of made) {
      expect(breaks(fixture.event, fixture.stdin)).toEqual([]);
      expect(fixture.stdin).toMatchObject({ session_id: COMMON.session_id, cwd: COMMON.cwd });
    }
    expect(new Set(made.map(({ fixture }) => JSON.stringify(fixture.stdin))).size).toBeGreaterThan(6);
  });

  test('are no recording', () => {
    for (const [index, { fixture }] of made.entries())
      expect(fixture).toMatchObject({
        name: `claude-code/${fixture.event}+generated-${index + 1}`,
        how: 'synthetic',
        session: null,
        seq: null,
        vendor: 'claude-code',
        delivery: 'stdin',
      });
  });

  test('follow from the seed, the nth however many are asked for', () => {
    expect(madePayloads(contextOf(), two, 5)).toEqual(made.slice(0, 5));
    expect(madePayloads(contextOf({ seed: 2 }), two, 5)).not.toEqual(made.slice(0, 5));
    expect(madePayloads(contextOf(), [], 5)).toEqual([]);
    expect(madePayloads(contextOf(), [PROMPT], 0)).toEqual([]);
  });

  test('show every event where there are seven', () => {
    const seven = [
      PROMPT,
      END,
      CREATE,
      claude('WorktreeRemove', { worktree_path: '/home/dev/acme-app/wt' }),
      claude('SessionStart', { source: 'startup' }),
      claude('PreCompact', { trigger: 'auto', custom_instructions: '' }),
      claude('Stop', { permission_mode: 'default', stop_hook_active: false }),
    ];
    const events = madePayloads(contextOf(), seven, 7).map(({ fixture }) => fixture.event);
    expect(events.toSorted()).toEqual(seven.map(({ event }) => event).toSorted());
  });

  test('are made of the first payload of an event that its schema knows and that comes on stdin', () => {
    const from = (...fixtures: readonly Fixture[]): readonly (string | undefined)[] =>
      madePayloads(contextOf(), fixtures, 2).map(({ made: { template } }) => template.name);
    const named = (name: string): Fixture => ({ ...PROMPT, name });
    expect(from(named('a'), named('b'))).toEqual(['a', 'a']);
    expect(from({ ...named('a'), delivery: 'argument' }, named('b'))).toEqual(['b', 'b']);
    expect(from(claude('UserPromptSubmit', { prompt: 7 }, 'wrong'), named('b'))).toEqual(['b', 'b']);
    expect(from({ ...named('a'), stdin: 'text' }, named('b'))).toEqual(['b', 'b']);
    const { stdin: _, ...unfed } = named('a');
    expect(from(unfed, named('b'))).toEqual(['b', 'b']);
    expect(from(claude('Unheard', {}, 'unheard'))).toEqual([]);
  });
});

describe('the cases of made payloads', () => {
  const cases = generatedCases(contextOf(), [PROMPT, CREATE], make);

  test('are those of each payload alone, then those of relations', () => {
    expect(cases.map(({ id }) => id)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `spec/generated/${n}`),
      ...[1, 2, 3, 4].map((n) => `spec/relation/${n}`),
    ]);
    const made = madePayloads(contextOf(), [PROMPT, CREATE], 8);
    for (const [index, one] of made.entries()) {
      expect(cases[index]?.generated).toEqual([one.fixture]);
      expect(about(cases[index])).toEqual({ inputs: [one.fixture], made: one.made });
    }
    expect(cases[0]?.title).toBe('claude-code UserPromptSubmit: a generated payload');
    expect(cases[2]?.title).toBe(
      `claude-code UserPromptSubmit: a generated payload with ${made[2]?.made.extreme?.what ?? 'nothing'}`,
    );
  });

  test('show one relation after the other, each with the payload as it is first', () => {
    const pairs = cases.slice(8);
    expect(pairs.map((one) => about(one).relation?.name)).toEqual(RELATION_NAMES.slice(0, 4));
    for (const one of pairs) {
      const { inputs, relation } = about(one);
      const { spawns, generated, title } = one;
      expect(spawns.length).toBeGreaterThan(1);
      expect(inputs).toHaveLength(spawns.length);
      expect(generated).toEqual([inputs[0]]);
      expect(title.endsWith(`: ${relation?.name}`)).toBe(true);
      expect(relation?.statement).toMatch(/\w/);
      for (const [index, spawn] of spawns.entries())
        expect(inputs[index]?.stdin).toEqual(spawn.stdin.kind === 'payload' ? spawn.stdin.payload : inputs[0]?.stdin);
    }
    // Others than those that stand alone.
    const alone = new Set(cases.slice(0, 8).map(({ generated }) => JSON.stringify(generated?.[0]?.stdin)));
    const own = pairs.map(({ generated }) => JSON.stringify(generated?.[0]?.stdin));
    expect(own.some((text) => !alone.has(text))).toBe(true);
    const others = generatedCases(contextOf({ seed: 2 }), [PROMPT, CREATE], make).slice(8);
    expect(others.map(({ generated }) => JSON.stringify(generated?.[0]?.stdin))).not.toEqual(own);
  });

  test('change what decides nothing, where a payload has that', () => {
    const before = claude('PreToolUse', {
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 'toolu_01',
    });
    const found = generatedCases(contextOf({ runs: 14 }), [before], make);
    const varied = found.filter((one) => about(one).relation?.name === 'irrelevant-value');
    expect(varied.length).toBeGreaterThan(0);
    for (const one of varied) {
      const ids = about(one).inputs.map(({ stdin }) => at(stdin, '/tool_use_id'));
      expect(ids[0]).toBe('toolu_01');
      expect(ids[1]).not.toBe('toolu_01');
    }
  });

  test('are those of payloads alone where what came of which can’t be told', () => {
    const log = generatedCases(contextOf({}, 'log'), [PROMPT, END, CREATE], make);
    expect(log.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `spec/generated/${n}`));
  });

  test('have no relation where nothing is spawned', () => {
    const none = generatedCases(contextOf(), [PROMPT], (...asked) => ({ ...make(...asked), spawns: [] }));
    expect(none.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `spec/generated/${n}`));
  });

  test('feed a payload in the environment as it was made', () => {
    const fed = madePayloads(contextOf(), [{ ...PROMPT, delivery: 'env' as Fixture['delivery'] }], 1);
    expect(fed).toHaveLength(1);
    const pairs = generatedCases(contextOf(), [{ ...PROMPT, delivery: 'env' as Fixture['delivery'] }], make).slice(8);
    for (const one of pairs) for (const input of about(one).inputs) expect(input).toEqual(one.generated?.[0]);
  });

  test('can be made smaller, and stay what they are', () => {
    const context = contextOf();
    const length = (one: Case): number => JSON.stringify(one.generated?.[0]?.stdin).length;
    let smaller = 0;
    let related = 0;
    for (const one of cases) {
      for (const other of simplerCases(one, context, make)) {
        smaller++;
        if (about(other).relation !== undefined) related++;
        expect(about(other).made).toEqual(about(one).made);
        expect(about(other).relation?.name).toBe(about(one).relation?.name);
        expect(other.spawns.length).toBe(one.spawns.length);
        expect(other.id).toBe('spec/generated/smaller');
        expect(length(other)).toBeLessThanOrEqual(length(one) + 2);
        expect(breaks(other.event ?? '', other.generated?.[0]?.stdin)).toEqual([]);
        expect(other.generated).toEqual(about(other).inputs.slice(0, 1));
      }
    }
    expect(smaller).toBeGreaterThan(8);
    expect(related).toBeGreaterThan(0);
    const [first] = cases;
    if (first === undefined) throw new Error('no case was made');
    expect(simplerCases({ ...first, context: { ...about(first), inputs: [] } }, context, make)).toEqual([]);
    expect(simplerCases({ ...first, context: { inputs: [PROMPT] } }, context, make)).toEqual([]);
  });

  test('which keeps what is extreme', () => {
    const extreme = madePayloads(contextOf({ seed: 3 }), [PROMPT, CREATE], 40).filter(
      ({ made: { extreme: what } }) => what?.pointer === '/prompt',
    );
    expect(extreme.length).toBeGreaterThan(0);
    for (const { fixture, made } of extreme)
      for (const smaller of simplerPayloads(fixture, made))
        expect(at(smaller.stdin, '/prompt')).toEqual(at(fixture.stdin, '/prompt'));
    const [one] = extreme;
    if (one === undefined) return;
    const { stdin: _, ...unfed } = one.fixture;
    expect(simplerPayloads(unfed, one.made)).toEqual([]);
    expect(simplerPayloads(one.fixture, { mode: 'valid', template: claude('Unheard', {}) })).toEqual([]);
  });
});

describe('the cases of broken payloads', () => {
  const context = contextOf({ runs: 11 });
  const cases = brokenCases(context, [PROMPT, END], make);

  test('break one keyword each, of each event in turn', () => {
    expect(cases.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `spec/generated/broken-${n}`));
    for (const [index, one] of cases.entries()) {
      const fixture = one.generated?.[0];
      const { made, inputs } = about(one);
      const template = [PROMPT, END][index % 2];
      expect(inputs).toEqual([fixture]);
      expect(fixture).toMatchObject({
        name: `${template?.name}+broken-${index + 1}`,
        event: template?.event,
        how: 'synthetic',
        session: null,
        seq: null,
      });
      expect(made).toMatchObject({ mode: 'broken', template });
      expect(breaks(one.event ?? '', fixture?.stdin)).not.toEqual([]);
      expect(breaks(one.event ?? '', made.breach?.whole)).toEqual([]);
      const { keyword, pointer } = made.breach ?? {};
      expect(one.title).toBe(
        `claude-code ${one.event}: a generated payload that breaks ${keyword} at ${pointer === '' ? 'its root' : pointer}`,
      );
    }
    expect(new Set(cases.map((one) => about(one).made.breach?.keyword)).size).toBeGreaterThan(1);
    expect(brokenCases(context, [], make)).toEqual([]);
    expect(brokenCases(contextOf({ runs: 2 }), [PROMPT, END], make)).toEqual(cases.slice(0, 1));
  });

  test('can be made smaller, and break the same', () => {
    let smaller = 0;
    for (const one of cases) {
      const { breach } = about(one).made;
      for (const other of simplerCases(one, context, make)) {
        smaller++;
        const now = about(other).made.breach;
        expect([now?.keyword, now?.pointer]).toEqual([breach?.keyword, breach?.pointer]);
        expect(about(other).made).toMatchObject({ mode: 'broken' });
        expect(JSON.stringify(now?.whole).length).toBeLessThanOrEqual(JSON.stringify(breach?.whole).length + 2);
        expect(breaks(other.event ?? '', now?.whole)).toEqual([]);
        expect(breaks(other.event ?? '', other.generated?.[0]?.stdin)).toContainEqual(
          expect.objectContaining({ keyword: breach?.keyword }),
        );
        expect(other.generated?.[0]?.stdin).not.toEqual(now?.whole);
      }
      const { breach: _, ...unbroken } = about(one).made;
      const context0 = { inputs: about(one).inputs, made: unbroken };
      expect(simplerCases({ ...one, context: context0 }, context, make)).toEqual([]);
    }
    const [first] = cases;
    if (first === undefined) throw new Error('no case was made');
    for (const template of [claude('Unheard', {}), claude('UserPromptSubmit', { prompt: 7 })]) {
      const made = { ...about(first).made, template };
      expect(simplerCases({ ...first, context: { ...about(first), made } }, context, make)).toEqual([]);
    }
    expect(smaller).toBeGreaterThan(4);
  });
});

test('of a made payload only what its case decides is told, and whether its relation holds', () => {
  const findings: readonly Finding[] = [
    { kind: 'met', requirement: 'ROW' },
    { kind: 'met', requirement: 'OTHER' },
    { kind: 'notice', id: 'HC-X', message: 'a notice' },
  ];
  const own = [findings[0], findings[2]];
  const one = { ...make('x', 'x', [PROMPT], { made: { mode: 'valid', template: PROMPT } }) };
  const relation = { name: 'twice', statement: 'twice the same gives the same' };
  const two: Case = { ...one, context: { ...(one.context as object), relation } };
  expect(generatedFindings(one, findings, ['a', 'b'])).toEqual(own);
  expect(generatedFindings(two, findings, ['a', 'a', 'a'])).toEqual(own);
  expect(generatedFindings(two, findings, ['a'])).toEqual(own);
  expect(generatedFindings(two, findings, [])).toEqual(own);
  expect(generatedFindings(two, findings, ['a', 'a', 'b'])).toEqual([
    ...own,
    {
      kind: 'notice',
      id: 'HC-RELATION',
      message: 'twice the same gives the same: claude-code UserPromptSubmit gave a and then b',
    },
  ]);
});
