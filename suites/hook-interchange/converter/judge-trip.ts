import type { Case } from '../../../harness/model/case.ts';
import type { Finding } from '../../../harness/model/finding.ts';
import { isObject, type JsonObject } from '../../../harness/model/json.ts';
import type { Observation } from '../../../harness/model/observation.ts';
import { formOf } from '../native/forms.ts';
import type { NativeHook } from '../native/read.ts';
import { type CanonicalMatcher, callsOf, canonicalSelects, nativeSelects, type ToolCall } from '../native/select.ts';
import { writeNative } from '../native/write.ts';
import { everyNativeEvent, isToolEvent } from '../vocabulary.ts';
import { excuses, type Side } from './excuses.ts';
import { markerAt } from './generate.ts';
import { kindOf, onlyObserves, ROWS, rowOf, type Trip, type TripContext, withCommands } from './generated.ts';
import { nativeFault } from './judge-native-trip.ts';
import { type Fault, labels, moved } from './trip-fault.ts';
import { surelyRuns } from './validate.ts';
import { type Answer, decodedWith, hooksWith, mentions, nativeOf, type View, viewOf } from './view.ts';

/**
 * Laws of a round trip that hold for every document: a hook is there again or a warning says that something is lost, no
 * matcher selects more than before, order and units stay. A loss with a warning is no fault: which losses a provider's
 * format forces is the business of the other cases.
 */

/** Calls that a provider can't tell from these: they share a name, or an event that stands for them. */
function twinsOf(vendor: string, meant: readonly ToolCall[], all: readonly ToolCall[]): readonly ToolCall[] {
  const kinds = Object.values(formOf(vendor).covers ?? {});
  return all.filter((call) =>
    meant.some(
      (one) =>
        one.names.some((name) => call.names.includes(name)) ||
        kinds.some(
          (kind) =>
            one.tool !== undefined && call.tool !== undefined && kind.includes(one.tool) && kind.includes(call.tool),
        ),
    ),
  );
}

/** Tools of a matcher for which the provider has no name, and which do not stand in the hooks as they are either. */
function unsayable(
  vendor: string,
  matcher: CanonicalMatcher | undefined,
  hooks: readonly NativeHook[],
  all: readonly ToolCall[],
): readonly ToolCall[] {
  const elements = Array.isArray(matcher) ? (matcher as readonly CanonicalMatcher[]) : [matcher];
  const bare = elements.filter((one) => typeof one === 'string');
  return callsOf(vendor, bare)
    .slice(all.length)
    .filter(
      (call) =>
        !all.some(({ tool }) => tool === call.label) && !hooks.some((hook) => nativeSelects(vendor, hook, call)),
    );
}

/** What happened without a warning about it; what was said instead, where something was. */
function unsaid(answer: Answer | undefined, what: string): string {
  const [said] = answer?.warnings ?? [];
  return said === undefined
    ? `${what} without a word`
    : `${what} and no warning is about that, only such as ${said.slice(0, 120)}`;
}

function widened(
  vendor: string,
  matcher: unknown,
  hooks: readonly NativeHook[],
  warned: boolean,
  answer: Answer | undefined,
): Fault | undefined {
  const all = callsOf(vendor);
  const own = (matcher ?? undefined) as CanonicalMatcher | undefined;
  const meant = all.filter((call) => canonicalSelects(own, call));
  const twins = twinsOf(vendor, meant, all);
  const chosen = all.filter((call) => hooks.some((hook) => nativeSelects(vendor, hook, call)));
  const wider = chosen.filter((call) => !meant.includes(call) && !twins.includes(call));
  // An event that stands for every MCP tool, where the provider has no matchers (E-HIF-35).
  const forced =
    warned && formOf(vendor).syntax === 'none' && meant.some(({ mcp }) => mcp) && wider.every(({ mcp }) => mcp);
  if (wider.length > 0 && !forced)
    return {
      kind: kindOf(matcher),
      says: 'No conversion widens a matcher',
      expected: `a hook for ${labels(meant)} only`,
      actual: `it fires for ${labels(wider)} too`,
    };
  const less = [...meant.filter((call) => !chosen.includes(call)), ...unsayable(vendor, own, hooks, all)];
  return less.length > 0 && !warned
    ? {
        kind: kindOf(matcher),
        says: 'Nothing is dropped without a warning',
        expected: `a hook for ${labels(meant)}, or a warning about its matcher`,
        actual: unsaid(answer, `it does not fire for ${labels(less)}`),
      }
    : undefined;
}

/** Members of a handler that some providers lack. */
const MEMBERS = ['env', 'cwd', 'platform'] as const;

