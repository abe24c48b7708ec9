/** What is said of a whole case of native payloads, and what it leaves to the rules about the run. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Substitution } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonValue } from '../../harness/model/json.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { Judgement, PlanContext } from '../../harness/model/suite.ts';
import { inShort, observed } from '../approved.ts';
import { LOG_FILE, nativeCase } from '../native-case.ts';
import { fixtureOf, subjectOf } from '../testing.ts';
import { type AgentHooksFacts, judgeNative } from './judge.ts';

type Document = Readonly<Record<string, unknown>>;
type Payload = Readonly<Record<string, JsonValue>>;

const fed = (event: string, stdin: Payload = {}, vendor = 'claude-code'): Fixture =>
  fixtureOf(vendor, event, { session_id: 'n', hook_event_name: event, ...stdin });

let made = 0;
const event = (event_type: unknown, more: Document = {}): Document => ({
  spec_version: '0.1.0',
  event_id: `550e8400-e29b-41d4-a716-${String(446655440000 + made++)}`,
  event_type,
  timestamp: '2026-02-08T19:22:11.000Z',
  source: { tool: 'claude-code' },
  session_id: 's',
  ...more,
});

/** One line for each; a text stands as it is. */
const written = (documents: readonly (Document | string)[]): string =>
  documents.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');

interface Given {
  readonly kind: string;
  readonly inputs: readonly Fixture[];
  /** What each process wrote on its standard output. */
  readonly out?: readonly (readonly (Document | string)[])[];
  /** What stands in the log afterwards. */
  readonly log?: readonly (Document | string)[];
  readonly subject?: Partial<Subject>;
  readonly substitutions?: readonly Substitution[];
  readonly requirements?: readonly string[];
  readonly relation?: { readonly name: string; readonly statement: string };
}

function judged({ kind, inputs, out = [], log, subject = {}, ...more }: Given): Judgement {
  const context = {
    subject: subjectOf({ role: 'emitter', spec: 'agent-hooks', ...subject }),
    edition: '0.1.0',
  } as PlanContext;
  const planned = nativeCase(
    { id: 'agent-hooks/case', title: 'a case', requirements: more.requirements ?? [], kind, inputs },
    context,
  );
  const testCase = {
    ...planned,
    substitutions: more.substitutions ?? planned.substitutions,
    context: { ...(planned.context as object), ...(more.relation === undefined ? {} : { relation: more.relation }) },
  };
  const bytes = Buffer.from(written(log ?? []));
  const file = {
    path: LOG_FILE,
    area: 'tmp',
    change: 'created',
    bytes,
    total: bytes.length,
    truncated: false,
  } as const;
  const seen: Observation = { ...observed(testCase, out.map(written)), files: log === undefined ? [] : [file] };
  const judgement = judgeNative(testCase, seen, context);
  inShort(judgement.findings);
  return judgement;
}

/** What is said of one row, or whether a notice is given. */
function said(id: string, given: Given): string {
  const found = [...inShort(judged(given).findings)];
  return found.map((one) => (one === id ? 'notice' : one.slice(1) === id ? one[0] : '')).join('');
}

function message(id: string, given: Given): string {
  const found = judged(given).findings.find((one) =>
    one.kind === 'notice' ? one.id === id : 'requirement' in one && one.requirement === id,
  );
  return found !== undefined && 'message' in found ? found.message : '';
}

