import type { CaseResult } from '../../harness/report/case-result.ts';
import type { SubjectReport } from '../../types/generated/report.ts';

/** Names a case of an edition in the kill matrix. */
export function caseName(edition: string, caseId: string): string {
  return `${edition} ${caseId}`;
}

/** Whether a case of the unchanged program says anything of one of these requirements: a case that doesn't can't tell a mutant. */
export function tells(result: CaseResult, requirements: readonly string[]): boolean {
  return (
    result.fault === undefined &&
    result.findings.some(
      (finding) => (finding.kind === 'met' || finding.kind === 'broken') && requirements.includes(finding.requirement),
    )
  );
}

/** Cases that a rule about the whole run may need, when it blames no single one. */
const MOST_SHOWN = 12;

/**
 * The cases that show a mutant, by name: for each requirement the first that breaks it, which a rule about the whole run
 * names, too. They are run first the next time.
 */
export function shownBy(report: SubjectReport, results: readonly CaseResult[], by: readonly string[]): string[] {
  const blamed = by.map((id) => {
    const told =
      report.requirements.find((row) => row.id === id && row.failures.length > 0)?.failures[0]?.case ??
      report.notices.find((notice) => notice.id === id)?.case;
    return results.find((result) => result.case.id === told);
  });
  const shown = blamed.filter((one) => one !== undefined);
  if (blamed.includes(undefined)) shown.push(...results.slice(0, MOST_SHOWN));
  return [...new Set(shown.map((one) => caseName(one.edition, one.case.id)))];
}
