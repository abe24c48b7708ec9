import type { Case, NotFed, SpawnPlan } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { CaseFacts, Judgement, Plan, PlanContext, Suite } from '../../harness/model/suite.ts';
import type { HookAnswer } from '../answer-checks.ts';
import { defaultEdition, editionsOf, requirementsInEdition } from '../editions.ts';
import { levelsOf } from '../levels.ts';
import { bindsRole } from '../roles.ts';
import { judgeAnswer, judgeBrokenInput } from './hook.ts';
import { brokenEvents, type HookInput, soundEvents } from './hook-events.ts';
import { CAUGHT, generatedEvents } from './hook-generated.ts';
import { judgePlanted, judgeRepeated, type PlantedInput, plantedEvents } from './hook-privacy.ts';
import {
  isOptIn,
  judgeOptIn,
  judgeOptInRun,
  OPT_IN,
  type OptIn,
  optInSpawns,
  TELEMETRY_SINK,
} from './hook-telemetry.ts';
import { points } from './surfaces.ts';

const SPEC = 'base-coat';
const OUR_LIMIT_MS = 30_000;

interface HookFacts {
  readonly broken: readonly Extract<Finding, { kind: 'broken' }>[];
  readonly decided: readonly string[];
  readonly optIn?: OptIn;
}

/** Hooks that are given an event of Base Coat and answer with its response (sections 3, 4 and 8). */
export const baseCoatHooks: Suite = {
  spec: SPEC,
  title: 'Base Coat, hooks',
  editions: editionsOf(SPEC),
  defaultEdition: defaultEdition(SPEC) ?? '1',
  roles: ['hook'],
  levels: levelsOf(SPEC),
  requirements: (role, edition) => requirementsInEdition(SPEC, edition).filter((row) => bindsRole(row, role)),
  plan,
  judge,
  judgeRun,
};

function plan(context: PlanContext): Plan {
  const sound = soundEvents(context.subject);
  const rows = decidable(context);
  if (sound.length === 0) {
    const known = points().map(({ basecoat }) => basecoat);
    const reason = `Base Coat has none of the events that the subject is registered for; its hook points are ${known.join(', ')}`;
    const notFed: NotFed = { requirements: rows, verdict: 'not-applicable', reason };
    return { cases: [], notFed: [notFed] };
  }
  const inputs = [...sound, ...brokenEvents(sound[0]?.point ?? '')];
  const about = (input: HookInput): readonly string[] =>
    rows.filter((id) => id.startsWith('BC-ERR-') === input.broken && !isAboutTraces(id));
  const cases = [
    ...inputs.map((input) => caseOf(input, about(input), context)),
    ...generatedEvents(sound[0]?.point ?? '', context.seed, Math.ceil(context.runs / 2)).map((input) =>
      caseOf(
        input,
        rows.filter((id) => id === CAUGHT),
        context,
      ),
    ),
    ...plantedEvents(context.subject, context.seed).map((input) => plantedCase(input, rows, context)),
    ...sound.filter(({ id, point }) => id === point).map((input) => repeatedCase(input, rows, context)),
    ...(rows.includes(OPT_IN) ? sound.filter(({ id, point }) => id === point) : []).map((input) =>
      optInCase(input, context),
    ),
  ];
  return { cases, notFed: [] };
}

const isAboutTraces = (id: string): boolean => id.startsWith('BC-PRV-') || id === 'BC-REG-029';

/** What is stored or sent is watched, and the variable that switches telemetry on leads to us. */
function plantedCase(input: PlantedInput, rows: readonly string[], context: PlanContext): Case {
  const own = input.rows.map(({ id }) => id);
  const one = caseOf(
    input,
    rows.filter((id) => own.includes(id)),
    context,
  );
  const { timed: _, ...untimed } = one;
  return {
    ...untimed,
    lingerMs: 300,
    observeFiles: true,
    canaries: input.canaries,
    sink: TELEMETRY_SINK,
  };
}

/** The same ordinary event without the variable and with it. */
function optInCase(input: HookInput, context: PlanContext): Case {
  const one = caseOf({ ...input, id: `${input.id}-opt-in` }, [OPT_IN], context);
  const { timed: _, ...untimed } = one;
  return { ...untimed, spawns: one.spawns.flatMap(optInSpawns), lingerMs: 300, sink: TELEMETRY_SINK };
}

const TIMES = 3;

function repeatedCase(input: HookInput, rows: readonly string[], context: PlanContext): Case {
  const one = caseOf(
    { ...input, id: `${input.id}-again` },
    rows.filter((id) => id === 'BC-REG-029'),
    context,
  );
  const { timed: _, ...untimed } = one;
  return { ...untimed, spawns: Array.from({ length: TIMES }, () => one.spawns[0] as SpawnPlan) };
}

