import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { UsageError } from '../../errors.ts';
import { nearest } from '../../text/nearest.ts';

export interface BaselineEntry {
  readonly id: string;
  readonly subject?: string;
  readonly fingerprint: string;
  readonly reason: string;
  readonly until?: string;
  readonly owner?: string;
  /** Line in the file, from 1. */
  readonly line: number;
}

const MEMBERS = ['id', 'subject', 'fingerprint', 'reason', 'until', 'owner'] as const;
const REQUIRED = ['id', 'fingerprint', 'reason'] as const;

/** The YAML document with its comments, and the entries that it holds. */
export interface BaselineFile {
  readonly document: Document;
  readonly entries: readonly BaselineEntry[];
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text);
}

/** Reads a baseline. Every mistake in it is the author's, said with its line. */
export function readBaseline(text: string, file: string): BaselineFile {
  const counter = new LineCounter();
  // The failsafe schema keeps every scalar a text: a fingerprint of digits alone is no number, a date no timestamp.
  const document = parseDocument(text, { lineCounter: counter, schema: 'failsafe', uniqueKeys: true });
  const fail = (line: number, message: string, hint: string): never => {
    throw new UsageError('baseline', `${file}:${line}: ${message}`, hint);
  };
  const [problem] = document.errors;
  if (problem !== undefined)
    fail(problem.linePos?.[0].line ?? 1, problem.message.split('\n')[0] ?? '', 'correct the YAML');
  const root = document.contents;
  if (!isMap(root))
    return fail(1, 'a baseline is a mapping with schema and entries', 'write one with --update-baseline');
  const kind: unknown = root.get('schema');
  if (kind !== 'hookconf-baseline/1') fail(1, 'schema is not hookconf-baseline/1', 'set it to hookconf-baseline/1');
  for (const pair of root.items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : '';
    if (key !== 'schema' && key !== 'entries')
      fail(1, `a baseline has no member "${key}"`, 'it has schema and entries');
  }
  const list = root.get('entries');
  if (!isSeq(list)) return fail(1, 'entries is not a list', 'write one with --update-baseline');
  const entries = list.items.map((item): BaselineEntry => {
    const range = isMap(item) || isScalar(item) || isSeq(item) ? item.range : undefined;
    const line = range === undefined || range === null ? 1 : counter.linePos(range[0]).line;
    if (!isMap(item)) return fail(line, 'an entry is not a mapping', 'give it an id, a fingerprint and a reason');
    const found: Partial<Record<(typeof MEMBERS)[number], string>> = {};
    for (const pair of item.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      const member = MEMBERS.find((known) => known === key);
      if (member === undefined) {
        const meant = nearest(key, MEMBERS);
        fail(
          line,
          `an entry has no member "${key}"`,
          meant === undefined ? `it has ${MEMBERS.join(', ')}` : `did you mean ${meant}?`,
        );
        continue;
      }
      const value = isScalar(pair.value) && typeof pair.value.value === 'string' ? pair.value.value : '';
      if (value.trim() === '') fail(line, `${member} is empty or no text`, 'write it as a text');
      found[member] = value;
    }
    for (const member of REQUIRED) {
      if (found[member] === undefined)
        fail(line, `the entry has no ${member}`, 'every entry says id, fingerprint and reason');
    }
    if (found.until !== undefined && !isDay(found.until)) {
      fail(line, `until is "${found.until}", which is no day`, 'write it as YYYY-MM-DD');
    }
    if (!/^[0-9a-f]{16}$/.test(found.fingerprint ?? '')) {
      fail(line, 'the fingerprint is not sixteen hexadecimal digits', 'let --update-baseline write it');
    }
    const { id = '', fingerprint = '', reason = '', ...optional } = found;
    return { id, fingerprint, reason, ...optional, line };
  });
  return { document, entries };
}
