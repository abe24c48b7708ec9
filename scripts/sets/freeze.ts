import { createHash } from 'node:crypto';
import type { RequirementSet, SetRow } from '../../suites/sets.ts';

/** What keeps a frozen set as it is: its digest, by its name (suites/set-pins.json). */
export interface Pin {
  readonly digest: string;
  /** The first release that holds it; absent as long as none does, and only so long may it be renewed. */
  readonly release?: string;
}

/** Pins by `<spec>/<edition>@<date>`. */
export type Pins = Readonly<Record<string, Pin>>;

/** An edition of a specification as the catalogue has it now. */
export interface EditionNow {
  readonly spec: string;
  readonly edition: string;
  readonly rows: readonly SetRow[];
}

export interface Wish {
  /** The date that was given. */
  readonly date?: string;
  /** The date of a new set where none was given. */
  readonly today: string;
  /** Write the newest set again under its own name, as long as no release holds it. */
  readonly unreleased: boolean;
}

/** A set that may not be written, in one sentence that says what to do. */
export class Refusal extends Error {}

/** `sha256:` and the digest of the rows, one JSON array a row. */
export function setDigest(rows: readonly SetRow[]): string {
  const text = rows.map(({ id, keyword, grade, level }) => `${JSON.stringify([id, keyword, grade, level])}\n`).join('');
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** A set as it is written: one row a line, so that a change shows as a line. */
export function setText(set: RequirementSet): string {
  const { requirements, ...head } = set;
  const rows = requirements.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  const members = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return `{\n${members.join('\n')}\n  "requirements": [\n${rows}\n  ]\n}\n`;
}

/** The pins as they are written: by name, one a line. */
export function pinsText(pins: Pins): string {
  const lines = Object.keys(pins)
    .sort()
    .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(pins[name])}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Every pin that no release holds yet, held by this one. */
export function released(pins: Pins, release: string): Pins {
  return Object.fromEntries(
    Object.entries(pins).map(([name, pin]) => [name, { ...pin, release: pin.release ?? release }]),
  );
}

/** Why what stands under a pinned name stays, and what to do instead. */
function refusal(name: string, pin: Pin): Refusal {
  return new Refusal(
    pin.release === undefined
      ? `${name} is frozen: freeze under a new date, or, as no release holds it yet, renew it with --unreleased`
      : `${name} is frozen since release ${pin.release}: freeze under a new date`,
  );
}

/**
 * The sets to write so that the newest one of every edition says what the catalogue says now, with the pins afterwards. Pure.
 * @throws Refusal where that would change a set that is frozen.
 */
export function frozenNow(
  editions: readonly EditionNow[],
  sets: readonly RequirementSet[],
  pins: Pins,
  wish: Wish,
): { readonly write: readonly RequirementSet[]; readonly pins: Pins } {
  const write: RequirementSet[] = [];
  const after: Record<string, Pin> = { ...pins };
  for (const { spec, edition, rows } of editions) {
    const digest = setDigest(rows);
    const [newest] = sets
      .filter((set) => set.spec === spec && set.edition === edition)
      .sort((a, b) => b.date.localeCompare(a.date));
    if (newest !== undefined && setDigest(newest.requirements) === digest && newest.digest === digest) {
      // A set that somebody changed back is as it was; one that nobody pinned yet is pinned as it is.
      const pin = pins[newest.set];
      if (pin === undefined || pin.digest === digest) {
        after[newest.set] = pin ?? { digest };
        continue;
      }
    }
    const date = wish.date ?? (wish.unreleased && newest !== undefined ? newest.date : wish.today);
    const name = `${spec}/${edition}@${date}`;
    const pin = pins[name];
    if (pin !== undefined && pin.digest !== digest && (pin.release !== undefined || !wish.unreleased))
      throw refusal(name, pin);
    if (newest !== undefined && date < newest.date)
      throw new Refusal(
        `${name} would be older than ${newest.set}: freeze what the catalogue says now under a later date`,
      );
    write.push({ set: name, spec, edition, date, digest, requirements: rows });
    after[name] = { ...pin, digest };
  }
  return { write, pins: after };
}
