import fc from 'fast-check';
import type { Case } from '../../../harness/model/case.ts';
import type { Finding } from '../../../harness/model/finding.ts';
import type { JsonObject } from '../../../harness/model/json.ts';
import type { Observation } from '../../../harness/model/observation.ts';
import type { PlanContext } from '../../../harness/model/suite.ts';
import { warningsOf } from '../../runner-answers.ts';
import type { HifEdition } from '../documents.ts';
import { type Matcher, type ModelEvent, type ModelHook, type Prediction, predict } from '../model.ts';
import { toolNames } from '../vocabulary.ts';
import { defaultProvider, scenarioCase, toolPayload } from './scenario.ts';
import { viewOf } from './view.ts';

/** A generated manifest, the behaviour of its hooks, and the event that is put to them. */
export interface Generated {
  readonly hooks: readonly ModelHook[];
  readonly event: ModelEvent;
}

export interface GeneratedContext {
  readonly kind: 'generated';
  readonly generated: Generated;
  readonly manifest: string;
}

const TOOLS = ['shell', 'file_read', 'file_write', 'web_fetch', 'agent'];
const MCP = [
  'mcp__github__create_issue',
  'mcp__github__create_issue_comment',
  'mcp__github__close',
  'mcp__my_srv__do_it',
];

function matcher(): fc.Arbitrary<Matcher | undefined> {
  const bare = fc.constantFrom(...TOOLS);
  const pattern = fc
    .constantFrom('.*', 'Ba', '^Bash$', '^(Read|Write)$', '^mcp__github__', 'github', '[a-z]+$', '^$', '(?i)bash|SHELL')
    .map((text) => ({ pattern: text }));
  const mcp = fc.constantFrom(
    { mcp: { server: 'github' } },
    { mcp: { server: 'github', tool: 'create_issue' } },
    { mcp: { server: 'my_srv', tool: 'do_it' } },
    { mcp: { server: 'other' } },
  );
  const one = fc.oneof(
    { weight: 3, arbitrary: bare },
    { weight: 1, arbitrary: pattern },
    { weight: 1, arbitrary: mcp },
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 4, arbitrary: one },
    { weight: 2, arbitrary: fc.array(one, { minLength: 1, maxLength: 3 }) },
  );
}

function stdout(): fc.Arbitrary<string> {
  const decision = fc.constantFrom('allow', 'deny', 'ask').map((word) => JSON.stringify({ decision: word }));
  const other = fc.constantFrom(
    '{}',
    '{"reason":"r"}',
    '{"zzz":1}',
    'hello',
    '{',
    '["deny"]',
    '{"decision":"block"}',
    '\n{"decision":"deny"}\n',
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: decision },
    { weight: 2, arbitrary: other },
  );
}

function hook(): fc.Arbitrary<ModelHook> {
  return fc
    .record({
      event: fc.oneof(
        { weight: 8, arbitrary: fc.constant('before_tool_execute') },
        { weight: 2, arbitrary: fc.constantFrom('after_tool_execute', 'before_prompt', 'session_start') },
      ),
      matcher: matcher(),
      blocking: fc.constantFrom(true, true, false, undefined),
      exit: fc.oneof(fc.constant(0), fc.constant(2), fc.integer({ min: 0, max: 255 })),
      stdout: stdout(),
    })
    .map(({ matcher: own, blocking, ...rest }) => ({
      ...rest,
      ...(own === undefined ? {} : { matcher: own }),
      ...(blocking === undefined ? {} : { blocking }),
    }));
}

function generated(provider: string): fc.Arbitrary<Generated> {
  const event = fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .constantFrom(...toolNames(), ...MCP)
        .map((tool) => ({ event: 'before_tool_execute', tool, provider })),
    },
    { weight: 1, arbitrary: fc.constant({ event: 'after_tool_execute', tool: 'shell', provider }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('before_prompt', 'session_start').map((name) => ({ event: name, provider })),
    },
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ hooks: fc.array(hook(), { minLength: 1, maxLength: 5 }), event }) },
    { weight: 1, arbitrary: chain(provider) },
  );
}

