import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanContext } from '../../harness/model/suite.ts';
import { Engine } from '../../harness/process/engine.ts';
import type { Launch } from '../../harness/process/launch.ts';
import { smallest } from '../../harness/run/shrink.ts';
import type { Mutant } from '../../scripts/mutants/mutant.ts';
import { plant } from '../../scripts/mutants/plant.ts';
import { hookInterchange } from './suite.ts';
import { runCases } from './testing.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Plants a fault in the reference and hunts it with the generated cases of a plan (more than 190): the first that finds it, as
 * small as it gets; undefined where none does.
 */
export async function huntPlanted(
  mutant: Mutant,
  context: PlanContext,
  program: string,
  args: readonly string[] = [],
): Promise<Awaited<ReturnType<typeof smallest>> | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  const engine = new Engine();
  try {
    await plant(root, mutant, folder);
    const command = ['node', join(folder, 'dist/reference', program), ...args];
    const cases = hookInterchange.plan(context).cases.filter(({ id }) => id.includes('/generated/'));
    if (cases.length <= 190) throw new Error(`only ${cases.length} cases are generated`);
    // In batches, since most faults show in the first few.
    for (let at = 0; at < cases.length; at += 20) {
      const judged = await runCases(cases.slice(at, at + 20), command, context);
      const [hit] = judged.flatMap(({ case: testCase, findings }) =>
        findings.flatMap((finding) => (finding.kind === 'broken' ? [{ testCase, finding }] : [])),
      );
      if (!hit) continue;
      const launch: Launch = {
        program: 'node',
        args: command.slice(1),
        shell: null,
        cwd: 'project',
        env: {},
        home: 'private',
      };
      return await smallest(hookInterchange, hit.testCase, hit.finding, context, {
        observe: (one) => engine.runCase(one, () => launch),
        stopped: () => false,
        budget: 120,
      });
    }
    return undefined;
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
