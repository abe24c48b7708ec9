import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../types/generated/report.ts';
import { hookconf, ROOT } from './hookconf.ts';

const schema = JSON.parse(readFileSync(join(ROOT, 'schemas/hookconf/report.schema.json'), 'utf8')) as object;
const validate = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);

/** Blocks by exit 1, which stops nothing in Claude Code. */
const GUARD = '#!/bin/sh\nif grep -q "rm -rf"; then echo no >&2; exit 1; fi\n';
const VENDOR = ['--vendor', 'claude-code', '--event', 'PreToolUse', '--runs', '1'];

let folder: string;
const at = (name: string): string => join(folder, name);
const report = (name: string): Report => JSON.parse(readFileSync(at(name), 'utf8')) as Report;
const hook = (): string[] => ['--', at('guard.sh')];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'report-'));
  writeFileSync(at('guard.sh'), GUARD);
  chmodSync(at('guard.sh'), 0o755);
  for (const index of [1, 2, 3]) {
    await hookconf([
      'run',
      ...VENDOR,
      '--shard',
      `${index}/3`,
      '--reporter',
      `json=${at(`shard-${index}.json`)}`,
      ...hook(),
    ]);
  }
  await hookconf(['run', ...VENDOR, '--reporter', `json=${at('whole.json')}`, ...hook()]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A report without what differs from run to run: when, how long, and how long the answers took. */
function timeless(value: Report): string {
  const times = new Set(['durationMs', 'p50Ms', 'p95Ms']);
  return JSON.stringify({ ...value, startedAt: '' }, (key, member: unknown) => (times.has(key) ? 0 : member));
}

describe('shards', () => {
  const shards = (...indexes: number[]): string[] => indexes.map((index) => at(`shard-${index}.json`));

  test('are reports, and joined they are the report of a whole run', async () => {
    for (const index of [1, 2, 3]) expect(validate(report(`shard-${index}.json`))).toBe(true);
    const merged = await hookconf(['report', '--merge', ...shards(3, 1, 2), '--reporter', `json=${at('merged.json')}`]);
    expect(merged.err).toBe('');
    expect(merged.code).toBe(1);
    expect(validate(report('merged.json'))).toBe(true);
    expect(timeless(report('merged.json'))).toBe(timeless(report('whole.json')));
    expect(report('whole.json').subjects[0]?.summary.failed).toBeGreaterThan(0);
  });

  test.each([
    ['a gap', () => shards(1, 3), '1 shard of 3 is missing: 2/3'],
    ['an overlap', () => [...shards(1, 2, 3), at('shard-2.json')], 'are both shard 2/3'],
    ['a whole run', () => [at('whole.json')], 'is not a part of a sharded run'],
  ])('%s is refused in one line', async (_, files, message) => {
    const ran = await hookconf(['report', '--merge', ...files()]);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(message);
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
  });

  test.each<[string, (other: Report) => void]>([
    ['version', (other) => Object.assign(other, { hookconf: '0.0.9' })],
    ['seed', (other) => Object.assign(other, { seed: 7 })],
    ['corpus', (other) => Object.assign(other.digests ?? {}, { corpus: `sha256:${'0'.repeat(64)}` })],
    ['plan', (other) => Object.assign(other.shard ?? {}, { plan: `sha256:${'0'.repeat(64)}` })],
    ['subject', (other) => Object.assign(other.subjects[0] ?? {}, { digest: `sha256:${'0'.repeat(64)}` })],
  ])('another %s is refused', async (what, change) => {
    const other = report('shard-2.json');
    change(other);
    writeFileSync(at('other.json'), JSON.stringify(other));
    const ran = await hookconf(['report', '--merge', at('shard-1.json'), at('other.json'), at('shard-3.json')]);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(`have another ${what}`);
  });
});

describe('a baseline', () => {
  test('is written once, then holds, then fails when it is stale', async () => {
    const baseline = ['--baseline', at('known.yaml')];
    const missing = await hookconf(['run', ...VENDOR, ...baseline, ...hook()]);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('--update-baseline')]);
    const first = await hookconf(['run', ...VENDOR, ...baseline, '--update-baseline', ...hook()]);
    expect(first.code).toBe(0);
    const holds = await hookconf(['run', ...VENDOR, ...baseline, '--json', ...hook()]);
    expect(holds.code).toBe(0);
    expect(validate(JSON.parse(holds.out))).toBe(true);
    writeFileSync(at('guard.sh'), GUARD.replace('exit 1', 'exit 2'));
    const mended = await hookconf(['run', ...VENDOR, ...baseline, ...hook()]);
    writeFileSync(at('guard.sh'), GUARD);
    expect(mended.code).toBe(1);
    expect(mended.out).toContain('no longer fails');
    const partial = await hookconf(['run', ...VENDOR, '--only', 'NV-*', ...baseline, '--update-baseline', ...hook()]);
    expect([partial.code, partial.err]).toEqual([2, expect.stringContaining('partial run')]);
  });
});

