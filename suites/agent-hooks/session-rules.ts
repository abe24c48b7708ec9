import type { Fixture } from '../../harness/model/corpus.ts';
import { at } from '../../harness/model/json.ts';
import { canonicalEvent, eventsNamed, nativeTool, sessionId, subagentOf } from '../../vendors/vendor.ts';
import { callKey, isAfter, isBefore, onMainThread } from '../sessions.ts';
import type { Emitted } from '../stream/emitted.ts';
import { instantOf } from '../stream/instant.ts';
import { shown, type Verdicts } from '../stream/verdicts.ts';
import { cellsFor } from './mapping.ts';
import { typeOfEvent } from './payload-rules.ts';

/** One payload of a session with the events that came of it. */
export interface Step {
  readonly fixture: Fixture;
  readonly events: readonly Emitted[];
}

const text = (event: Emitted, pointer: string): string | undefined => {
  const value = at(event.value, pointer);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Rules about the events of native sessions: identity, order, pairs (sections 6.1, 7.1, 7.5). */
export function judgeSessions(steps: readonly Step[], verdicts: Verdicts): void {
  judgeIdentity(steps, verdicts);
  judgeParents(steps, verdicts);
  judgeFrames(steps, verdicts);
  judgePairs(steps, verdicts);
}

/** AH-ENV-016: one native session gives one session_id, another session another one; sub-agents may have their own. */
function judgeIdentity(steps: readonly Step[], verdicts: Verdicts): void {
  const ids = new Map<string, Set<string>>();
  for (const { fixture, events } of steps) {
    const native = sessionId(fixture);
    if (native === undefined || !onMainThread(fixture)) continue;
    const seen = ids.get(native) ?? new Set();
    for (const event of events) {
      const id = text(event, '/session_id');
      // An event about a sub-agent that the main thread starts may already carry the sub-agent's session.
      if (id !== undefined && text(event, '/parent_session_id') === undefined) seen.add(id);
    }
    ids.set(native, seen);
  }
  const given = [...ids.values()].filter((seen) => seen.size > 0);
  if (given.length === 0) return;
  for (const seen of given)
    verdicts.check('AH-ENV-016', seen.size === 1, () => ({
      message: `the events of one native session carry ${seen.size} different values of session_id; use one`,
      expected: 'one session_id for one native session',
      actual: [...seen].slice(0, 3).join(', '),
    }));
  const all = given.flatMap((seen) => [...seen]);
  verdicts.check('AH-ENV-016', new Set(all).size === all.length, () => ({
    message: 'events of two native sessions carry the same session_id; take it from the payload',
    expected: 'different values for different sessions',
    actual: shown(all.find((id, index) => all.indexOf(id) !== index)),
  }));
}

/** AH-ENV-025: a sub-agent that has a session of its own names its parent. */
function judgeParents(steps: readonly Step[], verdicts: Verdicts): void {
  const parents = new Map<string, Set<string>>();
  for (const { fixture, events } of steps) {
    const native = sessionId(fixture);
    if (native === undefined || !onMainThread(fixture)) continue;
    const seen = parents.get(native) ?? new Set();
    for (const event of events) {
      const id = text(event, '/session_id');
      if (id !== undefined && text(event, '/parent_session_id') === undefined) seen.add(id);
    }
    parents.set(native, seen);
  }
  for (const { fixture, events } of steps) {
    if (onMainThread(fixture)) continue;
    const main = parents.get(sessionId(fixture) ?? '') ?? new Set();
    for (const event of events) {
      const own = text(event, '/session_id');
      if (own === undefined || main.size === 0) continue;
      if (main.has(own)) {
        verdicts.met('AH-ENV-025');
        judgeRouting(event, fixture, verdicts);
        continue;
      }
      const parent = text(event, '/parent_session_id');
      verdicts.check('AH-ENV-025', parent !== undefined && main.has(parent), () => ({
        message: `${typeOfEvent(event)} of a sub-agent has a session_id of its own and parent_session_id ${shown(parent)}; name the parent's session`,
        expected: [...main].join(' or '),
        actual: shown(parent),
        input: event.text,
      }));
    }
  }
}

/** Ours: two sub-agents of one session can be told apart only by an id. */
function judgeRouting(event: Emitted, fixture: Fixture, verdicts: Verdicts): void {
  const { id } = subagentOf(fixture);
  if (id === undefined || event.text.includes(id)) return;
  verdicts.notice(
    'HC-SUBAGENT-ROUTING',
    'events of a sub-agent carry neither a session_id of their own nor the id of the sub-agent; they can not be told from those of the main agent',
  );
}

const ENDS = ['Session.End', 'Session.Abort'];

/** Native events that begin and end a session, and those that do so for a session that is a sub-agent's own. */
const FRAME = { begins: 'session_start', ends: 'session_end' };
const FRAME_WITHIN = { begins: 'subagent_start', ends: 'subagent_stop' };

/** What came of each session, by the native one and the session_id that was given: a sub-agent may have one of its own. */
function framesOf(steps: readonly Step[]): Iterable<readonly Step[]> {
  const sessions = new Map<string, Step[]>();
  for (const { fixture, events } of steps) {
    const native = sessionId(fixture) ?? '';
    const ids = new Set(events.map((event) => text(event, '/session_id') ?? ''));
    for (const id of ids) {
      const key = `${native} ${id}`;
      const own = events.filter((event) => (text(event, '/session_id') ?? '') === id);
      sessions.set(key, [...(sessions.get(key) ?? []), { fixture, events: own }]);
    }
  }
  return sessions.values();
}

/**
 * AH-TAX-026: Session.Start is the first, Session.End or Session.Abort the last event of its session. The order in which a
 * vendor sends its own start and end is the vendor's; an emitter is charged with a start or end that it puts elsewhere.
 */
function judgeFrames(steps: readonly Step[], verdicts: Verdicts): void {
  for (const session of framesOf(steps)) {
    const count = session.reduce((sum, step) => sum + step.events.length, 0);
    const { begins, ends } = session.some(({ fixture }) => onMainThread(fixture)) ? FRAME : FRAME_WITHIN;
    let index = 0;
    for (const { fixture, events } of session) {
      const native = canonicalEvent(fixture.vendor, fixture.event);
      const may = cellsFor(fixture).flatMap((cell) => cell.emits);
      // A vendor without an end of its own leaves only the end of a turn to take for one.
      const endless = eventsNamed(fixture.vendor, 'session_end').length === 0;
      for (const [place, event] of events.entries()) {
        const type = typeOfEvent(event);
        if (type === 'Session.Start') {
          const first = index === 0 || (place === 0 && (native === begins || may.includes(type)));
          verdicts.check('AH-TAX-026', first, () => ({
            message: `Session.Start came of ${fixture.vendor} ${fixture.event}, after other events of its session; it is the first`,
            expected: 'Session.Start first',
            actual: `${index} events before it`,
          }));
        }
        if (ENDS.includes(type)) {
          const last = index === count - 1 || native === ends || may.includes(type) || endless;
          verdicts.check('AH-TAX-026', last && (native !== ends || place === events.length - 1), () => ({
            message: `${type} came of ${fixture.vendor} ${fixture.event}, and other events of its session follow; it is the last`,
            expected: `${type} last`,
            actual: `${count - 1 - index} events after it`,
          }));
        }
        index++;
      }
    }
  }
}

/** AH-TAX-027: the Action.After of a call follows its Action.Before, under the same name, by output and by timestamp. */
function judgePairs(steps: readonly Step[], verdicts: Verdicts): void {
  const before = new Map<string, Emitted>();
  for (const { fixture, events } of steps) {
    const key = callKey(fixture);
    if (key === undefined) continue;
    const pair = `${sessionId(fixture) ?? ''} ${nativeTool(fixture) ?? ''} ${key}`;
    if (isBefore(fixture)) {
      const event = events.find((one) => typeOfEvent(one) === 'Action.Before');
      if (event !== undefined) before.set(pair, event);
    }
    if (!isAfter(fixture)) continue;
    const after = events.find((one) => typeOfEvent(one) === 'Action.After');
    const first = before.get(pair);
    if (after === undefined || first === undefined) continue;
    verdicts.met('AH-TAX-027');
    const names = [first, after].map((event) => text(event, '/data/action/name'));
    // The name of an action is optional; where it is no text, its type is another row's.
    if (names[0] !== undefined && names[1] !== undefined)
      verdicts.check('AH-TAX-027', names[0] === names[1], () => ({
        message: `one tool call is ${shown(names[0])} in Action.Before and ${shown(names[1])} in Action.After; both speak of one action`,
        expected: shown(names[0]),
        actual: shown(names[1]),
        input: after.text,
      }));
    const [start, end] = [first, after].map((event) => instantOf(event.value['timestamp']));
    if (start !== undefined && end !== undefined)
      verdicts.check('AH-TAX-027', end >= start, () => ({
        message:
          'the timestamp of an Action.After lies before that of its Action.Before; an action ends after it began',
        expected: `${shown(text(first, '/timestamp'))} or later`,
        actual: shown(text(after, '/timestamp')),
        input: after.text,
      }));
  }
}
