/** AH-TAX-027: which events are the two of one action, and which of them came first. */
import { expect, test } from 'vitest';
import { Verdicts } from '../stream/verdicts.ts';
import { judgePairs } from './pairs.ts';

interface Given {
  readonly input?: unknown;
  /** Second of its timestamp; null: it names no moment. */
  readonly at?: number | null;
}

const event = (type: string, { input, at = 10 }: Given): Readonly<Record<string, unknown>> => ({
  event_type: `Action.${type}`,
  session_id: 's',
  timestamp: at === null ? 'now' : `2026-02-08T19:22:${at}.000Z`,
  data: { action: { name: 'shell', ...(input === undefined ? {} : { input }) } },
});
const began = (given: Given = {}): Readonly<Record<string, unknown>> => event('Before', given);
const ended = (given: Given = {}): Readonly<Record<string, unknown>> => event('After', given);

/** `+` where it is met, else how many were reversed. */
function said(...events: readonly Readonly<Record<string, unknown>>[]): string {
  const verdicts = new Verdicts();
  judgePairs(
    events.map((value, index) => ({ value, text: '', spawn: 0, line: index + 1 })),
    verdicts,
  );
  const count = verdicts.count('AH-TAX-027');
  return count > 0 ? String(count) : verdicts.findings().length > 0 ? '+' : '';
}

const [A, B] = [{ input: { a: 1 } }, { input: { b: 1 } }];

test.each([
  ['one after the other', '+', [began(), ended()]],
  ['the end first', '1', [ended(), began()]],
  ['two ends before one beginning', '1', [ended(), ended(), began()]],
  ['two ends before two beginnings', '2', [ended(), ended(), began(), began()]],
  ['an end that was never announced', '', [ended()]],
  ['an end of another input before a beginning', '', [ended(A), began(B)]],
  ['an end between two beginnings of another input', '', [began(B), ended(A)]],
  ['two calls, the first of which ends first', '+', [began(A), began(B), ended(A), ended(B)]],
  ['an end too many behind a pair', '+', [began(), ended(), ended()]],
  ['an end whose beginning has another input', '', [began(A), ended(B)]],
  ['an end of another input between the two', '+', [began(A), ended(B), ended(A)]],
  ['an end without an input', '+', [began(A), ended()]],
  ['a beginning without an input', '+', [began(), ended(A)]],
  ['the one with its input, however late', '1', [began(), began({ ...A, at: 12 }), ended({ ...A, at: 11 })]],
  ['the one that began before it', '+', [began({ at: 12 }), began({ at: 10 }), ended({ at: 11 })]],
  ['the latest that did', '+', [began({ at: 10 }), began({ at: 12 }), ended({ at: 13 }), ended({ at: 11 })]],
  ['a beginning that names no moment', '+', [began({ at: null }), ended({ at: 11 })]],
  ['an end that names no moment', '+', [began({ at: 12 }), ended({ at: null })]],
  ['an end with an earlier timestamp', '1', [began({ at: 12 }), ended({ at: 11 })]],
  ['ends of two inputs before their beginnings', '2', [ended(A), ended(B), began(B), began(A)]],
] as const)('%s: "%s"', (_, expected, events) => {
  expect(said(...events)).toBe(expected);
});
