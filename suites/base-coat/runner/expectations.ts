import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonValue } from '../../../harness/model/json.ts';
import { assertNever } from '../../../harness/model/words.ts';
import { type ProbeRun, probesThatRan, wasCutShort } from '../../../harness/probes/trace.ts';
import { type Outcome, textsOf, warningsOf } from '../../runner-answers.ts';
import { envelopeFault } from './envelope.ts';
import type { Expectation, RunnerContext } from './scenario.ts';
import type { View } from './view.ts';

/** What was expected and what was seen instead, in words; undefined where the expectation is met. */
export interface Mismatch {
  readonly expected: string;
  readonly actual: string;
}

const ACTIONS: readonly unknown[] = ['passThrough', 'injectContext', 'modify', 'block'];

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** What the runner answered, or why there is no answer. */
export function said(view: View, outcome: Outcome | undefined): string {
  const answer = view.answers.at(-1);
  if (!answer) return 'the runner was not started';
  if (answer.timedOut) return 'the runner did not come to an end';
  const why = answer.stderr.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
  if (answer.code !== 0)
    return `the runner ended with exit code ${answer.code ?? 'none'}${why === '' ? '' : `: ${why}`}`;
  if (!outcome) return answer.problem ?? 'an answer is missing';
  const [warning] = warningsOf(outcome);
  return `action ${shown(outcome['action'])} with ${warning === undefined ? 'no warning' : `the warning ${shown(warning)}`}`;
}

/** The first of the wanted texts that is missing, in the order in which they are due. */
function missing(texts: readonly string[], wanted: readonly string[]): string | undefined {
  let from = 0;
  const whole = texts.join('\n');
  for (const text of wanted) {
    const at = whole.indexOf(text, from);
    if (at < 0) return text;
    from = at + text.length;
  }
  return undefined;
}

function ranFault(
  view: View,
  outcome: Outcome | undefined,
  seen: readonly string[],
  wanted: readonly string[],
): Mismatch | undefined {
  if (isDeepStrictEqual(seen, wanted)) return undefined;
  const failed = view.answers.at(-1)?.code === 0 ? '' : ` (${said(view, outcome)})`;
  return { expected: `hooks that run: ${list(wanted)}`, actual: `hooks that ran: ${list(seen)}${failed}` };
}

function runOf(view: View, probe: string): ProbeRun | undefined {
  return view.trace.runs.find((one) => one.probe === probe);
}

function step(view: View, what: 'start' | 'end', probe: string): number {
  return view.trace.order.findIndex((entry) => entry.what === what && view.trace.runs[entry.run]?.probe === probe);
}

/** A member is as it was: absent, null, or what the event held. */
function unchanged(value: unknown, original: JsonValue | undefined): boolean {
  return value === undefined || value === null || isDeepStrictEqual(value, original);
}

function changed(
  outcome: Outcome | undefined,
  expect: Extract<Expectation, { kind: 'changed' }>,
  context: RunnerContext,
): Mismatch | undefined {
  const value = outcome?.[expect.member];
  const tool = context.events.at(-1)?.['tool'];
  const original = isObject(tool)
    ? (tool[expect.member === 'modifiedInput' ? 'input' : 'output'] as JsonValue)
    : undefined;
  const ok = expect.value === null ? unchanged(value, original) : isDeepStrictEqual(value, expect.value);
  if (outcome && ok) return undefined;
  const wanted = expect.value === null ? 'absent or unchanged' : shown(expect.value);
  return { expected: `${expect.member} ${wanted}`, actual: `${expect.member} ${shown(value)}` };
}

function envelope(
  view: View,
  expect: Extract<Expectation, { kind: 'envelope' }>,
  outcome: Outcome | undefined,
): Mismatch | undefined {
  const runs = view.trace.runs.filter((run) => expect.probe === undefined || run.probe === expect.probe);
  if (runs.length === 0) return { expected: 'a hook that runs', actual: said(view, outcome) };
  for (const run of runs) {
    const found = envelopeFault(expect.rule, run.stdin);
    if (found !== undefined) return found;
  }
  return undefined;
}

