import type { Canary } from '../model/case.ts';
import { type Pattern, patternsOf } from './encodings.ts';
import { type Match, Matcher, SHORTEST_RUN } from './matcher.ts';
import {
  compressedStarts,
  digitRuns,
  inflate,
  joinedTexts,
  squeezed,
  unescaped,
  type View,
  worthDecoding,
} from './views.ts';

/** One place where characters of a canary stand. */
export interface Sighting {
  readonly canary: number;
  readonly encoding: string;
  readonly offset: number;
  /** Half-open range of the canary's characters. */
  readonly from: number;
  readonly to: number;
}

export interface SearchOptions {
  /** Characters of a canary that are a leak by themselves; 24 by default, never more than the canary has. */
  readonly fragment?: number;
  /** False: only what stands there as it is or in one encoding (plain, case, hex, base64, UTF-16), no views. */
  readonly deep?: boolean;
}

const FRAGMENT = 24;
/** The shortest piece of a split canary that is taken for one: 8 random characters. */
const PIECE = 8;
const SHORTEST_VALUE = 8;
/** Layers that are undone: base64 of gzip of base64. */
const DEEPEST = 3;
const ESCAPE_PASSES = 3;
/** The rest of a text that is full of things that only look compressed is not tried. */
const MOST_INFLATIONS = 256;
const SHORTEST_CODED = 24;
/** How often raw deflate, which has no beginning to know it by, is tried on base64. */
const MOST_BLIND = 64;
/** gzip, zlib, or text that begins with a bracket or quotes, in hexadecimal. */
const HEX_MAGIC = /^(?:1f8b08|78(?:01|5e|9c|da)|7b|5b|22)/i;

interface Budget {
  inflations: number;
  blind: number;
}

interface Form {
  readonly patterns: readonly Pattern[];
  readonly matcher: Matcher;
  readonly shortest: (pattern: number) => number;
}

function form(patterns: readonly Pattern[]): Form {
  const least = patterns.map(({ bytes, density }) =>
    Math.max(SHORTEST_RUN, Math.min(bytes.length, Math.ceil(PIECE / density))),
  );
  return { patterns, matcher: new Matcher(patterns), shortest: (pattern) => least[pattern] ?? 0 };
}

function alphanumeric(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(
    Buffer.from(
      Buffer.from(bytes)
        .toString('latin1')
        .replaceAll(/[^A-Za-z0-9]/g, ''),
      'latin1',
    ),
  );
}

/** Bytes at the beginning of a buffer of their own, as the matcher wants them. */
function aligned(bytes: Uint8Array): Buffer {
  if ((bytes.byteOffset & 3) === 0) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const own = Buffer.from(new ArrayBuffer(bytes.length));
  own.set(bytes);
  return own;
}

/** What is the same for all channels of a case: the canaries' encoded forms, compiled once. */
export class Search {
  readonly canaries: readonly Canary[];
  readonly fragment: number;
  readonly #deep: boolean;
  readonly #plain: Form;
  readonly #squeezed: Form;

