import { isObject } from '../../harness/model/json.ts';
import type { Emitted } from './emitted.ts';
import type { Line } from './lines.ts';
import { type Fault, shown, typeOf, type Verdicts } from './verdicts.ts';

/** Where something stands on a line; undefined for what a process wrote. */
export type LocateLine = (line: Line, column: number) => Fault['where'] | undefined;

const PLACED = (where: Fault['where'] | undefined): Pick<Fault, 'where'> => (where === undefined ? {} : { where });

/** The requirements that a line as such decides. */
export interface LineRows {
  /** A line holds one JSON object. */
  readonly object: string;
  /** An event stands on one line; null where that is no requirement, but the contract's way to hand it over. */
  readonly oneLine: string | null;
}

/** Judges a line as such and gives the event on it, if there is one. */
export function eventOnLine(
  line: Line,
  spawn: number,
  rows: LineRows,
  verdicts: Verdicts,
  locate: LocateLine,
): Emitted | undefined {
  const bad = (column: number, message: string, actual: string): undefined => {
    const fault = { message, expected: 'one JSON object', actual, input: line.text.slice(0, 2000) };
    verdicts.broken(rows.object, { ...fault, ...PLACED(locate(line, column)) });
    return undefined;
  };
  for (const remark of line.remarks) {
    if (remark.kind === 'byte-order-mark')
      verdicts.notice('HC-BYTE-ORDER-MARK', 'the stream begins with a byte order mark; leave it out', locate(line, 1));
    if (remark.kind === 'delivery') verdicts.notice(remark.id, remark.message, locate(line, 1));
    if (remark.kind === 'duplicate-key') {
      const message = `an event holds the member ${shown(remark.key)} twice; readers differ in which one they take`;
      verdicts.notice('HC-DUPLICATE-KEY', message, locate(line, remark.column));
    }
  }
  const spread = line.remarks.find((remark) => remark.kind === 'spread');
  if (spread?.kind === 'spread' || rows.oneLine !== null) {
    const message = `an event is spread over ${spread?.kind === 'spread' ? spread.lines : 0} lines; write one event a line`;
    if (rows.oneLine === null) verdicts.notice('HC-ONE-LINE', message, locate(line, 1));
    else
      verdicts.check(rows.oneLine, spread === undefined, () => ({
        message,
        expected: 'one complete JSON event a line',
        actual: 'an event with line breaks',
        input: line.text.slice(0, 2000),
        ...PLACED(locate(line, 1)),
      }));
  }
  if (line.fault !== undefined)
    return bad(line.fault.column, `a line is no JSON document: ${line.fault.detail}`, shown(line.text.slice(0, 100)));
  if (!isObject(line.value))
    return bad(1, `a line holds ${typeOf(line.value)} where an event must be an object`, typeOf(line.value));
  return { value: line.value, text: line.text, spawn, line: line.number };
}
