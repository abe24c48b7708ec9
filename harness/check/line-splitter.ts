import { isAscii, isUtf8 } from 'node:buffer';

/** One line of a stream, without what ends it. */
export interface StreamLine {
  /** Counted from 1. */
  readonly number: number;
  /** Undefined where the bytes are no UTF-8, or too many. */
  readonly text: string | undefined;
  /** What the text would have been read from, where there is none; empty for a line that is too long. */
  readonly raw: Uint8Array;
  readonly size: number;
  /** False for a last line that nothing ends. */
  readonly ended: boolean;
}

const LF = 0x0a;
const NOTHING = new Uint8Array(0);

/** The text of bytes; undefined where they are no UTF-8. What is all ASCII, as most of a log is, need not be decoded. */
function textOf(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** Longest line that is read, in bytes: V8 makes no string much longer, and no event needs it. */
export const LONGEST_LINE: number = 256 * 1024 * 1024;

/**
 * Cuts bytes into lines, in memory that does not grow with the stream: it holds the line that is being read and nothing else.
 * A chunk of many lines is decoded at once, because that is several times as fast as line by line.
 */
export class LineSplitter {
  private number = 0;
  private held: Buffer[] = [];
  private heldBytes = 0;

  /** The lines that these bytes complete, made one after the other; all of them are to be taken. */
  *push(chunk: Buffer): Generator<StreamLine> {
    let start = 0;
    if (this.heldBytes > 0) {
      const end = chunk.indexOf(LF);
      if (end < 0) {
        this.hold(chunk);
        return;
      }
      yield this.takeHeld(chunk.subarray(0, end), true);
      start = end + 1;
    }
    const last = chunk.lastIndexOf(LF);
    if (last >= start) yield* this.region(chunk.subarray(start, last + 1));
    if (last + 1 < chunk.length) this.hold(chunk.subarray(Math.max(start, last + 1)));
  }

  /** What follows the last line feed, if anything does. */
  *end(): Generator<StreamLine> {
    if (this.heldBytes > 0) yield this.takeHeld(Buffer.alloc(0), false);
  }

  /** Whole lines, the last of which is ended, too. No character of UTF-8 lies across a line feed. */
  private *region(region: Buffer): Generator<StreamLine> {
    const text = textOf(region);
    if (text !== undefined) {
      for (let start = 0; start < text.length; ) {
        const end = text.indexOf('\n', start);
        const line = text.slice(start, end);
        yield { number: ++this.number, text: line, raw: NOTHING, size: line.length, ended: true };
        start = end + 1;
      }
      return;
    }
    for (let start = 0; start < region.length; ) {
      const end = region.indexOf(LF, start);
      yield this.line(region.subarray(start, end), true);
      start = end + 1;
    }
  }

  private hold(part: Buffer): void {
    // Copied, because the caller may fill its buffer again.
    if (this.heldBytes <= LONGEST_LINE) this.held.push(Buffer.from(part));
    this.heldBytes += part.length;
  }

  private takeHeld(rest: Buffer, ended: boolean): StreamLine {
    const size = this.heldBytes + rest.length;
    const { held } = this;
    this.held = [];
    this.heldBytes = 0;
    if (size > LONGEST_LINE) return { number: ++this.number, text: undefined, raw: NOTHING, size, ended };
    return this.line(Buffer.concat([...held, rest]), ended);
  }

  private line(bytes: Buffer, ended: boolean): StreamLine {
    const number = ++this.number;
    const size = bytes.length;
    const text = textOf(bytes);
    if (text !== undefined) return { number, text, raw: NOTHING, size, ended };
    return { number, text: undefined, raw: Buffer.from(bytes), size, ended };
  }
}
