import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../harness/process/engine.ts';
import type { Launch } from '../../../harness/process/launch.ts';
import { smallest } from '../../../harness/run/shrink.ts';
import { loadMutants } from '../../../scripts/mutants/mutant.ts';
import { plant } from '../../../scripts/mutants/plant.ts';
import { hookInterchange } from '../suite.ts';
import { contextOf, runCases, subjectOf } from '../testing.ts';
import type { GeneratedContext } from './generated.ts';

const root = join(import.meta.dirname, '../../..');

/** Faults of the contract itself: generated manifests must find each of them within 200 runs. */
const PLANTED: readonly string[] = [
  'exit-3-blocks',
  'exit-2-always-blocks',
  'silent-errors',
  'deny-ignored',
  'reversed',
  'array-first-only',
  'mcp-server-ignored',
  'allow-lifts-deny',
  'allow-answers-ask-of-nobody',
];

describe('generated manifests against the model', () => {
  const mutants = loadMutants(root).filter(({ id }) => PLANTED.some((name) => id === `hif-runner/${name}`));

  it('has every planted fault', () => expect(mutants).toHaveLength(PLANTED.length));

  it.each(mutants.map((mutant) => [mutant.id, mutant] as const))(
    'finds %s and shows it small',
    { timeout: 240_000 },
    async (_, mutant) => {
      const folder = mkdtempSync(join(tmpdir(), 'planted-'));
      try {
        await plant(root, mutant, folder);
        const command = ['node', join(folder, 'dist/reference/hif-runner.js')];
        const context = contextOf(subjectOf('runner'), '0.1', 200);
        const cases = hookInterchange.plan(context).cases.filter(({ id }) => id.includes('/generated/'));
        expect(cases.length).toBeGreaterThan(190);
        // In batches, since most faults show in the first few.
        for (let at = 0; at < cases.length; at += 20) {
          const judged = await runCases(cases.slice(at, at + 20), command, context);
          const hit = judged.flatMap(({ case: testCase, findings }) =>
            findings.flatMap((finding) => (finding.kind === 'broken' ? [{ testCase, finding }] : [])),
          )[0];
          if (!hit) continue;
          const engine = new Engine();
          const launch: Launch = {
            program: 'node',
            args: command.slice(1),
            shell: null,
            cwd: 'project',
            env: {},
            home: 'private',
          };
          const small = await smallest(hookInterchange, hit.testCase, hit.finding, context, {
            observe: (one) => engine.runCase(one, () => launch),
            stopped: () => false,
            budget: 120,
          });
          await engine.close();
          const { generated } = small.testCase.context as GeneratedContext;
          expect(generated.hooks.length).toBeLessThanOrEqual(2);
          expect(small.finding.input).toContain('exits');
          return;
        }
        expect.unreachable('200 generated manifests did not find it');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