function decidable(context: PlanContext): readonly string[] {
  return context.catalogue.filter((row) => row.undecidable === undefined).map(({ id }) => id);
}

function caseOf(input: HookInput, rows: readonly string[], context: PlanContext): Case {
  const { id, says, point, stdin, broken } = input;
  return {
    id: `base-coat/hook/${id}`,
    title: `the hook is given ${says}`,
    requirements: rows,
    event: point,
    spawns: [
      {
        placeholders: { edition: context.edition, event: point, vendor: '' },
        appendArgs: [],
        stdin,
        env: {},
        timeoutMs: context.subject.declaredTimeoutMs ?? OUR_LIMIT_MS,
      },
    ],
    files: [],
    substitutions: [],
    lingerMs: 0,
    // A note in a log of its own is a diagnosis as good as one on stderr.
    observeFiles: broken,
    canaries: [],
    ...(broken ? {} : { timed: { limitMs: null } }),
    context: input,
  };
}

function judge(testCase: Case, observation: Observation, { subject, catalogue }: PlanContext): Judgement {
  const [spawn] = observation.spawns;
  if (spawn === undefined) return { findings: [] };
  const input = testCase.context as HookInput;
  if (isOptIn(testCase)) {
    const optIn = judgeOptIn(observation);
    const facts: HookFacts = { broken: [], decided: [], optIn };
    return { findings: [], facts };
  }
  const answer: HookAnswer = {
    end: spawn.end,
    stdout: spawn.stdout.bytes.toString('utf8'),
    stderr: spawn.stderr.bytes.toString('utf8'),
  };
  const noted = observation.files.some(({ change, total }) => change !== 'deleted' && total > 0);
  if (observation.spawns.length > 1 || testCase.canaries.length > 0) {
    const findings =
      testCase.canaries.length > 0
        ? judgePlanted(testCase.context as PlantedInput, observation)
        : judgeRepeated(observation.spawns.map(({ stdout }) => stdout.bytes.toString('utf8')));
    return withFacts(findings, catalogue);
  }
  const all = input.broken ? judgeBrokenInput(answer, input.says, subject.posture, noted) : judgeAnswer(answer);
  // An event that can be read may well be none that the hook cares for: passing it by in silence is no failure to be noted.
  const silent = (finding: Finding): boolean =>
    'requirement' in finding &&
    ((input.readable && finding.kind === 'broken' && finding.requirement === 'BC-ERR-003') ||
      (input.generated === true && finding.requirement !== CAUGHT));
  return withFacts(
    all.filter((finding) => !silent(finding)),
    catalogue,
  );
}

/** What is met counts here; what is broken is told once, by the rule about the whole run. */
function withFacts(all: readonly Finding[], catalogue: PlanContext['catalogue']): Judgement {
  const bound = new Set(catalogue.map(({ id }) => id));
  const findings = all.filter((finding) => !('requirement' in finding) || bound.has(finding.requirement));
  const facts: HookFacts = {
    broken: findings.filter((finding) => finding.kind === 'broken'),
    decided: findings.flatMap((finding) => ('requirement' in finding ? [finding.requirement] : [])),
  };
  return { findings: findings.filter((finding) => finding.kind !== 'broken'), facts };
}

/** What breaks is said once and not per event; what no response put to the test is not applicable. */
function judgeRun(all: readonly CaseFacts[], context: PlanContext): readonly Finding[] {
  const findings = new Map<string, Finding>();
  const decided = new Set<string>();
  const optIns = all.flatMap(({ facts }) => (facts as HookFacts).optIn ?? []);
  const telemetry = optIns.some(({ sends }) => sends);
  for (const { case: one, facts } of all) {
    const { broken: own, decided: here, optIn } = facts as HookFacts;
    const broken = [...own, ...(telemetry ? (optIn?.findings ?? []) : [])];
    for (const id of here) decided.add(id);
    for (const finding of broken) {
      const key = `${finding.requirement} ${finding.message}`;
      const input = one.context as HookInput;
      const where = input.broken ? '' : ` (given ${input.says})`;
      if (!findings.has(key)) findings.set(key, { ...finding, message: `${finding.message}${where}`, case: one.id });
    }
  }
  if (all.length === 0) return [];
  const never = decidable(context).filter((id) => id.startsWith('BC-') && id !== OPT_IN && !decided.has(id));
  const reason = 'no response put it to the test';
  return [
    ...findings.values(),
    ...judgeOptInRun(optIns),
    ...never.map((requirement): Finding => ({ kind: 'not-applicable', requirement, reason })),
  ];
}