/** Hooks that all run and answer by JSON, so that what their answers make together is drawn often enough (E-HIF-48). */
function chain(provider: string): fc.Arbitrary<Generated> {
  const one = fc.record({
    event: fc.constant('before_tool_execute'),
    blocking: fc.constantFrom(true, true, true, false),
    exit: fc.constantFrom(0, 0, 0, 1),
    stdout: fc.constantFrom('allow', 'allow', 'deny', 'ask').map((decision) => JSON.stringify({ decision })),
  });
  return fc.record({
    hooks: fc.array(one, { minLength: 2, maxLength: 4 }),
    event: fc.constant({ event: 'before_tool_execute', tool: 'shell', provider }),
  });
}

function idsOf(prediction: Prediction, edition: HifEdition): string[] {
  const order = edition === '0.1' && prediction.may.length > 1 ? ['HIF-TOP-010'] : [];
  const effects = prediction.may.map((index) => prediction.effects[index]?.because ?? '');
  return [...new Set([...prediction.selectedBecause, ...effects, ...order])];
}

/** The case for a generated manifest; undefined where nothing that it decides binds. */
export function generatedCase(
  id: string,
  value: Generated,
  context: PlanContext,
  bound: ReadonlySet<string>,
): Case | undefined {
  const edition = context.edition as HifEdition;
  const { event, tool, provider } = value.event;
  const requirements = idsOf(predict(value.hooks, value.event, edition), edition);
  const base = scenarioCase(
    {
      id,
      title: `${value.hooks.length} generated hooks and ${tool === undefined ? event : `a call of ${tool}`}`,
      event,
      provider,
      payload: tool === undefined ? { session_id: 's' } : toolPayload(tool, provider),
      hooks: value.hooks.map((one, index) => ({
        probe: { name: `hook-${index}`, exit: one.exit, stdout: one.stdout },
        hook: {
          event: one.event,
          blocking: one.blocking,
          ...(one.matcher === undefined ? {} : { matcher: one.matcher as unknown as JsonObject }),
        },
      })),
      checks: [{ requirements, expect: { kind: 'ran', probes: [] }, says: '' }],
    },
    context,
    bound,
  );
  if (!base) return undefined;
  const manifest = base.files[0]?.content.toString() ?? '';
  const generatedContext: GeneratedContext = { kind: 'generated', generated: value, manifest };
  return { ...base, context: generatedContext };
}

/** `context.runs` generated cases, the same ones for the same seed. */
export function generatedCases(context: PlanContext, bound: ReadonlySet<string>): Case[] {
  const provider = defaultProvider(context);
  const values = fc.sample(generated(provider), { seed: context.seed, numRuns: context.runs });
  return values
    .map((value, index) => generatedCase(`generated/${index + 1}`, value, context, bound))
    .filter((made) => made !== undefined);
}

interface Fault {
  readonly requirement: string;
  readonly says: string;
  readonly expected: string;
  readonly actual: string;
}

/** `ordered`: whether the edition binds an order; where it does not, a hook that blocks may end the chain before any other. */
function ranFault(
  prediction: Prediction,
  ran: readonly number[],
  decision: unknown,
  ordered: boolean,
): Fault | undefined {
  const actual = `hooks that ran: ${ran.map((index) => index + 1).join(', ') || 'none'}`;
  const picked = (index: number, wanted: string): Fault => ({
    requirement: prediction.selectedBecause[index] ?? '',
    says: `Hook ${index + 1} of the manifest ${wanted} for this event`,
    expected: `hook ${index + 1} ${wanted}`,
    actual,
  });
  // One that must not run comes first: whatever it answers, a decision or a chain that ends, follows from its running.
  const extra = ran.find((index) => !prediction.may.includes(index));
  if (extra !== undefined) return picked(extra, 'does not run');
  const last = ran.at(-1);
  // What ran last may have stopped the chain before its turn.
  const early = (absent: number): boolean =>
    last !== undefined && last > absent && prediction.effects[last]?.blocks !== 'no';
  const missing = prediction.must.find((index) => !ran.includes(index) && (ordered || !early(index)));
  if (missing === undefined) return undefined;
  if (last === undefined) return picked(missing, 'runs');
  if (early(missing))
    return {
      requirement: 'HIF-TOP-010',
      says: IN_TURN,
      expected: `hook ${missing + 1} before hook ${last + 1}`,
      actual,
    };
  // What ran last stopped the chain although its answer stops nothing.
  if (last < missing && decision === 'block')
    return {
      requirement: prediction.effects[last]?.because ?? '',
      says: `What hook ${last + 1} answers does not block`,
      expected: `hook ${missing + 1} runs after it`,
      actual,
    };
  return picked(missing, 'runs');
}

