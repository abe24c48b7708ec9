import { scanValue } from '../source/json-scan.ts';

/** True when the first line that is not blank is a JSON object or list by itself and more follows: JSON Lines. */
export function looksLikeLines(bytes: Buffer): boolean {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const start = text.search(/\S/);
  if (start < 0) return false;
  const length = text.slice(start).search(/[\r\n]/);
  if (length < 0 || text.slice(start + length).trim() === '') return false;
  const line = text.slice(start, start + length);
  const first = scanValue(line);
  return first.value !== undefined && first.end === line.length && typeof first.value === 'object';
}
