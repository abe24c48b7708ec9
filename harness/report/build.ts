import type * as R from '../../types/generated/report.ts';
import type { Finding } from '../model/finding.ts';
import type { Requirement } from '../model/requirement.ts';
import { SURFACES } from '../model/subject.ts';
import type { Verdict } from '../model/words.ts';
import type { CaseResult, EditionRun, SubjectRun } from './case-result.ts';
import { flakyOf, unsteadyOf } from './flaky.ts';
import { judgeLevel } from './levels.ts';
import { timingsOf } from './timings.ts';
import { type CaseFindings, costOf, type Tally, tally, worse } from './verdict.ts';

/** What a report says of the run itself. */
export interface RunInfo {
  readonly version: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly seed: number;
  readonly complete: boolean;
  /** Why it isn't complete, in one sentence. */
  readonly incomplete: string | null;
  readonly evidence: 'spawned' | 'stream';
  readonly projectName?: string;
  readonly projectLevels: readonly R.Level[];
}

function caseFindings(edition: EditionRun): CaseFindings[] {
  const cases: CaseFindings[] = [];
  for (const result of edition.results) {
    if (result === undefined) continue;
    cases.push({
      caseId: result.case.id,
      findings: result.findings,
      planned: result.case.requirements,
      ...(result.fault === undefined ? {} : { fault: result.fault }),
    });
  }
  // Run-wide rules are one more case each, so that a requirement that only they decide counts the cases they looked at as one.
  if (edition.runFindings.length > 0) cases.push({ caseId: null, findings: edition.runFindings, planned: [] });
  return cases;
}

function notFedVerdict(edition: EditionRun, id: string): { verdict: Verdict; reason: string } | undefined {
  const entries = edition.notFed.filter((entry) => entry.requirements.includes(id));
  const first = entries.find((entry) => entry.verdict === 'untested') ?? entries[0];
  return first === undefined ? undefined : { verdict: first.verdict, reason: first.reason };
}

/** Verdict of one requirement in one edition, with the reason that the contract asks for. */
function judged(
  requirement: Requirement,
  edition: EditionRun,
  counts: Tally | undefined,
  leftOut: ReadonlyMap<string, string>,
): { verdict: Verdict; reason: string | null; cases: number } {
  if (requirement.undecidable !== undefined)
    return { verdict: 'undecidable', reason: requirement.undecidable, cases: 0 };
  const cases = counts?.cases ?? 0;
  const missing = leftOut.get(requirement.id);
  const decided = counts?.verdict ?? null;
  if (decided === 'fail' || decided === 'error')
    return { verdict: decided, reason: decided === 'error' ? (counts?.reason ?? null) : null, cases };
  // A requirement some of whose cases were left out is not passed: nothing but what was decided is ever counted.
  if (missing !== undefined) return { verdict: 'untested', reason: missing, cases };
  const notFed = notFedVerdict(edition, requirement.id);
  if (decided === null) {
    if (notFed !== undefined) return { ...notFed, cases };
    return { verdict: 'untested', reason: 'this version has no case for it', cases };
  }
  if (notFed?.verdict === 'untested') return { ...notFed, cases };
  const needsReason = decided === 'untested' || decided === 'not-applicable';
  return { verdict: decided, reason: needsReason ? (counts?.reason ?? 'no case decided it') : null, cases };
}

function failureOf(
  finding: Extract<Finding, { kind: 'broken' }>,
  result: CaseResult | undefined,
  run: SubjectRun,
): R.Failure {
  const id = result?.case.id ?? finding.case;
  return {
    case: id ?? `${run.suite.spec}/whole-run`,
    message: finding.message,
    expected: finding.expected,
    actual: finding.actual,
    input: finding.input ?? result?.input ?? '',
    repro: id === undefined ? run.rerun(finding.requirement) : run.repro(id),
    ...(finding.paste === undefined ? {} : { paste: finding.paste }),
    ...(result?.case.vendor === undefined ? {} : { vendor: result.case.vendor }),
    ...(result?.case.event === undefined ? {} : { event: result.case.event }),
    ...(finding.where === undefined ? {} : { where: finding.where }),
    ...(result?.seen === undefined ? {} : { seen: result.seen }),
  };
}

