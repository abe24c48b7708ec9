import type { Finding } from '../../../harness/model/finding.ts';
import type { Requirement } from '../../../harness/model/requirement.ts';
import type { CaseFacts, PlanContext } from '../../../harness/model/suite.ts';

/** What a case contributes: the requirements that it met and broke, and those that it found not to apply. */
export interface ConverterFacts {
  readonly met: readonly string[];
  readonly broken: readonly string[];
  readonly aside: readonly string[];
}

export function factsOf(findings: readonly Finding[]): ConverterFacts {
  const of = (kind: 'met' | 'broken' | 'not-applicable'): string[] =>
    findings.flatMap((finding) => (finding.kind === kind ? [finding.requirement] : []));
  return { met: of('met'), broken: of('broken'), aside: of('not-applicable') };
}

/** Rows that only hold when a capability is inferred: that it is, and what happens by default where it is missing. */
const INFERENCE: readonly string[] = [
  '002',
  '003',
  '015',
  '016',
  '024',
  '025',
  '031',
  '032',
  '036',
  '037',
  '042',
  '043',
  '050',
  '051',
  '056',
  '057',
].map((number) => `HIF-CAP-${number}`);

/** Rows of section 11 (upstream 8) that ask for groups of others: which rows they stand for. */
const GROUPS: Readonly<Record<string, (row: Requirement) => boolean>> = {
  'HIF-CONF-002': ({ id, level }) => /^HIF-(EVT|MAP)-/.test(id) && level === 'Core',
  'HIF-CONF-004': ({ id }) => /^HIF-(MAT-00[1-4]$|TOOL-)/.test(id),
  'HIF-CONF-005': ({ id, level }) => /^HIF-(MAP|TOOL)-/.test(id) && level === 'Core',
  'HIF-CONF-008': ({ id }) => INFERENCE.includes(id),
  'HIF-CONF-009': ({ id }) => id.startsWith('HIF-DEG-'),
  'HIF-CONF-010': ({ id, level }) => id.startsWith('HIF-EVT-') && level === 'Extended',
  'HIF-CONF-012': ({ id }) => id === 'HIF-PIPE-025' || id === 'HIF-PD-004',
  'HIF-CONF-013': ({ id }) => id.startsWith('HIF-CAP-'),
  'HIF-CONF-014': ({ id, level }) => id.startsWith('HIF-EVT-') && level === 'Full',
  'HIF-CONF-017': ({ id, level }) => id.startsWith('HIF-MAP-') && level === 'Core',
  'HIF-CONF-020': ({ level, id }) => level === 'Core' && !id.startsWith('HIF-CONF-'),
  'HIF-CONF-021': ({ level, id }) => (level === 'Core' || level === 'Extended') && !id.startsWith('HIF-CONF-'),
};

/** Rows about what only a runner does. */
const RUNNER_ONLY: readonly string[] = ['HIF-CONF-003', 'HIF-CONF-007'];

const NOTHING_APPLIES = 'none of the rows that this one stands for applies to the providers and commands declared';

/** Group rows of which no case can decide anything, such as exclusive events for a provider that has none. */
export function emptyGroups(
  context: PlanContext,
  covered: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  return context.catalogue.flatMap(({ id }) => {
    const belongs = GROUPS[id];
    const decided =
      belongs === undefined ||
      context.catalogue.some((row) => row.grade !== 'info' && belongs(row) && covered.has(row.id));
    return decided ? [] : [[id, NOTHING_APPLIES] as const];
  });
}

/** Requirements about whole groups: broken when a row of the group that can fail is broken, met when one was judged. */
export function judgeGroups(facts: readonly CaseFacts[], context: PlanContext): readonly Finding[] {
  const all = (kind: keyof ConverterFacts): Set<string> =>
    new Set(facts.flatMap((one) => (one.facts as ConverterFacts)[kind]));
  const met = all('met');
  const broken = all('broken');
  const aside = all('aside');
  return context.catalogue.flatMap(({ id: requirement }): Finding[] => {
    if (RUNNER_ONLY.includes(requirement))
      return [{ kind: 'not-applicable', requirement, reason: 'a converter runs no hooks' }];
    const belongs = GROUPS[requirement];
    if (!belongs) return [];
    const rows = context.catalogue.filter((row) => row.grade === 'fail' && belongs(row));
    const failed = rows.filter((row) => broken.has(row.id)).map(({ id }) => id);
    // One provider is enough (upstream 8.1): the row falls only where no provider's table was kept.
    const falls =
      requirement === 'HIF-CONF-017'
        ? failed.length > 0 && !rows.some((row) => met.has(row.id) && !broken.has(row.id))
        : failed.length > 0;
    const shown = failed.slice(0, 5).join(', ');
    if (falls)
      return [
        {
          kind: 'broken',
          requirement,
          message: `Rows that this one stands for are broken: ${shown}${failed.length > 5 ? ' and others' : ''}.`,
          expected: 'all of them met',
          actual: `broken: ${shown}`,
        },
      ];
    const group = context.catalogue.filter((row) => row.grade !== 'info' && belongs(row));
    // Rows that only warn don't bring the group down (Cursor has no other tool rows).
    if (group.some((row) => met.has(row.id) || broken.has(row.id))) return [{ kind: 'met', requirement }];
    const applies = !group.some((row) => aside.has(row.id));
    return applies ? [] : [{ kind: 'not-applicable', requirement, reason: NOTHING_APPLIES }];
  });
}