function shape(view: View): Mismatch | undefined {
  const expected = 'action, additionalContext and warnings in every answer';
  for (const outcome of view.outcomes) {
    if (!outcome) return { expected, actual: said(view, outcome) };
    if (!ACTIONS.includes(outcome['action'])) return { expected, actual: `action ${shown(outcome['action'])}` };
    for (const name of ['additionalContext', 'warnings'])
      if (!Array.isArray(outcome[name])) return { expected, actual: `${name} ${shown(outcome[name])}` };
  }
  return undefined;
}

function noticed(
  view: View,
  outcome: Outcome | undefined,
  expect: Extract<Expectation, { kind: 'noticed' }>,
): Mismatch | undefined {
  const answer = view.answers.at(-1);
  const refused = answer?.code !== undefined && answer.code !== 0;
  const words = warningsOf(outcome).join('\n');
  const named =
    words !== '' && (expect.words?.some((word) => words.toLowerCase().includes(word.toLowerCase())) ?? true);
  const silentlyLeftOut =
    expect.words === undefined && runOf(view, expect.probe) === undefined && outcome !== undefined;
  const harmless = expect.orRun === true && outcome?.['action'] === 'passThrough';
  if ((refused && view.trace.runs.length === 0) || named || silentlyLeftOut || harmless) return undefined;
  const about = expect.words === undefined ? '' : ` that names ${expect.words[0] ?? ''}`;
  return { expected: `refused, or taken with a warning${about}`, actual: said(view, outcome) };
}

/** Nothing below seventy percent, a warning above it, the hook of OnBudgetExceeded above eighty. */
function budget(view: View, probe: string): Mismatch | undefined {
  const expected = 'nothing at 69 %, a warning at 71 %, OnBudgetExceeded at 81 %';
  const [low, middle, high] = view.outcomes;
  if (!low || !middle || !high) return { expected, actual: said(view, high) };
  if (warningsOf(low).length > 0) return { expected, actual: `a warning at 69 %: ${warningsOf(low)[0]}` };
  if (warningsOf(middle).length === 0) return { expected, actual: 'no warning at 71 %' };
  const times = view.trace.runs.filter((run) => run.probe === probe).length;
  return times > 0 ? undefined : { expected, actual: 'OnBudgetExceeded was not raised at 81 %' };
}

