import type { Finding } from '../../harness/model/finding.ts';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import { unknownEvents } from '../registration.ts';
import { Verdicts } from '../stream/verdicts.ts';
import type { Form, PayloadFacts } from './judge.ts';

/** Rules about a whole run: a reader is asked to take one of several forms of a payload; lines are judged where there are any. */
export function judgePayloadsRun(facts: readonly CaseFacts[], context: PlanContext): readonly Finding[] {
  const all = facts.flatMap((one) => (one.facts === undefined ? [] : [one.facts as PayloadFacts]));
  if (all.length === 0) return [];
  const verdicts = new Verdicts();
  const readers = all
    .flatMap((one) => one.taken)
    .map(({ what, ok, how, ...one }) => ({
      ...one,
      fault: ok ? null : `${what} ended with ${how}; it should be taken`,
    }));
  judgeForms(readers, 'exit code 0 and no complaint', verdicts);
  const anyLine = all.some((one) => one.anyLine);
  if (anyLine)
    judgeForms(
      all.flatMap((one) => one.lines),
      'as the seed has it',
      verdicts,
    );
  return [...verdicts.findings(), ...noOccasion(context, anyLine), ...unknownEvents(context.subject)];
}

/**
 * A reader is held to one form of a payload, the seed's or the vendor's, and to every payload of that form; one that copes with
 * neither fails (E-AP-13).
 */
function judgeForms(
  told: readonly { readonly row: string; readonly form: Form; readonly fault: string | null }[],
  expected: string,
  verdicts: Verdicts,
): void {
  for (const row of new Set(told.map((one) => one.row))) {
    const ofRow = told.filter((one) => one.row === row);
    const faults = [...new Set(ofRow.map(({ form }) => form))].map(
      (form) => ofRow.find((one) => one.form === form && one.fault !== null)?.fault ?? null,
    );
    const [fault] = faults;
    verdicts.check(row, faults.includes(null), () => ({ message: String(fault), expected, actual: String(fault) }));
  }
}

/** Said once: rows that nothing in this run could exercise. */
function noOccasion(context: PlanContext, anyLine: boolean): readonly Finding[] {
  const reason = anyLine
    ? 'nothing that was fed, or nothing that was emitted, gives occasion for it'
    : 'the subject writes no lines with a kind, by which emission could be judged';
  const surfaces = new Set(['AP-COM-019', 'AP-CDX-017', 'AP-CDX-018', 'AP-CDX-019']);
  return context.catalogue
    .filter((row) => row.undecidable === undefined)
    .map(
      (row): Finding => ({
        kind: 'not-applicable',
        requirement: row.id,
        reason: surfaces.has(row.id) ? 'what a reader surfaces is seen only through an adapter that prints it' : reason,
      }),
    );
}
