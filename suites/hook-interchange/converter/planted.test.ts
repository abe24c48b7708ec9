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
import type { TripContext } from './generated.ts';

const root = join(import.meta.dirname, '../../..');

const QUICK: readonly string[] = ['matcher-widened', 'array-first-only', 'kiro-seconds'];

/** Faults that a round trip of a generated document must find within 200 runs; `npm run variants` plants all of them. */
const PLANTED: readonly string[] =
  process.env['HOOKCONF_VARIANTS'] === 'all' ? [...QUICK, 'env-silent', 'order-by-command', 'vendor-data-lost'] : QUICK;

describe('generated round trips', () => {
  const mutants = loadMutants(root).filter(({ id }) => PLANTED.some((name) => id === `hif-converter/${name}`));

  it('has every planted fault', () => expect(mutants).toHaveLength(PLANTED.length));

  it.each(mutants.map((mutant) => [mutant.id, mutant] as const))(
    'find %s and show it small',
    { timeout: 240_000 },
    async (_, mutant) => {
      const folder = mkdtempSync(join(tmpdir(), 'planted-'));
      const engine = new Engine();
      try {
        await plant(root, mutant, folder);
        const edition = mutant.only.edition?.[0] ?? '1.0';
        const vendors = mutant.only.vendor ?? ['claude-code'];
        const command = ['node', join(folder, 'dist/reference/hif-converter.js'), '--edition', edition];
        const context = contextOf(subjectOf('converter', { vendors, vendorsDeclared: true }), edition, 200);
        const cases = hookInterchange.plan(context).cases.filter(({ id }) => id.includes('/generated/'));
        expect(cases.length).toBeGreaterThan(190);
        for (let at = 0; at < cases.length; at += 20) {
          const judged = await runCases(cases.slice(at, at + 20), command, context);
          const hit = judged.flatMap(({ case: testCase, findings }) =>
            findings.flatMap((finding) => (finding.kind === 'broken' ? [{ testCase, finding }] : [])),
          )[0];
          if (!hit) continue;
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
          const { trip } = small.testCase.context as TripContext;
          expect(trip.way === 'canonical' ? trip.hooks.length : trip.entries.length).toBeLessThanOrEqual(2);
          expect(small.finding.input).toContain('./g-');
          return;
        }
        expect.unreachable('200 generated documents of each kind did not find it');
      } finally {
        await engine.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
