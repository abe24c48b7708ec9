import type { Case } from '../../../harness/model/case.ts';
import type { Finding } from '../../../harness/model/finding.ts';
import type { Observation } from '../../../harness/model/observation.ts';
import { decodeMismatch } from './judge-decode.ts';
import { encodeMismatch } from './judge-encode.ts';
import type { Check, ConverterContext } from './scenario.ts';
import { type Answer, type View, viewOf } from './view.ts';

/** What was expected and what was seen instead; undefined where the expectation is met. */
export interface Mismatch {
  readonly expected: string;
  readonly actual: string;
  /** Requirements of the check that this says nothing about: what they are about never came to be, which others report. */
  readonly silentOn?: readonly string[];
}

/** The outcome of a validation: refused, or with errors. */
function rejected(answer: Answer | undefined): boolean {
  const errors = answer?.result?.['errors'];
  return answer?.code !== undefined && (answer.code !== 0 || (Array.isArray(errors) && errors.length > 0));
}

function told(answer: Answer | undefined): string {
  if (!answer) return 'nothing';
  if (answer.timedOut) return 'no answer';
  const errors = answer.result?.['errors'];
  if (Array.isArray(errors) && errors.length > 0) return `errors: ${JSON.stringify(errors[0]).slice(0, 200)}`;
  return (
    answer.problem ??
    (answer.warnings.length === 0
      ? 'it was accepted without a word'
      : `it was accepted with ${answer.warnings[0]?.slice(0, 200)}`)
  );
}

function validateMismatch({ expect }: Check, answer: Answer | undefined): Mismatch | undefined {
  const words = [...(answer?.warnings ?? []), answer?.stderr ?? ''].join('\n');
  switch (expect.kind) {
    case 'valid':
      return rejected(answer) || answer?.result === undefined
        ? { expected: 'no errors', actual: told(answer) }
        : undefined;
    case 'invalid':
      return rejected(answer) ? undefined : { expected: 'a refusal or errors', actual: told(answer) };
    case 'noticed': {
      const named =
        expect.names.length === 0
          ? (answer?.warnings.length ?? 0) > 0
          : expect.names.some((name) => words.includes(name));
      return rejected(answer) || named
        ? undefined
        : {
            expected: `a refusal, or a warning that names ${expect.names[0] ?? 'what is wrong'}`,
            actual: told(answer),
          };
    }
    case 'quiet':
      return rejected(answer) ||
        words.split('\n').some((line) => UNKNOWN.test(line) && expect.names.some((name) => line.includes(name)))
        ? { expected: `no word about ${expect.names[0] ?? 'it'}`, actual: told(answer) }
        : undefined;
    case 'capability': {
      const lists = answer?.result?.['capabilities'];
      const own: unknown[] = Array.isArray(lists) && Array.isArray(lists[0]) ? lists[0] : [];
      if (Array.isArray(lists) && own.includes(expect.capability) === expect.present) return undefined;
      return {
        expected: `${expect.capability} is ${expect.present ? '' : 'not '}inferred`,
        actual: Array.isArray(lists) ? `capabilities ${JSON.stringify(own)}` : told(answer),
      };
    }
    default:
      return undefined;
  }
}

/** How a complaint about a name is told from a warning that only mentions it. */
const UNKNOWN = /unknown|not known|unrecogni[sz]ed|no such|not a (known|valid|canonical)|slug/i;

const VALIDATIONS = ['valid', 'invalid', 'noticed', 'quiet', 'capability'];

function mismatch(check: Check, view: View, context: ConverterContext): Mismatch | undefined {
  const at = check.spawn ?? view.answers.length - 1;
  if (VALIDATIONS.includes(check.expect.kind)) return validateMismatch(check, view.answers[at]);
  if (check.expect.kind === 'no-file') {
    const { path } = check.expect;
    return view.files.some((file) => file.endsWith(path))
      ? { expected: `no file ${path}`, actual: 'it was made' }
      : undefined;
  }
  if (check.expect.kind === 'refused')
    return view.answers[at]?.code === 0 ? { expected: 'a refusal', actual: told(view.answers[at]) } : undefined;
  const decodes =
    check.expect.kind.startsWith('decoded') || ['canonical-trip', 'ambiguous'].includes(check.expect.kind);
  return decodes ? decodeMismatch(check.expect, view, at, context) : encodeMismatch(check.expect, view, at, context);
}

/** A converter that names the provider when it refuses isn't for that provider, unless it declared it. */
function refusesVendor(view: View, context: ConverterContext): boolean {
  const answer = view.answers[0];
  return !context.declared && answer?.code !== undefined && answer.code !== 0 && answer.stderr.includes(context.vendor);
}

/** What was put to the spawn that a check looks at; undefined where it got the answer of an earlier one. */
function inputAt(testCase: Case, check: Check): { readonly input?: string } {
  const at = check.spawn ?? testCase.spawns.length - 1;
  const stdin = testCase.spawns[at]?.stdin;
  return at > 0 && stdin?.kind === 'bytes' ? { input: Buffer.from(stdin.bytes).toString('utf8') } : {};
}

/** Judges one conversion: each check decides its requirements. Pure. */
export function judgeConverter(testCase: Case, observation: Observation): Finding[] {
  const context = testCase.context as ConverterContext;
  const view = viewOf(observation);
  const all = (make: (requirement: string) => Finding): Finding[] => testCase.requirements.map(make);
  if (observation.spawns.some((spawn) => spawn.end.kind === 'not-started'))
    return all((requirement) => ({ kind: 'untested', requirement, reason: 'the converter could not be started' }));
  if (view.answers.some((answer) => answer.timedOut))
    return all((requirement) => ({
      kind: 'untested',
      requirement,
      reason: 'the converter gave no answer within our own limit',
    }));
  const expectsRefusal = context.checks.some(({ expect }) => expect.kind === 'refused' || expect.kind === 'invalid');
  if (!expectsRefusal && !context.mayRefuse && refusesVendor(view, context))
    return all((requirement) => ({
      kind: 'not-applicable',
      requirement,
      reason: `the converter is not for ${context.vendor}`,
    }));
  const seen = new Map<string, Finding>();
  for (const check of context.checks) {
    const found = mismatch(check, view, context);
    for (const requirement of check.requirements) {
      if (found?.silentOn?.includes(requirement) || seen.get(requirement)?.kind === 'broken') continue;
      seen.set(
        requirement,
        found
          ? {
              kind: 'broken',
              requirement,
              message: `${check.says}; expected ${found.expected}, but ${found.actual}.`,
              expected: found.expected,
              actual: found.actual,
              ...inputAt(testCase, check),
            }
          : { kind: 'met', requirement },
      );
    }
  }
  return [...seen.values()];
}
