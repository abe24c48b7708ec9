import type { SubjectReport } from '../../types/generated/report.ts';

export interface Scope {
  /** Every case of the plan ran, so that all is decided and the claimed levels are granted. */
  readonly whole: boolean;
  /** Ids that this run can't be asked for: what it left out would decide them. */
  readonly leftOut?: (id: string) => boolean;
}

/**
 * What a report says against a subject that conforms, a line each: what failed or warned, what ended in an error of the suite,
 * and that nothing was met at all; of a whole run also what is untested, and claimed levels that are not granted. Empty: the
 * suite found nothing wrong, and looked.
 */
export function wrongIn(report: SubjectReport, { whole, leftOut = () => false }: Scope): string[] {
  const wrong: string[] = [];
  for (const { id, verdict, reason, failures } of report.requirements) {
    const against = verdict === 'fail' || verdict === 'warn' || verdict === 'error';
    if (against || (whole && verdict === 'untested' && !leftOut(id)))
      wrong.push(`${id} ${verdict}: ${failures[0]?.message ?? reason}`);
  }
  if (!report.requirements.some(({ verdict }) => verdict === 'pass')) wrong.push('no requirement was met');
  if (!whole) return wrong;
  for (const { edition, level, status, claimed, reason, missing = [] } of report.levels) {
    const forThatAlone = status === 'undecided' && missing.length > 0 && missing.every(leftOut);
    if (claimed && status !== 'granted' && !forThatAlone) wrong.push(`${edition} ${level} ${status}: ${reason}`);
  }
  return wrong;
}
