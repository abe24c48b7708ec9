/** What decisions look like over all vendors: how a denial in another vendor's dialect is recognised. */
import { at, escapeToken, isObject } from '../harness/model/json.ts';
import { distance } from '../harness/text/nearest.ts';
import type { Contract, Field } from './contract.ts';
import { contractOf, coversEvent, hasContract } from './contract.ts';
import { VENDORS } from './slugs.ts';

/** A decision found in an answer, wherever it stands. */
export interface Decision {
  readonly at: string;
  readonly value: string | boolean;
  /** It holds the action up in the dialect that it is written in. */
  readonly blocks: boolean;
  /** The vendor in question reads it on this event; on another event only; not at all. */
  readonly read: 'here' | 'elsewhere' | 'never';
}

let known: readonly Field[] | undefined;

/** Every member that some vendor decides by. */
function decisionFields(): readonly Field[] {
  known ??= VENDORS.filter(hasContract).flatMap((slug) =>
    contractOf(slug).fields.filter(
      ({ use, blocks }) => use === 'decision' || (use === 'control' && blocks !== undefined),
    ),
  );
  return known;
}

/** Words that hold an action up in some dialect, in any spelling. */
const BLOCKING = /^(deny|denied|block|blocked|reject|forbid)$/i;

/** How a name reads to a person: without case, `_` and `-`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** A shorter name is near to too many words that mean something else. */
const LEAST_NAME = 8;
/** Slips of the keyboard within a name. */
const MOST_SLIPS = 2;

let deciding: readonly string[] | undefined;

/** True for a name that is, but for its spelling, one that some vendor decides by. */
function namesDecision(name: string): boolean {
  deciding ??= [
    ...new Set(decisionFields().map((field) => plain(field.at.slice(field.at.lastIndexOf('/') + 1)))),
  ].filter((known) => known.length >= LEAST_NAME);
  return deciding.some((known) => distance(plain(name), known, MOST_SLIPS) <= MOST_SLIPS);
}

/** An answer is nested three deep at most; what is deeper is something that the hook talks about. */
const DEEPEST = 3;

/** Blocks in members that no vendor has: misspelt, in another case, or wrapped in an object of the hook's own. */
function misplaced(document: unknown, known: ReadonlyMap<string, Decision>): readonly Decision[] {
  const found: Decision[] = [];
  const visit = (value: unknown, base: string, depth: number): void => {
    if (!isObject(value) || depth > DEEPEST) return;
    for (const [name, member] of Object.entries(value)) {
      const pointer = `${base}/${escapeToken(name)}`;
      if (!known.has(pointer) && typeof member === 'string' && BLOCKING.test(member) && namesDecision(name)) {
        found.push({ at: pointer, value: member, blocks: true, read: 'never' });
      }
      visit(member, pointer, depth + 1);
    }
  };
  visit(document, '', 1);
  return found;
}

/** The decisions in an answer, in the order of the contracts; then those that stand where no vendor looks. */
export function decisionsIn(contract: Contract, event: string, document: unknown): readonly Decision[] {
  const found = new Map<string, Decision>();
  const own = contract.fields.filter(({ use }) => use === 'decision' || use === 'control');
  for (const field of [...own, ...decisionFields()]) {
    const value = at(document, field.at);
    if (found.has(field.at) || (typeof value !== 'string' && typeof value !== 'boolean')) continue;
    // `continue: true` and its like say nothing.
    const blocks = field.blocks?.includes(value) === true || (typeof value === 'string' && BLOCKING.test(value));
    if (typeof value === 'boolean' && !blocks) continue;
    const here = own.some((mine) => mine.at === field.at && coversEvent(contract, mine.on, event));
    const elsewhere = own.some((mine) => mine.at === field.at);
    found.set(field.at, { at: field.at, value, blocks, read: here ? 'here' : elsewhere ? 'elsewhere' : 'never' });
  }
  return [...found.values(), ...misplaced(document, found)];
}

/** True for an object that looks like an answer of a hook in any dialect. */
export function looksLikeAnswer(document: Readonly<Record<string, unknown>>): boolean {
  const names = new Set(VENDORS.filter(hasContract).flatMap((slug) => contractOf(slug).fields.map(topName)));
  return Object.keys(document).some((name) => names.has(name));
}

function topName(field: Field): string {
  return field.at.split('/')[1] ?? '';
}