/** Compares one expectation with what was seen; `at` names the answer. Pure. */
export function mismatch(expect: Expectation, view: View, context: RunnerContext, at?: number): Mismatch | undefined {
  const outcome = view.outcomes[at ?? view.outcomes.length - 1];
  const answered = said(view, outcome);
  switch (expect.kind) {
    case 'action': {
      const warned = warningsOf(outcome).length > 0;
      const wanted = expect.any.some((one) => one === outcome?.['action']);
      if (wanted && (expect.warned === undefined || expect.warned === warned)) return undefined;
      const warning = expect.warned === undefined ? '' : expect.warned ? ' with a warning' : ' without a warning';
      return { expected: `action ${expect.any.join(' or ')}${warning}`, actual: answered };
    }
    case 'ran': {
      const free = new Set(expect.except ?? []);
      const seen = probesThatRan(view.trace).filter((probe) => !free.has(probe));
      return ranFault(view, outcome, [...seen].sort(), [...expect.probes].sort());
    }
    case 'starts': {
      const free = new Set(expect.except ?? []);
      return ranFault(
        view,
        outcome,
        probesThatRan(view.trace).filter((probe) => !free.has(probe)),
        expect.probes,
      );
    }
    case 'same-order': {
      const all = probesThatRan(view.trace);
      const first = all.slice(0, expect.hooks);
      const complete = all.length === expect.hooks * context.events.length;
      const same = all.every((probe, index) => probe === first[index % expect.hooks]);
      return complete && same
        ? undefined
        : { expected: 'the same order each time', actual: all.length === 0 ? answered : `the order ${list(all)}` };
    }
    case 'before': {
      const [end, start] = [step(view, 'end', expect.first), step(view, 'start', expect.next)];
      if (end >= 0 && start > end) return undefined;
      const seen = view.trace.order.map(({ what, run }) => `${what} ${view.trace.runs[run]?.probe ?? ''}`);
      return {
        expected: `${expect.first} ends before ${expect.next} starts`,
        actual: seen.length === 0 ? answered : seen.join(', '),
      };
    }
    case 'awaited': {
      const waited = (view.answers.at(-1)?.durationMs ?? 0) >= expect.ms - 50;
      if (outcome && runOf(view, expect.probe)?.ended === true && waited) return undefined;
      const early = outcome ? 'the runner answered before its hook had ended' : answered;
      return {
        expected: 'an answer after the hook has ended',
        actual: runOf(view, expect.probe) ? early : `the hook did not run: ${answered}`,
      };
    }
    case 'at-most': {
      const times = view.trace.runs.filter((run) => run.probe === expect.probe).length;
      return times <= expect.times && outcome
        ? undefined
        : { expected: `at most ${expect.times} runs and an answer`, actual: outcome ? `${times} runs` : answered };
    }
    case 'context': {
      const texts = textsOf(outcome, 'additionalContext');
      const lost = missing(texts, expect.holds);
      const extra = expect.without?.find((text) => texts.some((one) => one.includes(text)));
      if (outcome && lost === undefined && extra === undefined) return undefined;
      const wanted = expect.holds.length === 0 ? 'nothing of it' : `${list(expect.holds)}, in this order,`;
      return {
        expected: `${wanted} in additionalContext`,
        actual: outcome ? `additionalContext ${shown(outcome['additionalContext'])}` : answered,
      };
    }
    case 'changed':
      return outcome
        ? changed(outcome, expect, context)
        : { expected: `an answer with or without ${expect.member}`, actual: answered };
    case 'kept-out': {
      const found = outcome !== undefined && JSON.stringify(outcome).includes(expect.text);
      return outcome && !found
        ? undefined
        : { expected: `${expect.text} nowhere in the answer`, actual: outcome ? 'it is there' : answered };
    }
    case 'reason': {
      const reason = outcome?.['reason'];
      return typeof reason === 'string' && reason.includes(expect.holds)
        ? undefined
        : { expected: `a reason that holds ${expect.holds}`, actual: outcome ? `reason ${shown(reason)}` : answered };
    }
    case 'warning': {
      const warnings = warningsOf(outcome);
      const found = warnings.some(
        (warning) =>
          expect.words.length === 0 || expect.words.some((word) => warning.toLowerCase().includes(word.toLowerCase())),
      );
      return found ? undefined : { expected: 'a warning that names the hook or its error', actual: answered };
    }
    case 'logged': {
      const places = [
        ...view.answers.flatMap((answer) => [answer.stderr, ...answer.outcomes.map((one) => JSON.stringify(one))]),
        ...view.files,
      ];
      const lost = expect.texts.find((any) => !any.some((text) => places.some((place) => place.includes(text))));
      return lost === undefined
        ? undefined
        : {
            expected: `${lost.join(' or ')} in the answer, on stderr or in a log`,
            actual: outcome ? 'it is nowhere' : answered,
          };
    }
    case 'time': {
      const answer = view.answers.at(-1);
      const ms = answer?.durationMs ?? 0;
      const inTime = ms <= expect.toMs || (expect.cut !== undefined && wasCutShort(view.trace, expect.cut));
      if (outcome && answer && !answer.timedOut && ms >= expect.fromMs && inTime) return undefined;
      return {
        expected: `an answer after ${expect.fromMs / 1000} to ${expect.toMs / 1000} seconds`,
        actual:
          outcome && answer?.timedOut !== true
            ? ms < expect.fromMs
              ? 'an answer too early'
              : 'an answer too late'
            : answered,
      };
    }
    case 'envelope':
      return envelope(view, expect, outcome);
    case 'stdin': {
      const run = runOf(view, expect.probe);
      return run?.stdin.includes(expect.holds) === true
        ? undefined
        : {
            expected: `${expect.holds} on the stdin of ${expect.probe}`,
            actual: run ? 'it is not there' : `the hook did not run: ${answered}`,
          };
    }
    case 'cwd': {
      const run = runOf(view, expect.probe);
      return run?.cwd === expect.cwd
        ? undefined
        : {
            expected: `working directory ${expect.cwd} of the project`,
            actual: run ? `working directory ${run.cwd}` : `the hook did not run: ${answered}`,
          };
    }
    case 'unset': {
      const run = runOf(view, expect.probe);
      return run !== undefined && run.env[expect.name] === undefined
        ? undefined
        : { expected: `${expect.name} is not set`, actual: run ? 'it is set' : `the hook did not run: ${answered}` };
    }
    case 'shape':
      return shape(view);
    case 'noticed':
      return noticed(view, outcome, expect);
    case 'budget':
      return budget(view, expect.probe);
    default:
      return assertNever(expect);
  }
}
