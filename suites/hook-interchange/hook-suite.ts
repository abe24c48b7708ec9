import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import { isObject } from '../../harness/model/json.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { Requirement } from '../../harness/model/requirement.ts';
import type { Subject } from '../../harness/model/subject.ts';
import type { CaseFacts, Judgement, Plan, PlanContext, Suite } from '../../harness/model/suite.ts';
import type { Role } from '../../harness/model/words.ts';
import { spawnOf, substitutionsOf, transcriptFiles } from '../../vendors/payload-case.ts';
import { defaultTimeoutMs, vendor } from '../../vendors/vendor.ts';
import { endOf, printed } from '../answer-checks.ts';
import { loadRequirements } from '../catalogue.ts';
import { editionsOf, requirementsInEdition } from '../editions.ts';
import { levelsOf } from '../levels.ts';
import { feedOf } from '../native/feed.ts';
import { timeoutFor } from '../native/plan.ts';
import { answerOf, scenarioOf } from '../native/words.ts';
import { bindsRole } from '../roles.ts';
import { judgeHookAnswer, unreadMembers } from './hook.ts';

interface HookFacts {
  readonly broken: readonly Extract<Finding, { kind: 'broken' }>[];
  readonly decided: readonly string[];
  readonly hang: boolean;
  readonly end: string;
  readonly decisionOnStderr: boolean;
  readonly unread: readonly string[];
}

/** Hooks that answer canonically: they get the vendors' own payloads, for the format defines the answer only. */
export const hookInterchangeHooks: Suite = {
  spec: 'hook-interchange',
  title: 'Hook Interchange Format, hooks',
  editions: editionsOf('hook-interchange'),
  defaultEdition: '1.0',
  roles: ['hook'],
  levels: levelsOf('hook-interchange'),
  requirements(role: Role, edition: string, subject: Subject): readonly Requirement[] {
    const declared =
      subject.declaredTimeoutMs === null ? [] : loadRequirements('declared').filter(({ id }) => id === 'DC-TIMEOUT');
    return [...requirementsInEdition('hook-interchange', edition).filter((row) => bindsRole(row, role)), ...declared];
  },
  plan,
  judge,
  judgeRun,
};

function plan(context: PlanContext): Plan {
  const requirements = context.catalogue.filter((row) => row.undecidable === undefined).map(({ id }) => id);
  const cases: Case[] = [];
  for (const slug of context.subject.vendors) {
    for (const fixture of feedOf(context, slug).fixtures) {
      const scenario = scenarioOf(fixture);
      cases.push({
        id: `hook-interchange/hook/${fixture.name}`,
        title: `${vendor(slug).name} ${fixture.event}: ${scenario}`,
        requirements,
        vendor: slug,
        event: fixture.event,
        spawns: [spawnOf(fixture, context.edition, timeoutFor(context, slug, fixture.event))],
        files: transcriptFiles(fixture),
        substitutions: substitutionsOf(fixture),
        lingerMs: 0,
        observeFiles: false,
        canaries: [],
        timed: { limitMs: defaultTimeoutMs(slug, fixture.event) },
        context: { kind: 'hook' },
      });
    }
  }
  return { cases, notFed: [] };
}

function judge(_testCase: Case, observation: Observation): Judgement {
  const [spawn] = observation.spawns;
  if (spawn === undefined) return { findings: [] };
  const answer = answerOf(spawn);
  const findings = judgeHookAnswer(answer);
  const brokenHere = findings.filter((finding) => finding.kind === 'broken');
  const error = printed(answer.stderr);
  const facts: HookFacts = {
    broken: brokenHere,
    decided: findings.flatMap((finding) => ('requirement' in finding ? [finding.requirement] : [])),
    hang: spawn.end.kind === 'timeout',
    end: endOf(spawn.end),
    decisionOnStderr: error.kind === 'object' && isObject(error.document) && error.document['decision'] !== undefined,
    unread: unreadMembers(answer),
  };
  const met: Finding[] = findings.filter((finding) => finding.kind === 'met');
  if (!facts.hang) met.push({ kind: 'met', requirement: 'DC-TIMEOUT' });
  return { findings: met, facts };
}

/** What breaks is said once and not per payload; what no answer put to the test is not applicable. */
function judgeRun(all: readonly CaseFacts[], context: PlanContext): readonly Finding[] {
  const rows = context.catalogue.filter((row) => row.undecidable === undefined).map(({ id }) => id);
  const told = all
    .map(({ case: { id }, facts }) => ({ id, facts: facts as HookFacts | undefined }))
    .flatMap(({ id, facts }) => (facts === undefined ? [] : [{ id, facts }]));
  const findings = new Map<string, Finding>();
  for (const { id, facts } of told) {
    for (const finding of facts.broken) {
      const key = `${finding.requirement} ${finding.message}`;
      if (!findings.has(key)) findings.set(key, { ...finding, case: id });
    }
  }
  const decided = new Set(told.flatMap(({ facts }) => facts.decided));
  const hung = told.find(({ facts }) => facts.hang);
  const limit = context.subject.declaredTimeoutMs;
  if (hung !== undefined && limit !== null) {
    const expected = `an answer within ${limit / 1000} s`;
    findings.set('DC-TIMEOUT', {
      kind: 'broken',
      requirement: 'DC-TIMEOUT',
      message: `not what you declared: still running after ${limit / 1000} s`,
      expected,
      actual: hung.facts.end,
      case: hung.id,
    });
  } else if (hung !== undefined) {
    const reason = 'it was still running after our own limit; give your limit with --timeout <s>';
    for (const id of rows) if (!decided.has(id)) findings.set(id, { kind: 'untested', requirement: id, reason });
  }
  for (const id of rows) {
    if (decided.has(id) || findings.has(id) || id === 'DC-TIMEOUT') continue;
    const reason = told.length === 0 ? 'no payload was fed' : 'no answer held JSON';
    findings.set(id, { kind: 'not-applicable', requirement: id, reason });
  }
  const stray = told.find(({ facts }) => facts.decisionOnStderr);
  if (stray !== undefined) {
    const message =
      'it writes its decision as JSON to stderr, where only a reason for a reader belongs; print it on stdout with exit 0';
    findings.set('HC-STDERR-DECISION', { kind: 'notice', id: 'HC-STDERR-DECISION', message, case: stray.id });
  }
  for (const { id, facts } of told) {
    for (const name of facts.unread) {
      const message = `its output holds a member that the format doesn't have, so it is passed over: ${name}`;
      if (!findings.has(message)) findings.set(message, { kind: 'notice', id: 'HC-UNREAD', message, case: id });
    }
  }
  return [...findings.values()];
}
