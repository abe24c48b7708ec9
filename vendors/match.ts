/** Whether the conditions of a rule hold for an answer. Pure; knows the rule language and no vendor. */
import { at } from '../harness/model/json.ts';
import type { Effect } from '../harness/model/words.ts';
import type { Answer, ReadAnswer } from './answer.ts';
import { typeOf } from './answer.ts';
import type { Contract, Match, When } from './contract.ts';
import { coversEvent } from './contract.ts';

/** Everything that a condition may ask about. */
export interface Situation {
  readonly contract: Contract;
  readonly event: string;
  readonly answer: Answer;
  readonly read: ReadAnswer;
  readonly payload: unknown;
  /** Decided already; undefined while the deciding rule is looked for. */
  readonly effect: Effect | undefined;
}

function oneOf<T>(allowed: T | readonly T[] | undefined, value: T | undefined): boolean {
  if (allowed === undefined) return true;
  if (value === undefined) return false;
  return Array.isArray(allowed) ? allowed.includes(value) : allowed === value;
}

export function matches(match: Match, value: unknown): boolean {
  if (match === null || typeof match !== 'object') return value === match;
  if (Array.isArray(match)) return match.includes(value as string);
  const { present, type, text, not, like } = match as Exclude<
    Match,
    readonly unknown[] | string | number | boolean | null
  >;
  if (present !== undefined && present !== (value !== undefined)) return false;
  if (type !== undefined && (value === undefined || !oneOf(type, typeOf(value)))) return false;
  if (text !== undefined && text !== (typeof value === 'string' && value.trim() !== '')) return false;
  if (not?.includes(value as string)) return false;
  return like === undefined || (typeof value === 'string' && new RegExp(like, 'u').test(value));
}

function holdsAll(expected: Readonly<Record<string, Match>> | undefined, document: unknown): boolean {
  if (expected === undefined) return true;
  return Object.entries(expected).every(([pointer, match]) => matches(match, at(document, pointer)));
}

export function holds(when: When, situation: Situation): boolean {
  const { contract, event, answer, read, payload, effect } = situation;
  const code = answer.end.kind === 'exit' ? answer.end.code : undefined;
  return (
    coversEvent(contract, when.on, event) &&
    oneOf(when.end, answer.end.kind) &&
    oneOf(when.exit, code) &&
    (when.exitNot === undefined || (code !== undefined && !when.exitNot.includes(code))) &&
    oneOf(when.form, read.form) &&
    oneOf(when.stdout, answer.stdout.trim() !== '') &&
    oneOf(when.stderr, answer.stderr.trim() !== '') &&
    holdsAll(when.has, read.document) &&
    holdsAll(when.payload, payload) &&
    (when.problem === undefined || read.problems.some(({ kind }) => when.problem?.includes(kind) === true)) &&
    (when.any === undefined || when.any.some((one) => holds(one, situation))) &&
    oneOf(when.effect, effect)
  );
}
