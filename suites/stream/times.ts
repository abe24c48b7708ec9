import type { Recent } from './identity.ts';
import type { Fault, Verdicts } from './verdicts.ts';

/** Disorder that is no fault: hooks of one moment that write at once, in milliseconds. */
const DISORDER = 1000;
/** Nobody emitted events of these specifications before. */
const EARLIEST = Date.UTC(2025, 0, 1);
/** How far ahead of the clock of its reader an event may lie: clocks differ, and so do the zones that they are set to. */
const AHEAD = 366 * 24 * 3600 * 1000;

/** When the latest event of a session was; one object a session. */
export interface SessionTimes {
  latest: number;
}

/**
 * Ours: the events of a recorded stream stand in the order of their times, and these can be times of events. No specification
 * orders anything but the two events of one call. `readAt`: when the stream is read, in milliseconds since 1970.
 */
export function judgeStreamTime(
  member: string,
  time: number,
  sessions: Recent<SessionTimes>,
  session: string,
  readAt: number,
  verdicts: Verdicts,
  placed: () => Pick<Fault, 'where'>,
): void {
  if (time < EARLIEST || time > readAt + AHEAD) {
    const when = time < EARLIEST ? 'before 2025' : 'more than a year after it was read';
    verdicts.notice('HC-EVENT-TIME', `the ${member} of an event lies ${when}; tell when it happened`, placed().where);
    return;
  }
  const known = sessions.get(session);
  if (known === undefined) sessions.set(session, { latest: time });
  else if (time > known.latest) known.latest = time;
  else if (time < known.latest - DISORDER)
    verdicts.notice(
      'HC-EVENT-ORDER',
      `the ${member} of an event lies more than a second before that of an event above it in its session; tell when it happened, and write events in their order`,
      placed().where,
    );
}
