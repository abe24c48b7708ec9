/** Rows that stand for groups of others, and the cells that a converter was seen to have. */
import { describe, expect, it } from 'vitest';
import type { Case } from '../../../harness/model/case.ts';
import type { CaseFacts, PlanContext } from '../../../harness/model/suite.ts';
import { contextOf, subjectOf } from '../testing.ts';
import { blockingRows, eventRows } from '../vocabulary.ts';
import { type ConverterFacts, emptyGroups, judgeGroups } from './aggregate.ts';
import { judgeCells } from './cells.ts';
import { marked } from './testing.ts';

const contexts: Readonly<Record<string, PlanContext>> = Object.fromEntries(
  ['1.0', '0.1'].map((edition) => [edition, contextOf(subjectOf('converter'), edition)]),
);
const facts = (own: Partial<ConverterFacts>, vendor: string = 'claude-code'): CaseFacts => ({
  case: { vendor } as Case,
  facts: { met: [], broken: [], aside: [], ...own },
});

function of(group: string, edition: string, ...own: readonly Partial<ConverterFacts>[]): string | undefined {
  const context = contexts[edition] as PlanContext;
  return marked(
    judgeGroups(
      own.map((one) => facts(one)),
      context,
    ),
  )
    .find((said) => said.endsWith(group))
    ?.slice(0, 1);
}

/** The rows of the catalogue that, alone with a group, make something true of it. */
function members(group: string, is: (context: PlanContext, id: string) => boolean): readonly string[] {
  return Object.entries(contexts).flatMap(([edition, context]) => {
    const own = context.catalogue.find(({ id }) => id === group);
    if (own === undefined) return [];
    return context.catalogue
      .filter((row) => is({ ...context, catalogue: row === own ? [own] : [own, row] }, row.id))
      .map(({ id }) => `${edition} ${id}`);
  });
}

/** Every row of a group by what its id and its level must be; only those of grade fail bring a group down. */
function rows(
  belongs: RegExp,
  levels: readonly (string | undefined)[] | undefined,
  group: string,
  graded: boolean,
): readonly string[] {
  return Object.entries(contexts).flatMap(([edition, { catalogue }]) =>
    catalogue.some(({ id }) => id === group)
      ? catalogue
          .filter(
            ({ id, level, grade }) =>
              belongs.test(id) && (levels?.includes(level) ?? true) && (graded ? grade === 'fail' : grade !== 'info'),
          )
          .map(({ id }) => `${edition} ${id}`)
      : [],
  );
}

const INFERRED = /^HIF-CAP-0(02|03|15|16|24|25|31|32|36|37|42|43|50|51|56|57)$/;
const OTHERS = /^HIF-(?!CONF-)/;

describe.each([
  ['HIF-CONF-002', /^HIF-(EVT|MAP)-/, ['Core']],
  ['HIF-CONF-004', /^HIF-(MAT-00[1-4]|TOOL-.*)$/, undefined],
  ['HIF-CONF-005', /^HIF-(MAP|TOOL)-/, ['Core']],
  ['HIF-CONF-008', INFERRED, undefined],
  ['HIF-CONF-009', /^HIF-DEG-/, undefined],
  ['HIF-CONF-010', /^HIF-EVT-/, ['Extended']],
  ['HIF-CONF-012', /^HIF-(PIPE-025|PD-004)$/, undefined],
  ['HIF-CONF-013', /^HIF-CAP-/, undefined],
  ['HIF-CONF-014', /^HIF-EVT-/, ['Full']],
  ['HIF-CONF-020', OTHERS, ['Core']],
  ['HIF-CONF-021', OTHERS, ['Core', 'Extended']],
] as const)('%s', (group, belongs, levels) => {
  const said =
    (mark: string, kind: keyof ConverterFacts) =>
    (context: PlanContext, id: string): boolean =>
      marked(judgeGroups([facts({ [kind]: [id] })], context)).includes(`${mark}${group}`);

  it('falls with each row of its own that can fail, and with no other', () => {
    expect(members(group, said('!', 'broken'))).toEqual(rows(belongs, levels, group, true));
  });

  it('is met by each row of its own that is no mere information, and by no other', () => {
    expect(members(group, said('+', 'met'))).toEqual(rows(belongs, levels, group, false));
  });

  it('does not apply where nothing of its own does', () => {
    expect(members(group, said('/', 'aside'))).toEqual(rows(belongs, levels, group, false));
  });

  it('is empty unless a case decides a row of its own', () => {
    const tried = (context: PlanContext, id: string): boolean =>
      emptyGroups(context, new Set([id, group])).length === 0;
    expect(members(group, tried)).toEqual(rows(belongs, levels, group, false));
    const untried = (context: PlanContext): boolean => emptyGroups(context, new Set()).length === 0;
    expect(members(group, untried)).toEqual([]);
  });
});

