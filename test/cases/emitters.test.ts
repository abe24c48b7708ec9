/** The mistakes of emitters, mappers and consumers (fixtures/cases/emitters.yaml), each found and named, and docs/cases.md held to them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../harness/assets.ts';
import { checkFiles } from '../../harness/check/check-files.ts';
import type { Case } from '../../harness/model/case.ts';
import { anyGlob } from '../../harness/text/glob.ts';
import { agentHooksSuite } from '../../suites/agent-hooks/index.ts';
import { agentPayloadsSuite } from '../../suites/agent-payloads/index.ts';
import { findRequirement } from '../../suites/catalogue.ts';
import { openHookSuite } from '../../suites/openhook/index.ts';
import { STREAM_JUDGING } from '../../suites/stream-judges.ts';
import { contextOf, runSuite, subjectOf } from '../../suites/testing.ts';

interface Run {
  readonly spec: 'agent-hooks' | 'openhook' | 'agent-payloads';
  readonly vendor: string;
  readonly events: readonly string[];
  /** Kind of the cases that are run. */
  readonly cases: string;
  /** Part of the id of the only case that is run. */
  readonly only?: string;
  /** Of the small emitter; or another program of the case's folder. */
  readonly fault?: string;
  readonly program?: readonly string[];
}

interface EmitterCase {
  readonly id: string;
  readonly says: string;
  readonly run?: Run;
  readonly check?: string;
  readonly reports: readonly string[];
  readonly among?: readonly string[];
  readonly verdict: string;
}

const folder = join(packageRoot(), 'fixtures/cases');
const { cases } = parse(readFileSync(join(folder, 'emitters.yaml'), 'utf8')) as { cases: readonly EmitterCase[] };
const suites = { 'agent-hooks': agentHooksSuite, openhook: openHookSuite, 'agent-payloads': agentPayloadsSuite };

async function ran(id: string, run: Run, fault: string): Promise<readonly string[]> {
  const suite = suites[run.spec];
  const context = await contextOf(
    suite,
    subjectOf({
      role: 'emitter',
      spec: run.spec,
      vendors: [run.vendor],
      events: { '*': run.events },
      command: ['emitter', '{vendor}', '{event}'],
    }),
  );
  const [first = '', ...rest] = run.program ?? [];
  const program =
    run.program === undefined
      ? [process.execPath, join(folder, 'emitter.mjs'), fault, run.spec, '{vendor}', '{event}']
      : [first, ...rest.map((file) => join(folder, id, file))];
  const chosen = (one: Case): boolean =>
    (one.context as { kind: string }).kind === run.cases && one.id.includes(run.only ?? '');
  const { findings } = await runSuite(suite, context, program, chosen);
  return findings.flatMap((one) => (one.kind === 'broken' ? [one.requirement] : one.kind === 'notice' ? [one.id] : []));
}

async function checked(id: string, file: string): Promise<readonly string[]> {
  const { files } = await checkFiles([join(folder, id, file)], { judging: STREAM_JUDGING });
  // A file that can't be read has no findings either.
  expect(files.map(({ taken, unusable }) => [taken.length, unusable])).toEqual([[1, null]]);
  return files.flatMap(({ findings }) => findings.flatMap(({ requirement }) => requirement ?? []));
}

function ofThese(found: readonly string[], one: EmitterCase): readonly string[] {
  const counts = one.among === undefined ? (): boolean => true : anyGlob(one.among);
  return [...new Set(found)].filter(counts).toSorted();
}

const ORDER = ['fail', 'warn', 'info'] as const;

/** The worst grade among rows: what the catalogue makes of a mistake. */
function verdictOf(reports: readonly string[]): string {
  if (reports.length === 0) return 'nothing';
  const grades = reports.map((id) => (id.startsWith('HC-') ? 'info' : findRequirement(id)?.grade));
  const worst = ORDER.find((grade) => grades.includes(grade));
  return worst === 'info' ? 'notice' : String(worst);
}

describe('mistakes of emitters, mappers and consumers', () => {
  test.each(cases.map((one) => [`${one.id}: ${one.says}`, one] as const))('%s', async (_name, one) => {
    const { run, check } = one;
    const wanted = one.reports.toSorted();
    if (check !== undefined) expect(ofThese(await checked(one.id, check), one)).toEqual(wanted);
    if (run === undefined) return;
    expect(ofThese(await ran(one.id, run, run.fault ?? 'none'), one)).toEqual(wanted);
    // Without the fault nothing of the kind is told.
    const { program: _program, ...plain } = run;
    const told = ofThese(await ran(one.id, plain, 'none'), one);
    expect(told.filter((id) => wanted.includes(id))).toEqual([]);
  });

  test('the verdict is that of the catalogue, and docs/cases.md has these rows and no others', () => {
    for (const one of cases) expect(verdictOf(one.reports), one.says).toBe(one.verdict);
    const rows = cases.map(
      ({ id, says, reports, verdict }) =>
        `| \`${id}\` | ${says} | ${reports.length === 0 ? '–' : reports.join(', ')} | ${verdict} |`,
    );
    const document = readFileSync(join(packageRoot(), 'docs/cases.md'), 'utf8');
    const [, section = ''] = document.split('## Emitters, mappers and consumers');
    expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
  });
});
