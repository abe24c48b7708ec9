import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sample } from '../../../test/reports/samples.ts';
import type { Report } from '../../../types/generated/report.ts';
import { reportStatus } from '../view.ts';
import { applyBaseline } from './apply.ts';
import { fingerprint } from './fingerprint.ts';
import { readBaseline } from './read.ts';
import { NO_REASON, updateBaseline } from './update.ts';

const schemaFile = join(import.meta.dirname, '../../../schemas/hookconf/baseline.schema.json');
const validate = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')) as object);
const TODAY = '2026-11-28';
/** Everything but what is misspelled on purpose. */
const KNOWN = (id: string): boolean => !id.startsWith('XX-');

/** The hook that fails, without what no baseline can excuse: it then fails only in what an entry may name. */
const fails = (): Report => sample('hook-fails');
const written = updateBaseline(undefined, fails(), 'baseline.yaml');
const entries = (text: string) => readBaseline(text, 'baseline.yaml').entries;

function mended(report: Report, id: string): Report {
  for (const subject of report.subjects) {
    for (const entry of subject.requirements)
      if (entry.id === id) Object.assign(entry, { verdict: 'pass', failures: [] });
  }
  return report;
}

describe('the fingerprint', () => {
  const of = (...messages: string[]): string => fingerprint(messages.map((message) => ({ message })));
  test('is about what is wrong, not how often or with which random value', () => {
    expect(of('a', 'b', 'a')).toBe(of('b', 'a'));
    expect(of('event 0197c2f8-5a11-7c3e-9e21-0b1b3f1e6a01 twice')).toBe(
      of('event 0297c2f8-5a11-7c3e-9e21-0b1b3f1e6a02 twice'),
    );
    expect(of('seed 123456')).toBe(of('seed 654321'));
  });
  test('tells one way of failing from another', () => {
    expect(of('exit 2 is no block')).not.toBe(of('exit 1 is no block'));
    expect(of('a')).not.toBe(of('a', 'b'));
  });
});

describe('a baseline that was just written', () => {
  test('fits its schema and names every failure with its fingerprint', () => {
    expect(validate(parse(written))).toBe(true);
    expect(entries(written).map(({ id, reason }) => [id, reason])).toEqual([
      ['NV-GEMINI-CLI-012', NO_REASON],
      ['DC-GUARD', NO_REASON],
    ]);
  });

  test('excuses what it names, so that the run passes', () => {
    const report = applyBaseline(fails(), entries(written), 'baseline.yaml', TODAY, KNOWN);
    expect(reportStatus(fails())).toBe('failed');
    expect(reportStatus(report)).toBe('passed');
    expect(report.baseline?.applied.map(({ id }) => id)).toEqual(['NV-GEMINI-CLI-012', 'DC-GUARD']);
    // The verdict stays what it is; only the failure says that it is known.
    expect(report.subjects[0]?.summary.failed).toBe(2);
  });
});

describe('an entry fails the run', () => {
  test('when what it names no longer fails', () => {
    const report = applyBaseline(mended(fails(), 'DC-GUARD'), entries(written), 'baseline.yaml', TODAY, KNOWN);
    expect(report.baseline?.stale.map(({ id, line }) => [id, line])).toEqual([['DC-GUARD', 9]]);
    expect(reportStatus(report)).toBe('failed');
  });

  test('when its day has passed, and not on that day', () => {
    const dated = written.replace(`"${NO_REASON}"`, `"${NO_REASON}"\n    until: 2026-11-28`);
    const on = (day: string): Report => applyBaseline(fails(), entries(dated), 'baseline.yaml', day, KNOWN);
    expect(reportStatus(on('2026-11-28'))).toBe('passed');
    expect(on('2026-11-29').baseline?.expired.map(({ id }) => id)).toEqual(['NV-GEMINI-CLI-012']);
    expect(reportStatus(on('2026-11-29'))).toBe('failed');
  });

  test('when its requirement fails in another way', () => {
    const other = fails();
    const failure = other.subjects[0]?.requirements.find(({ id }) => id === 'DC-GUARD')?.failures[0];
    if (failure === undefined) throw new Error('the sample has changed');
    failure.message = 'Cursor would run it as well.';
    const report = applyBaseline(other, entries(written), 'baseline.yaml', TODAY, KNOWN);
    expect(report.baseline?.changed.map(({ id }) => id)).toEqual(['DC-GUARD']);
    expect(reportStatus(report)).toBe('failed');
  });

  test('but not when the run could not tell', () => {
    const skipped = { ...mended(fails(), 'DC-GUARD'), options: { skip: ['DC-*'] } };
    for (const subject of skipped.subjects)
      subject.requirements = subject.requirements.filter(({ id }) => id !== 'DC-GUARD');
    expect(applyBaseline(skipped, entries(written), 'baseline.yaml', TODAY, KNOWN).baseline?.stale).toEqual([]);
  });
});

test('a case, and a subject, can be named', () => {
  const [failure] = fails().subjects[0]?.requirements.find(({ id }) => id === 'DC-GUARD')?.failures ?? [];
  const one = `schema: hookconf-baseline/1\nentries:\n  - id: ${failure?.case}\n    subject: guard.sh\n    fingerprint: "${fingerprint(failure === undefined ? [] : [failure])}"\n    reason: r\n`;
  expect(applyBaseline(fails(), entries(one), 'b', TODAY, KNOWN).baseline?.applied).toHaveLength(1);
  expect(
    applyBaseline(fails(), entries(one.replace('guard.sh', 'other')), 'b', TODAY, KNOWN).baseline?.applied,
  ).toHaveLength(0);
});

