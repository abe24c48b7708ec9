import { at } from '../../harness/model/json.ts';
import type { Emitted } from '../stream/emitted.ts';
import { sameJson } from '../stream/identity.ts';
import { instantOf } from '../stream/instant.ts';
import { shown, type Verdicts } from '../stream/verdicts.ts';
import { typeOfEvent } from './payload-rules.ts';

/** An event of an action, where nothing ties the two events of one call but what they say of it. */
interface Told {
  readonly event: Emitted;
  /** Its place in the output. */
  readonly place: number;
  readonly input: unknown;
  readonly time: number | undefined;
}

/**
 * AH-TAX-027: an Action.After follows the Action.Before of the same action when both are emitted, in the output and by
 * timestamp. No row asks for both: the end of an action that was never announced, or one that was announced and never ended
 * (it may have been denied), is no wrong order. Neither is a timestamp that names no moment: that is its own row's fault.
 */
export function judgePairs(events: readonly Emitted[], verdicts: Verdicts): void {
  const open = new Map<string, Told[]>();
  const early: (readonly [key: string, after: Told])[] = [];
  for (const [place, event] of events.entries()) {
    const type = typeOfEvent(event);
    if (type !== 'Action.Before' && type !== 'Action.After') continue;
    const key = `${String(event.value['session_id'])} ${String(at(event.value, '/data/action/name'))}`;
    const told = {
      event,
      place,
      input: at(event.value, '/data/action/input'),
      time: instantOf(event.value['timestamp']),
    };
    if (type === 'Action.Before') open.set(key, [...(open.get(key) ?? []), told]);
    else {
      const before = takeBefore(open.get(key), told);
      if (before === undefined) early.push([key, told]);
      else judgeTimes(before, told, verdicts);
    }
  }
  for (const [key, after] of early) {
    const before = takeBefore(
      open.get(key)?.filter(({ place }) => place > after.place),
      after,
    );
    if (before === undefined) continue;
    open.set(key, open.get(key)?.filter((one) => one !== before) ?? []);
    verdicts.broken('AH-TAX-027', {
      message: `an Action.After of ${shown(at(after.event.value, '/data/action/name'))} comes before its Action.Before; tell of an action before it runs`,
      expected: 'Action.Before first',
      actual: 'Action.After first',
      input: after.event.text,
    });
  }
}

/** Takes the Action.Before of an Action.After: one with the very input, else one that has none or whose end has none. */
function takeBefore(open: Told[] | undefined, after: Told): Told | undefined {
  if (open === undefined) return undefined;
  const equal = open.filter(({ input }) => input !== undefined && sameJson(input, after.input));
  const fitting = equal.length > 0 ? equal : open.filter((one) => one.input === undefined || after.input === undefined);
  // Of several that it may be, the latest that began before it: where any order of them is right, this one is.
  const found =
    fitting.filter((before) => !isReversed(before, after)).toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0))[0] ??
    fitting[0];
  if (found !== undefined) open.splice(open.indexOf(found), 1);
  return found;
}

const isReversed = (before: Told, after: Told): boolean =>
  before.time !== undefined && after.time !== undefined && after.time < before.time;

function judgeTimes(before: Told, after: Told, verdicts: Verdicts): void {
  verdicts.check('AH-TAX-027', !isReversed(before, after), () => ({
    message: 'the timestamp of an Action.After lies before that of its Action.Before; an action ends after it began',
    expected: `${shown(before.event.value['timestamp'])} or later`,
    actual: shown(after.event.value['timestamp']),
    input: after.event.text,
  }));
}