function failuresOf(requirement: Requirement, edition: EditionRun, run: SubjectRun): R.Failure[] {
  const failures: R.Failure[] = [];
  for (const result of edition.results) {
    if (result === undefined) continue;
    if (result.fault !== undefined) {
      if (!result.case.requirements.includes(requirement.id)) continue;
      const fault: Finding = {
        kind: 'broken',
        requirement: requirement.id,
        message: `the suite itself failed: ${result.fault}`,
        expected: 'a case that runs as planned',
        actual: result.fault,
      };
      failures.push(failureOf(fault, result, run));
      continue;
    }
    for (const finding of result.findings) {
      if (finding.kind === 'broken' && finding.requirement === requirement.id)
        failures.push(failureOf(finding, result, run));
    }
  }
  for (const finding of edition.runFindings) {
    if (finding.kind !== 'broken' || finding.requirement !== requirement.id) continue;
    const example = edition.results.find((result) => result !== undefined && result.case.id === finding.case);
    failures.push(failureOf(finding, example, run));
  }
  return failures;
}

function brokenCases(failures: readonly R.Failure[]): number {
  return new Set(failures.map((failure) => failure.case)).size;
}

function requirementRow(
  requirement: Requirement,
  edition: EditionRun,
  counts: ReadonlyMap<string, Tally>,
  run: SubjectRun,
  unsteady: ReadonlySet<string>,
): R.RequirementReport {
  const { verdict, reason, cases } = judged(requirement, edition, counts.get(requirement.id), run.leftOut);
  const failures =
    verdict === 'fail' || verdict === 'warn' || verdict === 'error' ? failuresOf(requirement, edition, run) : [];
  return {
    id: requirement.id,
    spec: requirement.spec,
    keyword: requirement.keyword,
    grade: requirement.grade,
    verdict,
    reason,
    // A rule about the whole run is one case more, whatever the number of those that it points at.
    cases: Math.max(cases, brokenCases(failures)),
    failures,
    level: requirement.level,
    section: requirement.section,
    ...(failures.length > 0 && unsteady.has(requirement.id) ? { flaky: true } : {}),
  };
}

/** Notices: what judges call one, and info-grade requirements that are not met. Each once, with the first case that shows it. */
function noticesOf(run: SubjectRun): R.Notice[] {
  const notices = new Map<string, R.Notice>();
  const add = (id: string, message: string, caseId: string | null, where?: R.Where): void => {
    const key = `${id}\n${message}\n${where === undefined ? '' : JSON.stringify(where)}`;
    if (!notices.has(key)) notices.set(key, { id, message, case: caseId, ...(where === undefined ? {} : { where }) });
  };
  for (const edition of run.editions) {
    const info = new Set(edition.requirements.filter((row) => row.grade === 'info').map((row) => row.id));
    const look = (finding: Finding, caseId: string | null): void => {
      if (finding.kind === 'notice') add(finding.id, finding.message, finding.case ?? caseId, finding.where);
      if (finding.kind === 'broken' && info.has(finding.requirement))
        add(finding.requirement, finding.message, finding.case ?? caseId, finding.where);
    };
    for (const result of edition.results)
      for (const finding of result?.findings ?? []) look(finding, result?.case.id ?? null);
    for (const finding of edition.runFindings) look(finding, null);
  }
  for (const { id, message } of run.notices ?? []) add(id, message, null);
  return [...notices.values()];
}

function outcomesOf(run: SubjectRun): R.Outcome[] {
  return run.editions.flatMap((edition) =>
    edition.results.flatMap((result) =>
      (result?.findings ?? []).flatMap((finding) => {
        if (finding.kind !== 'outcome') return [];
        const { kind: _, ...outcome } = finding;
        return [{ ...outcome, adds: [...outcome.adds], case: result?.case.id ?? '' }];
      }),
    ),
  );
}

/** Requirements that the frozen set that was judged under left without a verdict, once each. */
function notScoredOf(run: SubjectRun): Pick<R.SubjectReport, 'notScored'> {
  const { suite, subject } = run;
  const all = run.editions.flatMap(({ edition }) => suite.notScored?.(subject.role, edition, subject) ?? []);
  if (all.length === 0) return {};
  return { notScored: [...new Map(all.map((one) => [one.id, { ...one }])).values()] };
}