describe('an entry that names nothing', () => {
  const misspelled = (text: string) =>
    entries(text.replace('"DC-GUARD"', '"XX-GARD"').replace(': DC-GUARD', ': XX-GARD'));
  const run = (change: object, list = misspelled(written)) =>
    applyBaseline({ ...mended(fails(), 'DC-GUARD'), ...change }, list, 'b', TODAY, KNOWN).baseline?.stale.map(
      ({ message }) => message,
    );

  test.each([
    ['a whole run', {}],
    ['--only', { options: { only: ['NV-*'] } }],
    ['--shard', { shard: { index: 1, of: 2, plan: `sha256:${'0'.repeat(64)}` } }],
    ['an incomplete run', { complete: false }],
  ])('is told in %s', (_, change) => {
    expect(run(change)).toEqual([expect.stringMatching(/^XX-GARD is no requirement or case .*\(line 9\)/)]);
  });

  test('is told of a subject, too', () => {
    const other = entries(written.replace('fingerprint', 'subject: gaurd\n    fingerprint'));
    expect(run({ options: { only: ['NV-*'] } }, other)?.[0]).toMatch(/^There is no subject "gaurd" in this run/);
  });

  test('is none when it is only outside of what was chosen', () => {
    const beyond = mended(fails(), 'DC-GUARD');
    for (const subject of beyond.subjects)
      subject.requirements = subject.requirements.filter(({ id }) => id !== 'DC-GUARD');
    const chosen = {
      ...beyond,
      options: { ...beyond.options, words: [], shaping: ['--vendor', 'gemini-cli'] },
    } as Report;
    const known = entries(written);
    expect(applyBaseline(chosen, known, 'b', TODAY, KNOWN).baseline?.stale).toEqual([]);
    const words = { ...chosen, options: { ...chosen.options, words: ['./guard.sh'] } } as Report;
    expect(applyBaseline(words, known, 'b', TODAY, KNOWN).baseline?.stale).toHaveLength(1);
    // And an update does not take it for mended.
    expect(entries(updateBaseline(written, chosen, 'b')).map(({ id }) => id)).toContain('DC-GUARD');
    expect(entries(updateBaseline(written, words, 'b')).map(({ id }) => id)).not.toContain('DC-GUARD');
  });
});

describe('updating', () => {
  const edited = written
    .replace('entries:', '# talk to Ada before you touch this\nentries:')
    .replace(NO_REASON, 'waits for a release')
    .replace('  - id: NV-', '  # known since May\n  - id: NV-');

  test('keeps reasons and comments, drops what no longer fails, adds what is new', () => {
    const text = updateBaseline(edited, mended(fails(), 'DC-GUARD'), 'baseline.yaml');
    expect(text).toContain('# talk to Ada before you touch this');
    expect(text).toContain('# known since May');
    expect(entries(text).map(({ id, reason }) => [id, reason])).toEqual([['NV-GEMINI-CLI-012', 'waits for a release']]);
    const again = updateBaseline(text, fails(), 'baseline.yaml');
    expect(entries(again).map(({ id, reason }) => [id, reason])).toEqual([
      ['NV-GEMINI-CLI-012', 'waits for a release'],
      ['DC-GUARD', NO_REASON],
    ]);
    expect(updateBaseline(again, fails(), 'baseline.yaml')).toBe(again);
  });

  test.each([
    ['an incomplete run', { complete: false }],
    ['--only', { options: { only: ['NV-*'] } }],
    ['--skip', { options: { skip: ['NV-*'] } }],
    ['--shard', { shard: { index: 1, of: 2, plan: `sha256:${'0'.repeat(64)}` } }],
  ])('refuses after %s', (_, change) => {
    expect(() => updateBaseline(edited, { ...fails(), ...change }, 'baseline.yaml')).toThrow(/partial run/);
  });
});

test.each([
  ['entries: []', /:1: schema is not/],
  ['[]', /:1: a baseline is a mapping/],
  ['schema: hookconf-baseline/1\nentries: 3', /entries is not a list/],
  [
    'schema: hookconf-baseline/1\nentries:\n  - id: X\n    fingerprint: 0123456789abcdef',
    /:3: the entry has no reason/,
  ],
  [
    'schema: hookconf-baseline/1\nentries:\n  - id: X\n    finger-print: 0123456789abcdef',
    /:3: an entry has no member "finger-print"/,
  ],
  [
    'schema: hookconf-baseline/1\nentries:\n  - {id: X, fingerprint: 0123456789abcdef, reason: r, until: 2026-02-30}',
    /no day/,
  ],
  ['schema: hookconf-baseline/1\nentries:\n  - {id: X, fingerprint: abc, reason: r}', /sixteen/],
  ['schema: hookconf-baseline/1\nentries:\n  - id: X\n   reason: r', /baseline\.yaml:\d+:/],
  ['schema: hookconf-baseline/1\nschema: hookconf-baseline/1\nentries: []', /unique/],
])('a mistake is said with its line: %j', (text, message) => {
  expect(() => readBaseline(text, 'baseline.yaml')).toThrow(message);
});
