import type { Canary } from '../model/case.ts';
import type { LeakHit } from '../model/observation.ts';
import { type Document, documents, texts } from './place.ts';
import { Search, type SearchOptions, type Sighting } from './search.ts';

/** Where bytes come from. */
export interface ChannelInfo {
  readonly channel: LeakHit['channel'];
  /** What a person calls it: `stdout`, `project/app.log`, `POST /v1/logs body`. Names no folder of this machine. */
  readonly name: string;
  /** Index of the spawn, or -1 for the session. */
  readonly spawn: number;
}

const BLOCK = 1024 * 1024;
/** Kept of a block for the next one: longer than any encoded canary, its escapes included. */
const OVERLAP = 8 * 1024;
/** Places that are told of one canary in one channel. */
const MOST_PLACES = 100;
/** A compressed stream that goes over several blocks is collected up to this. */
const MOST_COMPRESSED = 8 * 1024 * 1024;

/** Finds planted canaries again. One for a case; compiled once, then used for each of its channels. */
export class LeakScanner {
  readonly #search: Search;

  constructor(canaries: readonly Canary[], options: SearchOptions = {}) {
    this.#search = new Search(canaries, options);
  }

  /** A channel whose bytes come piece by piece, in any cut. */
  open(info: ChannelInfo): ChannelScan {
    return new ChannelScan(this.#search, info);
  }

  /** A channel that is there as a whole. */
  scan(info: ChannelInfo, content: Buffer): readonly LeakHit[] {
    const scan = this.open(info);
    scan.push(content);
    return scan.finish(content);
  }
}

export class ChannelScan {
  readonly #search: Search;
  readonly #info: ChannelInfo;
  /** Grows up to BLOCK and OVERLAP: most channels say little. */
  #block: Buffer = Buffer.from(new ArrayBuffer(OVERLAP));
  #filled = 0;
  /** Offset in the channel of the block's first byte. */
  #base = 0;
  readonly #sightings = new Map<string, Sighting[]>();
  /** For each canary and encoding, which of its characters were seen in pieces too short to be a leak. */
  readonly #pieces = new Map<string, { readonly seen: Uint8Array; readonly first: Sighting }>();
  #compressed: { readonly start: number; parts: Buffer[]; length: number } | undefined;

  constructor(search: Search, info: ChannelInfo) {
    this.#search = search;
    this.#info = info;
  }

