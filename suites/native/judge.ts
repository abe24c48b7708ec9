import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { Observation, SpawnObservation } from '../../harness/model/observation.ts';
import type { Judgement, PlanContext } from '../../harness/model/suite.ts';
import { contractOf, hasContract } from '../../vendors/contract.ts';
import type { Outcome } from '../../vendors/outcome.ts';
import { outcomeOf } from '../../vendors/outcome.ts';
import { eventNames, gates, vendor } from '../../vendors/vendor.ts';
import { SHELL_MARKER } from './broken-inputs.ts';
import { checkAnswer } from './checks.ts';
import type { CheckResult, Hang, NativeContext, NativeFacts } from './context.ts';
import { contextOf, rowId } from './context.ts';
import { registeredEvents } from './feed.ts';
import { traceNotices } from './traces.ts';
import { answerOf, answerText } from './words.ts';

/** Whose limit ended a spawn: the user's, the vendor's, or ours alone. */
function hangOf(spawn: SpawnObservation, limitMs: number | null, declaredMs: number | null): Hang | null {
  if (spawn.end.kind !== 'timeout') return null;
  if (declaredMs !== null) return 'declared';
  return limitMs !== null && spawn.end.timeoutMs >= limitMs ? 'vendor' : 'ours';
}

/** Judges one case. What breaks is told by the rules about the whole run, once and not per payload; what is met counts here. */
export function judgeNative(testCase: Case, observation: Observation, context: PlanContext): Judgement {
  const [spawn] = observation.spawns;
  const about = contextOf(testCase);
  const { fixture, scenario, limitMs } = about;
  if (observation.unmet !== undefined) return { findings: [untried(about, observation.unmet)] };
  if (spawn === undefined || !hasContract(fixture.vendor)) return { findings: [] };
  const { vendor: slug, event } = fixture;
  const answer = answerOf(spawn);
  const outcome = outcomeOf(slug, event, answer, about.payload ?? fixture.stdin);
  const checked =
    about.kind === 'broken' || about.kind === 'parallel' || about.kind === 'generated' || about.kind === 'traces'
      ? []
      : checkAnswer({
          contract: contractOf(slug),
          event,
          answer,
          outcome,
          tree: observation.tree,
          payload: about.payload ?? fixture.stdin,
        });
  const { kept, notices } = withoutUndeclared(checked, slug, event, outcome.effect, context);
  const results = [...kept, ...special(about, observation, outcome)];
  if (checked.length > 0 && checked.every(({ broken }) => broken === null)) notices.push(...unread(slug, outcome));
  const hang =
    observation.spawns
      .map((one) => hangOf(one, limitMs, context.subject.declaredTimeoutMs))
      .find((one) => one !== null) ?? null;
  if (
    about.kind === 'broken' &&
    observation.leaks.some(({ channel }) => channel === 'stdout' || channel === 'stderr')
  ) {
    notices.push({
      id: 'HC-SECRET',
      message: `with ${scenario} it repeats the input in its output; name the member and its type, not its value`,
    });
  }
  if (about.kind === 'broken' && observation.files.some(({ path }) => path.endsWith(SHELL_MARKER))) {
    notices.push({
      id: 'HC-PAYLOAD',
      message: `with ${scenario} a part of it ran as a command; never put what a hook is given into the text of a shell, hand it on as an argument or on stdin`,
    });
  }
  if (about.kind === 'traces') notices.push(...traceNotices(testCase.canaries, observation));
  const facts: NativeFacts = {
    kind: about.kind,
    vendor: slug,
    event,
    scenario,
    situation: about.situation ?? null,
    sound: about.sound ?? true,
    results,
    notices,
    outcome,
    whole: wholeOf(outcome),
    answer: answerText(answer, observation.tree),
    silent: answer.stderr.trim() === '',
    tried: results.some(({ broken }) => broken !== null),
    hang,
    timeoutMs: timeoutOf(observation),
    durationsMs: about.kind === 'payload' || about.kind === 'danger' ? [spawn.durationMs] : [],
    // A small payload fits into the pipe, read or not; only of a large one it is certain.
    closedStdinEarly: about.situation === 'one-megabyte' && spawn.stdin.closedEarly,
    variants: variantFacts(about, observation, slug, event),
  };
  const met = metFindings(results, slug, facts, context);
  // A hundred more rows would bury the table; what breaks on a generated event is told as a notice.
  if (about.kind === 'generated' || about.kind === 'traces') return { findings: met, facts };
  const { effect, adds, why, provenance } = outcome;
  const told: Finding = {
    kind: 'outcome',
    vendor: slug,
    event,
    scenario,
    answer: facts.answer,
    effect,
    adds,
    why,
    provenance,
  };
  return { findings: [told, ...met], facts };
}

/** A sound answer of which the vendor passes something over: no fault, but its author should know. */
function unread(slug: string, { adds, read }: Outcome): { id: string; message: string }[] {
  if (!adds.includes('ignored')) return [];
  const { name } = vendor(slug);
  const members = read.problems.filter(({ kind }) => kind === 'unread').map((problem) => problem.at);
  const what = members.length > 0 ? members.join(', ') : read.form === 'object' ? undefined : 'text on stdout';
  return what === undefined ? [] : [{ id: 'HC-UNREAD', message: `${name} doesn't read ${what} of its answers` }];
}