  constructor(canaries: readonly Canary[], options: SearchOptions = {}) {
    for (const { id, value } of canaries) {
      if (value.length < SHORTEST_VALUE)
        throw new Error(`the canary ${id} is too short to be found without false alarms`);
    }
    this.canaries = canaries;
    this.fragment = Math.max(SHORTEST_VALUE, options.fragment ?? FRAGMENT);
    this.#deep = options.deep ?? true;
    const patterns = canaries.flatMap(({ value }, canary) => patternsOf(canary, value));
    this.#plain = form(patterns);
    this.#squeezed = form(
      patterns
        .filter(({ encoding }) => ['plain', 'reversed', 'hex', 'base64'].includes(encoding))
        .map((pattern) => ({ ...pattern, bytes: alphanumeric(pattern.bytes) }))
        .filter(({ bytes }) => bytes.length >= SHORTEST_RUN),
    );
  }

  /** Length of the shortest run that is a leak, for one canary. */
  needed(canary: number): number {
    return Math.min(this.fragment, this.canaries[canary]?.value.length ?? 0);
  }

  /**
   * Everything in one piece of a channel. `first`: it begins where the channel's content begins, so that what has no
   * recognisable beginning (raw deflate) is tried there. Pieces shorter than a leak are sightings too.
   */
  in(bytes: Buffer, first: boolean, see: (sighting: Sighting) => void): void {
    this.#layer(bytes, '', 0, first, { inflations: 0, blind: MOST_BLIND }, see);
  }

  #match(forms: Form, bytes: Buffer, see: (match: Match, sighting: Sighting) => void): void {
    forms.matcher.search(aligned(bytes), forms.shortest, (match) => {
      const pattern = forms.patterns[match.pattern];
      if (pattern === undefined) return;
      see(match, this.#sighting(pattern, match));
    });
  }

  #sighting(pattern: Pattern, match: Match): Sighting {
    const { canary, density, encoding, reversed } = pattern;
    const length = this.canaries[canary]?.value.length ?? 0;
    const whole = match.length === pattern.bytes.length;
    // Digits at the rim carry parts of a neighbour: only characters that are whole count.
    let from = whole ? 0 : Math.ceil(match.offset * density);
    let to = whole ? length : Math.min(length, Math.floor((match.offset + match.length) * density));
    if (reversed) [from, to] = [length - to, length - from];
    const changed = match.exact || encoding === 'hex' || encoding === 'base32';
    const name = changed ? encoding : encoding === 'plain' ? 'case-changed' : `${encoding}, case-changed`;
    return { canary, encoding: name, offset: match.start, from, to };
  }

  #layer(
    bytes: Buffer,
    label: string,
    depth: number,
    first: boolean,
    budget: Budget,
    see: (sighting: Sighting) => void,
  ): void {
    const found: Sighting[] = [];
    const note = (sighting: Sighting): void => {
      found.push(sighting);
      see(sighting);
    };
    const named = (encoding: string, how: string): string => {
      if (encoding === 'plain') return how;
      return how === '' ? encoding : `${how} of ${encoding}`;
    };
    this.#match(this.#plain, bytes, (_match, sighting) =>
      note({ ...sighting, encoding: named(sighting.encoding, label) || 'plain' }),
    );
    if (!this.#deep) return;

    const isNear = (canary: number, from: number, to: number): boolean =>
      found.some((seen) => {
        const length = seen.to - seen.from;
        return (
          seen.canary === canary && length >= this.needed(canary) && seen.offset + length >= from && seen.offset <= to
        );
      });

    let view = unescaped(bytes);
    let source = view?.source;
    for (let pass = 0; view !== undefined && pass < ESCAPE_PASSES; pass++) {
      const { undone } = view;
      const back = source ?? ((offset: number) => offset);
      this.#match(this.#plain, Buffer.from(view.bytes.buffer, 0, view.bytes.length), (match, sighting) => {
        const how = undone(match.start, match.start + match.length);
        if (how === '') return;
        note({ ...sighting, encoding: named(named(sighting.encoding, how), label), offset: back(match.start) });
      });
      const inner = unescaped(Buffer.from(view.bytes.buffer, 0, view.bytes.length));
      if (inner === undefined) break;
      const outer = back;
      source = (offset) => outer(inner.source(offset));
      view = inner;
    }

    const closed = (forms: Form, narrow: View | undefined): void => {
      if (narrow === undefined) return;
      this.#match(forms, Buffer.from(narrow.bytes.buffer, 0, narrow.bytes.length), (match, sighting) => {
        const offset = narrow.source(match.start);
        if (sighting.to - sighting.from < this.needed(sighting.canary)) return;
        if (isNear(sighting.canary, offset - 128, narrow.source(match.start + match.length) + 128)) return;
        note({ ...sighting, encoding: named(named(sighting.encoding, 'split'), label), offset });
      });
    };
    closed(this.#squeezed, squeezed(bytes));
    closed(this.#plain, joinedTexts(bytes));

    if (depth >= DEEPEST) return;
    const inside = (inner: Buffer, how: string, offset: number, end: number): void => {
      this.#layer(aligned(inner), label === '' ? how : `${label} of ${how}`, depth + 1, true, budget, (sighting) => {
        // What is seen in the coded text itself needs no telling again.
        if (!isNear(sighting.canary, offset, end)) note({ ...sighting, offset });
      });
    };
    const decode = (start: number, end: number, how: 'base64' | 'hex'): void => {
      const run = bytes.toString('latin1', start, end);
      inside(Buffer.from(how === 'hex' ? run.replaceAll(/\s/g, '') : run, how), how, start, end);
    };
    this.#compressed(bytes, first, budget, inside);
    digitRuns(bytes, SHORTEST_CODED, (start, end) => {
      // A run may have swallowed letters that stand before the coded text, so each alignment is tried.
      for (let skip = start; skip < start + 4; skip++) {
        if (worthDecoding(bytes, skip, end)) decode(skip, end, 'base64');
      }
      const packed = bytes.subarray(start, end).indexOf('H4sI');
      if (packed > 3) decode(start + packed, end, 'base64');
      if (HEX_MAGIC.test(bytes.toString('latin1', start, start + 6))) decode(start, end, 'hex');
      if (budget.blind-- > 0) {
        const inner = inflate(Buffer.from(bytes.toString('latin1', start, end), 'base64'), 'deflate');
        if (inner !== undefined && inner.length >= SHORTEST_VALUE) inside(inner, 'base64 of deflate', start, end);
      }
    });
  }

  #compressed(
    bytes: Buffer,
    first: boolean,
    budget: Budget,
    inside: (inner: Buffer, how: string, offset: number, end: number) => void,
  ): void {
    for (const { at, how } of compressedStarts(bytes)) {
      if (budget.inflations++ >= MOST_INFLATIONS) return;
      const inner = inflate(bytes.subarray(at), how);
      if (inner !== undefined && inner.length > 0) inside(inner, how === 'gzip' ? 'gzip' : 'deflate', at, at);
    }
    if (!first || budget.inflations++ >= MOST_INFLATIONS) return;
    const inner = inflate(bytes, 'deflate');
    if (inner !== undefined && inner.length >= SHORTEST_VALUE) inside(inner, 'deflate', 0, bytes.length);
  }
}
