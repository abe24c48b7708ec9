/** What is said of a line as such, before its event is judged. */
import { expect, test } from 'vitest';
import type { Finding } from '../../harness/model/finding.ts';
import type { Emitted } from './emitted.ts';
import { eventOnLine, type LineRows } from './event-line.ts';
import { documentsOf, type Line } from './lines.ts';
import { Verdicts } from './verdicts.ts';

const ROWS: LineRows = { object: 'OBJECT', oneLine: 'LINE' };

function read(
  text: string | readonly Line[],
  { rows = ROWS, place = true }: { readonly rows?: LineRows; readonly place?: boolean } = {},
): { readonly events: readonly Emitted[]; readonly findings: readonly Finding[] } {
  const verdicts = new Verdicts();
  const lines = typeof text === 'string' ? documentsOf(Buffer.from(text)) : text;
  const events = lines.flatMap(
    (line) =>
      eventOnLine(line, 3, rows, verdicts, ({ number }, column) =>
        place ? { file: 'f', line: number, column } : undefined,
      ) ?? [],
  );
  return { events, findings: verdicts.findings() };
}

/** Kind, id and place of each finding. */
const said = (text: string | readonly Line[], rows: LineRows = ROWS): readonly string[] =>
  read(text, { rows }).findings.map((one) => {
    const id = one.kind === 'notice' ? one.id : 'requirement' in one ? one.requirement : '';
    const where = 'where' in one && one.where !== undefined ? ` ${one.where.line}:${one.where.column}` : '';
    return `${one.kind} ${id}${where}`;
  });

test('an event is given with its text, its line and the process that wrote it', () => {
  expect(read('\n{"a":1}\n').events).toEqual([{ value: { a: 1 }, text: '{"a":1}', spawn: 3, line: 2 }]);
  expect(said('{"a":1}\n{"b":2}\n')).toEqual(['met LINE']);
});

test('what is no object is no event', () => {
  for (const [text, type] of [
    ['[]', 'array'],
    ['7', 'integer'],
    ['1.5', 'number'],
    ['null', 'null'],
    ['"a"', 'string'],
    ['true', 'boolean'],
  ] as const) {
    const { events, findings } = read(text);
    expect(events).toEqual([]);
    expect(findings).toContainEqual({
      kind: 'broken',
      requirement: 'OBJECT',
      message: `a line holds ${type} where an event must be an object`,
      expected: 'one JSON object',
      actual: type,
      input: text,
      where: { file: 'f', line: 1, column: 1 },
    });
  }
});

test('what is no JSON is told with the place of its fault', () => {
  expect(said('{"a":1}\n{"a" 1}\n')).toEqual(['met LINE', 'broken OBJECT 2:6']);
  const [broken] = read('{"a" 1}\n').findings.filter(({ kind }) => kind === 'broken');
  expect(broken).toMatchObject({ message: 'a line is no JSON document: a colon is expected', actual: '"{\\"a\\" 1}"' });
  expect(read('{"a" 1}\n').events).toEqual([]);
  const long = `x${'y'.repeat(3000)}`;
  const [cut] = read(long).findings.filter(({ kind }) => kind === 'broken');
  expect(cut).toMatchObject({ input: long.slice(0, 2000), actual: JSON.stringify(long.slice(0, 100)) });
});

test('an event stands on one line, which is a row of one format and a notice of another', () => {
  const spread = '{"a":\n1,\n"b":2}\n';
  expect(said(spread)).toEqual(['broken LINE 1:1']);
  expect(read(spread).events.length).toBe(1);
  expect(read(spread).findings).toMatchObject([
    {
      message: 'an event is spread over 3 lines; write one event a line',
      expected: 'one complete JSON event a line',
      actual: 'an event with line breaks',
      input: '{"a":\n1,\n"b":2}',
    },
  ]);
  const none = { object: 'OBJECT', oneLine: null };
  expect(said(spread, none)).toEqual(['notice HC-ONE-LINE 1:1']);
  expect(said('{"a":1}', none)).toEqual([]);
});

test('what is worth saying of a line is said', () => {
  expect(said('\uFEFF{"a":1}')).toEqual(['met LINE', 'notice HC-BYTE-ORDER-MARK 1:1']);
  expect(said('{"a":1,"a":2}')).toEqual(['met LINE', 'notice HC-DUPLICATE-KEY 1:8']);
  const [line] = documentsOf(Buffer.from('{"a":1}'));
  const remarked: Line = {
    ...(line as Line),
    remarks: [{ kind: 'delivery', id: 'HC-CLOUDEVENT', message: 'an envelope lacks something' }],
  };
  expect(said([remarked])).toEqual(['met LINE', 'notice HC-CLOUDEVENT 1:1']);
  const messages = [...read('\uFEFF{"a":1,"a":2}').findings, ...read([remarked]).findings].flatMap((one) =>
    one.kind === 'notice' ? [one.message] : [],
  );
  expect(messages).toEqual([
    expect.stringContaining('byte order mark'),
    expect.stringContaining('the member "a" twice'),
    'an envelope lacks something',
  ]);
});

test('what a process wrote stands nowhere', () => {
  for (const text of ['7', '{"a" 1}', '{"a":\n1}', '\uFEFF{"a":1,"a":2}']) {
    const { findings } = read(text, { place: false });
    expect(findings.length).toBeGreaterThan(0);
    for (const one of findings) expect(one).not.toHaveProperty('where');
  }
});