describe('AH-DAT-010: the hash is that of the prompt', () => {
  const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const PROMPT = 'naïve 👩‍👧 ';
  const hashed = (hash: unknown, prompt: JsonValue = PROMPT, more: Partial<Given> = {}): Given => ({
    kind: 'payload',
    inputs: [fed('UserPromptSubmit', { prompt })],
    out: [[event('Prompt.Submitted', { data: { prompt_hash: hash, prompt_length: 3 } })]],
    ...more,
  });
  const from = (...texts: readonly string[]): Partial<Given> => ({
    substitutions: texts.map((text) => ({ from: text, to: 'tmp' })),
  });
  test.each([
    ['its own', '+', hashed(sha256(PROMPT))],
    ['its own in capitals', '+', hashed(sha256(PROMPT).toUpperCase())],
    ['that of the prompt without its spaces', '!', hashed(sha256(PROMPT.trim()))],
    ['none', '', hashed(undefined)],
    ['a number', '', hashed(7)],
    ['no hash', '', hashed('sha256:ab')],
    ['a hash with something before it', '', hashed(`x${sha256('')}`)],
    ['a hash with something after it', '', hashed(`${sha256('')}0`)],
    ['of a prompt that is no text', '', hashed(sha256(''), 7)],
    ['of half of a pair', '', hashed(sha256(''), 'a\ud800')],
    ['of a prompt that names a path that is rewritten', '', hashed(sha256(''), 'look at /a/b', from('/x', '/a/b'))],
    ['of a prompt that names none of them', '!', hashed(sha256(''), 'look at it', from('/x', '/a/b'))],
    ['its own, where paths are rewritten elsewhere', '+', hashed(sha256('it'), 'it', from('/x'))],
  ] as const)('%s: "%s"', (_, expected, given) => {
    expect(said('AH-DAT-010', given)).toBe(expected);
  });

  test('what is wrong is said', () => {
    expect(message('AH-DAT-010', hashed(sha256('')))).toContain('prompt_hash');
  });

  test('only of a prompt, and of nothing that came of another payload', () => {
    const data = { data: { prompt_hash: sha256('') } };
    const inputs = [fed('UserPromptSubmit', { prompt: PROMPT }), fed('Stop')];
    expect(said('AH-DAT-010', { ...hashed(''), out: [[event('Agent.Response', data)]] })).toBe('');
    expect(said('AH-DAT-010', { kind: 'session', inputs, out: [[], [event('Prompt.Submitted', data)]] })).toBe('');
  });
});

describe('AH-MPX-006: an event that nobody knows', () => {
  const of = (...events: readonly Document[]): Given => ({
    kind: 'unknown-event',
    inputs: [fed('NotARealEvent')],
    out: [events],
  });
  test.each([
    ['+', []],
    ['+', [event('vendor.acme.x')]],
    ['!', [event('vendor.acme.x'), event('Agent.Response')]],
  ] as const)('"%s" of %j', (expected, events) => {
    expect(said('AH-MPX-006', of(...events))).toBe(expected);
  });

  test('the message names what came of it', () => {
    expect(message('AH-MPX-006', of(event('Agent.Response')))).toContain('gave Agent.Response;');
  });
});

describe('AH-MPX-008: the spelling of section 8 gives what that of the product gives', () => {
  const of = (own: readonly Document[], printed: readonly Document[]): Given => ({
    kind: 'printed-name',
    inputs: [fed('pre_run_command', {}, 'windsurf'), fed('PreRunCommand', {}, 'windsurf')],
    out: [own, printed],
  });
  const [core, other, own] = [event('Agent.Response'), event('Session.End'), event('vendor.acme.x')];
  test.each([
    ['the same', '+', of([core], [core])],
    ['the same in another order', '+', of([own, core], [core, own])],
    ['the same but for what begins a session', '+', of([event('Session.Start'), core], [core])],
    ['nothing', '!', of([core], [])],
    ['an event of the vendor alone', '!', of([core], [own])],
    ['an event of the vendor beside it', '!', of([core], [core, own])],
    ['an event of the vendor of two', '!', of([core, own], [own])],
    ['another event', '!', of([core], [other])],
    ['another event beside it', '!', of([core], [core, other])],
    ['an event, where the spelling of the product gives none', '?', of([], [core])],
    ['nothing, where the spelling of the product gives an event of the vendor', '?', of([own], [])],
    ['nothing at all', '?', of([], [])],
  ] as const)('%s: "%s"', (_, expected, given) => {
    expect(said('AH-MPX-008', given)).toBe(expected);
  });

  test('nothing else is asked of either', () => {
    expect(said('AH-MAP-001', of([core], [core]))).toBe('');
    expect(said('AH-MPX-008', { ...of([core], [core]), inputs: [fed('pre_run_command')], out: [[core]] })).toBe('');
    expect(said('AH-MPX-008', { ...of([core], []), kind: 'payload' })).toBe('');
  });

  test('the message names both spellings and what came of them', () => {
    expect(message('AH-MPX-008', of([core, other], []))).toBe(
      'PreRunCommand, the spelling of section 8, gave nothing, and pre_run_command gave Agent.Response, Session.End; read both spellings',
    );
    expect(message('AH-MPX-008', of([core], [event('a.b'), event('c.d')]))).toContain('gave a.b, c.d, and');
  });
});

