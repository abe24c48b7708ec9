import { describe, expect, test } from 'vitest';
import { ROLES } from '../harness/model/words.ts';
import { catalogueSpecs, findRequirement, loadRequirements } from './catalogue.ts';
import { defaultEdition, editionsOf, requirementsInEdition } from './editions.ts';
import { floorOf, levelsOf, requirementsOfLevel } from './levels.ts';
import { bindsDocuments, bindsRole, isSelfTest } from './roles.ts';

function row(id: string) {
  const found = findRequirement(id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}

function roles(id: string): string[] {
  return [...ROLES.filter((role) => bindsRole(row(id), role)), ...(bindsDocuments(row(id)) ? ['documents'] : [])];
}

describe('editions', () => {
  test('default to the published one', () => {
    expect(defaultEdition('hook-interchange')).toBe('1.0');
    expect(editionsOf('hook-interchange')).toEqual(['1.0', '0.1']);
  });

  test('of Hook Interchange are the seed, and the seed with upstream on top', () => {
    const seed = new Map(requirementsInEdition('hook-interchange', '1.0').map((r) => [r.id, r]));
    const upstream = new Map(requirementsInEdition('hook-interchange', '0.1').map((r) => [r.id, r]));
    expect(seed.has('HIF-TOP-003')).toBe(true);
    expect(seed.has('HIF-TOP-004')).toBe(false);
    expect(upstream.has('HIF-TOP-003')).toBe(false);
    expect(upstream.has('HIF-TOP-004')).toBe(true);
    expect(seed.get('HIF-HND-007')?.grade).toBe('fail');
    expect(upstream.get('HIF-HND-007')?.grade).toBe('warn');
    expect([...seed.values()].filter((r) => r.edition === 'U01')).toEqual([]);
    expect([...seed.values()].filter((r) => r.edition === 'D10' && r.grade !== 'info')).toEqual([]);
  });

  test('of OpenHook bind both texts, those of agent payloads only the seed', () => {
    expect(new Set(requirementsInEdition('openhook', '0.1').map((r) => r.edition))).toEqual(new Set(['S', 'U']));
    const graded = requirementsInEdition('agent-payloads', '2026-05').filter((r) => r.grade !== 'info');
    expect(new Set(graded.map((r) => r.edition))).toEqual(new Set(['S']));
  });

  test('name only ids that exist, and refuse an edition that does not', () => {
    for (const spec of catalogueSpecs()) {
      const all = new Set(editionsOf(spec).flatMap((edition) => requirementsInEdition(spec, edition).map((r) => r.id)));
      if (editionsOf(spec).length > 0) expect(all.size, spec).toBe(loadRequirements(spec).length);
    }
    expect(() => requirementsInEdition('openhook', '9')).toThrow('no edition 9');
  });
});

describe('roles', () => {
  test.each([
    ['AH-ENV-001', ['emitter']],
    ['AH-MAP-003', ['emitter']],
    ['AH-CON-001', ['hook']],
    ['OH-DISC-001', ['runner']],
    ['OH-DISC-014', ['emitter']],
    ['HIF-OUT-001', ['hook']],
    ['HIF-OUT-002', ['runner']],
    ['HIF-MAP-001', ['converter']],
    ['HIF-TOP-001', ['converter', 'runner']],
    ['HIF-MAT-011', ['documents']],
    ['AP-PRIV-001', ['hook', 'emitter']],
    ['AP-RDR-001', ['emitter']],
    ['AP-FLD-001', []],
    ['AP-SUB-001', []],
    ['AP-ASY-001', ['documents']],
    ['BC-NAM-001', ['converter']],
    ['BC-REG-011', ['runner']],
    ['BC-PLS-001', ['runner', 'documents']],
    ['BC-REN-013', []],
  ])('%s binds %j', (id, expected) => {
    expect(roles(id)).toEqual(expected);
  });

  test('under the scenario drive rows of a normalizer alone do not bind', () => {
    expect(bindsRole(row('AH-MAP-003'), 'emitter', { drive: 'scenario' })).toBe(false);
    expect(bindsRole(row('AH-ENV-001'), 'emitter', { drive: 'scenario' })).toBe(true);
  });

  test('rows on documents bind a subject that names documents, whatever its role', () => {
    expect(bindsRole(row('AP-ASY-001'), 'hook')).toBe(false);
    expect(bindsRole(row('AP-ASY-001'), 'hook', { documents: true })).toBe(true);
    expect(bindsRole(row('AP-FLD-001'), 'hook', { documents: true })).toBe(false);
  });

  test('leave only self-tests and the behaviour of published libraries to nobody', () => {
    const nobody = catalogueSpecs()
      .flatMap((spec) => loadRequirements(spec))
      .filter((r) => !isSelfTest(r) && !bindsDocuments(r) && !ROLES.some((role) => bindsRole(r, role)))
      .map((r) => r.id);
    expect(nobody).toEqual(['AP-STL-017', 'OH-SDK-019', 'OH-SDK-020', 'OH-SDK-021']);
  });
});

describe('levels', () => {
  const cases = ['agent-hooks', 'hook-interchange', 'openhook', 'agent-payloads', 'base-coat'].flatMap((spec) =>
    editionsOf(spec).flatMap((edition) =>
      levelsOf(spec, edition).flatMap((level) => level.roles.map((role) => ({ spec, edition, level, role }))),
    ),
  );

  test.each(cases)(
    '$spec $edition $level.name asks something of $role, and its floor can be reached',
    ({ spec, edition, level, role }) => {
      const bound = requirementsInEdition(spec, edition).filter((r) => bindsRole(r, role, { documents: true }));
      const asked = requirementsOfLevel(levelsOf(spec), level.name, bound);
      expect(asked.filter((r) => r.grade === 'fail' || r.testability !== 'no').length).toBeGreaterThan(0);
      for (const id of floorOf(level, role).flat()) {
        const requirement = bound.find((r) => r.id === id);
        expect(requirement, id).toBeDefined();
        expect(requirement?.grade, id).not.toBe('info');
      }
    },
  );

  test('include one another as the specifications say', () => {
    const levels = levelsOf('hook-interchange');
    const bound = requirementsInEdition('hook-interchange', '1.0').filter((r) => bindsRole(r, 'converter'));
    const sizes = ['Core', 'Extended', 'Full'].map((name) => requirementsOfLevel(levels, name, bound).length);
    expect(sizes[0]).toBeLessThan(sizes[1] ?? 0);
    expect(sizes[1]).toBeLessThan(sizes[2] ?? 0);
    expect(requirementsOfLevel(levels, 'Nonsense', bound)).toEqual([]);
  });
});
