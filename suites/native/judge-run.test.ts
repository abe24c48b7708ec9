/** What is said once of a whole run: how often, whose limit, what was never tried, and what is worth a notice. */
import { describe, expect, test } from 'vitest';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import type { CheckKind } from '../../vendors/contract.ts';
import { inShort } from '../approved.ts';
import type { NativeFacts } from './context.ts';
import { judgeNativeRun } from './judge-run.ts';
import { subject } from './testing.ts';

interface Seen extends Partial<Omit<NativeFacts, 'outcome'>> {
  readonly case?: string;
  readonly outcome?: Partial<NativeFacts['outcome']>;
}

const VENDORS = ['CLAUDE-CODE', 'CURSOR'];
const ROWS = VENDORS.flatMap((one) => ['EXIT', 'TIMEOUT', 'JSON'].map((kind) => `NV-${one}-${kind}`));

function factsOf({ case: id = 'one', outcome = {}, ...changes }: Seen): CaseFacts {
  const facts = {
    kind: 'payload',
    vendor: 'claude-code',
    event: 'PreToolUse',
    scenario: 'shell ls',
    situation: null,
    results: [],
    notices: [],
    outcome: { effect: 'none', adds: [], why: 'it said so', breaks: null, ...outcome },
    whole: 'none',
    answer: 'exit 0',
    hang: null,
    timeoutMs: 0,
    durationsMs: [],
    closedStdinEarly: false,
    variants: [],
    ...changes,
  };
  return { case: { id }, facts } as unknown as CaseFacts;
}

function judged(...all: readonly Seen[]) {
  const catalogue = [...ROWS, 'DC-TIMEOUT'].map((id) => ({ id }));
  return judgeNativeRun(all.map(factsOf), { subject: subject(), catalogue } as unknown as PlanContext);
}

const said = (...all: readonly Seen[]): readonly string[] => [...inShort(judged(...all))];
const result = (kind: CheckKind, message?: string) =>
  ({ kind, broken: message === undefined ? null : { message, expected: 'x', actual: 'y' } }) as const;
const exit = result('exit');
const json = result('json');
/** Nothing left that was never tried. */
const tried: Seen = { results: [exit, json] };

test('a case without facts says nothing', () => {
  const context = { subject: subject(), catalogue: [] } as unknown as PlanContext;
  expect(judgeNativeRun([{ case: { id: 'one' }, facts: undefined } as unknown as CaseFacts], context)).toEqual([]);
});

describe('what breaks', () => {
  const broken = (...all: readonly Seen[]) =>
    judged(...all).flatMap((one) => (one.kind === 'broken' ? [`${one.requirement} ${one.message} ${one.case}`] : []));
  test('is told once, with how often', () => {
    const bad = (id: string): Seen => ({ results: [exit, result('json', 'no')], case: id });
    expect(broken(bad('a'))).toEqual(['NV-CLAUDE-CODE-JSON PreToolUse: no a']);
    expect(broken(tried, bad('a'), bad('b'))).toEqual([
      'NV-CLAUDE-CODE-JSON PreToolUse: no (on 2 of 3 payloads of Claude Code) a',
    ]);
    expect(broken(bad('a'), bad('b'))).toEqual([
      'NV-CLAUDE-CODE-JSON PreToolUse: no (on every one of 2 payloads of Claude Code) a',
    ]);
    expect(broken(bad('a'), { ...tried, kind: 'broken' })).toEqual(['NV-CLAUDE-CODE-JSON PreToolUse: no a']);
    expect(broken({ results: [result('json', 'no'), result('exit', 'no'), result('json', 'nor that')] })).toHaveLength(
      3,
    );
  });

  test('is nothing where the catalogue has no such row', () => {
    expect(said({ results: [exit, json, result('word', 'no')] })).toEqual([]);
  });
});

