/** Whether the JSON that a hook prints reaches the vendor: what is lost of it lets the action go on without a word. */
import { isObject } from '../../harness/model/json.ts';
import { objectsIn } from '../../vendors/answer.ts';
import { coversEvent } from '../../vendors/contract.ts';
import { decisionsIn, looksLikeAnswer } from '../../vendors/dialects.ts';
import type { Checked } from './checked.ts';
import { broken, met } from './checked.ts';
import type { CheckResult } from './context.ts';
import { HOLDS_UP } from './context.ts';

/** More of a text than this is not searched. */
const MOST_TEXT = 1_000_000;

/** True for an object that stands on a line of its own, as an answer does and a text in a log line doesn't. */
function ownLine(text: string, from: number, to: number): boolean {
  return /(^|\n)[ \t\r]*$/.test(text.slice(0, from)) && /^[ \t\r]*(\n|$)/.test(text.slice(to));
}

/** How many answers of a hook stand in a text, and whether anything stands around the only one. */
function answersWithin(text: string): { readonly count: number; readonly before: boolean; readonly after: boolean } {
  const answers = objectsIn(text).filter(
    ({ value, from, to }) => looksLikeAnswer(value) || (Object.keys(value).length === 0 && ownLine(text, from, to)),
  );
  const [first] = answers;
  if (first === undefined) return { count: 0, before: false, after: false };
  const before = text.slice(0, first.from).trim() !== '';
  return { count: answers.length, before, after: text.slice(first.to).trim() !== '' };
}

/** How an answer begins that isn't valid JSON; `[guard] 3 rules read` or `[12:00] ok` is a line of a log. */
const MEANT_AS_JSON = /^\s*(\{|\[\s*(["{]|$))/;

/** Names of payload members that came back with their values; null where the answer is none of the payload. */
function echo(document: Readonly<Record<string, unknown>>, payload: unknown): string | null {
  if (!isObject(payload)) return null;
  const same = Object.keys(document).filter(
    (name) => payload[name] !== undefined && JSON.stringify(payload[name]) === JSON.stringify(document[name]),
  );
  return same.length >= 3 ? `${same.slice(0, 3).join(', ')}…` : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What keeps the vendor from reading the answer in a text that isn't one JSON object; null where there is none in it. */
function obstacle(text: string, form: string): string | null {
  // A text of two bytes a sign, read as one of one byte, has a NUL beside each.
  if (text.includes('\0')) {
    const narrow = text.replaceAll(/[\0\uFFFD]/g, '');
    if (answersWithin(narrow).count > 0) return 'the JSON is printed as UTF-16, so it is not read; print UTF-8';
  }
  const value = parsed(text);
  if (Array.isArray(value)) return 'the output is a JSON array, not an object, so it is not read';
  if (typeof value === 'string' && isObject(parsed(value))) {
    return 'the JSON object is printed as a JSON string, so it is not read; serialise it once';
  }
  if (text.startsWith('\uFEFF') && objectsIn(text).length > 0) {
    return 'a byte order mark stands before the JSON, where none belongs';
  }
  const { count, before, after } = answersWithin(text);
  if (count > 1) return `${count} JSON objects are printed, so none is read`;
  if (count === 1 && (before || after)) {
    return `other text stands ${before ? 'before' : 'after'} the JSON object, so the answer is not read as one`;
  }
  return form === 'broken' && MEANT_AS_JSON.test(text)
    ? 'the output begins as JSON does and is not valid JSON, so it is not read'
    : null;
}

/** A block that was printed to the stream that nobody reads for an answer: alone on it, so that it is no line of a log. */
function astray({ contract, event, answer, outcome }: Checked): boolean {
  if (outcome.read.from !== 'stdout' || answer.stdout.trim() !== '' || HOLDS_UP.includes(outcome.effect)) return false;
  const value = parsed(answer.stderr.slice(0, MOST_TEXT).trim());
  return isObject(value) && looksLikeAnswer(value) && decisionsIn(contract, event, value).some(({ blocks }) => blocks);
}

/** A block somewhere in the text of a vendor that reads no JSON at all: it stands in a dialect that is not the vendor's. */
function unreadBlock(checked: Checked, text: string): CheckResult[] {
  const { contract, event, answer, outcome } = checked;
  if (HOLDS_UP.includes(outcome.effect)) return [];
  const texts = [text, text.replaceAll(/[\0\uFFFD]/g, ''), parsed(text.trim())].filter(
    (one) => typeof one === 'string',
  );
  const blocks = texts
    .flatMap((one) => objectsIn(one))
    .some(({ value }) => decisionsIn(contract, event, value).some((decision) => decision.blocks));
  if (!blocks && !astray(checked)) return [];
  const where = answer.stdout.trim() === '' ? 'stderr' : 'stdout';
  const message = `a block is printed as JSON to ${where}, where no answer is read: ${outcome.why}`;
  return [broken('dialect', checked, message, "the block in the vendor's own way")];
}

export function jsonCheck(checked: Checked): CheckResult[] {
  const { contract, event, outcome } = checked;
  const { form, text: read } = outcome.read;
  if (form === 'object') {
    const echoed = echo(outcome.read.document ?? {}, checked.payload);
    if (echoed === null) return [met('json')];
    const instead = 'an answer of its own, or nothing';
    return [broken('json', checked, `the answer is the payload that was sent (${echoed}), not an answer`, instead)];
  }
  const text = read.slice(0, MOST_TEXT);
  if (contract.checks.json === undefined) return unreadBlock(checked, text);
  const expected = 'one JSON object and nothing else on stdout; log to stderr';
  const stands = obstacle(text, form);
  if (stands !== null) return [broken('json', checked, stands, expected)];
  if (astray(checked)) {
    return [broken('json', checked, 'the block is printed as JSON to stderr, where no answer is read', expected)];
  }
  // Plain text that is context, or a log line that nobody reads, is no attempt at JSON.
  return form !== 'empty' && coversEvent(contract, contract.reading.text, event) ? [met('json')] : [];
}
