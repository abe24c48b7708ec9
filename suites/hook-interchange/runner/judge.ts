import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../harness/model/case.ts';
import type { Finding } from '../../../harness/model/finding.ts';
import { isObject, type JsonObject } from '../../../harness/model/json.ts';
import type { Observation } from '../../../harness/model/observation.ts';
import { assertNever } from '../../../harness/model/words.ts';
import { type ProbeRun, probesThatRan, wasCutShort } from '../../../harness/probes/trace.ts';
import { type Answer, warningsOf } from '../../runner-answers.ts';
import type { Check, Expectation, RunnerContext } from './scenario.ts';
import { type View, viewOf } from './view.ts';

/** What was expected and what was seen instead, in words; undefined where the expectation is met. */
export interface Mismatch {
  readonly expected: string;
  readonly actual: string;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

function lastOutcome(view: View): Readonly<Record<string, unknown>> | undefined {
  return view.answers.at(-1)?.outcomes.at(-1);
}

function said(answer: Answer | undefined): string {
  if (!answer) return 'the runner was not started';
  if (answer.timedOut) return 'the runner did not come to an end';
  const why = answer.stderr.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
  if (answer.code !== 0)
    return `the runner ended with exit code ${answer.code ?? 'none'}${why === '' ? '' : `: ${why}`}`;
  const outcome = answer.outcomes.at(-1);
  if (!outcome) return answer.problem ?? 'there is no outcome';
  const warnings = warningsOf(outcome);
  return `decision ${JSON.stringify(outcome['decision'])} with ${warnings.length === 0 ? 'no warning' : `the warning ${warnings[0]}`}`;
}

function decision(view: View, expect: Extract<Expectation, { kind: 'decision' }>): Mismatch | undefined {
  const answer = view.answers.at(-1);
  const outcome = answer?.code === 0 ? answer.outcomes.at(-1) : undefined;
  const warned = warningsOf(outcome).some((text) => !view.chatter.includes(text));
  const wanted = expect.any.some((one) => one === outcome?.['decision']);
  if (outcome && wanted && (expect.warned === undefined || expect.warned === warned)) return undefined;
  const warning =
    expect.warned === undefined ? '' : expect.warned ? ' with a warning' : ' without a warning about the hook';
  return { expected: `decision ${expect.any.join(' or ')}${warning}`, actual: said(answer) };
}

function outcomes(view: View, any: readonly (readonly string[])[]): Mismatch | undefined {
  const answer = view.answers.at(-1);
  const seen = answer?.code === 0 ? answer.outcomes.map((outcome) => String(outcome['decision'])) : [];
  if (seen.length === any.length && any.every((words, at) => words.includes(seen[at] ?? ''))) return undefined;
  return {
    expected: `one outcome a line: ${list(any.map((words) => words.join(' or ')))}`,
    actual: seen.length === 0 ? said(answer) : list(seen),
  };
}

function ran(view: View, expect: Extract<Expectation, { kind: 'ran' }>): Mismatch | undefined {
  const free = new Set(expect.except ?? []);
  const seen = probesThatRan(view.trace).filter((probe) => !free.has(probe));
  const wanted = [...expect.probes].sort();
  if (isDeepStrictEqual([...seen].sort(), wanted)) return undefined;
  const answer = view.answers.at(-1);
  const failed = answer?.code === 0 ? '' : ` (${said(answer)})`;
  return { expected: `hooks that run: ${list(wanted)}`, actual: `hooks that ran: ${list(seen)}${failed}` };
}

function order(view: View, expect: Extract<Expectation, { kind: 'order' }>): Mismatch | undefined {
  const { order: steps, runs } = view.trace;
  const seen = steps.map(({ what, run }) => `${what} ${runs[run]?.probe ?? ''}`);
  const wanted = expect.probes.flatMap((probe) => [`start ${probe}`, `end ${probe}`]);
  if (isDeepStrictEqual(seen, wanted)) return undefined;
  return {
    expected: `one after another: ${list(expect.probes)}`,
    actual: seen.length === 0 ? said(view.answers.at(-1)) : seen.join(', '),
  };
}

/** Refused: an exit code other than 0 and nothing run. */
function isRefused(view: View): boolean {
  const answer = view.answers.at(-1);
  return answer?.code !== undefined && answer.code !== 0 && view.trace.runs.length === 0;
}

function refused(view: View, others: number | undefined): Mismatch | undefined {
  if (isRefused(view)) return undefined;
  const ranToo = view.trace.runs.length > 0 ? ', and the hook ran' : '';
  const answer = view.answers.at(-1);
  const warned = warningsOf(answer?.outcomes.at(-1)).length > 0;
  if (others !== undefined && answer?.code === 0 && warned && view.trace.runs.length <= others) return undefined;
  const aside = others === undefined ? '' : ', or the hook is left out with a warning';
  return {
    expected: `the manifest is refused and nothing runs${aside}`,
    actual: `${said(view.answers.at(-1))}${ranToo}`,
  };
}

/** JSON may write any character as an escape. */
function tells(given: string, text: string): boolean {
  const plain = given.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return given.includes(text) || plain.includes(text);
}

function noticed(view: View, names: readonly string[]): Mismatch | undefined {
  const answer = view.answers.at(-1);
  const words = [...warningsOf(answer?.outcomes.at(-1)), answer?.stderr ?? ''].join('\n');
  const named =
    names.length === 0 ? warningsOf(answer?.outcomes.at(-1)).length > 0 : names.some((name) => words.includes(name));
  if (isRefused(view) || (answer?.code === 0 && named)) return undefined;
  return {
    expected: `the manifest is refused, or a warning names ${names[0] ?? 'what is wrong'}`,
    actual: said(answer),
  };
}

function holds(value: unknown, wanted: unknown): boolean {
  if (wanted === undefined) return value === undefined || value === null;
  if (typeof wanted === 'string') return typeof value === 'string' && value.includes(wanted);
  return isObject(wanted) ? isDeepStrictEqual(value, wanted) : value === wanted;
}

function member(view: View, expect: Extract<Expectation, { kind: 'member' }>): Mismatch | undefined {
  const outcome = lastOutcome(view);
  const value = outcome?.[expect.member];
  const isDefault = expect.member === 'continue' && expect.holds === undefined && value === true;
  if (outcome && (isDefault || holds(value, expect.holds))) return undefined;
  const wanted = expect.holds === undefined ? 'absent' : JSON.stringify(expect.holds);
  const actual = outcome ? `${expect.member} is ${JSON.stringify(value) ?? 'absent'}` : said(view.answers.at(-1));
  return { expected: `${expect.member} is ${wanted}`, actual };
}

function logged(view: View, texts: readonly string[]): Mismatch | undefined {
  const places = [
    ...view.answers.flatMap((answer) => [answer.stderr, ...answer.outcomes.map((outcome) => JSON.stringify(outcome))]),
    ...view.files.values(),
  ];
  const missing = texts.filter((text) => !places.some((place) => place.includes(text)));
  if (missing.length === 0) return undefined;
  return { expected: `${list(texts)} in the outcome, on stderr or in a log`, actual: `${list(missing)} nowhere` };
}

function probeRun(
  view: View,
  probe: string,
  wanted: string,
  met: (run: ProbeRun) => boolean,
  tell: (run: ProbeRun) => string,
): Mismatch | undefined {
  const run = view.trace.runs.find((one) => one.probe === probe);
  if (run && met(run)) return undefined;
  return { expected: wanted, actual: run ? tell(run) : `the hook did not run: ${said(view.answers.at(-1))}` };
}

const CANONICAL = ['decision', 'context', 'system_message', 'suppress_output', 'updated_input'];

function sameOutcome(view: View): Mismatch | undefined {
  const plain = view.answers.map((answer) => {
    const outcome = answer.outcomes.at(-1);
    if (!outcome) return { none: answer.code };
    const members = CANONICAL.map((name) => [name, outcome[name]]).filter(([, value]) => value !== undefined);
    return {
      ...Object.fromEntries(members),
      continue: outcome['continue'] !== false,
      warned: warningsOf(outcome).length > 0,
    };
  });
  const [first, ...others] = plain;
  const odd = others.find((other) => !isDeepStrictEqual(other, first));
  return odd ? { expected: `the same outcome as ${JSON.stringify(first)}`, actual: JSON.stringify(odd) } : undefined;
}

/** The tool gets exactly the new input, or the call does not happen at all. */
function rewritten(view: View, input: JsonObject): Mismatch | undefined {
  const outcome = lastOutcome(view);
  if (outcome?.['decision'] === 'block' || isDeepStrictEqual(outcome?.['updated_input'], input)) return undefined;
  const actual = outcome
    ? `updated_input is ${JSON.stringify(outcome['updated_input']) ?? 'absent'}`
    : said(view.answers.at(-1));
  return { expected: `updated_input is ${JSON.stringify(input)}, or the call is blocked`, actual };
}

/** Compares one expectation with what was seen. Pure. */
export function mismatch(expect: Expectation, view: View): Mismatch | undefined {
  switch (expect.kind) {
    case 'decision':
      return decision(view, expect);
    case 'outcomes':
      return outcomes(view, expect.any);
    case 'ran':
      return ran(view, expect);
    case 'order':
      return order(view, expect);
    case 'refused':
      return refused(view, expect.orAside);
    case 'noticed':
      return noticed(view, expect.names);
    case 'member':
      return member(view, expect);
    case 'logged':
      return logged(view, expect.texts);
    case 'time': {
      const answer = view.answers.at(-1);
      const ms = answer?.durationMs ?? 0;
      const inTime = ms <= expect.toMs || (expect.cut !== undefined && wasCutShort(view.trace, expect.cut));
      if (answer && !answer.timedOut && ms >= expect.fromMs && inTime) return undefined;
      const range = `${expect.fromMs / 1000} to ${expect.toMs / 1000} seconds`;
      return {
        expected: `an answer after ${range}`,
        actual: answer?.timedOut === true ? 'no answer' : 'an answer at another time',
      };
    }
    case 'stopped':
      return probeRun(
        view,
        expect.probe,
        `the hook and its children are gone ${expect.byMs / 1000} seconds after its start`,
        (run) => Math.max(run.beats, run.childBeats) * 100 <= expect.byMs,
        () => 'it went on',
      );
    case 'given':
      return probeRun(
        view,
        expect.probe,
        `${list(expect.texts)} on stdin`,
        (run) => expect.texts.every((text) => [run.stdin, ...run.args].some((given) => tells(given, text))),
        (run) => (run.stdin === '' ? 'its stdin was empty' : `its stdin was ${run.stdin.trim().slice(0, 200)}`),
      );
    case 'input-ended':
      return probeRun(
        view,
        expect.probe,
        'an end of its stdin',
        (run) => !run.inputLeftOpen,
        () => 'it was left open for five seconds',
      );
    case 'ended':
      return probeRun(
        view,
        expect.probe,
        'the hook runs to its end',
        (run) => run.ended,
        () => 'it did not',
      );
    case 'cwd':
      return probeRun(
        view,
        expect.probe,
        `working directory ${expect.cwd} of the project`,
        (run) => run.cwd === expect.cwd,
        (run) => `working directory ${run.cwd}`,
      );
    case 'env': {
      const { probe, name, value } = expect;
      return probeRun(
        view,
        probe,
        `${name} is ${JSON.stringify(value)}`,
        (run) => run.env[name] === value,
        (run) => `${name} is ${JSON.stringify(run.env[name]) ?? 'not set'}`,
      );
    }
    case 'file': {
      const seen = view.files.get(expect.path);
      const met = expect.content === null ? seen === undefined : seen?.trim() === expect.content;
      if (met) return undefined;
      const wanted = expect.content === null ? 'is not there' : `holds ${expect.content}`;
      return {
        expected: `${expect.path} ${wanted}`,
        actual: seen === undefined ? 'it is not there' : 'it is there with other content',
      };
    }
    case 'same-outcome':
      return sameOutcome(view);
    case 'rewritten':
      return rewritten(view, expect.input);
    default:
      return assertNever(expect);
  }
}

/** A runner that names the provider when it refuses is not for that provider. */
function refusesProvider(view: View, provider: string): boolean {
  const answer = view.answers[0];
  return (
    answer?.code !== undefined && answer.code !== 0 && view.trace.runs.length === 0 && answer.stderr.includes(provider)
  );
}

function isPositive(check: Check): boolean {
  return check.expect.kind !== 'refused' && check.expect.kind !== 'noticed';
}

/** Judges one case of a runner: each check decides its requirements. */
export function judgeRunner(testCase: Case, observation: Observation): Finding[] {
  const { checks, provider, hangs, shown, unhooked } = testCase.context as RunnerContext;
  const view = viewOf(observation, unhooked);
  const each = (check: Check, make: (requirement: string) => Finding): Finding[] => check.requirements.map(make);
  const notStarted = observation.spawns.find((spawn) => spawn.end.kind === 'not-started');
  const hung = view.answers.some((answer) => answer.timedOut) && !hangs;
  return checks.flatMap((check) => {
    if (notStarted)
      return each(check, (requirement) => ({
        kind: 'untested',
        requirement,
        reason: 'the runner could not be started',
      }));
    if (hung)
      return each(check, (requirement) => ({
        kind: 'untested',
        requirement,
        reason: 'the runner gave no answer within our own limit',
      }));
    if (isPositive(check) && provider !== 'claude-code' && refusesProvider(view, provider))
      return each(check, (requirement) => ({
        kind: 'not-applicable',
        requirement,
        reason: `the runner is not for ${provider}`,
      }));
    const found = mismatch(check.expect, view);
    const message = found && `${check.says}; expected ${found.expected}, but ${found.actual}.`;
    return check.requirements.flatMap((requirement): Finding[] => {
      // A house rule is never a verdict.
      if (requirement.startsWith('HC-'))
        return message === undefined ? [] : [{ kind: 'notice', id: requirement, message }];
      return [
        found === undefined || message === undefined
          ? { kind: 'met', requirement }
          : { kind: 'broken', requirement, message, ...found, input: shown },
      ];
    });
  });
}
