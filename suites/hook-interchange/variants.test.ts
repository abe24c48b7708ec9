import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Mutant } from '../../scripts/mutants/mutant.ts';
import { plant } from '../../scripts/mutants/plant.ts';
import { claimsFor } from '../../scripts/variants/claims.ts';
import { isInstalled } from '../../scripts/variants/language.ts';
import { reportOf } from '../../scripts/variants/report.ts';
import { wrongIn } from '../../scripts/variants/wrong.ts';
import { hookInterchange } from './suite.ts';
import { contextOf, runCases, subjectOf } from './testing.ts';

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
    /** Levels that it claims; a change of the reference claims what the reference does. */
    readonly claims: readonly string[];
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

  for (const variant of wanted) {
    const { program, subject: reference = '', change = [], only } = variant;
    // A language that is not installed here shows nothing.
    it.skipIf(program && !isInstalled(program.command[0]))(variant.name, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'variant-'));
      try {
        if (!program) {
          const declared = { kills: [], also: [], runs: [], with: {} };
          await plant(root, { ...variant, ...declared, id: variant.name, subject: reference, change }, folder);
        }
        const role = program?.role ?? (reference === 'hif-runner' ? 'runner' : 'converter');
        for (const edition of only.edition) {
          const subject = subjectOf(role, {
            ...(only.vendor === undefined ? {} : { vendors: only.vendor, vendorsDeclared: true }),
            ...(program?.supports === undefined ? {} : { supports: program.supports }),
            claims: program?.claims ?? claimsFor(root, reference)['hook-interchange'] ?? [],
          });
          const context = contextOf(subject, edition, 20);
          // Hooks that take their time are not what these variants are about; other languages may have no YAML here.
          const slow = program ? /thirty|yaml/ : /timeout\/|async|thirty|runtime\/|vocabulary\//;
          const { cases } = hookInterchange.plan(context);
          const command = program
            ? [program.command[0], join(root, 'reference/variants', program.command[1])]
            : ['node', join(folder, `dist/reference/${reference}.js`)];
          const args = !program && role === 'converter' ? ['--edition', edition] : [];
          const run = cases.filter(({ id }) => !slow.test(id));
          const judged = await runCases(run, [...command, ...args], context);
          const leftOut = new Set(cases.filter(({ id }) => slow.test(id)).flatMap(({ requirements }) => requirements));
          const report = reportOf(hookInterchange, context, judged);
          expect(report.levels.filter(({ claimed }) => claimed)).not.toEqual([]);
          expect(wrongIn(report, { whole: true, leftOut: (id) => leftOut.has(id) })).toEqual([]);
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
