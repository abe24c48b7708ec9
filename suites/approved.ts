/**
 * What tests of judges share: every single change of a good document or a good output, and what a judge says of each, put
 * down in a file that people read and approve (`approved/*.txt` beside it; `npx vitest run -u <test>` writes it anew). A change of a
 * judge that changes any verdict shows there as a line. What messages say is not in it, only that there is one.
 */
import type { Case } from '../harness/model/case.ts';
import type { Finding } from '../harness/model/finding.ts';
import { escapeToken } from '../harness/model/json.ts';
import type { Captured, End, Observation } from '../harness/model/observation.ts';
import type { StreamJudge } from './stream/stream-judge.ts';

/** One change: what it is called, and the document that comes of it. */
export interface Changed {
  readonly at: string;
  readonly to: string;
  readonly document: Readonly<Record<string, unknown>>;
}

const WRONG: readonly unknown[] = [null, '', 'x', 'Two words', 'a.b', 0, 1, -1, 1.5, 101, true, [], ['x'], [1], {}];

/** Other values of the same type: near misses. */
function near(value: unknown): unknown[] {
  if (typeof value === 'string')
    return [value.toUpperCase(), value.toLowerCase(), `${value}x`, `x${value}`, ` ${value}`, value.slice(0, -1)];
  if (typeof value === 'number') return [value + 1, value - 1, -value, value + 0.5];
  if (typeof value === 'boolean') return [!value, String(value)];
  return [];
}

function put(document: unknown, tokens: readonly string[], value: unknown): unknown {
  const [first, ...rest] = tokens;
  if (first === undefined) return value;
  if (Array.isArray(document))
    return document.map((one, index) => (String(index) === first ? put(one, rest, value) : one));
  const members = { ...(document as Record<string, unknown>) };
  const made = put(members[first], rest, value);
  if (made === undefined) delete members[first];
  else members[first] = made;
  return members;
}

function places(value: unknown, tokens: readonly string[], found: [readonly string[], unknown][]): void {
  if (tokens.length > 0) found.push([tokens, value]);
  if (typeof value !== 'object' || value === null || tokens.length > 4) return;
  for (const [name, inner] of Object.entries(value)) places(inner, [...tokens, name], found);
}

/** The document with one member changed: absent, of another type, nearly right, or what `more` names for its pointer. */
export function* changesOf(
  document: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, readonly unknown[]>> = {},
): Generator<Changed> {
  const found: [readonly string[], unknown][] = [];
  places(document, [], found);
  const pointers = new Map(
    found.map(([tokens, value]) => [`/${tokens.map(escapeToken).join('/')}`, { tokens, value }]),
  );
  for (const pointer of Object.keys(more))
    if (!pointers.has(pointer)) pointers.set(pointer, { tokens: pointer.slice(1).split('/'), value: undefined });
  for (const [pointer, { tokens, value }] of pointers) {
    const given = more[pointer] ?? [];
    const absent = value === undefined ? [] : [undefined];
    const seen = new Set([JSON.stringify(value)]);
    for (const other of [...absent, ...(value === undefined ? [] : WRONG), ...near(value), ...given]) {
      const to = other === undefined ? 'absent' : JSON.stringify(other);
      if (seen.has(to)) continue;
      seen.add(to);
      yield { at: pointer, to, document: put(document, tokens, other) as Changed['document'] };
    }
  }
}

const MARK = { met: '+', broken: '!', untested: '?', 'not-applicable': '/' } as const;

/** Findings in short: `+` met, `!` broken, `?` untested, `/` not applicable, and the ids of notices. Throws where one says nothing. */
export function inShort(findings: readonly Finding[]): ReadonlySet<string> {
  const short = findings.map((finding): string => {
    if (finding.kind === 'outcome') return `${finding.scenario}=${finding.effect}`;
    if (finding.kind === 'leak') return `leak:${finding.requirements.join('&')}`;
    if (finding.kind === 'notice') return said(finding.id, finding.message);
    const id = `${MARK[finding.kind]}${finding.requirement}`;
    if (finding.kind === 'broken') return said(id, finding.message, finding.expected, finding.actual);
    return finding.kind === 'met' ? id : said(id, finding.reason);
  });
  return new Set(short.sort());
}

