import { describe, expect, test } from 'vitest';
import { ADDS, EFFECTS, GRADES, PROVENANCES } from '../harness/model/words.ts';
import { objectsIn } from './answer.ts';
import { CHECK_KINDS, contractOf, hasContract } from './contract.ts';
import { outcomeOf } from './outcome.ts';
import { VENDORS } from './slugs.ts';
import { eventNames } from './vendor.ts';

describe.each(VENDORS)('the contract of %s', (slug) => {
  test('exists and is of that vendor', () => {
    expect(hasContract(slug)).toBe(true);
    expect(contractOf(slug).vendor).toBe(slug);
  });

  test('names only events that the vendor has', () => {
    const contract = contractOf(slug);
    const events = eventNames(slug);
    const families = events.map((event) => event.slice(0, event.indexOf('.'))).filter((name) => name !== '');
    const known = new Set([...events, ...families, ...Object.keys(contract.groups)]);
    const named = [
      ...Object.values(contract.groups).flat(),
      ...contract.reading.text,
      ...contract.fields.flatMap(({ on = [] }) => on),
      ...[...contract.rules, ...contract.additions].flatMap(({ when }) => [
        ...(when.on ?? []),
        ...(when.any ?? []).flatMap(({ on = [] }) => on),
      ]),
    ];
    expect([...new Set(named.filter((name) => !known.has(name)))]).toEqual([]);
  });

  test('uses the words of the contract, and every rule has a reason', () => {
    const { rules, additions, checks, provenance } = contractOf(slug);
    expect(PROVENANCES).toContain(provenance);
    for (const rule of rules) {
      expect(EFFECTS, rule.id).toContain(rule.effect);
      expect(rule.why.length, rule.id).toBeGreaterThan(10);
    }
    for (const rule of additions) expect(rule.effect, rule.id).toBeUndefined();
    for (const rule of [...rules, ...additions]) {
      for (const word of rule.adds ?? []) expect(ADDS, rule.id).toContain(word);
      if (rule.provenance !== undefined) expect(PROVENANCES, rule.id).toContain(rule.provenance);
      if (rule.breaks !== undefined) expect(CHECK_KINDS, rule.id).toContain(rule.breaks);
    }
    for (const [kind, { grade, source }] of Object.entries(checks)) {
      expect(CHECK_KINDS).toContain(kind);
      expect(GRADES).toContain(grade);
      expect(source.length).toBeGreaterThan(5);
    }
  });

  test('every hole in a reason is one that the rule can fill', () => {
    const { rules, additions } = contractOf(slug);
    for (const { id, why, when } of [...rules, ...additions]) {
      for (const [, hole] of why.matchAll(/\{(.*?)\}/g))
        expect(['exit', 'signal', 'event', 'problems'], id).toContain(hole);
      if (why.includes('{problems}')) expect(when.problem, id).toBeDefined();
      if (why.includes('{signal}')) expect([when.end].flat(), id).toContain('signal');
      if (why.includes('{exit}')) expect(when.exit ?? when.exitNot, id).toBeDefined();
    }
  });

  test('a hook that says nothing changes nothing on any event but a delegate', () => {
    const silent = { end: { kind: 'exit', code: 0 }, stdout: '', stderr: '' } as const;
    const effects = eventNames(slug)
      .filter((event) => event !== 'delegate')
      .map((event) => outcomeOf(slug, event, silent).effect);
    expect(new Set(effects)).toEqual(new Set(['none']));
  });

  test('every end on every event has an outcome, or says that it is unknown', () => {
    for (const event of eventNames(slug)) {
      for (const code of [1, 2, 3, 127]) {
        const { effect, why } = outcomeOf(slug, event, { end: { kind: 'exit', code }, stdout: '', stderr: 'x' });
        expect(EFFECTS).toContain(effect);
        expect(why).not.toMatch(/\{\w+\}/);
      }
    }
  });
});

test('a text full of braces is searched in no time', () => {
  // A search from each of them to the end would take hours.
  expect(objectsIn('{'.repeat(1_000_000))).toEqual([]);
});
