import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOCUMENTS } from '../scripts/generate-docs.ts';
import { errata } from '../suites/errata.ts';
import { allRequirementIds, explain } from '../suites/explain.ts';
import type { Ledger } from '../suites/ledger.ts';
import { CROSSWALK_SPECS, registry } from '../suites/registries.ts';

const root = join(import.meta.dirname, '..');

test.each(Object.keys(DOCUMENTS))('%s is what its data gives; run `npm run docs` after changing it', (name) => {
  expect(readFileSync(join(root, name), 'utf8')).toBe(DOCUMENTS[name]?.());
});

test('the results of the suite itself are all there, of every specification', () => {
  expect(DOCUMENTS['reports/README.md']?.()).not.toContain('not there yet');
  const coverage = JSON.parse(readFileSync(join(root, 'reports/coverage.json'), 'utf8')) as Ledger;
  const specs = new Set(coverage.rows.map(({ spec }) => spec));
  for (const spec of CROSSWALK_SPECS) expect(specs).toContain(spec);
  expect(coverage.measured.mutants).toMatch(/^sha256:/);
});

describe('the crosswalk', () => {
  const { moments, topics } = registry('crosswalk');

  test('uses only words of the specifications', () => {
    const words: Record<string, readonly string[]> = {
      'hook-interchange': registry('events').events.map(({ name }) => name),
      'agent-hooks': registry('agent-hooks-events').events.map(({ event }) => event),
      openhook: ['session.start', 'session.end', 'prompt.submit', 'tool.start', 'tool.end', 'file.write'],
      'agent-payloads': registry('claude-code-payloads').events.map(({ event }) => event),
      'base-coat': registry('basecoat-platforms').names.map(({ basecoat }) => basecoat),
    };
    const unknown = moments.flatMap((moment) =>
      CROSSWALK_SPECS.flatMap((spec) => moment[spec].filter((name) => words[spec]?.includes(name) !== true)),
    );
    expect(unknown).toEqual([]);
  });

  test('names requirements, groups and errata that exist', () => {
    const ids = allRequirementIds();
    const named = topics.flatMap((topic) => CROSSWALK_SPECS.flatMap((spec) => topic.says[spec].requirements));
    expect(named.filter((id) => !ids.some((other) => other === id || other.startsWith(`${id}-`)))).toEqual([]);
    const known = new Set(errata().map(({ id }) => id));
    const cited = [...moments, ...topics].flatMap((entry) => entry.errata ?? []);
    expect(cited.filter((id) => !known.has(id))).toEqual([]);
  });

  test('tells for a requirement what the others say of the same thing', () => {
    const [tool] = explain('HIF-MAP-001')?.elsewhere ?? [];
    expect(tool?.about).toBe('before a tool call');
    expect(tool?.says.find(({ spec }) => spec === 'agent-hooks')?.text).toBe('Action.Before');
    expect(explain('OH-EVT-001')?.elsewhere.map(({ about }) => about)).toContain('session end');
    expect(explain('AP-PRIV-001')?.elsewhere.map(({ about }) => about)).toContain('tool results');
  });
});
