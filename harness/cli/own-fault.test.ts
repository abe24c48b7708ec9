/** A fault of our own, planted in what is fed or written, is told as ours: one sentence, exit 3, no verdict about anybody. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type * as Ledger from '../../suites/ledger.ts';
import type { Report } from '../../types/generated/report.ts';
import { OwnFault } from '../errors.ts';
import type { Case, Kept, SpawnPlan, TreeFile } from '../model/case.ts';
import type { JsonValue } from '../model/json.ts';
import type * as Svg from '../report/badge/svg.ts';
import type { SubjectRun } from '../report/case-result.ts';
import { adopt } from '../run/adopt.ts';
import type * as Conclude from '../run/conclude.ts';
import type * as RunSubject from '../run/run-subject.ts';
import { HOLD_VARIABLE } from '../validate/own.ts';
import type { Io } from './command-spec.ts';
import { main } from './main.ts';

/** What is planted: a change of every planned case, or of the finished report. */
const planted = vi.hoisted(
  (): { inCase?: (one: Case) => Case; inReport?: (report: Report) => Report; spawned: number } => ({
    spawned: 0,
  }),
);

vi.mock('../run/run-subject.ts', async (original) => {
  const real = await original<typeof RunSubject>();
  const planSubject: typeof real.planSubject = (...given) => {
    const plan = real.planSubject(...given);
    const change = planted.inCase;
    if (change === undefined) return plan;
    const editions = plan.editions.map((edition) => {
      const cases = edition.selection.cases.map(change);
      return { ...edition, selection: { ...edition.selection, cases } };
    });
    return { ...plan, editions };
  };
  const runSubject: typeof real.runSubject = (...given) => {
    planted.spawned += 1;
    return real.runSubject(...given);
  };
  return { ...real, planSubject, runSubject };
});
vi.mock('../run/conclude.ts', async (original) => {
  const real = await original<typeof Conclude>();
  const conclude: typeof real.conclude = (...given) => {
    const report = real.conclude(...given);
    return planted.inReport?.(report) ?? report;
  };
  return { ...real, conclude };
});

afterEach(() => {
  delete planted.inCase;
  delete planted.inReport;
  planted.spawned = 0;
  vi.unstubAllEnvs();
});

async function hookconf(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const io: Io = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    cwd: process.cwd(),
    env: process.env,
    outIsTerminal: false,
    errIsTerminal: false,
    inIsTerminal: false,
    ask: () => Promise.resolve(''),
    columns: 100,
    signal: new AbortController().signal,
  };
  const code = await main(words, io);
  return { code, out, err };
}

/** The first kept input whose schema fits becomes `document`; everything else stays. */
function breaking(schema: RegExp, document: JsonValue): (one: Case) => Case {
  let done = false;
  const broken = (keeps: readonly Kept[] | undefined): readonly Kept[] | undefined => {
    const at = done ? -1 : (keeps ?? []).findIndex((kept) => schema.test(kept.schema));
    if (keeps === undefined || at < 0) return keeps;
    done = true;
    return keeps.map((kept, index) => (index === at ? { ...kept, document } : kept));
  };
  const inSpawn = (spawn: SpawnPlan): SpawnPlan => {
    const { stdin } = spawn;
    if (stdin.kind !== 'payload' && stdin.kind !== 'bytes') return spawn;
    const keeps = broken(stdin.keeps);
    return keeps === undefined ? spawn : { ...spawn, stdin: { ...stdin, keeps } };
  };
  const inFile = (file: TreeFile): TreeFile => {
    const keeps = broken(file.keeps);
    return keeps === undefined ? file : { ...file, keeps };
  };
  return (one) => ({ ...one, spawns: one.spawns.map(inSpawn), files: one.files.map(inFile) });
}

const PLAIN = ['--runs', '1', '--vendor', 'claude-code', '--', 'true'];

