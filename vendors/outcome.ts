/** What a vendor does with a hook's answer: one pure function over `vendors/<slug>/contract.yaml`. */
import type { Adds, Effect, Provenance } from '../harness/model/words.ts';
import { ADDS } from '../harness/model/words.ts';
import type { Answer, ReadAnswer } from './answer.ts';
import { doubtfulMark, problemText, readAnswer } from './answer.ts';
import type { CheckKind, Contract, Rule } from './contract.ts';
import { contractOf, coversEvent, hasContract, seenEvents } from './contract.ts';
import type { Situation } from './match.ts';
import { holds } from './match.ts';

export interface Outcome {
  readonly effect: Effect;
  readonly adds: readonly Adds[];
  /** One sentence: why the vendor does so. */
  readonly why: string;
  /** Id of the rule that decided. */
  readonly rule: string;
  /** Ids of the rules that added something. */
  readonly additions: readonly string[];
  readonly provenance: Provenance;
  /** Version of the vendor for which this is known. */
  readonly version: string;
  /** The check of the vendor's contract that the answer breaks, where the deciding rule says so. */
  readonly breaks: CheckKind | null;
  readonly read: ReadAnswer;
}

/** What is told where nothing is known. */
function unknown(event: string, version: string, read: ReadAnswer, changes: Partial<Outcome> = {}): Outcome {
  const why = `it is not known what happens on ${event} with this answer`;
  const none = {
    effect: 'unknown',
    adds: [],
    rule: 'unknown',
    additions: [],
    provenance: 'unknown',
    breaks: null,
  } as const;
  return { ...none, why, version, read, ...changes };
}

/** The outcome of an answer, `unknown` where the vendor has no contract or no rule of it covers the answer. */
export function outcomeOf(vendor: string, event: string, answer: Answer, payload?: unknown): Outcome {
  if (!hasContract(vendor)) {
    return unknown(event, 'unknown', { form: 'empty', document: undefined, from: 'stdout', text: '', problems: [] });
  }
  const contract = contractOf(vendor);
  const decided = outcomeWith(contract, event, answer, payload);
  if (!doubtfulMark(contract, answer)) return decided;
  const otherwise = outcomeWith(contract, event, answer, payload, false);
  const same = decided.effect === otherwise.effect && decided.adds.join() === otherwise.adds.join();
  if (same) return decided;
  const why = 'whether the byte order mark before the answer is skipped is not known, so it may be read or lost';
  return unknown(event, contract.version, otherwise.read, { why, breaks: 'json' });
}

function outcomeWith(contract: Contract, event: string, answer: Answer, payload: unknown, bom?: boolean): Outcome {
  const { version } = contract;
  const read = readAnswer(contract, event, answer, payload, bom);
  const situation: Situation = { contract, event, answer, read, payload, effect: undefined };
  const rule = contract.rules.find((candidate) => candidate.effect !== undefined && holds(candidate.when, situation));
  if (rule?.effect === undefined) return unknown(event, version, read);
  const { effect } = rule;
  const last = rule.last ?? (effect === 'error-open' || effect === 'error-closed');
  const decided: Situation = { ...situation, effect };
  const more = last ? [] : contract.additions.filter((addition) => holds(addition.when, decided));
  const found = new Set<Adds>([...(rule.adds ?? []), ...more.flatMap((addition) => addition.adds ?? [])]);
  if (ignores(contract, decided, [rule, ...more], last)) found.add('ignored');
  return {
    effect,
    adds: ADDS.filter((word) => found.has(word)),
    why: fill(rule, decided),
    rule: rule.id,
    additions: more.map(({ id }) => id),
    provenance: provenanceOf(contract, rule, event),
    version,
    breaks: rule.breaks ?? null,
    read,
  };
}

/** How it is known that a rule holds on an event: only where it was seen is it recorded. */
function provenanceOf({ vendor, provenance: common }: Contract, rule: Rule, event: string): Provenance {
  const provenance = rule.provenance ?? common;
  if (provenance !== 'recorded') return provenance;
  const seen = seenEvents(vendor);
  return seen === undefined || seen[rule.id]?.includes(event) === true ? 'recorded' : 'inferred';
}

/** True when something was printed to be read and the vendor read none of it, or not all. */
function ignores(contract: Contract, situation: Situation, rules: readonly Rule[], last: boolean): boolean {
  const { answer, read, event } = situation;
  if (answer.stdout.trim() === '') return false;
  if (rules.some(({ reads }) => reads === 'stdout')) return false;
  const used = new Set(rules.flatMap(({ adds = [] }) => adds));
  if (last) return used.size === 0;
  // A value that is no value of its member is passed over as a member that is not known.
  if (read.form === 'object') return read.problems.some(({ kind }) => kind !== 'misfit');
  if (coversEvent(contract, contract.reading.text, event) && read.form !== 'empty') return false;
  return used.size === 0;
}

/** How a process that gave no exit code ended, after "a hook that dies". */
function death(end: Answer['end']): string {
  return end.kind === 'signal' ? end.signal : end.kind === 'not-started' ? 'it could not be started' : end.kind;
}

/** The rule's sentence with its holes filled; a rule names the problems that it is about in its condition. */
function fill({ why, when }: Rule, { answer, event, read }: Situation): string {
  const { end } = answer;
  const values: Readonly<Record<string, string>> = {
    exit: end.kind === 'exit' ? String(end.code) : end.kind,
    signal: death(end),
    event,
    problems: read.problems
      .filter(({ kind }) => when.problem?.includes(kind) === true)
      .map(problemText)
      .join('; '),
  };
  return why.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
