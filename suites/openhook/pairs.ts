import { at } from '../../harness/model/json.ts';
import type { Emitted } from '../stream/emitted.ts';
import { instantOf } from '../stream/instant.ts';
import { shown, type Verdicts } from '../stream/verdicts.ts';
import { typeOf } from './judge.ts';

interface Told {
  readonly event: Emitted;
  /** Its place in the output. */
  readonly place: number;
  readonly session: string;
  readonly call: string;
}

/**
 * OH-EVT-007, OH-DAT-024: tool.start and tool.end of one call, which tool_call_id ties together within its session. Both types
 * are optional, and so is the id: an end whose start was not told, or a call that never ended, breaks neither.
 */
export function judgePairs(events: readonly Emitted[], verdicts: Verdicts): void {
  const told = events.map((event, place) => ({
    event,
    place,
    session: String(event.value['session_id']),
    call: at(event.value, '/data/tool_call_id'),
  }));
  const of = (type: string): Told[] =>
    told.flatMap(({ call, ...one }) =>
      typeOf(one.event) === type && typeof call === 'string' && call !== '' ? [{ ...one, call }] : [],
    );
  const starts = of('tool.start');
  const strays: Told[] = [];
  for (const end of of('tool.end')) {
    const own = starts.filter(({ session, call }) => session === end.session && call === end.call);
    // An id that was used twice: the start that comes last before it is its own.
    const start = own.findLast(({ place }) => place < end.place) ?? own[0];
    if (start === undefined) {
      strays.push(end);
      continue;
    }
    starts.splice(starts.indexOf(start), 1);
    verdicts.met('OH-DAT-024');
    verdicts.check('OH-EVT-007', isInOrder(start, end), () => ({
      message: 'a tool.end lies before its tool.start; a tool ends after it began',
      expected: `${shown(start.event.value['time'])} or later`,
      actual: shown(end.event.value['time']),
    }));
  }
  for (const end of strays) judgeStray(starts, end, verdicts);
}

/** By time; where that is one and the same, or names no moment (its own row's fault), by the output. */
function isInOrder(start: Told, end: Told): boolean {
  const [from, to] = [start, end].map(({ event }) => instantOf(event.value['time']));
  if (from === undefined || to === undefined || from === to) return start.place < end.place;
  return from < to;
}

/** An end with an id that no start has, after a start whose id no end has: the two are of one call, as far as can be told. */
function judgeStray(starts: Told[], end: Told, verdicts: Verdicts): void {
  const toolOf = ({ event }: Told): unknown => at(event.value, '/data/tool_name') ?? undefined;
  const fits = (start: Told): boolean =>
    start.session === end.session &&
    start.place < end.place &&
    (toolOf(start) === toolOf(end) || toolOf(start) === undefined || toolOf(end) === undefined);
  const start = starts.find(fits);
  if (start === undefined) return;
  starts.splice(starts.indexOf(start), 1);
  verdicts.broken('OH-DAT-024', {
    message: `tool.end has tool_call_id ${shown(end.call)} and its tool.start ${shown(start.call)}; one call has one id`,
    expected: shown(start.call),
    actual: shown(end.call),
  });
}
