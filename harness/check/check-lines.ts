import { BYTE_ORDER_MARK, decodeText } from '../source/bytes.ts';
import { type JsonProblem, type Location, locateJson, scanJson } from '../source/json-scan.ts';
import type { Place } from '../source/lines.ts';
import { plainJson } from '../source/plain-json.ts';
import type { FileCheck, PlacedDocument } from './check-document.ts';
import { nothingTells } from './detect.ts';
import { LineSplitter, LONGEST_LINE, type StreamLine } from './line-splitter.ts';
import { type CheckedFile, MAX_FINDINGS } from './result.ts';

/** A line that some readers will not take, in bytes. */
const LONG_LINE = 16 * 1024 * 1024;
const MIB = 1024 * 1024;

/** A document on one line. A class, because a stream has hundreds of thousands of them. */
class LineDocument implements PlacedDocument {
  readonly format = 'json';
  readonly value: unknown;
  readonly problems: readonly JsonProblem[];
  private readonly text: string;
  private readonly number: number;

  constructor(text: string, number: number, value: unknown, problems: readonly JsonProblem[]) {
    this.text = text;
    this.number = number;
    this.value = value;
    this.problems = problems;
  }

  locate(pointer: string): Location | null {
    return locateJson(this.text, pointer);
  }

  place(offset: number): Place {
    return { line: this.number, column: offset + 1 };
  }
}

interface Unusable {
  readonly message: string;
  readonly column: number;
  /** The line goes beyond a limit of ours. */
  readonly limit?: true;
}

const NONE: readonly JsonProblem[] = [];

/** Checks a stream of JSON Lines, one line in memory at a time; what is odd about the lines is told once. */
export async function checkLines(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  check: FileCheck,
): Promise<CheckedFile['unusable']> {
  const splitter = new LineSplitter();
  const reader = new LinesCheck(check);
  for await (const chunk of chunks) await reader.take(splitter.push(chunk));
  await reader.take(splitter.end());
  reader.end();
  if (check.documents === 0 && check.findings.length === 0 && reader.unusable === null)
    return { message: 'the file is empty' };
  return reader.unusable;
}

/** A line that could not be read. */
interface Unread {
  readonly code: string;
  readonly message: string;
  readonly place: Place;
}

class LinesCheck {
  unusable: CheckedFile['unusable'] = null;
  private readonly check: FileCheck;
  /** What could not be read before anything told what the stream is. */
  private early: Unread[] = [];
  private readonly told = new Set<string>();

  constructor(check: FileCheck) {
    this.check = check;
  }

  async take(lines: Iterable<StreamLine>): Promise<void> {
    for (const line of lines) {
      if (this.quick(line)) continue;
      const problem = await this.line(line);
      if (problem !== null && (this.unusable === null || (this.unusable.limit === true && problem.limit !== true)))
        this.unusable = { ...problem, line: line.number };
      this.tellEarly();
    }
  }

  /** After the last line: what no line told the kind of can't be judged. */
  end(): void {
    const [first] = this.early;
    // Without any document there is nothing that a limit stood in the way of alone.
    if (this.unusable?.limit === true && this.check.documents === 0) {
      const { limit: _, ...whole } = this.unusable;
      this.unusable = whole;
    }
    if (first === undefined || (this.unusable?.line ?? Infinity) < first.place.line) return;
    const message = `${first.message}; no line tells what it should have been, so name it with --spec`;
    this.unusable = { message, ...first.place };
  }

  /** A line that can't be read is a finding as soon as the kind of the stream is known, and be it by a later line. */
  private unread(one: Unread): boolean {
    if (this.check.unreadable(one.code, one.message, one.place)) return true;
    if (this.early.length === MAX_FINDINGS) return false;
    this.early.push(one);
    return true;
  }

  private tellEarly(): void {
    const [first] = this.early;
    if (first === undefined || !this.check.unreadable(first.code, first.message, first.place)) return;
    for (const { code, message, place } of this.early.slice(1)) this.check.unreadable(code, message, place);
    this.early = [];
  }

