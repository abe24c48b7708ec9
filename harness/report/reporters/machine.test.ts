import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerSchema, validate as validateWith } from '@hyperjump/json-schema/draft-04';
import { validate as ctrfValidate } from 'ctrf';
import { marked, type Token, type Tokens } from 'marked';
import { Parser, type Result } from 'tap-parser';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { plain, sample, sampleNames } from '../../../test/reports/samples.ts';
import type { Report, SubjectReport, Verdict } from '../../../types/generated/report.ts';
import { badgeOf } from '../badge/badge.ts';
import { problemsOf } from '../problems.ts';
import type { ReporterOptions } from '../reporter.ts';
import { begun } from '../write.ts';
import { ctrf } from './ctrf.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { sarif } from './sarif.ts';
import { subjectFile } from './subject-file.ts';
import { tap } from './tap.ts';

const standards = join(import.meta.dirname, '../../../test/reports/standards');
const read = (file: string): string => readFileSync(join(standards, file), 'utf8');

/** What a subject may print to break a format from inside. */
const HOSTILE =
  '\u001b[31m]]> </failure> & "quotes" \u0000\u0007\ufffe\ud800 | `code` ```` %0A::error::x # SKIP <script>alert(1)</script>\n...\nok 99\r\n::stop-commands::x';

function hostile(): Report {
  const report = sample('hook-fails');
  for (const subject of report.subjects) {
    subject.name += HOSTILE;
    subject.leaks = sample('emitter').subjects[0]?.leaks ?? [];
    for (const leak of subject.leaks) Object.assign(leak, { canary: HOSTILE, place: HOSTILE });
    for (const entry of subject.requirements) {
      if (entry.reason !== null) entry.reason = HOSTILE;
      for (const failure of entry.failures) {
        Object.assign(failure, {
          message: HOSTILE,
          actual: HOSTILE,
          expected: HOSTILE,
          input: HOSTILE,
          repro: HOSTILE,
        });
      }
    }
    for (const outcome of subject.outcomes)
      Object.assign(outcome, { answer: HOSTILE, scenario: HOSTILE, why: HOSTILE });
  }
  return report;
}

const reports: readonly (readonly [string, Report])[] = [
  ...sampleNames.map((name) => [name, sample(name)] as const),
  ['hostile', hostile()],
  ['begun', begun('0.1.0', '2026-01-01T00:00:00.000Z', 1)],
];

test.each(reports)('json: %s comes back as it was', (_, report) => {
  expect(JSON.parse(json(report, plain))).toEqual(JSON.parse(JSON.stringify(report)));
});

