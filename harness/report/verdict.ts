import type { Finding } from '../model/finding.ts';
import type { Requirement } from '../model/requirement.ts';
import { assertNever, type Grade, type Verdict, WORST_FIRST } from '../model/words.ts';

/** Findings of one case, or of the rules that look at the whole run. */
export interface CaseFindings {
  /** Case id; null for run-wide rules. */
  readonly caseId: string | null;
  readonly findings: readonly Finding[];
  /** Our own fault: every requirement of the case is an `error`, whatever its judge said. */
  readonly fault?: string;
  /** The requirements that the case was planned to decide. */
  readonly planned: readonly string[];
}

/** A requirement that is not met costs what its grade says, nowhere else (contract, section 1). */
export function costOf(grade: Grade): 'fail' | 'warn' | null {
  switch (grade) {
    case 'fail':
      return 'fail';
    case 'warn':
      return 'warn';
    case 'info':
      return null;
    default:
      return assertNever(grade);
  }
}

/** What cases said of one requirement. */
export interface Tally {
  /** Cases that decided it, or should have. */
  readonly cases: number;
  readonly verdict: Verdict | null;
  /** First reason of the verdict, for `not-applicable` and `untested`. */
  readonly reason: string | null;
}

const rank = (verdict: Verdict): number => {
  const index = (WORST_FIRST as readonly string[]).indexOf(verdict);
  return index < 0 ? WORST_FIRST.length : index;
};

/** The worse of two verdicts, in the contract's order. */
export function worse(a: Verdict, b: Verdict): Verdict {
  return rank(b) < rank(a) ? b : a;
}

class Counter {
  cases = 0;
  verdict: Verdict | null = null;
  reasons: Map<Verdict, string> = new Map();

  add(verdict: Verdict, reason: string | null, counts: boolean): void {
    if (counts) this.cases++;
    this.verdict = this.verdict === null ? verdict : worse(this.verdict, verdict);
    if (reason !== null && !this.reasons.has(verdict)) this.reasons.set(verdict, reason);
  }
}

/** Verdict of one finding under a grade, or null where it has none (info grade, notices, outcomes, leaks). */
export function verdictOf(finding: Finding, grade: Grade): { verdict: Verdict; reason: string | null } | null {
  switch (finding.kind) {
    case 'met':
      return grade === 'info' ? null : { verdict: 'pass', reason: null };
    case 'broken': {
      const cost = costOf(grade);
      return cost === null ? null : { verdict: cost, reason: null };
    }
    case 'not-applicable':
      return { verdict: 'not-applicable', reason: finding.reason };
    case 'untested':
      return { verdict: 'untested', reason: finding.reason };
    case 'notice':
    case 'outcome':
    case 'leak':
      return null;
    default:
      return assertNever(finding);
  }
}

/**
 * Adds up what all cases said, requirement by requirement. One case counts once for a requirement however many findings it
 * brings, with the worst of them.
 */
export function tally(requirements: readonly Requirement[], cases: readonly CaseFindings[]): Map<string, Tally> {
  const grades = new Map(requirements.map((requirement) => [requirement.id, requirement.grade]));
  const counters = new Map(requirements.map((requirement) => [requirement.id, new Counter()]));
  for (const one of cases) {
    const here = new Map<string, { verdict: Verdict; reason: string | null }>();
    if (one.fault !== undefined) {
      for (const id of one.planned) here.set(id, { verdict: 'error', reason: one.fault });
    } else {
      for (const finding of one.findings) {
        if (!('requirement' in finding)) continue;
        const grade = grades.get(finding.requirement);
        const found = grade === undefined ? null : verdictOf(finding, grade);
        if (found === null) continue;
        const before = here.get(finding.requirement);
        if (before === undefined || worse(before.verdict, found.verdict) !== before.verdict)
          here.set(finding.requirement, found);
      }
    }
    for (const [id, found] of here)
      counters.get(id)?.add(found.verdict, found.reason, found.verdict !== 'not-applicable');
  }
  return new Map(
    [...counters].map(([id, counter]) => [
      id,
      {
        cases: counter.cases,
        verdict: counter.verdict,
        reason: counter.verdict === null ? null : (counter.reasons.get(counter.verdict) ?? null),
      },
    ]),
  );
}