  /** What nearly every line is: one more event, of whose text nothing is to be said. */
  private quick({ text, number, size }: StreamLine): boolean {
    if (text === undefined || size > LONG_LINE || text.charCodeAt(text.length - 1) === 0x0d) return false;
    const plain = text.length === 0 ? undefined : plainJson(text, this.check.schemaAlone);
    return plain !== undefined && this.check.next(new LineDocument(text, number, plain.value, NONE));
  }

  private once(code: string, message: string, place: Place): void {
    if (this.told.has(code)) return;
    this.told.add(code);
    this.check.textNotice({ code, message }, '', place);
  }

  private async line(line: StreamLine): Promise<Unusable | null> {
    const { check } = this;
    const start = { line: line.number, column: 1 };
    if (line.size > LONGEST_LINE)
      return { message: `the line is longer than ${LONGEST_LINE / MIB} MiB and was not read`, column: 1, limit: true };
    if (line.text === undefined) return this.undecoded(line);
    if (line.size > LONG_LINE) {
      const message = `the line has ${Math.round(line.size / MIB)} MiB; many readers of lines take less, so keep events small`;
      check.textNotice({ code: 'long-line', message }, '', start);
    }
    const ended = line.text.endsWith('\r');
    const marked = line.number === 1 && line.text.charCodeAt(0) === 0xfeff;
    if (marked) check.textNotice(BYTE_ORDER_MARK, '', start);
    const text = line.text.slice(marked ? 1 : 0, ended ? -1 : undefined);
    if (ended)
      this.once('line-end', 'lines end with CR LF; readers of JSON Lines take it, and a line feed is enough', {
        line: line.number,
        column: line.text.length,
      });
    if (text.trim() === '') {
      if (line.ended) this.once('blank-line', 'the line is blank; leave such lines out', start);
      return null;
    }
    return this.document(text, line);
  }

  private undecoded({ raw, number }: StreamLine): Unusable | null {
    for (const problem of decodeText(raw).problems) {
      if (problem.code !== 'encoding') continue;
      const place = { line: number, column: problem.offset + 1 };
      if (!this.unread({ code: problem.code, message: problem.message, place }))
        return { message: problem.message, column: place.column };
    }
    return null;
  }

  private async document(text: string, { number, ended }: StreamLine): Promise<Unusable | null> {
    const { check } = this;
    const plain = plainJson(text);
    const scanned = plain === undefined ? scanJson(text) : { ...plain, problems: NONE };
    const fatal = scanned.problems.find((problem) => problem.code === 'syntax' || problem.code === 'too-deep');
    if (fatal !== undefined) {
      const cut = !ended && fatal.code === 'syntax' && isCutOff(text);
      const message = cut
        ? 'the last line is cut off: the stream ends within this document'
        : fatal.code === 'syntax'
          ? `this line is not JSON: ${fatal.message}`
          : fatal.message;
      const place = { line: number, column: fatal.offset + 1 };
      const told = fatal.code === 'syntax' && this.unread({ code: cut ? 'cut-off' : fatal.code, message, place });
      if (told) return null;
      return { message, column: place.column, ...(fatal.code === 'too-deep' ? { limit: true } : {}) };
    }
    const known = await check.check(new LineDocument(text, number, scanned.value, scanned.problems));
    return known ? null : { message: nothingTells(scanned.value), column: 1 };
  }
}

/** True for the beginning of an object or a list that its end is missing from. */
function isCutOff(text: string): boolean {
  let depth = 0;
  let inString = false;
  const start = text.trimStart();
  if (!start.startsWith('{') && !start.startsWith('[')) return false;
  for (let here = 0; here < start.length; here++) {
    const sign = start[here];
    if (inString) {
      if (sign === '\\') here++;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) return false;
  }
  return true;
}