test.each([
  [
    'a payload of a vendor',
    /^native\/claude-code\/PreToolUse$/,
    [],
    { hook_event_name: 'PreToolUse' },
    'its root',
    'input',
  ],
  [
    'a payload put to an emitter',
    /^native\/claude-code\//,
    ['--role', 'emitter', '--spec', 'openhook'],
    [],
    'its root',
    'input',
  ],
  [
    'a manifest in a project',
    /^hook-interchange\/1\.0\/manifest$/,
    ['--role', 'runner'],
    { spec: 'hooks/1.0', hooks: 1 },
    '/hooks',
    'file hooks.json',
  ],
  [
    'a manifest put to a converter',
    /^hook-interchange\/1\.0\/manifest$/,
    ['--role', 'converter'],
    { spec: 'hooks/1.0', hooks: 1 },
    '/hooks',
    'input',
  ],
  [
    'a configuration put to a converter',
    /^native\/claude-code\/config$/,
    ['--role', 'converter'],
    { hooks: 1 },
    '/hooks',
    'input',
  ],
  [
    'an Agent Hooks event',
    /^agent-hooks\/0\.1\.0\/event$/,
    ['--role', 'hook', '--spec', 'agent-hooks'],
    { spec_version: 1 },
    'its root',
    'input',
  ],
  [
    'an OpenHook event',
    /^openhook\/0\.1\/event$/,
    ['--role', 'hook', '--spec', 'openhook'],
    { openhook: 1 },
    'its root',
    'input',
  ],
  [
    'a discovery file',
    /^openhook\/0\.1\/discovery$/,
    ['--role', 'runner', '--spec', 'openhook'],
    { openhook: '0.1', hooks: 1 },
    '/hooks',
    'file .openhook.json',
  ],
  [
    'a Base Coat event',
    /^base-coat\/1\/event$/,
    ['--role', 'hook', '--spec', 'base-coat'],
    { hook: 1, sessionId: 's' },
    '/hook',
    'input',
  ],
  [
    'a Base Coat event in a job',
    /^base-coat\/1\/event$/,
    ['--role', 'runner', '--spec', 'base-coat'],
    { hook: 1, sessionId: 's' },
    '/hook',
    'input',
  ],
  [
    'the job of a Base Coat runner',
    /^hookconf\/base-coat-job$/,
    ['--role', 'runner', '--spec', 'base-coat'],
    { config: 'mcp.json', surface: 'middleware' },
    'its root',
    'input',
  ],
  [
    'the job of a Hook Interchange runner',
    /^hookconf\/hook-interchange-job$/,
    ['--role', 'runner'],
    { manifest: 'hooks.json', edition: '1.0', provider: 'claude-code', interactive: 'no', event: 'stop', payload: {} },
    '/interactive',
    'input',
  ],
  [
    'a Base Coat file',
    /^base-coat\/1\/mcp$/,
    ['--role', 'runner', '--spec', 'base-coat'],
    { hooks: 1 },
    '/hooks',
    'file mcp.json',
  ],
  [
    'a line of the payload contract',
    /^agent-payloads\/2026-05\/claude-code\/payload$/,
    ['--role', 'emitter', '--spec', 'agent-payloads'],
    {},
    'its root',
    'input',
  ],
] as const)(
  '%s that breaks its schema is our fault, said before anything is started',
  async (_, schema, options, document, pointer, what) => {
    planted.inCase = breaking(schema, document as unknown as JsonValue);
    const { code, out, err } = await hookconf('run', ...options, ...PLAIN);
    expect(err).toMatch(/^hookconf: internal: hookconf's own .* breaks .* at .*; please report it\n$/);
    expect(err).toContain(`internal: hookconf's own ${what} of `);
    expect(schema.test(/ breaks (\S+) at /.exec(err)?.[1] ?? '')).toBe(true);
    expect(err).toContain(` at ${pointer};`);
    expect([code, out, planted.spawned]).toEqual([3, '', 0]);
  },
);

test('a scenario that breaks its schema is our fault, said before anything is started', async () => {
  planted.inCase = breaking(/^hookconf\/scenario$/, { scenario: 'shell-success', steps: [] });
  const folder = mkdtempSync(join(tmpdir(), 'own-fault-'));
  const file = join(folder, 'hookconf.json');
  const agent = { name: 'agent', role: 'emitter', spec: 'agent-hooks', drive: 'scenario', command: ['true'] };
  writeFileSync(file, JSON.stringify({ name: 'mine', subjects: [agent] }));
  const { code, err } = await hookconf('run', '--config', file, '--runs', '1');
  rmSync(folder, { recursive: true, force: true });
  expect(err).toMatch(/^hookconf: internal: hookconf's own input of .* breaks hookconf\/scenario at \/steps; please/);
  expect([code, planted.spawned]).toEqual([3, 0]);
});

const QUICK = ['--only', 'NV-CLAUDE-CODE-EXIT', '--vendor', 'claude-code', '--event', 'SessionEnd', '--', 'true'];

test('nobody but a test run pays for it', async () => {
  vi.stubEnv(HOLD_VARIABLE, '');
  planted.inCase = breaking(/^native\/claude-code\/SessionEnd$/, {});
  const { err } = await hookconf('run', ...QUICK);
  expect([err, planted.spawned]).toEqual(['', 1]);
});

test.each([
  ['in a test run', '1', ['--reporter', 'table']],
  ['in a test run, for programs', '1', ['--json']],
  ['anywhere, where a program will read it', '', ['--json']],
])('a report that breaks its schema is printed and is our fault %s', async (_, held, reporter) => {
  vi.stubEnv(HOLD_VARIABLE, held);
  planted.inReport = (report) => ({ ...report, seed: 'forty-two' as unknown as number });
  const { code, out, err } = await hookconf('run', ...reporter, ...QUICK);
  expect(err).toBe("hookconf: internal: hookconf's own report breaks hookconf/report at /seed; please report it\n");
  expect(out.length).toBeGreaterThan(100);
  expect(code).toBe(3);
});

test('a fixture that is kept and is none is our fault', async () => {
  const counterexample = { vendor: 'claude-code', event: 7, env: {}, stdin: {} };
  const runs = [{ editions: [{ results: [{ counterexamples: [counterexample] }] }] }] as unknown as SubjectRun[];
  await expect(adopt(runs, '/nowhere', 1)).rejects.toThrow(OwnFault);
  await expect(adopt(runs, '/nowhere', 1)).rejects.toThrow(
    /^internal: hookconf's own adopted fixture breaks hookconf\/fixture at its root; please report it$/,
  );
});

/** What `hookconf coverage` is made from, with what is planted. */
const ledger = vi.hoisted((): { row?: object } => ({}));
vi.mock('../../suites/ledger.ts', async (original) => {
  const real = await original<typeof Ledger>();
  const loadLedger: typeof real.loadLedger = () => {
    const loaded = real.loadLedger();
    return { ...loaded, rows: loaded.rows.map((row) => ({ ...row, ...ledger.row })) };
  };
  return { ...real, loadLedger };
});

test('what is told of the coverage and breaks its schema is printed and is our fault', async () => {
  const words = ['coverage', '--json', '--only', 'OH-ENV-001'];
  expect(await hookconf(...words)).toMatchObject({ code: 0, err: '' });
  ledger.row = { cases: -1 };
  const { code, out, err } = await hookconf(...words);
  vi.stubEnv(HOLD_VARIABLE, '');
  const elsewhere = await hookconf(...words);
  delete ledger.row;
  expect(err).toBe(
    "hookconf: internal: hookconf's own coverage breaks hookconf/coverage at /rows/0/cases; please report it\n",
  );
  expect([code, JSON.parse(out).rows.length]).toEqual([3, 1]);
  expect([elsewhere.code, elsewhere.err]).toEqual([0, '']);
});

/** The endpoint badge that is drawn, with what is planted. */
const drawn = vi.hoisted((): { endpoint?: string } => ({}));
vi.mock('../report/badge/svg.ts', async (original) => {
  const real = await original<typeof Svg>();
  const badgeEndpoint: typeof real.badgeEndpoint = (badge) => drawn.endpoint ?? real.badgeEndpoint(badge);
  return { ...real, badgeEndpoint };
});

test('a badge that breaks its schema is our fault, whichever command draws it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-fault-'));
  try {
    const [report, file] = [join(folder, 'report.json'), join(folder, 'badge.json')];
    const run = ['run', '--reporter', `json=${report}`, '--reporter', `badge=${file}`, ...QUICK];
    expect((await hookconf(...run)).err).toBe('');
    expect((await hookconf('badge', report, '--json')).err).toBe('');
    drawn.endpoint = '{"schemaVersion":2,"label":"x","message":"y","color":"red","isError":true}';
    const said = "hookconf: internal: hookconf's own badge breaks hookconf/badge at /schemaVersion; please report it\n";
    for (const words of [run, ['badge', report, '--json']]) {
      const { code, err } = await hookconf(...words);
      expect([code, err]).toEqual([3, said]);
    }
  } finally {
    delete drawn.endpoint;
    rmSync(folder, { recursive: true, force: true });
  }
});