/** Native event by emitted type; of several editions, whose payloads are the same, the first. */
function fedOf(run: SubjectRun): Pick<R.SubjectReport, 'fed'> {
  const fed = run.editions.find((edition) => edition.fed.length > 0)?.fed ?? [];
  if (fed.length === 0) return {};
  return { fed: fed.map((row) => ({ ...row, emitted: [...row.emitted], expected: [...row.expected] })) };
}

function leaksOf(run: SubjectRun): R.Leak[] {
  // One text can be found twice at one place (a value and a part of it): a person wants to know of the place once.
  const leaks = new Map<string, R.Leak>();
  for (const edition of run.editions) {
    const grades = new Map(edition.requirements.map((row) => [row.id, row.grade]));
    for (const result of edition.results) {
      if (result === undefined) continue;
      for (const hit of result.leaks) {
        const canary = result.case.canaries.find((one) => one.id === hit.canary);
        if (canary === undefined) continue;
        const touched = result.findings.flatMap((finding) =>
          finding.kind === 'leak' && finding.canary === hit.canary ? finding.requirements : [],
        );
        const requirements = [...new Set(touched)];
        const costs = requirements.map((id) => costOf(grades.get(id) ?? 'info'));
        const leak: R.Leak = {
          canary: canary.field,
          kind: canary.kind,
          vendor: result.case.vendor ?? null,
          event: result.case.event ?? null,
          channel: hit.channel,
          place: hit.place,
          encoding: hit.encoding,
          requirements,
          verdict: costs.includes('fail') ? 'fail' : costs.includes('warn') ? 'warn' : null,
          case: result.case.id,
        };
        leaks.set(JSON.stringify(leak), leak);
      }
    }
  }
  return [...leaks.values()];
}

function levelsOf(
  run: SubjectRun,
  edition: EditionRun,
  rows: readonly R.RequirementReport[],
  absent: readonly string[],
): R.Level[] {
  const { suite, subject } = run;
  const verdicts = new Map(rows.map((row) => [row.id, row.verdict as Verdict]));
  const inPart = rows.filter((row) => row.verdict === 'warn' && row.cases > brokenCases(row.failures));
  const passedInPart = new Set(inPart.map((row) => row.id));
  const vendorsWithoutCase = subject.vendorsDeclared
    ? subject.vendors.filter((vendor) => !edition.results.some((result) => result?.case.vendor === vendor))
    : [];
  const newer = suite.notScored?.(subject.role, edition.edition, subject) ?? [];
  return suite.levels
    .filter((level) => level.roles.includes(subject.role) && level.editions?.includes(edition.edition) !== false)
    .map((level) => {
      const cantBeHad = subject.drive === 'scenario' && !edition.requirements.some((row) => row.level === level.name);
      const result = judgeLevel({
        level,
        levels: suite.levels,
        role: subject.role,
        // A level is not had by the rows of those below it alone: Mapping is of native payloads (contract, section 6).
        requirements: cantBeHad ? [] : edition.requirements,
        verdicts,
        passedInPart,
        complete: run.complete && run.unusable === null,
        vendorsWithoutCase,
      });
      return {
        spec: suite.spec,
        edition: edition.edition,
        level: level.name,
        role: subject.role,
        vendor: null,
        set: level.sets?.[edition.edition] ?? `${suite.spec}/${edition.edition}`,
        status: result.status,
        claimed: subject.claims.includes(level.name),
        passed: result.passed,
        failed: result.failed,
        warned: result.warned,
        notApplicable: result.notApplicable,
        untested: result.untested,
        undecidable: result.undecidable,
        ours: level.ours,
        reason: cantBeHad ? 'a played scenario can show nothing of it: it needs native payloads' : result.reason,
        missing: [...result.missing],
        ...(subject.drive === 'scenario' ? { evidence: 'scenario' as const } : {}),
        absent: [...absent],
        ...(newer.length === 0 ? {} : { notScored: newer.length }),
      };
    });
}

/** Which cases a subject that stays alive answered, and what came of asking again; absent where none was asked. */
function workerOf(results: readonly CaseResult[]): { worker?: R.Worker } {
  const by = (who: CaseResult['by']): number => results.filter((result) => result.by === who).length;
  const [alone, alike, otherwise] = [by('worker'), by('worker-and-process'), by('process-against-worker')];
  if (alone + alike + otherwise === 0) return {};
  return { worker: { alone, checked: alike + otherwise, differed: otherwise } };
}

