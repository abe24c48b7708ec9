import { isUtf8 } from 'node:buffer';
import { isDoubtful } from '../../harness/source/plain-json.ts';
import { jsonFault } from './json-fault.ts';
import { duplicateKeys, position, valueEnd } from './json-text.ts';

/** Why a line gave no value. */
export type LineFault = 'not-json' | 'cut-off' | 'not-utf8' | 'too-long';

/** What is worth saying about a line that was read all the same. */
export type LineRemark =
  | { readonly kind: 'byte-order-mark' }
  | { readonly kind: 'duplicate-key'; readonly key: string; readonly column: number }
  | { readonly kind: 'spread'; readonly lines: number }
  | { readonly kind: 'delivery'; readonly id: 'HC-MEDIA-TYPE' | 'HC-CLOUDEVENT'; readonly message: string };

/** One non-empty line of a stream of JSON documents; or a document that was spread over several lines. */
export interface Line {
  /** Counted from 1 in the stream. */
  readonly number: number;
  /** The text without its terminator; empty where the bytes are no UTF-8. */
  readonly text: string;
  readonly bytes: number;
  /** The parsed document; absent where there is a fault. */
  readonly value?: unknown;
  readonly fault?: { readonly kind: LineFault; readonly column: number; readonly detail: string };
  readonly remarks: readonly LineRemark[];
}

const LF = 0x0a;
const CR = 0x0d;
/** The longest string that V8 makes is about 512 MiB; a line beyond this is reported, not read. */
const LONGEST_LINE = 256 * 1024 * 1024;
const NO_REMARKS: readonly LineRemark[] = [];

/**
 * Splits bytes into lines and parses each, in constant memory: it holds the line that is being read and nothing else. A line
 * ends with LF or CR LF; blank lines are counted and left out.
 */
export class LineReader {
  private number = 0;
  private held: Buffer[] = [];
  private heldBytes = 0;

  /** The lines that these bytes complete. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      this.take(chunk.subarray(start, end), true, lines);
      start = end + 1;
    }
    if (start < chunk.length) {
      // Copied, because the caller may fill its buffer again.
      if (this.heldBytes <= LONGEST_LINE) this.held.push(Buffer.from(chunk.subarray(start)));
      this.heldBytes += chunk.length - start;
    }
    return lines;
  }

  /** What follows the last line feed, if anything does. */
  end(): Line[] {
    const lines: Line[] = [];
    if (this.heldBytes > 0) this.take(Buffer.alloc(0), false, lines);
    return lines;
  }

  private take(rest: Buffer, terminated: boolean, lines: Line[]): void {
    const bytes = this.heldBytes + rest.length;
    const whole = this.held.length === 0 ? rest : Buffer.concat([...this.held, rest]);
    this.held = [];
    this.heldBytes = 0;
    this.number++;
    const line = readLine(whole, this.number, bytes, terminated);
    if (line !== undefined) lines.push(line);
  }
}

function faulty(number: number, text: string, bytes: number, kind: LineFault, column: number, detail: string): Line {
  return { number, text, bytes, fault: { kind, column, detail }, remarks: NO_REMARKS };
}

function readLine(raw: Buffer, number: number, bytes: number, terminated: boolean): Line | undefined {
  if (bytes > LONGEST_LINE)
    return faulty(number, '', bytes, 'too-long', 1, `the line has more than ${LONGEST_LINE} bytes`);
  const body = raw.length > 0 && raw[raw.length - 1] === CR ? raw.subarray(0, -1) : raw;
  const mark = number === 1 && body.length >= 3 && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const line = mark ? body.subarray(3) : body;
  if (!isUtf8(line)) {
    const at = firstInvalid(line);
    return faulty(number, '', bytes, 'not-utf8', at + 1, `byte ${at + 1} of the line is not UTF-8`);
  }
  const text = line.toString('utf8');
  if (text.trim() === '') return undefined;
  const remarks: LineRemark[] = mark ? [{ kind: 'byte-order-mark' }] : [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { offset, reason } = jsonFault(text) ?? { offset: 0, reason: 'it is no JSON document' };
    const start = text.search(/\S/);
    const cut = !terminated && '{['.includes(text.charAt(start)) && valueEnd(text, start) === undefined;
    const detail = cut ? 'the stream ends within this document' : reason;
    const column = position(text, offset).column;
    return { ...faulty(number, text, bytes, cut ? 'cut-off' : 'not-json', column, detail), remarks };
  }
  if (isDoubtful(text, value))
    for (const { key, offset } of duplicateKeys(text))
      remarks.push({ kind: 'duplicate-key', key, column: position(text, offset).column });
  return { number, text, bytes, value, remarks: remarks.length === 0 ? NO_REMARKS : remarks };
}

/** Index of the first byte that is not UTF-8. */
function firstInvalid(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  let offset = 0;
  let from = 0;
  for (let here = text.indexOf('\uFFFD'); here >= 0; here = text.indexOf('\uFFFD', from)) {
    offset += Buffer.byteLength(text.slice(from, here));
    // The replacement character itself may stand in a text; then its three bytes are there.
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset;
    offset += 3;
    from = here + 1;
  }
  return 0;
}

/** All lines of bytes that are there whole. */
export function linesOf(bytes: Buffer): readonly Line[] {
  const reader = new LineReader();
  return [...reader.push(bytes), ...reader.end()];
}

/**
 * The documents of a subject's output. Where lines do not parse, the output may still be a sequence of JSON documents that
 * are spread over lines (pretty-printed): then each is one entry with the remark `spread`.
 */
export function documentsOf(bytes: Buffer): readonly Line[] {
  const lines = linesOf(bytes);
  const spread = lines.some((line) => line.fault?.kind === 'not-json');
  return (spread ? spreadDocuments(bytes) : undefined) ?? lines;
}

/** Of bytes that hold something; undefined where they are no sequence of documents. */
function spreadDocuments(bytes: Buffer): readonly Line[] | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const found: Line[] = [];
  for (let here = text.search(/\S/); ; ) {
    const end = valueEnd(text, here) ?? text.length;
    const part = text.slice(here, end);
    let value: unknown;
    try {
      value = JSON.parse(part);
    } catch {
      return undefined;
    }
    const lines = part.split('\n').length;
    const number = position(text, here).line;
    found.push({
      number,
      text: part,
      bytes: Buffer.byteLength(part),
      value,
      remarks: lines > 1 ? [{ kind: 'spread', lines }] : NO_REMARKS,
    });
    const gap = text.slice(end).search(/\S/);
    if (gap < 0) return found;
    here = end + gap;
  }
}