describe('a claim', () => {
  test('is verified by its digests, and by a second run', async () => {
    const holds = await hookconf(['report', '--verify', at('whole.json')], { cwd: folder });
    expect(holds.out).toContain(' 0 differ, 0 could not be checked');
    expect(holds.code).toBe(0);
    const sampled = await hookconf(['report', '--verify', at('whole.json'), '--sample', '5'], { cwd: folder });
    expect(sampled.out).toMatch(/\b(\d+) claims: \1 hold/);
    expect(sampled.code).toBe(0);
  });

  test('that was changed is found out', async () => {
    const forged = report('whole.json');
    for (const entry of forged.subjects[0]?.requirements ?? []) {
      if (entry.verdict === 'fail') Object.assign(entry, { verdict: 'pass', failures: [] });
    }
    writeFileSync(at('forged.json'), JSON.stringify(forged));
    const rerun = await hookconf(['report', '--verify', at('forged.json'), '--rerun'], { cwd: folder });
    expect(rerun.code).toBe(1);
    expect(rerun.out).toMatch(/the report says pass, now it is fail/);
    Object.assign(forged.digests ?? {}, { requirements: `sha256:${'0'.repeat(64)}` });
    writeFileSync(at('forged.json'), JSON.stringify(forged));
    const digests = await hookconf(['report', '--verify', at('forged.json')], { cwd: folder });
    expect(digests.code).toBe(1);
    expect(digests.out).toContain('differs  catalogue of requirements');
  });
});

test('one report is rendered again, several are compared, on the terminal, as data and as a site', async () => {
  const other = join(ROOT, 'test/reports/project.json');
  const one = await hookconf(['report', other, '--quiet']);
  expect(one.out).toContain('passed  acme-converter (converter): 6 passed of 6 requirements');
  const both = await hookconf(['report', at('whole.json'), other]);
  expect(both.out).toMatch(/5 implementations, \d+ requirements/);
  const data = JSON.parse((await hookconf(['report', at('whole.json'), other, '--json'])).out);
  expect(data.implementations.map(({ name }: { name: string }) => name)).toContain('acme-runner');
  const site = await hookconf(['report', at('whole.json'), other, '--html', at('site')]);
  expect(site.code).toBe(0);
  expect(readdirSync(at('site')).sort()).toEqual(['badges', 'comparison.json', 'index.html', 'reports']);
});

test('a badge is drawn as SVG or for shields', async () => {
  const drawn = await hookconf(['badge', at('whole.json')]);
  expect(drawn.out).toMatch(/^<svg /);
  for (const [option, name] of [
    ['--level', 'Cor'],
    ['--subject', 'gard.sh'],
    ['--spec', 'natve'],
  ] as const) {
    const slip = await hookconf(['badge', at('whole.json'), option, name]);
    expect([slip.code, slip.err]).toEqual([2, expect.stringContaining(`"${name}"; did you mean`)]);
  }
  const endpoint = JSON.parse((await hookconf(['badge', at('whole.json'), '--json'])).out);
  expect(endpoint).toMatchObject({ schemaVersion: 1, color: 'red' });
  const level = await hookconf(['badge', join(ROOT, 'test/reports/emitter.json'), '--level', 'Taxonomy', '--json']);
  expect(JSON.parse(level.out).message).toMatch(/^Taxonomy \(emitter\) without compaction/);
});

test('a report with a hole is no report', async () => {
  const broken = report('whole.json');
  Object.assign(broken.subjects[0] ?? {}, { requirements: [{ id: 'NV-X' }] });
  writeFileSync(at('hole.json'), JSON.stringify(broken));
  for (const words of [['report'], ['badge'], ['report', '--verify']]) {
    const ran = await hookconf([...words, at('hole.json')]);
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.err).toMatch(/hole\.json is no whole report: subjects\[0\]\.requirements\[0\]/);
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
  }
  const later = report('whole.json');
  Object.assign(later.subjects[0] ?? {}, { somethingNew: 1 });
  writeFileSync(at('later.json'), JSON.stringify(later));
  expect((await hookconf(['report', at('later.json'), '--quiet'])).code).toBe(0);
});

test.each([
  [['report', 'nowhere.json'], "nowhere.json can't be read (ENOENT)"],
  [['report', 'package.json'], 'package.json is not a report of hookconf'],
  [['report', 'README.md'], 'README.md is not JSON'],
  [['badge', 'a.json', 'b.json'], 'too many arguments'],
  [['run', '--reporter', 'json=x.out', '--reporter', 'junit=./x.out', '/bin/true'], 'x.out is named for two reports'],
  [['run', '--json', '--reporter', 'junit=-', '/bin/true'], "can't both be printed"],
  [['run', '--update-baseline', '/bin/true'], '--update-baseline needs a file'],
])('%j is a mistake, said in one line', async (argv, message) => {
  const ran = await hookconf(argv, { cwd: ROOT });
  expect(ran.code).toBe(2);
  expect(ran.err).toContain(message);
  expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
});
