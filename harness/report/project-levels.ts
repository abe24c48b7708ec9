import type * as R from '../../types/generated/report.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Level } from '../model/suite.ts';
import type { Role, Verdict } from '../model/words.ts';
import type { SubjectRun } from './case-result.ts';
import { judgeLevel } from './levels.ts';
import { worse } from './verdict.ts';

/** Levels that the project claims, by specification. */
export type ProjectClaims = Readonly<Record<string, readonly string[]>>;

interface Part {
  readonly run: SubjectRun;
  readonly report: R.SubjectReport;
}

type Status = R.Level['status'];

/** What the subjects of one role have of a level: the best of them counts. */
function bestStatus(parts: readonly Part[], role: Role, level: string): Status | 'absent' {
  const found = parts
    .filter((part) => part.run.subject.role === role)
    .flatMap((part) => part.report.levels.filter((one) => one.level === level).map((one) => one.status));
  if (found.length === 0) return 'absent';
  return (['granted', 'undecided', 'withheld'] as const).find((status) => found.includes(status)) ?? 'undecided';
}

/** What the project's subjects still lack for a level, and what that makes of it. */
function lack(level: Level, parts: readonly Part[]): { readonly status: Status; readonly reason: string | null } {
  const needs = level.project ?? [];
  if (needs.length === 0) {
    const best = level.roles.map((role) => bestStatus(parts, role, level.name));
    if (best.includes('granted')) return { status: 'granted', reason: null };
    return best.includes('withheld')
      ? { status: 'withheld', reason: 'no subject has it' }
      : { status: 'undecided', reason: `no ${level.roles.join(' or ')} has it` };
  }
  const statuses = needs.map((need) => ({ ...need, status: bestStatus(parts, need.role, need.level) }));
  const withheld = statuses.find((need) => need.status === 'withheld');
  if (withheld !== undefined)
    return { status: 'withheld', reason: `the ${withheld.role} does not have ${withheld.level}` };
  const absent = statuses.filter((need) => need.status === 'absent');
  if (absent.length > 0)
    return { status: 'undecided', reason: `the project has no ${absent.map((need) => need.role).join(' and no ')}` };
  const open = statuses.find((need) => need.status === 'undecided');
  return open === undefined
    ? { status: 'granted', reason: null }
    : { status: 'undecided', reason: `${open.level} of the ${open.role} is undecided` };
}

/** A claimed level for which the project has no subject at all: never silently dropped, never granted. */
function withoutSubject(spec: string, level: string): R.Level {
  const none = { passed: 0, failed: 0, warned: 0, notApplicable: 0, untested: 0, undecidable: 0 };
  return {
    spec,
    edition: '',
    level,
    role: null,
    vendor: null,
    set: spec,
    status: 'undecided',
    claimed: true,
    ...none,
    reason: `the project has no subject that ${spec} judges`,
  };
}

/**
 * Levels of the whole project over all its subjects (contract, section 1): rows are those of every subject of the
 * specification, each with the worst verdict of the subjects that it binds.
 */
export function projectLevels(
  claims: ProjectClaims,
  runs: readonly SubjectRun[],
  reports: readonly R.SubjectReport[],
): R.Level[] {
  const levels: R.Level[] = [];
  const judged = new Set(runs.map((run) => run.suite.spec));
  for (const [spec, names] of Object.entries(claims)) {
    if (!judged.has(spec)) levels.push(...names.map((name) => withoutSubject(spec, name)));
  }
  for (const spec of judged) {
    const parts = runs.flatMap((run, index): Part[] => {
      const report = reports[index];
      return run.suite.spec === spec && report !== undefined ? [{ run, report }] : [];
    });
    const known = new Map(parts.flatMap((part) => part.run.suite.levels.map((level) => [level.name, level] as const)));
    for (const name of claims[spec] ?? []) {
      const level = known.get(name);
      if (level === undefined) continue;
      const edition = parts[0]?.run.editions[0]?.edition ?? '';
      const rows = new Map<string, Requirement>();
      const verdicts = new Map<string, Verdict>();
      for (const { run, report } of parts) {
        for (const row of run.editions[0]?.requirements ?? []) rows.set(row.id, row);
        for (const row of report.requirements) {
          const before = verdicts.get(row.id);
          const verdict = row.verdict as Verdict;
          verdicts.set(row.id, before === undefined ? verdict : worse(before, verdict));
        }
      }
      const result = judgeLevel({
        level,
        levels: [...known.values()],
        role: null,
        requirements: [...rows.values()],
        verdicts,
        complete: parts.every((part) => part.run.complete && part.run.unusable === null),
        vendorsWithoutCase: [],
      });
      const lacking = lack(level, parts);
      const order: readonly Status[] = ['withheld', 'undecided', 'granted'];
      const status = order.find((one) => one === result.status || one === lacking.status) ?? 'undecided';
      levels.push({
        spec,
        edition,
        level: name,
        role: null,
        vendor: null,
        set: level.sets?.[edition] ?? `${spec}/${edition}`,
        status,
        claimed: true,
        passed: result.passed,
        failed: result.failed,
        warned: result.warned,
        notApplicable: result.notApplicable,
        untested: result.untested,
        undecidable: result.undecidable,
        ours: level.ours,
        reason: status === 'granted' ? null : status === result.status ? result.reason : lacking.reason,
        missing: [...result.missing],
        absent: [...new Set(parts.flatMap((part) => part.report.absent ?? []))],
      });
    }
  }
  return levels;
}