describe('a hook that was ended', () => {
  const late = (hang: NativeFacts['hang'], timeoutMs: number, more: Seen = {}): Seen => ({
    ...tried,
    hang,
    timeoutMs,
    ...more,
  });
  test('breaks what its author said, or what the vendor waits', () => {
    expect(said(tried, late('declared', 500))).toEqual(['!DC-TIMEOUT']);
    expect(said(tried, late('declared', 600_000))).toEqual(['!DC-TIMEOUT', '!NV-CLAUDE-CODE-TIMEOUT']);
    expect(said(tried, late('declared', 599_999))).toEqual(['!DC-TIMEOUT']);
    expect(said(tried, late('vendor', 600_000))).toEqual(['!NV-CLAUDE-CODE-TIMEOUT']);
    // A limit that its configuration sets may be lower.
    expect(said(tried, late('vendor', 500))).toEqual(['!NV-CLAUDE-CODE-TIMEOUT']);
    const cursor = { vendor: 'cursor', event: 'stop' };
    expect(said({ ...tried, ...cursor }, late('declared', 600_000, cursor))).toEqual(['!DC-TIMEOUT']);
  });

  test('by ourselves leaves both ends undecided, and says so once', () => {
    expect(said(late('ours', 500, { results: [json] }))).toEqual(['?NV-CLAUDE-CODE-EXIT', '?NV-CLAUDE-CODE-TIMEOUT']);
  });

  test('each time never had the chance to keep to the limit', () => {
    expect(said(late('declared', 500))).toEqual(['!DC-TIMEOUT', '/NV-CLAUDE-CODE-TIMEOUT']);
    expect(said(tried, late('declared', 500))).not.toContain('/NV-CLAUDE-CODE-TIMEOUT');
  });
});

test('what no answer put to the test does not apply', () => {
  expect(said({})).toEqual(['/NV-CLAUDE-CODE-EXIT', '/NV-CLAUDE-CODE-JSON']);
  expect(said({ results: [exit] })).toEqual(['/NV-CLAUDE-CODE-JSON']);
  expect(said(tried)).toEqual([]);
});

describe('a notice', () => {
  const notices = (...all: readonly Seen[]) =>
    judged(...all).flatMap((one) => (one.kind === 'notice' ? [`${one.id} ${one.case ?? ''}`] : []));

  test('is told of the first case that has it', () => {
    const noted = (id: string, message = 'so'): Seen => ({ ...tried, case: id, notices: [{ id: 'HC-X', message }] });
    expect(notices(noted('a'), noted('b'), noted('c', 'or so'))).toEqual(['HC-X a', 'HC-X c']);
  });

  const breaks = (kind: NativeFacts['kind'], more: Seen = {}): Seen => ({
    ...tried,
    kind,
    case: kind,
    outcome: { breaks: 'exit' },
    ...more,
  });
  test('tells of a hook that breaks on broken input', () => {
    expect(notices(breaks('broken'))).toEqual(['HC-ROBUST broken']);
    expect(notices(breaks('broken'), breaks('payload'), breaks('generated'))).toEqual(['HC-ROBUST broken']);
    expect(notices(breaks('broken', { outcome: { breaks: 'json' } }))).toEqual([]);
    expect(notices(breaks('broken', { outcome: { breaks: null } }))).toEqual([]);
    expect(notices(breaks('broken', { hang: 'declared', timeoutMs: 5 }))).toEqual([]);
    expect(notices(breaks('broken', { situation: 'closed-stdout' }))).toEqual([]);
    expect(notices(breaks('loop'), breaks('traces'), breaks('parallel'))).toEqual([]);
  });

  test('tells of one that breaks on a generated payload, if it ends well otherwise', () => {
    expect(notices(tried, breaks('generated'))).toEqual(['HC-ROBUST generated']);
    expect(notices(breaks('payload'), breaks('generated'))).toEqual([]);
    expect(notices(breaks('danger'), breaks('generated'))).toEqual([]);
    expect(notices(breaks('payload'), breaks('danger'))).toEqual([]);
  });

  test('tells of one that holds up whatever it is asked', () => {
    const held: Seen = { ...tried, outcome: { effect: 'deny' } };
    const six = [held, held, held, held, held, held];
    expect(notices(...six)).toEqual(['HC-STDIN one']);
    expect(notices(...six.slice(1))).toEqual([]);
    expect(notices(...six, tried)).toEqual([]);
    expect(notices(...six.slice(1), { ...held, kind: 'danger' })).toEqual([]);
    expect(notices(...six, { ...tried, kind: 'broken' })).toEqual(['HC-STDIN one']);
    expect(notices({ ...tried, kind: 'broken' }, ...six.slice(1))).toEqual([]);
  });

  test('tells of one that does not read all of a large payload', () => {
    expect(notices(tried, { ...tried, case: 'large', closedStdinEarly: true })).toEqual(['HC-STDIN large']);
    expect(notices(tried)).toEqual([]);
  });
});
