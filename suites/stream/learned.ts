import type { Emitted, Locate } from './emitted.ts';
import { Verdicts } from './verdicts.ts';

type Judge = (event: Emitted, verdicts: Verdicts, locate: Locate) => boolean;

const nowhere = (): undefined => undefined;

/**
 * A judge that looks at each part of an envelope only where there is something to say. `partsOf` gives what a clean envelope has,
 * as a number, and undefined for any other; the rows that clean envelopes with the same parts meet are those that judging the
 * first of them in detail said.
 */
export function learning(
  partsOf: (value: Readonly<Record<string, unknown>>) => number | undefined,
  inDetail: Judge,
): Judge {
  const learned = new Map<number, readonly string[]>();
  return (event, verdicts, locate) => {
    const parts = partsOf(event.value);
    if (parts === undefined) return inDetail(event, verdicts, locate);
    let rows = learned.get(parts);
    if (rows === undefined) {
      const first = new Verdicts();
      inDetail(event, first, nowhere);
      // A clean envelope meets everything; should the two ever differ, detail is right.
      if (first.findings().some(({ kind }) => kind !== 'met')) return inDetail(event, verdicts, locate);
      rows = [...first.decided()];
      learned.set(parts, rows);
    }
    verdicts.metAll(rows);
    return true;
  };
}