describe('AH-SEC-013, AH-WLD-001: the log holds every event', () => {
  const [one, two] = [event('Session.Start'), event('Agent.Response')];
  const of = (log: Given['log'], out: readonly Document[] = [one, two]): Given => ({
    kind: 'log',
    inputs: [fed('SessionStart')],
    out: [out],
    ...(log === undefined ? {} : { log }),
  });
  test.each([
    ['all of them', '+', of([one, two])],
    ['all of them and more', '+', of([one, two, event('Session.End')])],
    ['all of them beside something else', '+', of(['hello', one, two])],
    ['one of two', '!', of([one])],
    ['others', '!', of([event('Session.End')])],
    ['no file', '!', of(undefined)],
    ['an empty file', '!', of([])],
    ['something that is no event', '!', of(['hello', '7', 'null', '[]'])],
    ['something, where nothing is emitted beside it', '', of([one], [])],
    ['nothing, where nothing is emitted beside it', '', of([], [])],
  ] as const)('%s: "%s"', (_, expected, given) => {
    for (const row of ['AH-SEC-013', 'AH-WLD-001']) expect(said(row, given), row).toBe(expected);
  });

  test('what stands in it is kept for the rules about the run', () => {
    const logged = (given: Given): unknown => (judged(given).facts as AgentHooksFacts).logged;
    const [{ name } = { name: '' }] = of([]).inputs;
    expect(logged(of(['hello', one, event(7)], []))).toEqual({ fixtures: [name], types: ['Session.Start', ''] });
    expect(logged(of(undefined))).toEqual({ fixtures: [name], types: [] });
    expect(logged({ ...of([one]), kind: 'payload' })).toBeUndefined();
  });

  test('the message names what is lacking, each once', () => {
    expect(message('AH-SEC-013', of([]))).toContain('no event was written to it');
    expect(message('AH-SEC-013', of([one], [one, two, two]))).toContain('lacks Agent.Response;');
    expect(message('AH-SEC-013', of([one], [two, event(7)]))).toContain(
      'lacks Agent.Response, an event without a type;',
    );
    expect(judged(of([one])).findings).toContainEqual(expect.objectContaining({ actual: '1 events' }));
  });

  test.each([
    ['', [one, event('vendor.acme.x')]],
    ['', []],
    ['notice', [one, event('Nothing')]],
    ['notice', [one, event(7)]],
    ['notice', [one, 'hello']],
    ['notice', [one, 'null']],
  ] as const)('lines that are no Agent Hooks events: "%s" of %j', (expected, log) => {
    expect(said('HC-AH-LOG', of(log))).toBe(expected);
  });

  test('nothing is asked of the log in other cases', () => {
    expect(said('AH-SEC-013', { ...of([]), kind: 'payload' })).toBe('');
    expect(said('AH-MAP-001', { ...of([one]), kind: 'log' })).toBe('');
  });
});

