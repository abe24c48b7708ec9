import { isObject } from '../model/json.ts';
import { decodeText } from '../source/bytes.ts';
import { locateJson, scanJson } from '../source/json-scan.ts';
import { LineMap } from '../source/lines.ts';
import { kinds } from '../validate/kinds.ts';
import { FileCheck } from './check-document.ts';
import { checkLines } from './check-lines.ts';
import { type Asked, kindOfFile, nothingTells } from './detect.ts';
import { looksLikeLines } from './looks-like-lines.ts';
import type { CheckedFile, CheckFinding } from './result.ts';
import type { StreamJudging } from './stream-check.ts';

function finish(file: string, check: FileCheck, unusable: CheckedFile['unusable']): CheckedFile {
  check.end();
  const { taken, documents, omitted, counts } = check;
  const findings = inOrder(check.findings);
  return { file, taken, documents, findings, omitted, counts, unusable };
}

/** Checks the bytes of one file that is not a stream too large to hold. Names are only looked at, never opened. */
export async function checkBytes(
  file: string,
  bytes: Uint8Array,
  asked: Asked,
  judging?: StreamJudging,
): Promise<CheckedFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (/\.(?:jsonl|ndjson)$/i.test(file) || (!isOther(file) && looksLikeLines(buffer)))
    return checkStream(file, [buffer], asked, judging);
  const check = new FileCheck(file, asked, judging);
  const { text, problems } = decodeText(bytes);
  if (text === undefined) {
    const [problem] = problems.filter(({ code }) => code === 'encoding');
    const place = new LineMap(new TextDecoder().decode(bytes)).place(problem?.offset ?? 0);
    const message = problem?.message ?? 'the text is not UTF-8; save it as UTF-8';
    return finish(file, check, check.unreadable('encoding', message, place) ? null : { message, ...place });
  }
  if (text.trim() === '') return finish(file, check, { message: 'the file is empty' });
  const checked = await checkDecoded(file, text, check);
  // YAML allows the mark.
  for (const problem of isOther(file) ? [] : problems) check.marked(problem);
  return finish(file, check, checked.unusable);
}

/** A file whose name says that it is not JSON. */
function isOther(file: string): boolean {
  return /\.(?:ya?ml|toml)$/i.test(file) || kindOfFile(file)?.kind.frontMatter === true;
}

async function checkDecoded(file: string, text: string, check: FileCheck): Promise<CheckedFile> {
  if (kindOfFile(file)?.kind.frontMatter === true) return checkFrontMatter(file, text, check);
  if (/\.ya?ml$/i.test(file)) return checkYaml(file, text, check, 0);
  if (/\.toml$/i.test(file)) return checkToml(file, text, check);
  return checkJson(file, text, check);
}

/** A TOML file configures more than hooks; only what is a document of ours is looked at. */
async function checkToml(file: string, text: string, check: FileCheck): Promise<CheckedFile> {
  const lines = new LineMap(text);
  const place = (offset: number): { line: number; column: number } => lines.place(offset);
  const { readToml } = await import('../source/toml.ts');
  const read = readToml(text);
  const [fatal] = read.problems;
  if (fatal !== undefined) {
    const message = fatal.code === 'syntax' ? `this is not TOML: ${fatal.message}` : fatal.message;
    const told = fatal.code === 'syntax' && check.unreadable(fatal.code, message, place(fatal.offset));
    return finish(file, check, told ? null : { message, ...place(fatal.offset) });
  }
  const members = kindOfFile(file)?.kind.toml ?? kinds().flatMap(({ toml }) => toml ?? []);
  const own = Object.entries(isObject(read.value) ? read.value : {}).filter(([name]) => members.includes(name));
  const value = Object.fromEntries(own);
  const known = await check.check({ ...read, value, format: 'toml', place });
  return finish(file, check, known ? null : { message: nothingTells(value) });
}

function inOrder(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  return [...findings].sort((a, b) => a.line - b.line || a.column - b.column);
}

async function checkJson(file: string, text: string, check: FileCheck): Promise<CheckedFile> {
  const lines = new LineMap(text);
  const scanned = scanJson(text);
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

async function checkYaml(file: string, text: string, check: FileCheck, before: number): Promise<CheckedFile> {
  const lines = new LineMap(text);
  const place = (offset: number): { line: number; column: number } => lines.place(offset, 1 + before);
  // Loaded only for YAML: the parser is a third of what a check of JSON would load.
  const { readYaml } = await import('../source/yaml.ts');
  const read = readYaml(text);
  const fatal = read.problems.find((problem) => problem.code === 'syntax' || problem.code === 'too-deep');
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

/** Checks a stream of JSON Lines, one line in memory at a time. */
export async function checkStream(
  file: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  asked: Asked,
  judging?: StreamJudging,
): Promise<CheckedFile> {
  const check = new FileCheck(file, asked, judging);
  return finish(file, check, await checkLines(chunks, check));
}
