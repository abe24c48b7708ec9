/** The shape of `vendors/<slug>/contract.yaml`: what a vendor does with the answer of a hook, as data. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { data, packageRoot } from '../harness/assets.ts';
import type { Adds, Effect, Grade, Provenance } from '../harness/model/words.ts';

/**
 * What a vendor makes of the text that it parses: `empty`, one JSON `object`, other `json`, `broken` (it starts as JSON does
 * and isn't), or plain `text`.
 */
export type Form = 'empty' | 'object' | 'json' | 'broken' | 'text';

/** What is wrong with a member of an answer, by the vendor's own list of fields. */
export type ProblemKind = 'type' | 'word' | 'event-name' | 'unread' | 'misfit';

/** How a value in a document is matched: equal to it, one of the list, or by its properties. */
export type Match = string | number | boolean | null | readonly (string | number | boolean | null)[] | MatchProperties;

export interface MatchProperties {
  readonly present?: boolean;
  readonly type?: JsonType | readonly JsonType[];
  /** True: a string with more than white space in it. False: anything else, absent included. */
  readonly text?: boolean;
  readonly not?: readonly (string | number | boolean | null)[];
  /** A regular expression that a string matches. */
  readonly like?: string;
}

export type JsonType = 'string' | 'boolean' | 'number' | 'object' | 'array' | 'null';

/** All given conditions hold. */
export interface When {
  /** Native event names, or names of the contract's `groups`; absent: every event. */
  readonly on?: readonly string[];
  readonly end?: End | readonly End[];
  readonly exit?: number | readonly number[];
  readonly exitNot?: readonly number[];
  readonly form?: Form | readonly Form[];
  /** The stream holds more than white space. */
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  /** Pointers into the document that was read. */
  readonly has?: Readonly<Record<string, Match>>;
  /** Holds when any one of these does. */
  readonly any?: readonly When[];
  /** Holds when the answer has a problem of one of these kinds. */
  readonly problem?: readonly ProblemKind[];
  /** Pointers into the payload that was sent. */
  readonly payload?: Readonly<Record<string, Match>>;
  /** What the rule before decided: only for `additions`. */
  readonly effect?: readonly Effect[];
}

type End = 'exit' | 'signal' | 'timeout' | 'not-started';

/** One sentence of a contract. The first of `rules` that holds decides the effect; every addition that holds counts. */
export interface Rule {
  /** Stable within the contract; named in outcomes and tests. */
  readonly id: string;
  readonly when: When;
  readonly effect?: Effect;
  readonly adds?: readonly Adds[];
  /**
   * Why, for a reader of the outcome table. Filled in: `{exit}`, `{signal}`, `{event}` and `{problems}`, which are those of
   * the kinds that `when.problem` names.
   */
  readonly why: string;
  readonly provenance?: Provenance;
  /** The check of the vendor's contract that an answer breaks when this rule decides it. */
  readonly breaks?: CheckKind;
  /** `stdout`: the text on it is the reason, although it is no JSON object. `nothing`: no reason is read at all. */
  readonly reads?: 'stdout' | 'nothing';
  /** Nothing else of the answer is read; so by default where the effect is an error. */
  readonly last?: boolean;
  /** Why fewer than two recorded cases show it. */
  readonly few?: string;
}

/** What a field of an answer is for; checks are built on it. */
export type FieldUse =
  | 'decision'
  | 'reason'
  | 'context'
  | 'input'
  | 'result'
  | 'message'
  | 'control'
  | 'event'
  | 'other';

export interface Field {
  readonly at: string;
  readonly type: JsonType | readonly JsonType[];
  /** The words that it may hold; the vendor takes no other. */
  readonly words?: readonly string[];
  /** Words of `words` that hold the action up. */
  readonly blocks?: readonly (string | boolean)[];
  /** Events (or groups) on which it is read; absent: all. */
  readonly on?: readonly string[];
  readonly use: FieldUse;
  /** It must be there wherever its parent is. */
  readonly required?: boolean;
  readonly note?: string;
}

/** How the vendor gets a document out of the streams. */
export interface Reading {
  /** The stream that is parsed; `stdout-else-stderr`: stderr where stdout is empty. */
  readonly from: 'stdout' | 'stdout-else-stderr';
  /** A JSON string that holds JSON is read once more. */
  readonly twice: boolean;
  /** A byte order mark before it is skipped; absent: not known. */
  readonly bom?: boolean;
  /** `last`: the last JSON object in the stream is the answer, whatever stands before it. */
  readonly within?: 'last';
  /** Events on which `within` holds; absent: all. */
  readonly withinOn?: readonly string[];
  /** What begins a line that is the answer, whatever stands before it, and the events on which it does. */
  readonly line?: { readonly begins: string; readonly on: readonly string[] };
  /** Lines that are one JSON object with `type: progress` and a message are taken out before anything is parsed. */
  readonly progress?: boolean;
  /** Events on which plain text on stdout is read (as context). */
  readonly text: readonly string[];
  readonly provenance: Provenance;
}

/** What can be wrong with an answer, one row `NV-<VENDOR>-<KIND>` each where the contract gives a source. */
export const CHECK_KINDS = [
  'exit',
  'timeout',
  'json',
  'type',
  'word',
  'event-name',
  'reason',
  'dialect',
  'decide',
  'contradiction',
  'input',
  'loop',
] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

export interface Check {
  readonly source: string;
  readonly grade: Grade;
  /** Replaces the general statement where the vendor's rule has particulars. */
  readonly statement?: string;
}

export interface Contract {
  readonly vendor: string;
  readonly version: string;
  /** Provenance of every rule that states none. */
  readonly provenance: Provenance;
  /** The documents that sources name. */
  readonly documents: Readonly<Record<string, string>>;
  readonly reading: Reading;
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly fields: readonly Field[];
  /** Members that a tool needs, by native tool name, with their types: what a rewritten input is held to. */
  readonly inputs: Readonly<Record<string, Readonly<Record<string, JsonType>>>>;
  readonly rules: readonly Rule[];
  readonly additions: readonly Rule[];
  readonly checks: Readonly<Partial<Record<CheckKind, Check>>>;
}

/** The contract of a vendor. Throws for a slug that does not exist. */
export function contractOf(vendor: string): Contract {
  return data<Contract>(`vendors/${vendor}/contract`);
}

/** False for a vendor of whose answers nothing is known yet. */
export function hasContract(vendor: string): boolean {
  return existsSync(join(packageRoot(), 'dist/data/vendors', vendor, 'contract.json'));
}

/**
 * Events on which the recorded behaviour of a vendor shows a rule, by its id; undefined for a vendor without recordings. What
 * was seen on one event is on another a guess, though mostly a good one.
 */
export function seenEvents(vendor: string): Readonly<Record<string, readonly string[]>> | undefined {
  if (!existsSync(join(packageRoot(), 'dist/data/vendors', vendor, 'seen.json'))) return undefined;
  return data<Readonly<Record<string, readonly string[]>>>(`vendors/${vendor}/seen`);
}

/** True when the list is absent or names the event, itself, by a group, or by the name before a dot (`event` of `event.x`). */
export function coversEvent(contract: Contract, on: readonly string[] | undefined, event: string): boolean {
  if (on === undefined) return true;
  return on.some((name) => {
    const members = contract.groups[name] ?? [name];
    return members.some((member) => member === event || event.startsWith(`${member}.`));
  });
}
