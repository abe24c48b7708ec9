import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMutants } from '../../../scripts/mutants/mutant.ts';
import { huntPlanted } from '../planted.ts';
import { contextOf, subjectOf } from '../testing.ts';
import type { TripContext } from './generated.ts';

const root = join(import.meta.dirname, '../../..');

const QUICK: readonly string[] = ['matcher-widened', 'array-first-only', 'kiro-seconds'];

/** Faults that a round trip of a generated document must find within 200 runs; `npm run variants` plants all of them. */
const PLANTED: readonly string[] =
  process.env['HOOKCONF_VARIANTS'] === 'all' ? [...QUICK, 'env-silent', 'order-by-command', 'vendor-data-lost'] : QUICK;

describe('generated round trips', () => {
  const mutants = loadMutants(root).filter(({ id }) => PLANTED.some((name) => id === `hif-converter/${name}`));

  it('has every planted fault', () => expect(mutants).toHaveLength(PLANTED.length));

  it.each(mutants.map((mutant) => [mutant.id, mutant] as const))('find %s and show it small', async (_, mutant) => {
    const edition = mutant.only.edition?.[0] ?? '1.0';
    const vendors = mutant.only.vendor ?? ['claude-code'];
    const context = contextOf(subjectOf('converter', { vendors, vendorsDeclared: true }), edition, 200);
    const small = await huntPlanted(mutant, context, 'hif-converter.js', ['--edition', edition]);
    if (!small) expect.unreachable('200 generated documents of each kind did not find it');
    const { trip } = small.testCase.context as TripContext;
    expect(trip.way === 'canonical' ? trip.hooks.length : trip.entries.length).toBeLessThanOrEqual(2);
    expect(small.finding.input).toContain('./g-');
  });
});
