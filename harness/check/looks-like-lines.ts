import { scanValue } from '../source/json-scan.ts';

/** True for a JSON object or list with nothing after it. */
function isDocument(line: string): boolean {
  const { value, end } = scanValue(line);
  return value !== undefined && end === line.length && typeof value === 'object';
}

/**
 * True when the first line that is not blank is a JSON object or list by itself and more follows: JSON Lines. Also when it is
 * damaged and the next two are such lines, because nothing else is that is JSON: a log may begin within an event.
 */
export function looksLikeLines(bytes: Buffer): boolean {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const lines: string[] = [];
  for (const [line] of text.matchAll(/\S[^\r\n]*/g)) if (lines.push(line) === 3) break;
  const [first = '', second, third] = lines;
  if (second === undefined) return false;
  return isDocument(first) || (third !== undefined && isDocument(second) && isDocument(third));
}