const IN_TURN = 'Hooks of one event run in the order of the array, one after another';

function orderFault(ran: readonly number[], steps: readonly string[]): Fault | undefined {
  const sorted = [...ran].sort((a, b) => a - b);
  const inTurn = sorted.flatMap((index) => [`start ${index}`, `end ${index}`]);
  if (JSON.stringify(steps) === JSON.stringify(inTurn)) return undefined;
  return {
    requirement: 'HIF-TOP-010',
    says: IN_TURN,
    expected: `hooks ${sorted.map((index) => index + 1).join(', ')} one after another`,
    actual: steps.map((step) => step.replace(/\d+/, (digits) => String(Number(digits) + 1))).join(', '),
  };
}

/**
 * The clause that most likely was not kept: of a hook that was heard, and one that binds here where several explain it alike. A
 * clause that does not bind is named all the same, for no other is broken then; only that there is no outcome at all breaks
 * whatever binds.
 */
function blame(
  prediction: Prediction,
  bound: readonly string[],
  wanted: (index: number) => boolean,
  none: boolean = false,
): string {
  const because = (index: number): string => prediction.effects[index]?.because ?? '';
  // Behind a hook that may have stopped the rest there may be one that decides.
  const heard = [...prediction.must, ...prediction.may];
  const pick = (which: (index: number) => boolean): string | undefined => {
    const clauses = heard.filter(which).map(because);
    return clauses.find((id) => bound.includes(id)) ?? (none ? undefined : clauses[0]);
  };
  const says = (index: number): boolean => wanted(index) && because(index) !== 'HIF-EXIT-001';
  const clause = pick(says) ?? pick(wanted) ?? pick(() => true);
  // Where no hook is for this event, one was heard that is for another.
  return clause ?? prediction.selectedBecause.find((id) => bound.includes(id)) ?? '';
}

function decisionFault(
  prediction: Prediction,
  outcome: Readonly<Record<string, unknown>> | undefined,
  said: string,
  bound: readonly string[],
): Fault | undefined {
  const decision = outcome?.['decision'];
  if (!prediction.decisions.some((one) => one === decision)) {
    const block = prediction.decisions.includes('block');
    return {
      requirement: blame(
        prediction,
        bound,
        (index) => (prediction.effects[index]?.blocks === 'yes') === block,
        outcome === undefined,
      ),
      says: `What these hooks answer makes the decision ${prediction.decisions.join(' or ')}`,
      expected: `decision ${prediction.decisions.join(' or ')}`,
      actual: outcome ? `decision ${JSON.stringify(decision) ?? 'absent'}` : said,
    };
  }
  if (decision === 'allow' && prediction.warns && warningsOf(outcome).length === 0)
    return {
      requirement: blame(prediction, bound, (index) => prediction.effects[index]?.warns === 'yes'),
      says: 'A failed hook is a warning',
      expected: 'a warning',
      actual: 'no warning',
    };
  return undefined;
}