const count = (rows: readonly R.RequirementReport[], verdict: Verdict): number =>
  rows.filter((row) => row.verdict === verdict).length;

/** Joins the rows of several editions: a requirement that is in both has the worse verdict, and the cases of both. */
function joinEditions(rows: readonly (readonly R.RequirementReport[])[]): R.RequirementReport[] {
  const joined = new Map<string, R.RequirementReport>();
  for (const row of rows.flat()) {
    const before = joined.get(row.id);
    if (before === undefined) joined.set(row.id, row);
    else {
      const verdict = worse(before.verdict as Verdict, row.verdict as Verdict);
      joined.set(row.id, {
        ...(verdict === before.verdict ? before : row),
        cases: before.cases + row.cases,
        failures: [...before.failures, ...row.failures],
        ...(before.flaky === true || row.flaky === true ? { flaky: true } : {}),
      });
    }
  }
  return [...joined.values()];
}

/** The report of one subject. Pure. */
export function buildSubject(run: SubjectRun): R.SubjectReport {
  const { subject } = run;
  const absent = SURFACES.filter((word) => !subject.surface[word]);
  const perEdition = run.editions.map((edition) => {
    const counts = tally(edition.requirements, caseFindings(edition));
    const unsteady = unsteadyOf(edition.results);
    const rows = edition.requirements
      .filter((row) => row.grade !== 'info')
      .map((row) => requirementRow(row, edition, counts, run, unsteady));
    return { rows, levels: levelsOf(run, edition, rows, absent) };
  });
  const requirements = joinEditions(perEdition.map((one) => one.rows));
  const results = run.editions.flatMap((edition) => edition.results.filter((result) => result !== undefined));
  return {
    name: subject.name,
    role: subject.role,
    command: [...subject.command],
    ...(Object.keys(subject.commands).length === 0
      ? {}
      : { commands: Object.fromEntries(Object.entries(subject.commands).map(([name, words]) => [name, [...words]])) }),
    ...(subject.url === undefined ? {} : { url: subject.url }),
    ...(subject.start === undefined ? {} : { start: [...subject.start] }),
    ...(subject.registeredIn === undefined ? {} : { registeredIn: subject.registeredIn }),
    spec: subject.spec,
    editions: run.editions.map((edition) => edition.edition),
    vendors: [...subject.vendors],
    absent,
    ...(subject.raw['home'] === 'caller' ? { home: 'caller' as const } : {}),
    unusable: run.unusable,
    levels: perEdition.flatMap((one) => one.levels),
    requirements,
    outcomes: outcomesOf(run),
    leaks: leaksOf(run),
    notices: noticesOf(run),
    ...notScoredOf(run),
    ...fedOf(run),
    ...timingsOf(results, subject.budgetMs),
    ...workerOf(results),
    ...(run.isolation === undefined ? {} : { isolation: { ...run.isolation } }),
    ...flakyOf(run, requirements),
    summary: {
      requirements: requirements.length,
      passed: count(requirements, 'pass'),
      failed: count(requirements, 'fail'),
      warned: count(requirements, 'warn'),
      notApplicable: count(requirements, 'not-applicable'),
      undecidable: count(requirements, 'undecidable'),
      untested: count(requirements, 'untested'),
      errors: count(requirements, 'error'),
      cases: results.length,
      spawns: results.reduce((sum, result) => sum + result.spawns, 0),
    },
  };
}

/** The report of a run (contract, section 4). Pure: the clock is in `info`. */
export function buildReport(info: RunInfo, subjects: readonly R.SubjectReport[]): R.Report {
  return {
    schema: 'hookconf-report/1',
    hookconf: info.version,
    startedAt: info.startedAt.toISOString(),
    durationMs: Math.round(info.durationMs),
    seed: info.seed,
    complete: info.complete,
    ...(info.incomplete === null ? {} : { incomplete: info.incomplete }),
    evidence: info.evidence,
    subjects: [...subjects],
    project: { levels: [...info.projectLevels], ...(info.projectName === undefined ? {} : { name: info.projectName }) },
  };
}
