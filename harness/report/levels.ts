import type { Requirement } from '../model/requirement.ts';
import type { Level } from '../model/suite.ts';
import type { Role, Verdict } from '../model/words.ts';

/** What a level is granted, withheld or left undecided on. */
export interface LevelBasis {
  readonly level: Level;
  readonly levels: readonly Level[];
  /** Role whose floor counts; null over a project, whose subjects each have their own. */
  readonly role: Role | null;
  /** Rows that bind this role in this edition. */
  readonly requirements: readonly Requirement[];
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Rows that warn and that some case passed all the same: a floor asks for one case, not for a row without a blemish. */
  readonly passedInPart?: ReadonlySet<string>;
  /** The run was whole: not interrupted, not cut short, nothing left out of the plan. */
  readonly complete: boolean;
  /** Claimed vendors without any case. */
  readonly vendorsWithoutCase: readonly string[];
}

export interface LevelCount {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
  readonly notApplicable: number;
  readonly untested: number;
  readonly undecidable: number;
}

export interface LevelResult extends LevelCount {
  readonly status: 'granted' | 'withheld' | 'undecided';
  /** Why it isn't granted, in one sentence; null when it is. */
  readonly reason: string | null;
  /** Requirements that stand between the subject and the level. */
  readonly missing: readonly string[];
}

/** A level with all levels that it includes, itself first. */
function withIncluded(level: Level, levels: readonly Level[]): Level[] {
  const all = new Map<string, Level>();
  const add = (one: Level): void => {
    if (all.has(one.name)) return;
    all.set(one.name, one);
    for (const name of one.includes) {
      const next = levels.find((candidate) => candidate.name === name);
      if (next !== undefined) add(next);
    }
  };
  add(level);
  return [...all.values()];
}

/** The rows of a level: its own and those of the levels that it includes. Info-grade rows are in no level. */
export function rowsOf(level: Level, levels: readonly Level[], requirements: readonly Requirement[]): Requirement[] {
  const names = new Set(withIncluded(level, levels).map((one) => one.name));
  return requirements.filter((requirement) => requirement.grade !== 'info' && names.has(requirement.level));
}

function list(ids: readonly string[]): string {
  return ids.length <= 4 ? ids.join(', ') : `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`;
}

/** Grants, withholds or leaves open one level (contract, sections 1 and 4). Pure. */
export function judgeLevel(basis: LevelBasis): LevelResult {
  const { level, levels, role, requirements, verdicts, complete, vendorsWithoutCase } = basis;
  const rows = rowsOf(level, levels, requirements);
  const by = (wanted: Verdict): string[] =>
    rows.filter((row) => (verdicts.get(row.id) ?? 'untested') === wanted).map((row) => row.id);
  const failed = by('fail');
  const untested = [...by('untested'), ...by('error')];
  const counts = {
    passed: by('pass').length,
    failed: failed.length,
    warned: by('warn').length,
    notApplicable: by('not-applicable').length,
    untested: untested.length,
    undecidable: by('undecidable').length,
  };
  const included = withIncluded(level, levels);
  const byWarning = included.flatMap((one) => one.withheldByWarning ?? []).filter((id) => verdicts.get(id) === 'warn');
  const floor = role === null ? [] : included.flatMap((one) => one.floorByRole?.[role] ?? one.floor);
  const floorFailed = floor.flat().filter((id) => verdicts.get(id) === 'fail');
  // Nothing but a pass is ever counted as passed: a floor that was only warned about wasn't reached.
  const reached = (id: string): boolean => verdicts.get(id) === 'pass' || basis.passedInPart?.has(id) === true;
  const floorMissing = floor.filter((ids) => !ids.some(reached));
  const withheldBy = [...new Set([...failed, ...byWarning, ...floorFailed])];
  if (withheldBy.length > 0) {
    return {
      ...counts,
      status: 'withheld',
      reason: `${list(withheldBy)} ${withheldBy.length === 1 ? 'stands' : 'stand'} against it`,
      missing: withheldBy,
    };
  }
  if (rows.length === 0)
    return { ...counts, status: 'undecided', reason: 'no requirement of it binds this role', missing: [] };
  if (!complete) return { ...counts, status: 'undecided', reason: 'the run is not complete', missing: untested };
  if (untested.length > 0)
    return { ...counts, status: 'undecided', reason: `${list(untested)} not decided`, missing: untested };
  if (floorMissing.length > 0) {
    return {
      ...counts,
      status: 'undecided',
      reason: `its floor had no case that passed: one of ${list(floorMissing[0] ?? [])}`,
      missing: floorMissing.flat(),
    };
  }
  if (vendorsWithoutCase.length > 0) {
    return { ...counts, status: 'undecided', reason: `no case ran for ${vendorsWithoutCase.join(', ')}`, missing: [] };
  }
  return { ...counts, status: 'granted', reason: null, missing: [] };
}
