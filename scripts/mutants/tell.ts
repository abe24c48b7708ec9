import type { CaseResult } from '../../harness/report/case-result.ts';

/** Names a case of an edition in the kill matrix. */
export function caseName(edition: string, caseId: string): string {
  return `${edition} ${caseId}`;
}

/** Whether a case of the unchanged program says anything of one of these requirements: a case that doesn't can't tell a mutant. */
export function tells(result: CaseResult, requirements: readonly string[]): boolean {
  return (
    result.fault === undefined &&
    result.findings.some(
      (finding) =>
        (finding.kind === 'met' || finding.kind === 'broken') && requirements.includes(finding.requirement),
    )
  );
}

/** Cases of a run that a rule about the whole run may need, when no single one shows it. */
const MOST_SHOWN = 12;

/**
 * The cases that show a mutant, by name: for each requirement the first that breaks it. They are run first the next time. A
 * requirement that no case breaks by itself is one about the whole run, and what was run shows it.
 */
export function shownBy(results: readonly CaseResult[], by: readonly string[]): string[] {
  const found = by.map((id) =>
    results.find((result) =>
      result.findings.some(
        (finding) =>
          (finding.kind === 'broken' && finding.requirement === id) || (finding.kind === 'notice' && finding.id === id),
      ),
    ),
  );
  const shown = found.includes(undefined)
    ? [...found.filter((one) => one !== undefined), ...results.slice(0, MOST_SHOWN)]
    : found.filter((one) => one !== undefined);
  return [...new Set(shown.map((one) => caseName(one.edition, one.case.id)))];
}
