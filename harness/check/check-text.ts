import { decodeText } from '../source/bytes.ts';
import { locateJson, type ScannedJson, scanValue } from '../source/json-scan.ts';
import { LineMap } from '../source/lines.ts';
import { FileCheck } from './check-document.ts';
import { type Asked, kindOfFile, nothingTells } from './detect.ts';
import type { CheckedFile, CheckFinding } from './result.ts';
import type { StreamJudging } from './stream-check.ts';

/** One line of a stream; lines are numbered from 1. */
export interface StreamLine {
  readonly bytes: Uint8Array;
  readonly number: number;
}

function finish(file: string, check: FileCheck, unusable: CheckedFile['unusable']): CheckedFile {
  check.end();
  const { taken, documents, omitted, counts } = check;
  const findings = inOrder(check.findings);
  return { file, taken, documents, findings, omitted, counts, unusable };
}

/** True when the first line is a JSON value by itself and more follows: JSON Lines. */
export function looksLikeLines(text: string): boolean {
  const end = text.search(/[\r\n]/);
  if (end < 0 || text.slice(end).trim() === '') return false;
  const first = scanValue(text.slice(0, end));
  return first.value !== undefined && first.end === end && typeof first.value === 'object';
}

/** Checks the bytes of one file that is not a stream too large to hold. Names are only looked at, never opened. */
export async function checkBytes(
  file: string,
  bytes: Uint8Array,
  asked: Asked,
  judging?: StreamJudging,
): Promise<CheckedFile> {
  const check = new FileCheck(file, asked, judging);
  if (/\.(?:jsonl|ndjson)$/i.test(file)) return checkStream(file, splitLines(bytes), asked, judging);
  const { text, problems } = decodeText(bytes);
  if (text === undefined) {
    const [problem] = problems.filter(({ code }) => code === 'encoding');
    const place = new LineMap(new TextDecoder().decode(bytes)).place(problem?.offset ?? 0);
    const message = problem?.message ?? 'the text is not UTF-8; save it as UTF-8';
    return finish(file, check, check.unreadable('encoding', message, place) ? null : { message, ...place });
  }
  if (text.trim() === '') return finish(file, check, { message: 'the file is empty' });
  const checked = await checkDecoded(file, text, bytes, check);
  // No specification forbids the mark in a file, and YAML allows it.
  const yaml = /\.ya?ml$/i.test(file) || kindOfFile(file)?.kind.frontMatter === true;
  for (const problem of yaml ? [] : problems) check.textNotice(problem, '', { line: 1, column: 1 });
  return finish(file, check, checked.unusable);
}

async function checkDecoded(file: string, text: string, bytes: Uint8Array, check: FileCheck): Promise<CheckedFile> {
  if (kindOfFile(file)?.kind.frontMatter === true) return checkFrontMatter(file, text, check);
  if (/\.ya?ml$/i.test(file)) return checkYaml(file, text, check, 0);
  if (looksLikeLines(text)) return checkLines(file, splitLines(bytes), check);
  return checkJson(file, text, check);
}

function inOrder(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  return [...findings].sort((a, b) => a.line - b.line || a.column - b.column);
}

async function checkJson(file: string, text: string, check: FileCheck): Promise<CheckedFile> {
  const lines = new LineMap(text);
  const scanned = whole(scanValue(text), text);
  const fatal = scanned.problems.find((problem) => problem.code === 'syntax' || problem.code === 'too-deep');
  if (fatal !== undefined) {
    const place = lines.place(fatal.offset);
    const message = fatal.code === 'syntax' ? `this is not JSON: ${fatal.message}` : fatal.message;
    const told = fatal.code === 'syntax' && check.unreadable(fatal.code, message, place);
    return finish(file, check, told ? null : { message, ...place });
  }
  const known = await check.check({
    value: scanned.value,
    problems: scanned.problems,
    format: 'json',
    locate: (pointer) => locateJson(text, pointer),
    place: (offset) => lines.place(offset),
  });
  return finish(file, check, known ? null : { message: nothingTells(scanned.value) });
}

function whole(scanned: ScannedJson, text: string): ScannedJson {
  if (scanned.value === undefined || scanned.end === text.length) return scanned;
  const message = 'something follows after the end of the value';
  return { ...scanned, value: undefined, problems: [{ code: 'syntax', offset: scanned.end, message }] };
}

