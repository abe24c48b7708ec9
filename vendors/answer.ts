/** What a vendor reads out of an answer: pure, by the contract's `reading`, `fields` and `inputs`. */
import { at, escapeToken, isObject } from '../harness/model/json.ts';
import type { End } from '../harness/model/observation.ts';
import type { Contract, Field, Form, JsonType, ProblemKind } from './contract.ts';
import { coversEvent } from './contract.ts';

/** What a hook answered: how it ended and what it printed, decoded as UTF-8. */
export interface Answer {
  readonly end: End;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Problem {
  readonly kind: ProblemKind;
  /** JSON Pointer into the answer. */
  readonly at: string;
  /** What was found there, shortened. */
  readonly found: string;
  /** What may stand there. */
  readonly expected: string;
}

export interface ReadAnswer {
  readonly form: Form;
  /** The object that was read, where the form is `object`. */
  readonly document: Readonly<Record<string, unknown>> | undefined;
  /** Which stream it was read from. */
  readonly from: 'stdout' | 'stderr';
  /** The text that was parsed. */
  readonly text: string;
  readonly problems: readonly Problem[];
}

/**
 * Reads an answer as the vendor does. `payload` decides only whether a rewritten input fits its tool, `bom` whether a byte
 * order mark is skipped where the contract doesn't say.
 */
export function readAnswer(
  contract: Contract,
  event: string,
  answer: Answer,
  payload?: unknown,
  bom: boolean = contract.reading.bom ?? true,
): ReadAnswer {
  const { reading } = contract;
  const other = reading.from === 'stdout-else-stderr' && answer.stdout.trim() === '';
  const text = answerIn(other ? answer.stderr : answer.stdout, contract, event);
  const whole = parse(text, bom, reading.twice);
  const within = reading.within === 'last' && coversEvent(contract, reading.withinOn, event);
  const last = within && whole.document === undefined ? objectsIn(text).at(-1) : undefined;
  const { form, document } = last === undefined ? whole : { form: 'object' as const, document: last.value };
  const problems = document === undefined ? [] : problemsOf(contract, event, document, payload);
  return { form, document, from: other ? 'stderr' : 'stdout', text, problems };
}

/** True where it isn't known whether the vendor skips the byte order mark before this answer. */
export function doubtfulMark({ reading }: Contract, { stdout }: Answer): boolean {
  return reading.bom === undefined && stdout.startsWith('\uFEFF');
}

/** What is left of a stream once the vendor has taken out what it understands by the line. */
function answerIn(text: string, contract: Contract, event: string): string {
  const { line, progress } = contract.reading;
  if (line !== undefined && coversEvent(contract, line.on, event)) {
    const control = text.split('\n').findLast((one) => one.startsWith(line.begins));
    if (control !== undefined) return control.slice(line.begins.length);
  }
  if (progress !== true || !text.includes('"progress"')) return text;
  return text
    .split('\n')
    .filter((one) => !isProgress(one))
    .join('\n');
}

function isProgress(line: string): boolean {
  const value = line.trim().startsWith('{') ? parsed(line) : undefined;
  return isObject(value) && value['type'] === 'progress' && typeof value['message'] === 'string';
}

function parse(
  text: string,
  bom: boolean,
  twice: boolean,
): { form: Form; document: Record<string, unknown> | undefined } {
  // String.trim takes a byte order mark for white space; a vendor that does not skip it sees text.
  const trimmed = bom ? text.trim() : text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  if (trimmed === '') return { form: 'empty', document: undefined };
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch {
    return { form: /^[{[]/.test(trimmed) ? 'broken' : 'text', document: undefined };
  }
  if (twice && typeof value === 'string') {
    try {
      value = JSON.parse(value);
    } catch {
      // Not JSON inside: the string itself is what was printed.
    }
  }
  return isObject(value) ? { form: 'object', document: value } : { form: 'json', document: undefined };
}

/** A text full of braces must not cost a search from each of them. */
const MOST_TRIES = 200;

/** Every outermost JSON object in a text, with where it stands. */
export function objectsIn(
  text: string,
): readonly { readonly value: Readonly<Record<string, unknown>>; readonly from: number; readonly to: number }[] {
  const found: { value: Record<string, unknown>; from: number; to: number }[] = [];
  let tries = 0;
  for (let from = text.indexOf('{'); from >= 0 && tries < MOST_TRIES; from = text.indexOf('{', from)) {
    tries++;
    const to = objectEnd(text, from);
    const value = to < 0 ? undefined : parsed(text.slice(from, to));
    if (isObject(value)) found.push({ value, from, to });
    from = isObject(value) ? to : from + 1;
  }
  return found;
}

/** Where the object that begins at `from` ends, by its braces; -1 when it never does. */
function objectEnd(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let index = from; index < text.length; index++) {
    const char = text[index];
    if (quoted) {
      if (char === '\\') index++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return index + 1;
  }
  return -1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'boolean' || type === 'number' ? type : 'object';
}

/** A value as a person wants to see it in a message. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** What is found of a member that has to be there. */
const MISSING = 'missing';

/** A problem in a few words: the member, what was found and what belongs there. */
export function problemText({ kind, at: member, found, expected }: Problem): string {
  if (kind === 'unread') return `${member} is no member that is read here`;
  if (found === MISSING) return `${member} is missing, it must be ${expected}`;
  return `${member} is ${found}, not ${expected}`;
}

/** Everything in the document that is not as the vendor's list of fields has it, in document order. */
function problemsOf(
  contract: Contract,
  event: string,
  document: Readonly<Record<string, unknown>>,
  payload: unknown,
): Problem[] {
  const own = contract.fields.filter((field) => coversEvent(contract, field.on, event));
  const nested = new Set(own.map((field) => field.at.slice(0, field.at.lastIndexOf('/'))));
  const problems: Problem[] = [];
  const visit = (value: Readonly<Record<string, unknown>>, base: string): void => {
    for (const [name, member] of Object.entries(value)) {
      const pointer = `${base}/${escapeToken(name)}`;
      const field = own.find((candidate) => candidate.at === pointer);
      if (field === undefined && !nested.has(pointer)) {
        problems.push({ kind: 'unread', at: pointer, found: shown(member), expected: 'nothing that is read here' });
        continue;
      }
      if (field !== undefined) problems.push(...problemsOfField(field, event, pointer, member));
      if (nested.has(pointer) && isObject(member)) {
        visit(member, pointer);
        problems.push(...missing(own, event, pointer, member));
      }
      if (field?.use === 'input') problems.push(...misfits(contract, pointer, member, payload));
    }
  };
  visit(document, '');
  return problems;
}

/** Members that must be there and are not. */
function missing(
  own: readonly Field[],
  event: string,
  base: string,
  value: Readonly<Record<string, unknown>>,
): Problem[] {
  return own
    .filter((field) => field.required === true && field.at.startsWith(`${base}/`))
    .filter((field) => value[field.at.slice(base.length + 1)] === undefined)
    .map((field) => ({
      kind: field.use === 'event' ? 'event-name' : 'type',
      at: field.at,
      found: MISSING,
      expected: field.use === 'event' ? JSON.stringify(event) : [field.type].flat().join(' or '),
    }));
}

function problemsOfField(field: Field, event: string, pointer: string, value: unknown): Problem[] {
  const types = typeof field.type === 'string' ? [field.type] : field.type;
  if (!types.includes(typeOf(value))) {
    return [{ kind: 'type', at: pointer, found: shown(value), expected: types.join(' or ') }];
  }
  if (field.use === 'event' && value !== event) {
    return [{ kind: 'event-name', at: pointer, found: shown(value), expected: JSON.stringify(event) }];
  }
  if (field.words !== undefined && typeof value === 'string' && !field.words.includes(value)) {
    return [{ kind: 'word', at: pointer, found: shown(value), expected: field.words.join(', ') }];
  }
  return [];
}

function misfits(contract: Contract, pointer: string, value: unknown, payload: unknown): Problem[] {
  if (!isObject(value)) return [];
  const tool = at(payload, '/tool_name') ?? at(payload, '/toolName');
  const needed = typeof tool === 'string' ? contract.inputs[tool] : undefined;
  return Object.entries(needed ?? {}).flatMap(([name, type]): Problem[] => {
    const member = value[name];
    if (member !== undefined && typeOf(member) === type) return [];
    const found = member === undefined ? MISSING : shown(member);
    return [{ kind: 'misfit', at: `${pointer}/${name}`, found, expected: `the ${type} that ${String(tool)} needs` }];
  });
}
