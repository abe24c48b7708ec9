import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { plain, sample, sampleNames } from '../../../../test/reports/samples.ts';
import type { Report } from '../../../../types/generated/report.ts';
import { displayWidth, wrap } from '../../text/width.ts';
import { table } from './table.ts';

const expected = (name: string): string => `../../../../test/reports/expected/${name}.txt`;

test.each(sampleNames)('%s prints as it should, in 80 and in 120 columns', async (name) => {
  for (const width of [80, 120]) {
    await expect(table(sample(name), { ...plain, width })).toMatchFileSnapshot(expected(`${name}.table-${width}`));
  }
});

test.each([80, 100, 120, 200])('only what is to be pasted is longer than %i columns', (width) => {
  for (const name of sampleNames) {
    const long = table(sample(name), { ...plain, width })
      .split('\n')
      .filter((line) => displayWidth(line) > width && !/^ +replay/.test(line));
    // The closing facts and the heads of failures are single lines by design; tables and prose must fit.
    expect(long.filter((line) => !/hookconf 0\.1\.0$|^ {2}\S+ [A-Z]{2,}-\S+ {2}|^\S+ {2}\S+ · /.test(line))).toEqual(
      [],
    );
  }
});

test('without colour there is no escape, with colour nothing else changes', () => {
  for (const name of sampleNames) {
    const bare = table(sample(name), plain);
    const painted = table(sample(name), { ...plain, color: true });
    expect(bare).not.toContain('\u001b');
    expect(painted).toContain('\u001b[');
    expect(stripVTControlCharacters(painted)).toBe(bare);
  }
});

test('a plain terminal gets ASCII and nothing else', async () => {
  for (const name of sampleNames) expect(table(sample(name), { ...plain, ascii: true })).toMatch(/^[\n\x20-\x7e]*$/);
  await expect(table(sample('hook-fails'), { ...plain, ascii: true })).toMatchFileSnapshot(
    expected('hook-fails.ascii'),
  );
});

test('quiet says one line a subject, and one for each claim of the project that it does not keep', () => {
  expect(table(sample('project'), { ...plain, quiet: true })).toMatchInlineSnapshot(`
    "passed  acme-converter (converter): 6 passed of 6 requirements
    FAILED  acme-runner (runner): 2 passed, 1 failed of 3 requirements
    FAILED  acme-guard (hook): 2 passed, 2 failed, 1 untested, 1 warning, 2 not applicable, 1 undecidable of 9 requirements
    not started  missing (hook): ./nowhere does not exist; name the program relative to hookconf.json
    FAILED  project: hook-interchange 1.0 Extended withheld: acme-runner: HIF-OUT-005 failed
    "
  `);
  expect(table(sample('incomplete'), { ...plain, quiet: true })).toMatchInlineSnapshot(`
    "incomplete  Interrupted after 4 of 61 cases.
    undecided  slow.py (hook): 1 passed, 1 error of ours, 1 untested of 3 requirements
    "
  `);
});

test('quiet says what fails the run beside its subjects', () => {
  const passing = sample('hook-passes');
  const use = { id: 'NV-X', message: 'NV-X is met now; take it out' };
  const baseline = { file: 'known.yaml', applied: [], stale: [use], expired: [use], changed: [use] };
  const [subject] = passing.subjects;
  const level = { ...sample('project').project.levels[0], spec: 'x', level: 'full', claimed: true, reason: 'no hook' };
  const claims = { ...passing.project, levels: [{ ...level, status: 'withheld' }] } as Report['project'];
  const lines = table({ ...passing, baseline, project: claims } as Report, { ...plain, quiet: true }).split('\n');
  expect(lines[0]).toMatch(`passed  ${subject?.name}`);
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^FAILED {2}project: .*full.* withheld: no hook$/),
    'FAILED  baseline: stale: NV-X is met now; take it out',
    'FAILED  baseline: expired: NV-X is met now; take it out',
    'FAILED  baseline: fails differently: NV-X is met now; take it out',
    '',
  ]);
});