/** The texts of a member as they stand in JSON. */
function textsOf(value: unknown): readonly string[] {
  const texts = isObject(value) ? Object.values(value) : [value];
  return texts.filter((text) => typeof text === 'string').map((text) => JSON.stringify(text).slice(1, -1));
}

/** Whether a warning of an answer says that this side of a hook is lost. */
type Told = (answer: Answer | undefined, side: Side) => boolean;

/** What is asked of the warnings about one of `count` hooks; a decoder may count the hooks of the configuration instead. */
function toldOf(hook: JsonObject, index: number, count: number, positions: boolean): Told {
  const event = String(hook['event']);
  return (answer, side) =>
    (answer?.warnings ?? []).some((warning) => excuses(warning, { side, index, event }, count, positions));
}

function encoded(vendor: string, hooks: readonly JsonObject[], index: number, view: View): Fault | undefined {
  const [answer] = view.answers;
  const hook = hooks[index] ?? {};
  const told = toldOf(hook, index, hooks.length, true);
  const marker = markerAt(index);
  const native = nativeOf(answer, vendor);
  const own = hooksWith(native, marker);
  const event = String(hook['event']);
  if (own.length === 0)
    return told(answer, 'hook')
      ? undefined
      : {
          kind: 'lost',
          says: 'Nothing is dropped without a warning',
          expected: `${event} ${marker}, or a warning about that hook`,
          actual: unsaid(answer, 'it is left out'),
        };
  const matcher = isToolEvent(event)
    ? widened(vendor, hook['matcher'], own, told(answer, 'matcher'), answer)
    : undefined;
  if (matcher) return matcher;
  const handler = hook['handler'] as JsonObject;
  const seconds = own.map(({ timeout }) => timeout);
  if (
    handler['timeout'] !== undefined &&
    !told(answer, 'time') &&
    seconds.some((value) => value !== handler['timeout'])
  )
    return {
      kind: 'timeout',
      says: "Timeouts keep their length in the provider's unit",
      expected: `${JSON.stringify(handler['timeout'])} seconds, or a warning`,
      actual: `${seconds.map((value) => (value === undefined ? 'none' : String(value))).join(', ')}`,
    };
  const gone = MEMBERS.find(
    (member) =>
      !textsOf(handler[member]).every((text) => own.some((one) => mentions(one.entry, text))) && !told(answer, member),
  );
  if (gone)
    return {
      kind: 'member',
      says: 'Nothing is dropped without a warning',
      expected: `${gone} of ${event} ${marker}, or a warning about it`,
      actual: unsaid(answer, 'it is left out'),
    };
  const { async } = formOf(vendor);
  if (async !== undefined && handler['async'] === false && own.some((one) => one.entry[async] === true))
    return {
      kind: 'member',
      says: 'A hook that is waited for stays one',
      expected: `${marker} without ${async}`,
      actual: `${async} is true`,
    };
  return onlyObserves(vendor, hook) && !told(answer, 'blocking')
    ? {
        kind: 'blocking',
        says: 'Blocking that the provider does not honour is warned about',
        expected: `a warning that a hook on ${event} cannot block`,
        actual: 'no warning says so',
      }
    : undefined;
}

function decoded(vendor: string, hooks: readonly JsonObject[], index: number, view: View): Fault | undefined {
  const [first, second] = view.answers;
  const hook = hooks[index] ?? {};
  const marker = markerAt(index);
  const own = hooksWith(nativeOf(first, vendor), marker);
  if (own.length === 0) return undefined;
  const event = String(hook['event']);
  const told = (side: Side): boolean =>
    toldOf(hook, index, hooks.length, true)(first, side) || toldOf(hook, index, hooks.length, false)(second, side);
  const back = decodedWith(second, marker);
  const fault = (expected: string, actual: string): Fault => ({
    kind: 'back',
    says: 'What was encoded is decoded again',
    expected,
    actual,
  });
  if (back.length === 0)
    return told('hook')
      ? undefined
      : fault(`${event} ${marker}, or a warning`, second?.problem ?? 'it is lost without a word');
  const same = (name: unknown): boolean =>
    name === event || own.some((native) => everyNativeEvent(String(name), vendor).includes(native.event));
  const other = back.find((one) => !same(one['event']));
  if (other && !told('hook')) return fault(`event ${event}, or a warning`, `event ${String(other['event'])}`);
  if (other || !isToolEvent(event)) return undefined;
  const all = callsOf(vendor);
  const chosen = all.filter((call) => own.some((one) => nativeSelects(vendor, one, call)));
  const reached = all.filter((call) =>
    back.some((one) => canonicalSelects((one['matcher'] ?? undefined) as CanonicalMatcher | undefined, call)),
  );
  const twins = twinsOf(vendor, chosen, all);
  // What the source meant and the provider can't say may come back whole.
  const meant = (call: ToolCall): boolean =>
    canonicalSelects((hook['matcher'] ?? undefined) as CanonicalMatcher | undefined, call);
  const wider = reached.filter((call) => !chosen.includes(call) && !twins.includes(call) && !meant(call));
  if (wider.length > 0) return fault(`a matcher for ${labels(chosen)} only`, `it is for ${labels(wider)} too`);
  const clear = chosen.filter((call) => twinsOf(vendor, [call], all).length === 1);
  const less = clear.filter((call) => !reached.includes(call));
  return less.length > 0 && !told('matcher')
    ? fault(`a matcher for ${labels(chosen)}, or a warning`, `it is not for ${labels(less)}`)
    : undefined;
}