  push(chunk: Buffer): void {
    this.#grow(this.#filled + chunk.length);
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(this.#block, this.#filled, at);
      at += copied;
      this.#filled += copied;
      if (this.#filled === BLOCK + OVERLAP) this.#scan(false);
    }
  }

  #grow(needed: number): void {
    if (this.#block.length >= BLOCK + OVERLAP || this.#block.length >= needed) return;
    const larger = Buffer.from(new ArrayBuffer(Math.min(BLOCK + OVERLAP, Math.max(needed, this.#block.length * 4))));
    this.#block.copy(larger, 0, 0, this.#filled);
    this.#block = larger;
  }

  /** Everything found. `content` is what was kept of the channel: documents in it turn offsets into JSON Pointers. */
  finish(content: Buffer): readonly LeakHit[] {
    this.#scan(true);
    if (this.#compressed !== undefined && this.#compressed.parts.length > 1) {
      const { start, parts } = this.#compressed;
      this.#search.in(Buffer.concat(parts), false, (sighting) =>
        this.#see({ ...sighting, offset: start + sighting.offset }),
      );
    }
    this.#joinPieces();
    const sightings = [...this.#sightings.values()].flat();
    return sightings.length === 0 ? [] : this.#hits(sightings, documents(content));
  }

  #scan(last: boolean): void {
    const bytes = this.#block.subarray(0, this.#filled);
    const base = this.#base;
    this.#search.in(bytes, base === 0, (sighting) => {
      // What touches the end of a block is seen whole with the next one.
      const open = !last && sighting.offset >= bytes.length - OVERLAP && sighting.to - sighting.from < OVERLAP;
      if (!open) this.#see({ ...sighting, offset: base + sighting.offset });
    });
    if (this.#compressed !== undefined && this.#compressed.length < MOST_COMPRESSED) {
      const part = Buffer.from(bytes.subarray(OVERLAP));
      this.#compressed.parts.push(part);
      this.#compressed.length += part.length;
    }
    if (last) return;
    if (this.#compressed === undefined) {
      const start = bytes.indexOf('\x1f\x8b\x08', 0, 'latin1');
      if (start !== -1) {
        const part = Buffer.from(bytes.subarray(start));
        this.#compressed = { start: base + start, parts: [part], length: part.length };
      }
    }
    bytes.copy(this.#block, 0, bytes.length - OVERLAP);
    this.#base = base + bytes.length - OVERLAP;
    this.#filled = OVERLAP;
  }

  #see(sighting: Sighting): void {
    const key = `${sighting.canary} ${sighting.encoding}`;
    if (sighting.to - sighting.from < this.#search.needed(sighting.canary)) {
      const length = this.#search.canaries[sighting.canary]?.value.length ?? 0;
      const pieces = this.#pieces.get(key) ?? { seen: new Uint8Array(length), first: sighting };
      pieces.seen.fill(1, sighting.from, sighting.to);
      this.#pieces.set(key, pieces);
      return;
    }
    const list = this.#sightings.get(key) ?? [];
    const same = list.findIndex(({ offset }) => offset === sighting.offset);
    const longer = (list[same]?.to ?? 0) - (list[same]?.from ?? 0) < sighting.to - sighting.from;
    if (same === -1 && list.length < MOST_PLACES) list.push(sighting);
    else if (same !== -1 && longer) list[same] = sighting;
    this.#sightings.set(key, list);
  }

  /** Pieces that by themselves are nothing, and together are a leak. */
  #joinPieces(): void {
    for (const { seen, first } of this.#pieces.values()) {
      const count = seen.reduce((sum, flag) => sum + flag, 0);
      if (count < this.#search.needed(first.canary)) continue;
      if ([...this.#sightings.values()].flat().some(({ canary }) => canary === first.canary)) continue;
      const encoding = first.encoding === 'plain' ? 'split' : `split of ${first.encoding}`;
      this.#see({ ...first, encoding, from: 0, to: count });
    }
  }

  /** Offsets become pointers where a document holds them; what no text of it accounts for keeps its offset. */
  #hits(sightings: readonly Sighting[], found: readonly Document[]): readonly LeakHit[] {
    const hits = new Map<string, LeakHit>();
    const add = ({ canary, encoding, from, to, offset }: Sighting, where: Partial<LeakHit>, place: string): void => {
      const hit: LeakHit = {
        canary: this.#search.canaries[canary]?.id ?? '',
        channel: this.#info.channel,
        place: `${this.#info.name}${place}`,
        encoding,
        spawn: this.#info.spawn,
        length: to - from,
        ...(where.pointer === undefined ? { offset } : {}),
        ...where,
      };
      const key = `${canary} ${encoding} ${hit.place}`;
      if ((hits.get(key)?.length ?? 0) < hit.length) hits.set(key, hit);
    };
    const explained = new Set<Sighting>();
    for (const document of found) {
      const inside = sightings.filter(({ offset }) => offset >= document.start && offset < document.end);
      if (inside.length === 0) continue;
      const line = document.line === undefined ? {} : { line: document.line };
      const prefix = document.line === undefined ? '' : ` line ${document.line}`;
      const told = new Set<number>();
      for (const { pointer, text } of texts(document.value)) {
        if (text.length < 8) continue;
        const own = Buffer.from(new ArrayBuffer(Buffer.byteLength(text)));
        own.write(text);
        this.#search.in(own, true, (sighting) => {
          if (sighting.to - sighting.from < this.#search.needed(sighting.canary)) return;
          told.add(sighting.canary);
          add(sighting, { pointer, ...line }, `${prefix} ${pointer === '' ? '(the whole text)' : pointer}`);
        });
      }
      for (const sighting of inside) {
        if (told.has(sighting.canary)) explained.add(sighting);
        else if (sighting.encoding.startsWith('split')) {
          explained.add(sighting);
          add(sighting, { pointer: '', ...line }, `${prefix} (over several texts)`);
        }
      }
    }
    for (const sighting of sightings) {
      if (!explained.has(sighting)) add(sighting, {}, ` byte ${sighting.offset}`);
    }
    return [...hits.values()];
  }
}