test('with --strict what only warns is not called passed', () => {
  const report = sample('hook-passes');
  const options = { ...report.options, strict: true } as Report['options'];
  const warned = report.subjects.map((subject) => ({
    ...subject,
    requirements: subject.requirements.map((entry, at) => (at === 0 ? { ...entry, verdict: 'warn' as const } : entry)),
  }));
  const first = (of: Report): string => table(of, { ...plain, quiet: true }).split('  ')[0] ?? '';
  expect(first({ ...report, subjects: warned } as Report)).toBe('passed');
  expect(first({ ...report, subjects: warned, options } as Report)).toBe('FAILED');
  expect(first({ ...report, options } as Report)).toBe('passed');
});

test('verbose shows every failing case whole', () => {
  const text = table(sample('hook-fails'), { ...plain, verbose: true });
  expect(text).toContain('hookconf repro native/gemini-cli/BeforeTool/run-shell-command-push');
  expect(text.replaceAll(/\n +/g, '')).toContain('"description":"Delete everything"');
  expect(text).toContain('ended     exit 2');
});

test('what a subject printed cannot steer the terminal or forge a line', () => {
  const report = sample('hook-fails');
  const failure = report.subjects[0]?.requirements[2]?.failures[0];
  if (failure === undefined) throw new Error('the sample has changed');
  failure.actual = '\u001b[2J\u001b[1;1Hall passed\rPASSED\u0007\u202e\u009b31m';
  const text = table(report, plain);
  expect(text).toContain(String.raw`\e[2J\e[1;1Hall passed\rPASSED\x07\u202e\x9b31m`);
  expect(text).toMatch(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]*$/);
});

test('a run that tested nothing is never called passed', () => {
  const report = sample('hook-passes');
  const subject = report.subjects[0];
  if (subject === undefined) throw new Error('the sample has changed');
  subject.requirements = [];
  Object.assign(subject.summary, { requirements: 0, passed: 0 });
  expect(table(report, { ...plain, quiet: true })).toMatch(/^undecided /);
  expect(table({ ...sample('hook-passes'), complete: false }, { ...plain, quiet: true })).toContain('undecided');
});

/** The report with every text of others replaced, words of the schema excepted. */
function poisoned(text: string): Report {
  const kept = new Set(['id', 'spec', 'role', 'verdict', 'grade', 'keyword', 'effect', 'status', 'kind', 'channel']);
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return kept.has(key) ? value : text;
    if (Array.isArray(value)) return value.map((one) => walk(one, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, name)]));
  };
  return { ...sample('emitter'), subjects: walk(sample('emitter').subjects, '') as Report['subjects'] };
}

test.each([
  ['control characters', '\u0000\u001b[31mred\u001b]8;;x\u0007\u009b\u007f\r\u2028\u202e'],
  ['halves of characters', 'a\ud800b\udc00'],
  ['wide ones', '漢字 👩‍👩‍👧‍👦 é́́'],
])('%s of anybody never reach the terminal, wherever they stand', (_, text) => {
  for (const ascii of [true, false]) {
    const out = table(poisoned(text), { ...plain, width: 40, ascii });
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
    expect(Buffer.from(out).toString()).toBe(out);
    if (ascii) expect(out).toMatch(/^[\n\x20-\x7e]*$/);
  }
});

test('in 40 columns only what is to be pasted, and a table of numbers, is longer', () => {
  for (const name of sampleNames) {
    const long = table(sample(name), { ...plain, width: 40 })
      .split('\n')
      .filter((line) => displayWidth(line) > 40 && !/^ +replay/.test(line));
    expect(long.filter((line) => !/^ {2}.* {2}/.test(line))).toEqual([]);
  }
});

test('a text of a megabyte costs no more than it is long', () => {
  const report = poisoned('x'.repeat(1_000_000));
  // Costs that grew with the square of it would be hours.
  expect(table(report, plain).length).toBeLessThan(500_000);
});

test('lines are broken at spaces, inside a word that is longer than a line, and never inside a character', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
  expect(wrap('漢字漢字', 5)).toEqual(['漢字', '漢字']);
  expect(wrap('a\n\nb', 5)).toEqual(['a', '', 'b']);
});
