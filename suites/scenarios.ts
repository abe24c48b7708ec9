import { data } from '../harness/assets.ts';
import { makeCanary } from '../harness/leaks/canary.ts';
import type { Canary, Case } from '../harness/model/case.ts';
import type { JsonObject, JsonValue } from '../harness/model/json.ts';
import type { Surface } from '../harness/model/subject.ts';
import type { PlanContext } from '../harness/model/suite.ts';
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

/** One case a scenario: one process that plays the whole session. */
export function scenarioCases(spec: string, rows: readonly string[], context: PlanContext): readonly Case[] {
  const { subject } = context;
  return scenarios().map((source) => {
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
      context: { kind: 'scenario', inputs: [], scenario } satisfies ScenarioContext,
    };
  });
}
