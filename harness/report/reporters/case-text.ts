import type { Failure, Leak, RequirementReport, SubjectReport } from '../../../types/generated/report.ts';
import type { Requirement } from '../../model/requirement.ts';
import { citation, count, groupFailures } from '../view.ts';

/** One failing case for a machine format's free text: what was sent, what came back, what was wanted, how to see it again. */
export function failureText(failure: Failure): string {
  return [
    failure.message,
    `sent:     ${failure.input}`,
    `got:      ${failure.actual}`,
    `expected: ${failure.expected}`,
    `replay:   ${failure.repro}`,
    ...(failure.paste === undefined ? [] : [`by hand:  ${failure.paste}`]),
  ].join('\n');
}

/** All the failures of a requirement, the same ones once. */
export function failuresText(entry: RequirementReport): string {
  return groupFailures(entry.failures)
    .map(({ first, cases }) =>
      cases.length > 1
        ? `${failureText(first)}\n(and the same in ${count(cases.length - 1, 'more case')})`
        : failureText(first),
    )
    .join('\n\n');
}

/** The first thing to read about a requirement that was not met. */
export function headline(entry: RequirementReport): string {
  const first = entry.failures[0]?.message ?? entry.reason ?? entry.verdict;
  return entry.flaky === true ? `flaky: ${first}` : first;
}

/** Cases that did not come out the same twice, one a line. */
export function flakyLines({ flaky = [] }: Pick<SubjectReport, 'flaky'>): readonly string[] {
  return flaky.map(({ case: id, message = '' }) => `${id}: ${message}`);
}

/** `AH-ENV-001 Each emitted hook event …`: the id with its statement, where the catalogue has it. */
export function titleOf(entry: RequirementReport, requirement: Requirement | undefined): string {
  return requirement === undefined ? entry.id : `${entry.id} ${requirement.statement}`;
}

/** Statement and citation. */
export function sourceOf(entry: RequirementReport, requirement: Requirement | undefined): string {
  return requirement === undefined
    ? entry.spec
    : `${requirement.statement} (${citation(requirement)}, ${requirement.keyword})`;
}

/** One leak in one sentence. */
export function leakText(leak: Leak): string {
  const from = [leak.vendor, leak.event].filter((word) => word !== null).join(' ');
  const touches = leak.requirements.length > 0 ? `; touches ${leak.requirements.join(', ')}` : '';
  return `${leak.kind} planted in ${leak.canary}${from === '' ? '' : ` of ${from}`} left through ${leak.channel}: ${
    leak.place
  } (${leak.encoding})${touches}`;
}
