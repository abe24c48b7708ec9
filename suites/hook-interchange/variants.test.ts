import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Mutant } from '../../scripts/mutants/mutant.ts';
import { plant } from '../../scripts/mutants/plant.ts';
import { hookInterchange } from './suite.ts';
import { brokenIn, contextOf, runCases, subjectOf } from './testing.ts';

/** A change of the reference, or a program of its own in reference/variants. */
interface Variant {
  readonly name: string;
  readonly subject?: string;
  readonly says: string;
  readonly change?: Mutant['change'];
  readonly program?: {
    readonly role: 'runner' | 'converter';
    readonly command: readonly [string, string];
    readonly supports?: readonly string[];
  };
  readonly only: { readonly edition: readonly string[]; readonly vendor?: readonly string[] };
}

const root = join(import.meta.dirname, '../..');
const { variants } = parse(readFileSync(join(root, 'reference/variants/hif.yaml'), 'utf8')) as {
  variants: readonly Variant[];
};

/** A fixed few by default: all of them take minutes. `npm run variants` runs every one. */
const QUICK: readonly string[] = ['unknown-events-refused', 'string-warnings', 'copilot-command'];
const wanted =
  process.env['HOOKCONF_VARIANTS'] === 'all' ? variants : variants.filter(({ name }) => QUICK.includes(name));

describe('what the texts leave open fails nobody', () => {
  it('knows the sample by name', () => expect(wanted.length).toBeGreaterThanOrEqual(QUICK.length));

  it.each(wanted.map((variant) => [variant.name, variant] as const))('%s', async (_, variant) => {
    const { program, subject: reference = '', change = [], only } = variant;
    // A language that is not installed here shows nothing.
    if (program && spawnSync(program.command[0], ['--version']).status !== 0) return;
    const folder = mkdtempSync(join(tmpdir(), 'variant-'));
    try {
      if (!program) {
        const mutant = {
          ...variant,
          id: variant.name,
          subject: reference,
          change,
          kills: [],
          also: [],
          runs: [],
          with: {},
        };
        await plant(root, mutant, folder);
      }
      const role = program?.role ?? (reference === 'hif-runner' ? 'runner' : 'converter');
      for (const edition of only.edition) {
        const subject = subjectOf(role, {
          ...(only.vendor === undefined ? {} : { vendors: only.vendor, vendorsDeclared: true }),
          ...(program?.supports === undefined ? {} : { supports: program.supports }),
        });
        const context = contextOf(subject, edition, 20);
        // Hooks that take their time are not what these variants are about; other languages may have no YAML here.
        const slow = program ? /thirty|yaml/ : /timeout\/|async|thirty|runtime\/|vocabulary\//;
        const cases = hookInterchange.plan(context).cases.filter(({ id }) => !slow.test(id));
        const command = program
          ? [program.command[0], join(root, 'reference/variants', program.command[1])]
          : ['node', join(folder, `dist/reference/${reference}.js`)];
        const args = !program && role === 'converter' ? ['--edition', edition] : [];
        const found = brokenIn(await runCases(cases, [...command, ...args], context));
        const graded = [...found].filter(([id]) => context.catalogue.find((row) => row.id === id)?.grade !== 'info');
        expect(graded).toEqual([]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
