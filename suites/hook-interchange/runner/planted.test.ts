import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMutants } from '../../../scripts/mutants/mutant.ts';
import { huntPlanted } from '../planted.ts';
import { contextOf, subjectOf } from '../testing.ts';
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

  it.each(mutants.map((mutant) => [mutant.id, mutant] as const))('finds %s and shows it small', async (_, mutant) => {
    const small = await huntPlanted(mutant, contextOf(subjectOf('runner'), '0.1', 200), 'hif-runner.js');
    if (!small) expect.unreachable('200 generated manifests did not find it');
    const { generated } = small.testCase.context as GeneratedContext;
    expect(generated.hooks.length).toBeLessThanOrEqual(2);
    expect(small.finding.input).toContain('exits');
  });
});
