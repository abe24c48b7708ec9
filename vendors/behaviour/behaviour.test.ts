import { describe, expect, test } from 'vitest';
import { data } from '../../harness/assets.ts';
import type { Adds, Effect } from '../../harness/model/words.ts';
import { contractOf, seenEvents } from '../contract.ts';
import { outcomeOf } from '../outcome.ts';
import { observedIn } from './observed.ts';
import type { RecordedCase, RecordedVendor } from './recorded.ts';
import { RECORDED_VENDORS, recordedCases } from './recorded.ts';
import { seenRules } from './seen.ts';

const exceptions = data<Readonly<Record<string, Readonly<Record<string, string>>>>>('vendors/behaviour/exceptions');

/** With several hooks the one that holds up most decides. */
const STRONGEST: readonly Effect[] = [
  'stop',
  'deny',
  'error-closed',
  'ask',
  'continue',
  'allow',
  'error-open',
  'none',
  'unknown',
];
const TRACED: readonly Adds[] = ['context', 'input', 'result'];

interface Told {
  readonly effect: Effect;
  readonly adds: readonly Adds[];
  readonly rules: readonly string[];
}

function told({ vendor, event, answers, payload }: RecordedCase): Told {
  const outcomes = answers.map((answer) => outcomeOf(vendor, event, answer, payload));
  outcomes.sort((a, b) => STRONGEST.indexOf(a.effect) - STRONGEST.indexOf(b.effect));
  const [first] = outcomes;
  if (first === undefined) return { effect: 'none', adds: [], rules: [] };
  return {
    effect: first.effect,
    adds: first.adds.filter((word) => TRACED.includes(word)),
    rules: outcomes.flatMap(({ rule, additions }) => [rule, ...additions]),
  };
}

function excepted(vendor: RecordedVendor, name: string): boolean {
  return exceptions[vendor]?.[name] !== undefined;
}

describe.each(RECORDED_VENDORS)('the recorded behaviour of %s', (vendor) => {
  const cases = recordedCases(vendor);

  test('is reproduced', () => {
    const differences = cases
      .filter(({ name }) => !excepted(vendor, name))
      .flatMap((one) => {
        const { effect, adds, rules } = told(one);
        const seen = observedIn(one);
        const same = seen.effects.includes(effect) && [...adds].sort().join() === [...seen.adds].sort().join();
        return same
          ? []
          : [
              {
                name: one.name,
                told: [effect, ...adds].join(' '),
                observed: [seen.effects.join('|'), ...seen.adds].join(' '),
                rules,
              },
            ];
      });
    expect(differences).toEqual([]);
  });

  test('every rule explains two cases, or says why not', () => {
    const counts = new Map<string, number>();
    for (const one of cases) for (const rule of new Set(told(one).rules)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    const { rules, additions } = contractOf(vendor);
    const unexplained = [...rules, ...additions].filter(
      ({ id, few }) => (counts.get(id) ?? 0) < 2 && few === undefined,
    );
    expect(unexplained.map(({ id }) => `${id}: ${counts.get(id) ?? 0}`)).toEqual([]);
  });

  test('no rule names a case', () => {
    const text = JSON.stringify([contractOf(vendor).rules, contractOf(vendor).additions]);
    const named = cases
      .map(({ name }) => name.split('/').at(-1) ?? '')
      .filter((name) => /[_-]\w+[_-]/.test(name) && text.includes(name));
    expect(named).toEqual([]);
  });

  test('a rule is called recorded on the events on which it was seen, and on no other', () => {
    expect(seenEvents(vendor)).toEqual(seenRules(vendor));
    const provenances = cases.flatMap(({ event, answers, payload }) =>
      answers.map((answer) => outcomeOf(vendor, event, answer, payload).provenance),
    );
    expect(provenances).not.toContain('inferred');
  });

  test('ids of rules are unique', () => {
    const ids = [...contractOf(vendor).rules, ...contractOf(vendor).additions].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

test('at most ten cases are excepted, each of which exists', () => {
  const all = Object.entries(exceptions).flatMap(([vendor, names]) => Object.keys(names).map((name) => [vendor, name]));
  expect(all.length).toBeLessThanOrEqual(10);
  for (const [vendor, name] of all) {
    expect(recordedCases(vendor as RecordedVendor).map((one) => one.name)).toContain(name);
  }
});
