import type { Finding } from '../../harness/model/finding.ts';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import { Verdicts } from '../stream/verdicts.ts';
import type { PayloadFacts } from './judge.ts';

/** Rules about a whole run: a reader is asked to take one of several forms of a payload; lines are judged where there are any. */
export function judgePayloadsRun(facts: readonly CaseFacts[], context: PlanContext): readonly Finding[] {
  const all = facts.flatMap((one) => (one.facts === undefined ? [] : [one.facts as PayloadFacts]));
  if (all.length === 0) return [];
  const verdicts = new Verdicts();
  const forms = new Map<string, { ok: boolean; fault: string }>();
  for (const { row, what, ok, how } of all.flatMap((one) => one.taken)) {
    const form = forms.get(row) ?? { ok: false, fault: `${what} ended with ${how}; it should be taken` };
    forms.set(row, { ...form, ok: form.ok || ok });
  }
  // A reader that takes neither the seed's form nor the vendor's fails (E-AP-13).
  for (const [row, { ok, fault }] of forms)
    verdicts.check(row, ok, () => ({ message: fault, expected: 'exit code 0 and no complaint', actual: fault }));
  const anyLine = all.some((one) => one.anyLine);
  if (anyLine) {
    const told = new Map<string, string | null>();
    for (const { row, fault } of all.flatMap((one) => one.lines)) if (told.get(row) !== null) told.set(row, fault);
    for (const [row, fault] of told)
      verdicts.check(row, fault === null, () => ({
        message: String(fault),
        expected: 'as the seed has it',
        actual: String(fault),
      }));
  }
  return [...verdicts.findings(), ...noOccasion(context, anyLine)];
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