/** A cell of the table that this machine can't fill. */
function untried({ fixture, scenario }: NativeContext, why: string): Finding {
  const { vendor: slug, event } = fixture;
  const nothing = { answer: 'not tried', effect: 'unknown', adds: [], provenance: 'unknown' } as const;
  return { kind: 'outcome', vendor: slug, event, scenario, why, ...nothing };
}

/** Effect and what the model gets, in one text, so that two outcomes can be compared; remarks to the user change nothing. */
function wholeOf({ effect, adds }: Outcome): string {
  return [effect, ...adds.filter((word) => word !== 'ignored' && word !== 'message')].join(' +');
}

/** The longest time after which a spawn was ended; 0 where none was. */
function timeoutOf(observation: Observation): number {
  return Math.max(...observation.spawns.map(({ end }) => (end.kind === 'timeout' ? end.timeoutMs : 0)));
}

function variantFacts(
  about: NativeContext,
  observation: Observation,
  slug: string,
  event: string,
): NativeFacts['variants'] {
  return (about.variants ?? []).flatMap(({ label, unsent }, index) => {
    const spawn = observation.spawns[index + 1];
    if (spawn === undefined) return [];
    const answer = answerOf(spawn);
    const outcome = outcomeOf(slug, event, answer, about.payload);
    return [
      {
        label,
        unsent,
        effect: outcome.effect,
        whole: wholeOf(outcome),
        answer: answerText(answer, observation.tree),
      },
    ];
  });
}

/** Checks that look at more than one answer, or at an answer in its situation. */
function special(about: NativeContext, observation: Observation, outcome: Outcome): CheckResult[] {
  const { fixture } = about;
  if (about.kind === 'loop') {
    const expected = 'no further block once the payload says that the turn was held up before';
    const message =
      'it holds the end of the turn up although the payload says that a hook has done so already, so the agent never ends';
    const held = outcome.effect === 'continue' || outcome.effect === 'deny';
    return [
      {
        kind: 'loop',
        broken: held
          ? {
              message,
              expected,
              actual: answerText(answerOf(observation.spawns[0] as SpawnObservation), observation.tree),
            }
          : null,
      },
    ];
  }
  if (about.kind !== 'parallel') return [];
  const outcomes = observation.spawns.map((spawn) =>
    outcomeOf(fixture.vendor, fixture.event, answerOf(spawn), fixture.stdin),
  );
  const failed = outcomes.filter(({ breaks }) => breaks === 'exit').length;
  if (failed === 0) return [{ kind: 'exit', broken: null }];
  if (failed === outcomes.length) return [];
  const worst = observation.spawns[outcomes.findIndex(({ breaks }) => breaks === 'exit')];
  const message = `of ${outcomes.length} that run at once some fail: they get in each other's way`;
  const actual = worst === undefined ? '' : answerText(answerOf(worst), observation.tree);
  return [
    {
      kind: 'exit',
      broken: {
        message,
        expected: 'the same end as when it runs alone; give temporary files names of their own',
        actual,
      },
    },
  ];
}

function metFindings(
  results: readonly CheckResult[],
  slug: string,
  facts: NativeFacts,
  context: PlanContext,
): Finding[] {
  const rows = new Set(context.catalogue.map(({ id }) => id));
  const brokenKinds = new Set(results.filter(({ broken }) => broken !== null).map(({ kind }) => kind));
  const ids = new Set(results.filter(({ kind }) => !brokenKinds.has(kind)).map(({ kind }) => rowId(slug, kind)));
  if (facts.hang === null) {
    ids.add(rowId(slug, 'timeout'));
    ids.add('DC-TIMEOUT');
  }
  return [...ids].filter((id) => rows.has(id)).map((requirement) => ({ kind: 'met', requirement }));
}

/**
 * Until events are declared nobody knows which payloads the hook would ever see, so a wrong event name and a block on a
 * prompt are a notice with a hint (contract, section 2). A name that is no event of the vendor at all is wrong everywhere.
 */
function withoutUndeclared(
  results: readonly CheckResult[],
  slug: string,
  event: string,
  effect: string,
  context: PlanContext,
): { readonly kept: readonly CheckResult[]; readonly notices: { id: string; message: string }[] } {
  const notices: { id: string; message: string }[] = [];
  if (registeredEvents(context.subject, slug) !== null) return { kept: results, notices };
  const hint = 'say which events it is registered for with --event';
  const names = new Set(eventNames(slug).map((name) => JSON.stringify(name)));
  const kept = results.filter(({ kind, broken }) => {
    if (kind === 'decide' && broken !== null) {
      notices.push({
        id: 'HC-EVENT',
        message: `it blocks ${event} of ${vendor(slug).name}: ${broken.message}; ${hint}`,
      });
      return false;
    }
    if (kind !== 'event-name' || broken === null || !names.has(broken.actual)) return true;
    notices.push({
      id: 'HC-EVENT',
      message: `it answers ${event} of ${vendor(slug).name} in the name of ${broken.actual}; ${hint}`,
    });
    return false;
  });
  if (effect === 'deny' && gates(slug, event) === 'prompt') {
    notices.push({ id: 'HC-EVENT', message: `it blocks a prompt (${event} of ${vendor(slug).name}); ${hint}` });
  }
  return { kept, notices };
}