/** Compares what ran and what came of it with the model. */
export function judgeGenerated(testCase: Case, observation: Observation, edition: HifEdition): Finding[] {
  const { generated: value } = testCase.context as GeneratedContext;
  const prediction = predict(value.hooks, value.event, edition);
  const view = viewOf(observation);
  const answer = view.answers[0];
  const untested = (reason: string): Finding[] =>
    testCase.requirements.map((requirement) => ({ kind: 'untested', requirement, reason }));
  if (observation.spawns.some((spawn) => spawn.end.kind === 'not-started'))
    return untested('the runner could not be started');
  if (answer?.timedOut === true) return untested('the runner gave no answer within our own limit');
  const indexOf = (probe: string): number => Number(probe.slice('hook-'.length));
  const ran = view.trace.runs.map((run) => indexOf(run.probe));
  const steps = view.trace.order.map(({ what, run }) => `${what} ${ran[run] ?? -1}`);
  const said = `exit code ${answer?.code ?? 'none'} and no outcome`;
  const outcome = answer?.code === 0 ? answer.outcomes[0] : undefined;
  const ordered = testCase.requirements.includes('HIF-TOP-010');
  // A wrong order explains the rest, so it is looked for first.
  const fault =
    (ordered ? orderFault(ran, steps) : undefined) ??
    ranFault(prediction, ran, outcome?.['decision'], edition === '0.1') ??
    decisionFault(prediction, outcome, said, testCase.requirements);
  if (!fault) return testCase.requirements.map((requirement) => ({ kind: 'met', requirement }));
  const { requirement, says, expected, actual } = fault;
  // What no clause that binds here forbids is nobody's fault, and hides what the case would have shown.
  if (!testCase.requirements.includes(requirement)) return [];
  const message = `${says}; expected ${expected}, but ${actual}.`;
  return [{ kind: 'broken', requirement, message, expected, actual, input: shown(value) }];
}

/** Smaller variants of a generated case, the smallest first: fewer hooks, then simpler ones. */
export function simpler(value: Generated): Generated[] {
  const { hooks, event } = value;
  const without =
    hooks.length > 1 ? hooks.map((_, index) => ({ event, hooks: hooks.filter((_, at) => at !== index) })) : [];
  const changed = hooks.flatMap((one, index): Generated[] => {
    const { matcher: own, blocking, ...rest } = one;
    const kept = { ...(own === undefined ? {} : { matcher: own }), ...(blocking === undefined ? {} : { blocking }) };
    const variants: ModelHook[] = [];
    if (own !== undefined) variants.push({ ...rest, ...(blocking === undefined ? {} : { blocking }) });
    if (Array.isArray(own))
      variants.push(...(own as readonly Matcher[]).map((element) => ({ ...rest, ...kept, matcher: element })));
    if (blocking === false) variants.push({ ...rest, ...(own === undefined ? {} : { matcher: own }) });
    if (one.stdout !== '') variants.push({ ...rest, ...kept, stdout: '' });
    if (one.exit > 2) variants.push({ ...rest, ...kept, exit: 3 });
    if (one.exit !== 0) variants.push({ ...rest, ...kept, exit: 0 });
    return variants
      .filter((variant) => JSON.stringify(variant) !== JSON.stringify(one))
      .map((variant) => ({ event, hooks: hooks.map((other, at) => (at === index ? variant : other)) }));
  });
  return [...without, ...changed];
}

/** The manifest as a person would want to see it, each hook with what its process does. */
function shown({ hooks, event }: Generated): string {
  const told = hooks.map(({ exit, stdout, ...hook }) => {
    const prints = stdout === '' ? '' : ` and prints ${JSON.stringify(stdout)}`;
    return `${JSON.stringify(hook)} exits ${exit}${prints}`;
  });
  return `${event.event}${event.tool === undefined ? '' : ` of ${event.tool}`}: ${told.join('; ')}`;
}

/** Cases for the smaller variants of a generated case. */
export function simplerCases(testCase: Case, context: PlanContext): readonly Case[] {
  const { generated: value } = testCase.context as GeneratedContext;
  const bound = new Set(context.catalogue.map(({ id }) => id));
  return simpler(value)
    .map((smaller) => generatedCase('generated/smaller', smaller, context, bound))
    .filter((made) => made !== undefined);
}