async function checkYaml(file: string, text: string, check: FileCheck, before: number): Promise<CheckedFile> {
  const lines = new LineMap(text);
  const place = (offset: number): { line: number; column: number } => lines.place(offset, 1 + before);
  // Loaded only for YAML: the parser is a third of what a check of JSON would load.
  const { readYaml } = await import('../source/yaml.ts');
  const read = readYaml(text);
  const fatal = read.problems.find((problem) => problem.code !== 'duplicate-member');
  if (fatal !== undefined) {
    const message = fatal.code === 'syntax' ? `this is not YAML: ${fatal.message}` : fatal.message;
    const told = fatal.code === 'syntax' && check.unreadable(fatal.code, message, place(fatal.offset));
    return finish(file, check, told ? null : { message, ...place(fatal.offset) });
  }
  const known = await check.check({ ...read, format: 'yaml', locate: (pointer) => read.locate(pointer), place });
  return finish(file, check, known ? null : { message: nothingTells(read.value) });
}

/** The YAML between the first two lines of three hyphens. */
async function checkFrontMatter(file: string, text: string, check: FileCheck): Promise<CheckedFile> {
  const match = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*$/m.exec(text);
  if (match === null || match.index !== 0) {
    return finish(file, check, { message: 'the file has no front matter: it must begin with a line of three hyphens' });
  }
  return checkYaml(file, match[1] ?? '', check, 1);
}

/** The lines of a text in memory. */
export async function* splitLines(bytes: Uint8Array): AsyncGenerator<StreamLine> {
  let start = 0;
  let number = 1;
  while (start < bytes.length) {
    const found = bytes.indexOf(0x0a, start);
    const end = found < 0 ? bytes.length : found;
    yield { bytes: bytes.subarray(start, end), number };
    start = end + 1;
    number += 1;
  }
}

/** Longest line of a stream that is read. */
export const MAX_LINE: number = 16 * 1024 * 1024;

/** Checks a stream of JSON Lines, one line in memory at a time. */
export async function checkStream(
  file: string,
  lines: AsyncIterable<StreamLine>,
  asked: Asked,
  judging?: StreamJudging,
): Promise<CheckedFile> {
  return checkLines(file, lines, new FileCheck(file, asked, judging));
}

async function checkLines(file: string, lines: AsyncIterable<StreamLine>, check: FileCheck): Promise<CheckedFile> {
  let unusable: CheckedFile['unusable'] = null;
  for await (const { bytes, number } of lines) {
    const problem = await checkLine(check, bytes, number);
    if (problem !== null && unusable === null)
      unusable = { message: problem.message, line: number, column: problem.column };
  }
  if (check.documents === 0 && check.findings.length === 0 && unusable === null)
    unusable = { message: 'the file is empty' };
  return finish(file, check, unusable);
}

async function checkLine(
  check: FileCheck,
  bytes: Uint8Array,
  number: number,
): Promise<{ readonly message: string; readonly column: number } | null> {
  const start = { line: number, column: 1 };
  if (bytes.length > MAX_LINE) return { message: 'the line is longer than 16 MiB', column: 1 };
  const decoded = decodeText(bytes);
  for (const problem of decoded.problems) {
    if (problem.code === 'byte-order-mark') check.textNotice(problem, '', start);
    else if (!check.unreadable(problem.code, problem.message, start)) return { message: problem.message, column: 1 };
  }
  const text = decoded.text;
  if (text === undefined || text.trim() === '') return null;
  const scanned = whole(scanValue(text), text);
  const fatal = scanned.problems.find((problem) => problem.code === 'syntax' || problem.code === 'too-deep');
  if (fatal !== undefined) {
    const message = fatal.code === 'syntax' ? `this line is not JSON: ${fatal.message}` : fatal.message;
    const place = { line: number, column: fatal.offset + 1 };
    const told = fatal.code === 'syntax' && check.unreadable(fatal.code, message, place);
    return told ? null : { message, column: place.column };
  }
  const known = await check.check({
    value: scanned.value,
    problems: scanned.problems,
    format: 'json',
    locate: (pointer) => locateJson(text, pointer),
    place: (offset) => ({ line: number, column: offset + 1 }),
  });
  return known ? null : { message: nothingTells(scanned.value), column: 1 };
}