/** The id, when what is said beside it is a text that makes sense; what was found may be an empty one. */
function said(id: string, message: string, ...more: readonly string[]): string {
  const makesSense = (text: unknown): boolean => typeof text === 'string' && !text.includes('undefined');
  if (message === '' || ![message, ...more].every(makesSense)) throw new Error(`${id} says nothing: ${message}`);
  return id;
}

/** What a change makes of what was said: new findings, and of how many requirements nothing is said any longer. */
function changeOf(before: ReadonlySet<string>, after: ReadonlySet<string>): string {
  const named = new Set([...after].map((one) => one.slice(1)));
  const gone = [...before].filter((one) => !after.has(one) && !named.has(one.slice(1)));
  const fresh = listed([...after].filter((one) => !before.has(one)));
  return [...fresh, ...(gone.length === 0 ? [] : [`${gone.length} less`])].join(' ');
}

/** Ids in order, those of one family together: `+AH-DAT-001,002`. */
function listed(ids: Iterable<string>): string[] {
  const families = new Map<string, string[]>();
  for (const id of ids) {
    const [family = id, number] = /^(.*-)([\dA-Z]+)$/.exec(id)?.slice(1) ?? [];
    families.set(family, [...(families.get(family) ?? []), ...(number === undefined ? [] : [number])]);
  }
  return [...families].map(([family, numbers]) => `${family}${numbers.join(',')}`);
}

/** What is said of one thing, and of each of its changes that makes a difference. */
export function approved(
  name: string,
  before: ReadonlySet<string>,
  changes: Iterable<readonly [at: string, to: string, after: ReadonlySet<string>]>,
): string {
  const byPlace = new Map<string, Map<string, string[]>>();
  for (const [at, to, after] of changes) {
    const difference = changeOf(before, after);
    if (difference === '') continue;
    const results = byPlace.get(at) ?? new Map<string, string[]>();
    byPlace.set(at, results.set(difference, [...(results.get(difference) ?? []), to]));
  }
  const lines = [...byPlace].flatMap(([at, results]) => [
    ...(at === '' ? [] : [`  ${at}`]),
    ...[...results].map(([difference, to]) => `    ${difference}: ${to.join(', ')}`),
  ]);
  return `${name}: ${listed(before).join(' ')}\n${lines.join('\n')}\n`;
}

/** What a judge of recorded streams says of these events, a line each. */
export function streamed(
  judge: StreamJudge,
  events: readonly Readonly<Record<string, unknown>>[],
): ReadonlySet<string> {
  for (const [index, value] of events.entries())
    judge.event({ value, text: '{}', spawn: 0, line: index + 1 }, (event, at) => ({
      file: at,
      line: event.line,
      column: 1,
    }));
  return inShort(judge.end());
}

const captured = (text: string): Captured => ({
  bytes: Buffer.from(text),
  total: Buffer.byteLength(text),
  truncated: false,
});

/** What a case would see of a subject that writes these texts, one for each spawn, and ends so. */
export function observed(
  testCase: Case,
  outputs: readonly string[],
  changes: { readonly end?: End; readonly stderr?: string; readonly beganAt?: number } = {},
): Observation {
  return {
    spawns: testCase.spawns.map((_, index) => ({
      end: changes.end ?? { kind: 'exit', code: 0 },
      stdout: captured(outputs[index] ?? ''),
      stderr: captured(changes.stderr ?? ''),
      stdin: { bytes: 0, closedEarly: false },
      stdoutHeldOpen: false,
      startedMs: index * 100,
      durationMs: 50,
    })),
    files: [],
    requests: [],
    survivors: [],
    leaks: [],
    tree: { root: '/t', home: '/t/home', tmp: '/t/tmp', project: '/t/project' },
    ...(changes.beganAt === undefined ? {} : { beganAt: changes.beganAt }),
  };
}
