import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Mutant } from '../../scripts/mutants/mutant.ts';
import { plant } from '../../scripts/mutants/plant.ts';
import { hookInterchange } from './suite.ts';
import { brokenIn, contextOf, runCases, subjectOf } from './testing.ts';

interface Variant {
  readonly name: string;
  readonly subject: string;
  readonly says: string;
  readonly change: Mutant['change'];
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

  it.each(wanted.map((variant) => [variant.name, variant] as const))('%s', { timeout: 240_000 }, async (_, variant) => {
    const folder = mkdtempSync(join(tmpdir(), 'variant-'));
    try {
      await plant(root, { ...variant, id: variant.name, kills: [], also: [], runs: [], with: {} }, folder);
      const role = variant.subject === 'hif-runner' ? 'runner' : 'converter';
      const { vendor } = variant.only;
      for (const edition of variant.only.edition) {
        const subject = subjectOf(role, vendor === undefined ? {} : { vendors: vendor, vendorsDeclared: true });
        const context = contextOf(subject, edition, 20);
        // Hooks that take their time are not what these variants are about.
        const slow = /timeout\/|async|thirty|runtime\/|vocabulary\//;
        const cases = hookInterchange.plan(context).cases.filter(({ id }) => !slow.test(id));
        const command = ['node', join(folder, `dist/reference/${variant.subject}.js`)];
        const args = role === 'converter' ? ['--edition', edition] : [];
        const found = brokenIn(await runCases(cases, [...command, ...args], context));
        const graded = [...found].filter(([id]) => context.catalogue.find((row) => row.id === id)?.grade !== 'info');
        expect(graded).toEqual([]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