describe('a group', () => {
  const [one = '', two = ''] = rows(/^HIF-MAP-/, ['Core'], 'HIF-CONF-017', true)
    .filter((row) => row.startsWith('0.1'))
    .map((row) => row.slice(4));

  it('of the tables of any provider falls only where none is kept', () => {
    expect(of('HIF-CONF-017', '0.1', { broken: [one] })).toBe('!');
    expect(of('HIF-CONF-017', '0.1', { broken: [one], met: [one] })).toBe('!');
    expect(of('HIF-CONF-017', '0.1', { broken: [one] }, { met: [two] })).toBe('+');
    expect(of('HIF-CONF-017', '0.1', { met: [two] })).toBe('+');
    expect(of('HIF-CONF-017', '0.1', { broken: [two], met: ['HIF-TOP-001'] })).toBe('!');
    expect(of('HIF-CONF-017', '0.1')).toBeUndefined();
  });

  it('of rows that all must be kept falls with one', () => {
    expect(of('HIF-CONF-002', '0.1', { broken: [one] }, { met: [two] })).toBe('!');
    expect(of('HIF-CONF-002', '0.1', { met: [one] }, { aside: [two] })).toBe('+');
    expect(of('HIF-CONF-002', '0.1')).toBeUndefined();
  });

  it('about what only a runner does does not apply', () => {
    for (const id of ['HIF-CONF-003', 'HIF-CONF-007']) {
      const known = Object.keys(contexts).filter((edition) =>
        contexts[edition]?.catalogue.some((row) => row.id === id),
      );
      for (const edition of known) expect(of(id, edition)).toBe('/');
    }
  });

  it('says which rows are broken, five at most', () => {
    const context = contexts['0.1'] as PlanContext;
    const ids = rows(/^HIF-DEG-|^HIF-(EVT|MAP)-/, ['Core'], 'HIF-CONF-002', true)
      .filter((row) => row.startsWith('0.1'))
      .map((row) => row.slice(4));
    const text = (count: number): string =>
      judgeGroups([facts({ broken: ids.slice(0, count) })], context).flatMap((one) =>
        one.kind === 'broken' && one.requirement === 'HIF-CONF-002' ? [one.message] : [],
      )[0] ?? '';
    expect(text(5)).toBe(`Rows that this one stands for are broken: ${ids.slice(0, 5).join(', ')}.`);
    expect(text(6)).toBe(`Rows that this one stands for are broken: ${ids.slice(0, 5).join(', ')} and others.`);
  });
});

describe('cells of the registries', () => {
  const context = contexts['0.1'] as PlanContext;
  const bound = new Set(context.catalogue.map(({ id }) => id));
  const events = eventRows().filter(({ cells }) => bound.has(cells['kiro']?.requirement ?? ''));
  const ids = events.map(({ cells }) => cells['kiro']?.requirement ?? '');
  const names = events.map(({ name }) => name);
  const part = (text: string, table: string): string =>
    text
      .split(/(?<=\)|\d \w+), (?=\d)/)
      .find((one) => one.includes(` ${table}`))
      ?.replace(/^.*?: /, '') ?? '';
  const told = (...own: readonly CaseFacts[]): readonly string[] =>
    judgeCells(own, context).map((one) => (one.kind === 'notice' ? `${one.id} ${one.message}` : ''));

  it('are told of each provider that had a case', () => {
    expect(told()).toEqual([]);
    expect(told(facts({}, 'nobody'))).toEqual([]);
    const both = told(facts({}, 'kiro'), facts({}, 'cursor'));
    expect(both.map((one) => one.replace(/ in edition.*/, ''))).toEqual(
      ['cursor', 'kiro'].map((one) => `HC-CELLS cells of the registries that ${one} was seen to have`),
    );
  });

  it('are kept, not kept, or not tried', () => {
    const [first = '', second = '', ...others] = ids;
    const all = told(facts({ met: ids }, 'kiro'))[0] ?? '';
    expect(part(all, 'events')).toBe(`${ids.length} of ${ids.length} events`);
    const some = told(facts({ met: [first, ...others] }, 'kiro'), facts({ broken: [first] }, 'kiro'))[0] ?? '';
    expect(part(some, 'events')).toBe(
      `${others.length} of ${ids.length} events (not ${names[0]}; not tried ${names[1]})`,
    );
    const two = told(facts({ met: others, broken: [first, second] }, 'kiro'))[0] ?? '';
    expect(part(two, 'events')).toBe(`${others.length} of ${ids.length} events (not ${names[0]}, ${names[1]})`);
  });

  it('are those of four tables', () => {
    const text = told(facts({}, 'claude-code'))[0] ?? '';
    const blocked = blockingRows().filter(({ cells }) => bound.has(cells['claude-code']?.requirement ?? ''));
    expect(text).toContain(
      `0 of ${blocked.length} blocking (not tried ${blocked.map(({ event }) => event).join(', ')})`,
    );
    expect(text).toMatch(/of \d+ events .* of \d+ tools .* of \d+ capabilities .* of \d+ blocking /);
    expect(told(facts({}, 'windsurf'))[0]).not.toMatch(/of 0 /);
  });

  it('are none where the edition binds none', () => {
    const none = { ...context, catalogue: [] };
    expect(judgeCells([facts({}, 'kiro')], none)).toEqual([]);
  });
});
