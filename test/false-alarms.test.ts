import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../scripts/mutants/hunt.ts';
import { fateOf } from '../scripts/mutants/judge.ts';
import type { Mutant } from '../scripts/mutants/mutant.ts';
import { claimsFor } from '../scripts/variants/claims.ts';
import { interpreterOf, isInstalled } from '../scripts/variants/language.ts';
import { wrongIn } from '../scripts/variants/wrong.ts';
import type { SubjectReport } from '../types/generated/report.ts';

const root = repositoryRoot();

/** A report of one requirement with this verdict, and one that passed. */
function report(verdict: string, levels: readonly object[] = []): SubjectReport {
  const row = { failures: [], reason: 'so', id: 'X-1', verdict };
  return { requirements: [row, { ...row, id: 'X-2', verdict: 'pass' }], levels } as unknown as SubjectReport;
}

describe('what is wrong with a variant', () => {
  test.each(['fail', 'warn', 'error'])('%s, however little was run', (verdict) => {
    expect(wrongIn(report(verdict), { whole: false })).toEqual([`X-1 ${verdict}: so`]);
  });

  test('what is untested, once all was run', () => {
    expect(wrongIn(report('untested'), { whole: false })).toEqual([]);
    expect(wrongIn(report('untested'), { whole: true })).toEqual(['X-1 untested: so']);
    expect(wrongIn(report('untested'), { whole: true, leftOut: (id) => id === 'X-1' })).toEqual([]);
  });

  test('a run in which nothing was met', () => {
    const nothing = { requirements: [], levels: [] } as unknown as SubjectReport;
    expect(wrongIn(nothing, { whole: false })).toEqual(['no requirement was met']);
    expect(wrongIn(report('not-applicable'), { whole: true })).toEqual([]);
  });

  test('a claimed level that is not granted, once all was run', () => {
    const level = { edition: '1', level: 'Core', claimed: true, reason: 'so', missing: ['X-1'] };
    const one = (status: string, changes: object = {}) => report('pass', [{ ...level, status, ...changes }]);
    const leftOut = (id: string): boolean => id === 'X-1';
    expect(wrongIn(one('granted'), { whole: true })).toEqual([]);
    expect(wrongIn(one('undecided'), { whole: false })).toEqual([]);
    expect(wrongIn(one('undecided', { claimed: false }), { whole: true })).toEqual([]);
    expect(wrongIn(one('undecided'), { whole: true })).toEqual(['1 Core undecided: so']);
    expect(wrongIn(one('undecided'), { whole: true, leftOut })).toEqual([]);
    expect(wrongIn(one('undecided', { missing: [] }), { whole: true, leftOut })).toEqual(['1 Core undecided: so']);
    expect(wrongIn(one('withheld'), { whole: true, leftOut })).toEqual(['1 Core withheld: so']);
  });
});

test('a variant must reach what its subject claims, or what the unchanged one was granted', () => {
  expect(claimsFor(root, 'base-coat-hook')).toEqual({ 'base-coat': ['Contract'] });
  expect(claimsFor(root, 'openhook-runner')).toEqual({ openhook: ['L3'] });
  expect(claimsFor(root, 'guard-sh')).toEqual({});
});

test('a language is known by what starts the program', () => {
  const folder = `${root}/reference/variants/programs`;
  expect(interpreterOf(`${folder}/guard.pl`)).toBe('perl');
  expect(interpreterOf(`${folder}/base-coat-hook.sh`)).toBe('/bin/sh');
  expect(interpreterOf('python3')).toBe('python3');
  expect(isInstalled(process.execPath)).toBe(true);
  expect(isInstalled('no-such-language-9')).toBe(false);
});

test('nothing is known of a mutant over which the suite itself failed', () => {
  const mutant = { id: 'x/y', kills: ['X-1'], also: [] } as unknown as Mutant;
  const broken = { ...report('fail'), notices: [] };
  const clean = { ...report('pass'), notices: [] };
  const errors = { ...broken, requirements: [...broken.requirements, ...report('error').requirements] };
  expect(fateOf(mutant, clean, broken).status).toBe('killed');
  for (const fate of [fateOf(mutant, clean, errors), fateOf(mutant, errors, broken)])
    expect([fate.status, fate.note]).toEqual(['broken', 'X-1 ended in an error: so']);
});