function orderFault(vendor: string, hooks: readonly JsonObject[], view: View): Fault | undefined {
  const markers = hooks.map((_, index) => markerAt(index));
  const native = nativeOf(view.answers[0], vendor).hooks;
  for (const event of new Set(native.map((hook) => hook.event))) {
    const seen = native
      .filter((hook) => hook.event === event)
      .flatMap((hook) => markers.filter((marker) => hook.command === marker));
    const fault = moved(markers, seen, event);
    if (fault) return fault;
  }
  return undefined;
}

function canonicalFault(
  trip: Extract<Trip, { way: 'canonical' }>,
  view: View,
  bound: readonly string[],
): Fault | undefined {
  const { vendor } = trip;
  const hooks = withCommands(trip.hooks);
  const [first, second] = view.answers;
  if (first?.result === undefined) {
    const able = hooks.some((hook) => surelyRuns(vendor, hook));
    return able
      ? {
          kind: 'lost',
          says: 'A manifest that the provider can run is encoded',
          expected: 'a configuration',
          actual: first?.problem ?? 'nothing',
        }
      : undefined;
  }
  const native = nativeOf(first, vendor);
  if (native.problem !== undefined)
    return {
      kind: 'lost',
      says: 'An encoding is the provider’s own configuration',
      expected: 'a configuration',
      actual: native.problem,
    };
  for (const index of hooks.keys()) {
    const fault = encoded(vendor, hooks, index, view);
    // The matrix of what blocks binds in one edition only; any other fault is blamed on a row of the trip itself (`rowOf`).
    const unbound = fault?.kind === 'blocking' && !ROWS.blocking.some((id) => bound.includes(id));
    if (fault && !unbound) return fault;
  }
  const order = orderFault(vendor, hooks, view);
  if (order || native.hooks.length === 0) return order;
  if (second?.result === undefined)
    return {
      kind: 'back',
      says: 'What was encoded is decoded again',
      expected: 'a manifest',
      actual: second?.problem ?? 'nothing',
    };
  for (const index of hooks.keys()) {
    const fault = decoded(vendor, hooks, index, view);
    if (fault) return fault;
  }
  return undefined;
}

function shown(trip: Trip): string {
  return `${trip.vendor}: ${JSON.stringify(trip.way === 'canonical' ? withCommands(trip.hooks) : writeNative(trip.vendor, trip.entries))}`;
}

/** Judges a generated round trip: the first law that it breaks, or all met. Pure. */
export function judgeTrip(testCase: Case, observation: Observation): Finding[] {
  const { trip, declared } = testCase.context as TripContext;
  const view = viewOf(observation);
  const all = (kind: 'untested' | 'not-applicable', reason: string): Finding[] =>
    testCase.requirements.map((requirement) => ({ kind, requirement, reason }));
  if (observation.spawns.some((spawn) => spawn.end.kind === 'not-started'))
    return all('untested', 'the converter could not be started');
  if (view.answers.some((answer) => answer.timedOut))
    return all('untested', 'the converter gave no answer within our own limit');
  const refused = view.answers[0];
  if (!declared && refused?.code !== undefined && refused.code !== 0 && refused.stderr.includes(trip.vendor))
    return all('not-applicable', `the converter is not for ${trip.vendor}`);
  const fault = trip.way === 'canonical' ? canonicalFault(trip, view, testCase.requirements) : nativeFault(trip, view);
  if (!fault) return testCase.requirements.map((requirement) => ({ kind: 'met', requirement }));
  const { expected, actual } = fault;
  return [
    {
      kind: 'broken',
      requirement: rowOf(fault.kind, testCase.requirements),
      message: `${fault.says}; expected ${expected}, but ${actual}.`,
      expected,
      actual,
      input: shown(trip),
    },
  ];
}
