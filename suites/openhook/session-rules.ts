import { at } from '../../harness/model/json.ts';
import { nativeTool, sessionId } from '../../vendors/vendor.ts';
import type { Emission } from '../emissions.ts';
import { callKey, isAfter, isBefore, onMainThread } from '../sessions.ts';
import type { Emitted } from '../stream/emitted.ts';
import { instantOf } from '../stream/instant.ts';
import { shown, type Verdicts } from '../stream/verdicts.ts';

const typeOf = (event: Emitted): string => (typeof event.value['type'] === 'string' ? event.value['type'] : '');

/** The call that an event names; what is no text is its type's fault and names none. */
function callOf(event: Emitted | undefined): string | undefined {
  const id = at(event?.value, '/data/tool_call_id');
  return typeof id === 'string' ? id : undefined;
}

/** Rules about the events of native sessions (2.1, 3.1, 3.3). */
export function judgeSessions(steps: readonly Emission[], verdicts: Verdicts): void {
  judgeIdentity(steps, verdicts);
  judgePairs(steps, verdicts);
}

/** OH-ENV-020: one native session, one session_id; sub-agents may have their own. */
function judgeIdentity(steps: readonly Emission[], verdicts: Verdicts): void {
  const ids = new Map<string, Set<string>>();
  for (const { fixture, events } of steps) {
    const native = sessionId(fixture);
    if (native === undefined || !onMainThread(fixture)) continue;
    const seen = ids.get(native) ?? new Set();
    for (const event of events) if (typeof event.value['session_id'] === 'string') seen.add(event.value['session_id']);
    ids.set(native, seen);
  }
  const given = [...ids.values()].filter((seen) => seen.size > 0);
  if (given.length === 0) return;
  for (const seen of given)
    verdicts.check('OH-ENV-020', seen.size === 1, () => ({
      message: `the events of one native session carry ${seen.size} different values of session_id; use one`,
      expected: 'one session_id for one native session',
      actual: [...seen].slice(0, 3).join(', '),
    }));
  const all = given.flatMap((seen) => [...seen]);
  verdicts.check('OH-ENV-020', new Set(all).size === all.length, () => ({
    message: 'events of two native sessions carry the same session_id; take it from the payload',
    expected: 'different values for different sessions',
    actual: shown(all.find((id, index) => all.indexOf(id) !== index)),
  }));
}

/** OH-EVT-007, OH-DAT-024, OH-DAT-045: tool.start, file.write and tool.end of one call. */
function judgePairs(steps: readonly Emission[], verdicts: Verdicts): void {
  const started = new Map<string, Emitted>();
  for (const { fixture, events } of steps) {
    const key = callKey(fixture);
    if (key === undefined) continue;
    const call = `${sessionId(fixture) ?? ''} ${nativeTool(fixture) ?? ''} ${key}`;
    const start = events.find((event) => typeOf(event) === 'tool.start');
    if (isBefore(fixture) && start !== undefined) started.set(call, start);
    if (!isAfter(fixture)) continue;
    const end = events.find((event) => typeOf(event) === 'tool.end');
    const first = started.get(call);
    if (end !== undefined && first !== undefined) judgePair(first, end, verdicts);
    for (const write of events.filter((event) => typeOf(event) === 'file.write')) {
      const id = callOf(write);
      const own = callOf(end) ?? callOf(first);
      if (id === undefined || own === undefined) continue;
      verdicts.check('OH-DAT-045', id === own, () => ({
        message: `file.write has tool_call_id ${shown(id)} within the call ${shown(own)}; it links to the surrounding tool events`,
        expected: shown(own),
        actual: shown(id),
        input: write.text,
      }));
    }
  }
}

function judgePair(start: Emitted, end: Emitted, verdicts: Verdicts): void {
  const [first, last] = [callOf(start), callOf(end)];
  if (first !== undefined && last !== undefined)
    verdicts.check('OH-DAT-024', first === last, () => ({
      message: `tool.end has tool_call_id ${shown(last)} and its tool.start ${shown(first)}; one call has one id`,
      expected: shown(first),
      actual: shown(last),
      input: end.text,
    }));
  const [from, to] = [start, end].map((event) => instantOf(event.value['time']));
  if (from === undefined || to === undefined) return;
  verdicts.check('OH-EVT-007', to >= from, () => ({
    message: 'the time of a tool.end lies before that of its tool.start; a tool ends after it began',
    expected: `${shown(start.value['time'])} or later`,
    actual: shown(end.value['time']),
    input: end.text,
  }));
}
