import { data } from '../harness/assets.ts';
import { samples } from '../harness/generate/samples.ts';
import { type ScenarioTool, type Session, scenario, sessionArbitrary } from '../harness/generate/sessions.ts';
import { makeCanary } from '../harness/leaks/canary.ts';
import type { Canary, Case } from '../harness/model/case.ts';
import type { JsonObject, JsonValue } from '../harness/model/json.ts';
import type { Surface } from '../harness/model/subject.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import { smallerSessions } from './made-sessions.ts';
import { LOG_FILE } from './native-case.ts';

/** One step of a scenario (docs/contract.md, section 2). */
export interface Step {
  readonly do: 'start' | 'prompt' | 'tool' | 'subagent' | 'compact' | 'end';
  readonly text?: string;
  readonly tool?: string;
  readonly input?: JsonObject;
  readonly output?: string;
  readonly exit_code?: number;
  readonly type?: string;
  readonly trigger?: string;
  readonly reason?: string;
  readonly steps?: readonly Step[];
}

export interface Scenario {
  readonly name: string;
  readonly says: string;
  readonly steps: readonly Step[];
}

/** All scenarios, in their order. */
export function scenarios(): readonly Scenario[] {
  return data<{ readonly scenarios: readonly Scenario[] }>('suites/scenarios').scenarios;
}

/** What a scenario case keeps for its judge: the steps as they were sent, canaries and all. */
export interface ScenarioContext {
  readonly kind: 'scenario';
  readonly inputs: readonly [];
  readonly scenario: Scenario;
  /** What a generated one was made of. */
  readonly played?: Session;
}

/** The steps of a scenario, those of sub-agents included, in order. */
export function flat(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => [step, ...flat(step.steps ?? [])]);
}

function plantedSteps(
  steps: readonly Step[],
  make: (field: string, kind: Canary['kind'], part: string) => string,
  at: string,
): readonly Step[] {
  return steps.map((step, index) => {
    const field = `${at}/${index}`;
    const inner = step.steps === undefined ? {} : { steps: plantedSteps(step.steps, make, `${field}/steps`) };
    if (step.do === 'prompt')
      return { ...step, ...inner, text: `${make(`${field}/text`, 'prompt', 'start')} ${step.text ?? ''}` };
    if (step.do !== 'tool') return { ...step, ...inner };
    const parts = ['start', 'middle', 'end'].map((part) => make(`${field}/output`, 'tool-result', part));
    const filler = 'lorem ipsum dolor sit amet\n'.repeat(80);
    return { ...step, ...inner, output: `${parts[0]} ${step.output ?? ''}${filler}${parts[1]}${filler}${parts[2]}` };
  });
}

const NEEDS: readonly (readonly [Step['do'], Surface])[] = [
  ['subagent', 'subagents'],
  ['compact', 'compaction'],
  ['prompt', 'prompts'],
  ['end', 'session_end'],
];

/** The scenario without what the subject declares that it has not. */
function within(scenario: Scenario, context: PlanContext): Scenario {
  const { surface } = context.subject;
  const keep = (step: Step): boolean => {
    const need = NEEDS.find(([word]) => word === step.do)?.[1];
    if (need !== undefined && !surface[need]) return false;
    return (
      !(step.tool?.startsWith('mcp') === true && !surface.mcp) && !(step.tool === 'file_write' && !surface.file_writes)
    );
  };
  return { ...scenario, steps: scenario.steps.filter(keep) };
}

/** One case: one process that plays the whole session. */
function scenarioCase(
  spec: string,
  rows: readonly string[],
  context: PlanContext,
  source: Scenario,
  played?: Session,
): Case {
  const { subject } = context;
  const id = `${spec}/scenario/${source.name}`;
  const canaries: Canary[] = [];
  const make = (field: string, kind: Canary['kind'], part: string): string => {
    const canary = makeCanary({ seed: context.seed, scope: id, spawn: 0 }, field, kind, { part });
    canaries.push(canary);
    return canary.value;
  };
  const own = within(source, context);
  const scenario = { ...own, steps: plantedSteps(own.steps, make, '/steps') };
  const log = subject.output === 'log';
  return {
    id,
    title: source.says,
    requirements: rows,
    spawns: [
      {
        placeholders: { vendor: '', event: '', edition: context.edition },
        appendArgs: [],
        stdin: {
          kind: 'payload',
          payload: { scenario: source.name, steps: scenario.steps as unknown as JsonValue },
          newline: true,
          keeps: [{ schema: 'hookconf/scenario' }],
        },
        env: log ? { AGENT_HOOKS_LOG: `/var/log/agent-events/${LOG_FILE}` } : {},
        timeoutMs: subject.declaredTimeoutMs ?? 30_000,
      },
    ],
    files: [],
    substitutions: log ? [{ from: '/var/log/agent-events', to: 'tmp' }] : [],
    lingerMs: 0,
    observeFiles: true,
    ...(typeof subject.output === 'object' ? { sink: { variable: subject.output.http } } : {}),
    canaries,
    context: {
      kind: 'scenario',
      inputs: [],
      scenario,
      ...(played === undefined ? {} : { played }),
    } satisfies ScenarioContext,
  };
}

/** A tool as the scenarios that people wrote use it: generated ones ask for nothing else. */
function toolsOf(): ReadonlyMap<string, ScenarioTool> {
  const used = flat(scenarios().flatMap(({ steps }) => steps)).filter((step) => step.do === 'tool');
  return new Map(
    used.map(({ tool = '', input = {}, output = '' }) => [
      tool,
      { input, output, failure: { output: 'it failed\n', exit_code: 1 } },
    ]),
  );
}

function generatedScenario(name: string, session: Session): Scenario {
  const tools = toolsOf();
  const nothing = { input: {}, output: '', failure: { output: '', exit_code: 1 } };
  const { steps } = scenario(name, '', session, (tool) => tools.get(tool) ?? nothing) as unknown as Scenario;
  return { name, says: `A generated session of ${flat(steps).length} steps.`, steps };
}

/** Generated sessions for so many runs: each is one process that plays dozens of steps. */
const RUNS_A_SCENARIO = 10;

/** One case a scenario: those that people wrote, and generated ones. */
export function scenarioCases(spec: string, rows: readonly string[], context: PlanContext): readonly Case[] {
  const arbitrary = sessionArbitrary({
    tools: [...toolsOf().keys()],
    agentTypes: ['Plan', 'Explore'],
    reasons: ['completed', 'user_exit'],
  });
  const sessions = samples(arbitrary, context.seed, Math.ceil(context.runs / RUNS_A_SCENARIO));
  return [
    ...scenarios().map((source) => scenarioCase(spec, rows, context, source)),
    ...sessions.map((session, index) =>
      scenarioCase(spec, rows, context, generatedScenario(`generated-${index + 1}`, session), session),
    ),
  ];
}

/** Smaller variants of a generated scenario; none of one that people wrote. */
export function simplerScenarios(testCase: Case, context: PlanContext): readonly Case[] {
  const { played } = testCase.context as ScenarioContext;
  if (played === undefined) return [];
  const spec = testCase.id.split('/', 1)[0] ?? '';
  return smallerSessions(played).map((session) =>
    scenarioCase(spec, testCase.requirements, context, generatedScenario('generated-smaller', session), session),
  );
}
