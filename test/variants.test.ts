import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../harness/model/json.ts';
import { Field } from '../scripts/mutants/field.ts';
import { repositoryRoot } from '../scripts/mutants/hunt.ts';
import { brokenIn } from '../scripts/mutants/judge.ts';
import type { Mutant } from '../scripts/mutants/mutant.ts';
import { plant, subjectNamed } from '../scripts/mutants/plant.ts';
import { claimsFor } from '../scripts/variants/claims.ts';
import { isInstalled } from '../scripts/variants/language.ts';
import { wrongIn } from '../scripts/variants/wrong.ts';

interface Variant {
  readonly name: string;
  readonly says: string;
  readonly subject: string;
  readonly change?: Mutant['change'];
  /** A command of its own, relative to reference/. */
  readonly program?: readonly string[];
  /** A source in C, compiled for the run. */
  readonly compile?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const root = repositoryRoot();
const { variants } = parse(readFileSync(join(root, 'reference/variants/others.yaml'), 'utf8')) as {
  variants: readonly Variant[];
};
const ALL = process.env['HOOKCONF_VARIANTS'] === 'all';
/** Cases of each in a test run; `npm run variants` runs all of them. */
const FEW = 10;
/** Rules that are broken by what a run lacks: a few cases always lack it. */
const WHOLE_RUN = ['DC-GUARD'];

/** False where the language of a variant is not installed on this machine. */
function canRun(variant: Variant): boolean {
  if (variant.compile !== undefined) return isInstalled('cc');
  const [word = ''] = [variant.program ?? subjectNamed(root, variant.subject)['command']].flat() as string[];
  return isInstalled(word.startsWith('.') ? join(root, 'reference', word) : word);
}

/** Puts the programs of a variant into `folder`; gives where its configuration stands, and its command if it has one. */
async function placed(variant: Variant, folder: string): Promise<{ place: string; command?: readonly string[] }> {
  if (variant.change !== undefined) {
    const members = { id: variant.name, kills: [], also: [], runs: [], only: {}, with: {}, ...variant };
    return { place: await plant(root, { ...members, change: variant.change }, folder) };
  }
  const place = join(folder, 'reference');
  cpSync(join(root, 'reference/variants'), join(place, 'variants'), { recursive: true });
  if (variant.compile === undefined) return { place, command: variant.program ?? [] };
  const program = join(folder, 'compiled');
  const { status, stderr } = spawnSync('cc', ['-O1', '-o', program, join(root, variant.compile)]);
  expect(status, String(stderr)).toBe(0);
  return { place, command: [program] };
}

describe('odd programs that conform fail nothing', () => {
  test('there are some of every kind', () => {
    expect(variants.length).toBeGreaterThanOrEqual(10);
    expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
  });

  for (const variant of variants) {
    test.skipIf(!canRun(variant))(`${variant.name}: ${variant.says}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'variant-'));
      const { place, command } = await placed(variant, folder);
      const claims = claimsFor(root, variant.subject);
      const entry = {
        ...subjectNamed(root, variant.subject),
        ...(Object.keys(claims).length === 0 ? {} : { claims }),
        ...variant.with,
        ...(command === undefined ? {} : { command }),
      } as JsonObject;
      const field = await Field.of(root, entry, {}, 10);
      try {
        const results = [];
        for (const wanted of field.sample(ALL ? Number.POSITIVE_INFINITY : FEW))
          results.push(await field.result(wanted, place));
        const report = field.report(results);
        const told = (id: string): boolean => !id.startsWith('HC-') && (ALL || !WHOLE_RUN.includes(id));
        const requirements = report.requirements.filter(({ id }) => told(id));
        expect(wrongIn({ ...report, requirements }, { whole: ALL })).toEqual([]);
        const claimed = report.levels.filter((level) => level.claimed);
        expect(claimed.length > 0).toBe(Object.keys(claims).length > 0);
        expect([...brokenIn(report)].filter(told)).toEqual([]);
      } finally {
        await field.close();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