describe('sessions', () => {
  const inputs = [fed('PreToolUse', { tool_name: 'Bash' }), fed('PostToolUse', { tool_name: 'Bash' })];
  const action = { data: { action: { name: 'shell', input: {} } } };
  const [begins, ends] = [event('Action.Before', action), event('Action.After', action)];
  const of = (kind: string, log: boolean, first = begins, second = ends): Given => ({
    kind,
    inputs,
    ...(log ? { log: [first, second], subject: { output: 'log' as const } } : { out: [[first], [second]] }),
  });
  test.each(['session', 'two-sessions'])('a %s is judged where it is known what came of which payload', (kind) => {
    expect(said('AH-ENV-016', of(kind, false))).toBe('+');
    expect(said('AH-ENV-016', of(kind, true))).toBe('');
    expect(said('AH-ENV-016', of(kind, false, begins, { ...ends, session_id: 't' }))).toBe('!');
  });

  test('of two sessions in one log only the pairs are', () => {
    const late = { ...begins, timestamp: '2026-02-08T19:23:11.000Z' };
    expect(said('AH-TAX-027', of('two-sessions', true))).toBe('+');
    expect(said('AH-TAX-027', of('two-sessions', true, late))).toBe('!');
    expect(said('AH-TAX-027', of('session', true, late))).toBe('');
  });

  test('one payload is no session', () => {
    expect(said('AH-ENV-016', of('payload', false))).toBe('');
  });
});

describe('what is left to the rules about the run', () => {
  const facts = (given: Given): AgentHooksFacts => judged(given).facts as AgentHooksFacts;
  const risk = (score: unknown, level: unknown): Document => event('Agent.Response', { risk: { score, level } });
  const of = (kind: string, ...events: readonly Document[]): Given => ({ kind, inputs: [fed('Stop')], out: [events] });

  test('an id, and the payload and type that it is of', () => {
    const events = [
      event('Agent.Response', { event_id: 'a' }),
      event(7, { event_id: 'b' }),
      event('x', { event_id: '' }),
    ];
    expect(facts(of('payload', ...events)).ids).toEqual([
      ['a', 'claude-code/Stop Agent.Response'],
      ['b', 'claude-code/Stop '],
    ]);
  });

  test('the types that came of one payload, and of that alone', () => {
    const events = [event('Agent.Response'), event('Session.End')];
    expect(facts(of('payload', ...events)).emitted).toEqual([['claude-code/Stop', ['Agent.Response', 'Session.End']]]);
    expect(facts(of('session', ...events)).emitted).toEqual([]);
  });

  test('scores with their levels', () => {
    const events = [risk(5, 'low'), risk('5', 'low'), risk(5, 7), risk(5, undefined), event('Agent.Response')];
    expect(facts(of('payload', ...events)).risks).toEqual([[5, 'low']]);
  });

  test('how many events are valid', () => {
    const { valid, invalid } = facts(of('payload', event('Agent.Response'), event('Agent.Response', { source: null })));
    expect([valid, invalid]).toEqual([1, 1]);
  });

  test('a case that looks for leaks leaves nothing', () => {
    expect(judged(of('leaks', event('Agent.Response')))).toEqual({ findings: [] });
  });
});

describe('what came of a generated payload', () => {
  const relation = { name: 'order', statement: 'the order of members changes nothing' };
  const of = (first: readonly Document[], second: readonly Document[]): Given => ({
    kind: 'generated',
    inputs: [fed('Stop'), fed('Stop')],
    out: [first, second],
    requirements: ['AH-ENV-001'],
    relation,
  });
  test('is alike where nothing that matters is changed', () => {
    const [one, two] = [event('Agent.Response'), event('Session.End')];
    expect(said('HC-RELATION', of([one], [event('Agent.Response')]))).toBe('');
    expect(said('HC-RELATION', of([], []))).toBe('');
    expect(message('HC-RELATION', of([one, two], [two]))).toContain(
      'gave Agent.Response, Session.End and then Session.End',
    );
    expect(message('HC-RELATION', of([one], []))).toContain('gave Agent.Response and then nothing');
    expect(message('HC-RELATION', of([], [one]))).toContain('gave nothing and then Agent.Response');
  });

  test('decides what its case is about, and leaves no facts', () => {
    const judgement = judged(of([event('Agent.Response')], []));
    expect(judgement.facts).toBe(undefined);
    expect([...inShort(judgement.findings)]).toContain('+AH-ENV-001');
    expect([...inShort(judgement.findings)]).not.toContain('+AH-ENV-002');
  });
});
