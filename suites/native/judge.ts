import type { Case } from '../../harness/model/case.ts';
import type { Finding } from '../../harness/model/finding.ts';
import type { Observation, SpawnObservation } from '../../harness/model/observation.ts';
import type { Judgement, PlanContext } from '../../harness/model/suite.ts';
import type { Answer } from '../../vendors/answer.ts';
import { contractOf, hasContract } from '../../vendors/contract.ts';
import { outcomeOf } from '../../vendors/outcome.ts';
import { eventNames, gates, vendor } from '../../vendors/vendor.ts';
import { checkAnswer } from './checks.ts';
import type { CheckResult, NativeFacts } from './context.ts';
import { contextOf, rowId } from './context.ts';
import { registeredEvents } from './feed.ts';
import { answerText, endText } from './words.ts';

export function answerOf(spawn: SpawnObservation): Answer {
  return { end: spawn.end, stdout: spawn.stdout.bytes.toString('utf8'), stderr: spawn.stderr.bytes.toString('utf8') };
}

/** Whose limit ended a spawn: the user's, the vendor's, or ours alone. */
function hangOf(spawn: SpawnObservation, limitMs: number | null, declaredMs: number | null): NativeFacts['hang'] {
  if (spawn.end.kind !== 'timeout') return null;
  if (declaredMs !== null) return 'declared';
  return limitMs !== null && spawn.end.timeoutMs >= limitMs ? 'vendor' : 'ours';
}

/** Judges one payload. What breaks is told by {@link judgeRun}, once and not per payload; what is met counts here. */
export function judgePayload(testCase: Case, observation: Observation, context: PlanContext): Judgement {
  const [spawn] = observation.spawns;
  const { fixture, scenario, limitMs } = contextOf(testCase);
  if (spawn === undefined || !hasContract(fixture.vendor)) return { findings: [] };
  const { vendor: slug, event } = fixture;
  const answer = answerOf(spawn);
  const outcome = outcomeOf(slug, event, answer, fixture.stdin);
  const checked = checkAnswer({ contract: contractOf(slug), event, answer, outcome });
  const { kept, notices } = withoutUndeclared(checked, slug, event, outcome.effect, context);
  const hang = hangOf(spawn, limitMs, context.subject.declaredTimeoutMs);
  if (observation.survivors.length > 0) {
    notices.push({
      id: 'HC-SURVIVOR',
      message: 'a process of the hook was still running after it had ended, and was killed',
    });
  }
  if (spawn.stdoutHeldOpen && spawn.end.kind === 'exit') {
    notices.push({ id: 'HC-STDOUT', message: 'a child of the hook held its output open after it had ended' });
  }
  const facts: NativeFacts = {
    vendor: slug,
    event,
    scenario,
    results: kept,
    notices,
    outcome,
    effect: outcome.effect,
    end: endText(spawn.end),
    hang,
    timeoutMs: spawn.end.kind === 'timeout' ? spawn.end.timeoutMs : 0,
    durationMs: spawn.durationMs,
    closedStdinEarly: spawn.stdin.closedEarly,
  };
  const { effect, adds, why, provenance } = outcome;
  const told: Finding = {
    kind: 'outcome',
    vendor: slug,
    event,
    scenario,
    answer: answerText(answer),
    effect,
    adds,
    why,
    provenance,
  };
  return { findings: [told, ...metFindings(kept, slug, hang, limitMs, context)], facts };
}

function metFindings(
  results: readonly CheckResult[],
  slug: string,
  hang: NativeFacts['hang'],
  limitMs: number | null,
  context: PlanContext,
): Finding[] {
  const rows = new Set(context.catalogue.map(({ id }) => id));
  const brokenKinds = new Set(results.filter(({ broken }) => broken !== null).map(({ kind }) => kind));
  const ids = new Set(results.filter(({ kind }) => !brokenKinds.has(kind)).map(({ kind }) => rowId(slug, kind)));
  if (hang === null && limitMs !== null) ids.add(rowId(slug, 'timeout'));
  if (hang === null) ids.add('DC-TIMEOUT');
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