describe('junit', () => {
  test.each(reports)('%s is valid for the common consumers', async (_, report) => {
    const result = await validateXML({ xml: junit(report, plain), schema: read('junit.xsd') });
    expect(result.errors).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test('the check can fail', async () => {
    const wrong = junit(sample('hook-fails'), plain).replace('<testcase ', '<testcase status="run" ');
    expect((await validateXML({ xml: wrong, schema: read('junit.xsd') })).valid).toBe(false);
  });

  test('counts agree with what stands in it, and only pass is passed', () => {
    const xml = junit(sample('hook-fails'), plain);
    expect(xml).toContain('<testsuites name="hookconf" tests="9" failures="2" errors="0"');
    expect(xml.match(/<testcase /g)).toHaveLength(9);
    expect(xml.match(/<testcase [^>]*\/>/g)).toHaveLength(2);
    expect(xml.match(/<skipped /g)).toHaveLength(5);
    expect(junit(begun('0.1.0', '2026-01-01T00:00:00.000Z', 1), plain)).toContain('errors="1"');
  });
});

describe('ctrf', () => {
  test.each(reports)('%s is valid', (_, report) => {
    const result = ctrfValidate(JSON.parse(ctrf(report, plain)));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test('the counts are those of the tests', () => {
    const { summary, tests } = JSON.parse(ctrf(sample('hook-fails'), plain)).results;
    expect(summary).toMatchObject({ tests: 9, passed: 2, failed: 2, pending: 1, skipped: 3, other: 1 });
    expect(tests).toHaveLength(9);
  });

  test('the check can fail', () => {
    const document = JSON.parse(ctrf(sample('hook-fails'), plain));
    document.results.tests[0].status = 'warned';
    expect(ctrfValidate(document).valid).toBe(false);
  });
});

describe('sarif', () => {
  const id = 'https://example.org/sarif-2.1.0';
  const schema = JSON.parse(read('sarif-schema-2.1.0.json')) as Record<string, unknown>;
  registerSchema({ ...schema, id } as never, id);

  test.each(reports)('%s is valid under the schema of OASIS', async (_, report) => {
    const output = await validateWith(id, JSON.parse(sarif(report, plain)), 'BASIC');
    expect('errors' in output ? output.errors : []).toEqual([]);
    expect(output.valid).toBe(true);
  });

  test('the check can fail', async () => {
    const document = JSON.parse(sarif(sample('hook-fails'), plain));
    document.runs[0].results[0].level = 'fatal';
    expect((await validateWith(id, document)).valid).toBe(false);
  });

  test('results name their rule, and point at the hook', () => {
    const [run] = JSON.parse(sarif(sample('hook-fails'), plain)).runs;
    expect(run.results).toHaveLength(4);
    for (const result of run.results) {
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe('guard.sh');
    }
    const [cut] = JSON.parse(sarif(sample('incomplete'), plain)).runs;
    expect(cut.invocations[0].executionSuccessful).toBe(false);
  });
});

describe('tap', () => {
  const parse = (text: string): { results: Result[]; ok: boolean; plan: number; bailout: unknown; extra: string[] } => {
    const results: Result[] = [];
    const extra: string[] = [];
    const parser = new Parser();
    parser.on('assert', (result: Result) => results.push(result));
    parser.on('extra', (line: string) => extra.push(line));
    parser.end(text);
    return { results, extra, ok: parser.ok, plan: parser.planEnd, bailout: parser.bailedOut };
  };

  test.each(reports)('%s parses to the same verdicts', (_, report) => {
    const { results, plan, extra, bailout } = parse(tap(report, plain));
    const entries = report.subjects.flatMap((subject): readonly { readonly verdict: Verdict }[] =>
      typeof subject.unusable === 'string' ? [{ verdict: 'error' }] : subject.requirements,
    );
    expect(extra).toEqual([]);
    expect(bailout !== false && bailout !== undefined && bailout !== '').toBe(!report.complete);
    if (entries.length === 0) return;
    const problems = problemsOf(report).length;
    expect(plan).toBe(entries.length + problems);
    for (const problem of results.slice(entries.length)) expect(problem).toMatchObject({ ok: false, todo: false });
    expect(
      results
        .slice(0, entries.length)
        .map((result) => (result.skip ? 'skip' : result.todo ? 'todo' : result.ok ? 'pass' : 'fail')),
    ).toEqual(
      entries.map(({ verdict }) =>
        verdict === 'pass'
          ? 'pass'
          : verdict === 'warn'
            ? 'todo'
            : verdict === 'fail' || verdict === 'error'
              ? 'fail'
              : 'skip',
      ),
    );
  });

  test('a failing case carries what was sent and found', () => {
    const { results, ok } = parse(tap(sample('hook-fails'), plain));
    expect(ok).toBe(false);
    expect(results[2]?.diag).toMatchObject({ verdict: 'fail', keyword: 'MUST' });
  });
});

describe('markdown', () => {
  const walk = (tokens: readonly Token[]): Token[] =>
    tokens.flatMap((token) => [token, ...('tokens' in token && token.tokens ? walk(token.tokens) : [])]);

  test.each(reports)('%s: every table has whole rows, nothing of others becomes HTML or a link', (_, report) => {
    const text = markdown(report, plain);
    const tokens = walk(marked.lexer(text));
    const tables = tokens.filter((token): token is Tokens.Table => token.type === 'table');
    for (const table of tables) for (const row of table.rows) expect(row).toHaveLength(table.header.length);
    const raw = tokens.filter((token) => token.type === 'html').map((token) => token.raw.trim());
    for (const html of raw) expect(html.replace(/<\/?(details|summary|code|sub)>/g, '')).not.toMatch(/<[a-z/!]/i);
    expect(tokens.filter((token) => token.type === 'link' || token.type === 'image')).toEqual([]);
  });

  test('whatever fails, and at whatever length, a step summary takes it', () => {
    const [subject] = sample('hook-fails').subjects;
    if (subject === undefined) throw new Error('the sample has changed');
    const long = 'x '.repeat(50_000);
    const failing = subject.requirements.filter(({ failures }) => failures.length > 0);
    const failures = Array.from({ length: 12 }, (_, at) => ({ ...failing[0]?.failures[0], message: `${at} ${long}` }));
    const hopeless = {
      ...subject,
      requirements: Array.from({ length: 12 }, (_, at) => ({ ...failing[0], id: `R-${at}`, failures })),
      leaks: Array.from({ length: 200 }, () => ({ ...sample('emitter').subjects[0]?.leaks[0], place: long })),
    };
    const report = {
      ...sample('hook-fails'),
      subjects: Array.from({ length: 60 }, () => hopeless),
    } as unknown as Report;
    const text = markdown(report, plain);
    expect(Buffer.byteLength(text)).toBeLessThan(2 ** 20);
    expect(text.match(/^### /gm)).toHaveLength(60);
    expect(text.includes('more requirements.')).toBe(true);
  });

  test('tables stand where they should', () => {
    const count = (name: string): number =>
      walk(marked.lexer(markdown(sample(name), plain))).filter((token) => token.type === 'table').length;
    expect([count('hook-fails'), count('emitter'), count('project')]).toEqual([1, 3, 4]);
  });
});

describe('github', () => {
  test.each(reports)('%s: one well-formed workflow command a line', (_, report) => {
    const out = github(report, plain).trimEnd().split('\n');
    expect(out.length).toBeGreaterThan(0);
    for (const line of out)
      expect(line).toMatch(/^::(error|warning|notice) (?:[a-z]+=[^,:]*)(?:,[a-z]+=[^,:]*)*::[^\r\n]+$/);
  });

  test('failures are errors at the hook, leaks come first', () => {
    const out = github(sample('hook-fails'), plain).split('\n');
    expect(out.filter((line) => line.startsWith('::error file=guard.sh,line=1,title='))).toHaveLength(2);
    expect(github(sample('emitter'), plain)).toMatch(/^::warning file=emit\.js,line=1,title=acme-emitter%3A leak::/);
  });
});

test.each([
  [['./guard.sh'], 'guard.sh'],
  [['node', 'hooks/emit.js', '{vendor}'], 'hooks/emit.js'],
  [['python3', '-u', 'hook.py'], 'hook.py'],
  [['/bin/true'], 'hookconf.json'],
  [['npx', 'acme@1'], 'hookconf.json'],
  [['"$CLAUDE_PROJECT_DIR"/.claude/guard.sh'], 'hookconf.json'],
  [['exit 1'], 'hookconf.json'],
])('%j is found at %s', (command, file) => {
  const [subject] = sample('hook-passes').subjects;
  if (subject === undefined) throw new Error('the sample has changed');
  expect(subjectFile({ ...subject, command }, sample('hook-fails'), plain)).toBe(file);
});

describe('what decides the exit code beside the verdicts', () => {
  const level = {
    ...(sample('project').project.levels[0] ?? {}),
    claimed: true,
    status: 'withheld',
    reason: 'a warning withholds it',
  };
  const use = { id: 'DC-GUARD', subject: null, message: 'DC-GUARD no longer fails.', reason: 'known', line: 3 };
  const baseline = { file: 'known.yaml', applied: [], stale: [use], expired: [], changed: [] };
  const passes = (): Report => sample('hook-passes');
  const strict = (): Report => {
    const report = passes();
    const [entry] = report.subjects[0]?.requirements ?? [];
    const [failure] = sample('hook-fails').subjects[0]?.requirements.flatMap(({ failures }) => failures) ?? [];
    if (entry === undefined || failure === undefined) throw new Error('the samples have changed');
    Object.assign(entry, { verdict: 'warn', grade: 'warn', failures: [failure] });
    return { ...report, options: { ...report.options, strict: true } } as Report;
  };
  const changed: readonly (readonly [string, Report, 'failed' | 'undecided'])[] = [
    ['a claim that is withheld', { ...passes(), project: { levels: [level] } } as unknown as Report, 'failed'],
    [
      'a claim that is undecided',
      { ...passes(), project: { levels: [{ ...level, status: 'undecided' }] } } as unknown as Report,
      'undecided',
    ],
    ['a stale entry of a baseline', { ...passes(), baseline }, 'failed'],
    ['a warning under --strict', strict(), 'failed'],
  ];

  test.each(changed)('%s is said in every format', (_, report, kind) => {
    expect(junit(passes(), plain)).not.toMatch(/<(failure|error) /);
    expect(junit(report, plain)).toMatch(kind === 'failed' ? /<failure / : /<error /);
    expect(tap(passes(), plain)).not.toMatch(/^not ok (?!.*# TODO)/m);
    expect(tap(report, plain)).toMatch(/^not ok (?!.*# TODO)/m);
    const { failed, other } = JSON.parse(ctrf(report, plain)).results.summary;
    const before = JSON.parse(ctrf(passes(), plain)).results.summary;
    expect([failed, other]).not.toEqual([before.failed, before.other]);
    expect(failed > 0).toBe(kind === 'failed');
    expect(github(passes(), plain)).not.toMatch(/^::error/m);
    expect(github(report, plain)).toMatch(kind === 'failed' ? /^::error/m : /^::warning .*undecided/m);
    const [run] = JSON.parse(sarif(report, plain)).runs;
    const said = [...run.results, ...(run.invocations[0].toolExecutionNotifications ?? [])];
    expect(said.map((one: { level: string }) => one.level)).toContain(kind === 'failed' ? 'error' : 'warning');
    expect(markdown(report, plain)).toContain(`## ${kind === 'failed' ? '❌' : '⚪'} hookconf: ${kind}`);
    expect(badgeOf(report, {}).colour).not.toBe('brightgreen');
  });

  test.each(changed)('%s is valid in every format', async (_, report) => {
    expect((await validateXML({ xml: junit(report, plain), schema: read('junit.xsd') })).errors).toEqual([]);
    expect(ctrfValidate(JSON.parse(ctrf(report, plain))).valid).toBe(true);
    expect(new Parser().end(tap(report, plain)).results?.plan.comment).toBe('');
  });

  test('a failure that a baseline knows fails no format', () => {
    const report = sample('hook-fails');
    for (const entry of report.subjects[0]?.requirements ?? [])
      for (const failure of entry.failures) failure.known = 'waits for a release';
    expect(junit(report, plain)).not.toContain('<failure ');
    expect(JSON.parse(ctrf(report, plain)).results.summary.failed).toBe(0);
    expect(tap(report, plain)).not.toMatch(/^not ok (?!.*# TODO)/m);
    expect(github(report, plain)).not.toMatch(/^::error/m);
  });
});

test('what was found in a configuration of a vendor is found there, or in the file that it names', () => {
  const [subject] = sample('hook-passes').subjects;
  if (subject === undefined) throw new Error('the sample has changed');
  const found = { ...subject, command: ['exit 1'], registeredIn: '.claude/settings.json' };
  expect(subjectFile(found, sample('hook-fails'), plain)).toBe('.claude/settings.json');
  const named = { ...found, files: { '.claude/guard.sh': `sha256:${'0'.repeat(64)}` } };
  expect(subjectFile(named, sample('hook-fails'), plain)).toBe('.claude/guard.sh');
  const started = { ...subject, command: [], url: 'http://127.0.0.1:1/', start: ['node', 'server.mjs'] };
  expect(subjectFile(started, sample('hook-fails'), plain)).toBe('server.mjs');
});

test('files are named as the repository has them', () => {
  const locate: NonNullable<ReporterOptions['locate']> = (_, file, named) => `${named}s/${file.replace('./', '')}`;
  const options = { ...plain, locate };
  const [run] = JSON.parse(sarif(sample('hook-fails'), options)).runs;
  expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('subjects/guard.sh');
  expect(github(sample('hook-fails'), options)).toContain('file=subjects/guard.sh,');
  const document = sample('hook-fails');
  for (const failure of document.subjects[0]?.requirements.flatMap(({ failures }) => failures) ?? [])
    failure.where = { file: 'a b#1\ud800.jsonl', line: 2, column: 3 };
  const place = JSON.parse(sarif(document, options)).runs[0].results[0].locations[0].physicalLocation;
  expect(place.artifactLocation.uri).toBe('documents/a%20b%231%EF%BF%BD.jsonl');
  expect(github(document, options)).toContain('file=documents/a b#1\\ud800.jsonl,line=2,col=3');
  const tests = JSON.parse(ctrf(document, options)).results.tests as { filePath?: string }[];
  expect(tests.some(({ filePath }) => filePath?.startsWith('documents/') === true)).toBe(true);
  const bare = { ...(sample('hook-fails').subjects[0] as SubjectReport), command: ['node'], files: {} };
  const configured = { ...sample('hook-fails'), options: { words: [], shaping: ['--config', 'sub/c.json'] } } as never;
  expect(subjectFile(bare, configured, options)).toBe('documents/sub/c.json');
});

test('notices are told in Markdown, those of the whole run first', () => {
  const report = sample('hook-passes');
  const [subject] = report.subjects;
  if (subject === undefined) throw new Error('the sample has changed');
  subject.notices = [
    { id: 'HC-UNREAD', message: 'of a case', case: 'a/b' },
    { id: 'HC-CELLS', message: 'cells of <a>', case: null },
  ];
  const text = markdown(report, plain);
  expect(text).toContain('<summary>Worth knowing: 2 notices</summary>');
  expect(text.indexOf('cells of &lt;a&gt;')).toBeLessThan(text.indexOf('of a case'));
});
