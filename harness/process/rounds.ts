/** A limit that fires so many milliseconds late says that the machine is too busy to tell a hang from a long wait for a processor. */
const STARVED_MS = 200;

/** Whether this process itself was kept from running when a limit was due, by `performance.now()`. */
export function isStarved(due: number): boolean {
  return performance.now() - due > STARVED_MS;
}

/**
 * Calls back after so many rounds of the event loop. Timers run before reads: where the machine kept us from running, a
 * timer fires although what it waited for has long happened and is only unread. Two rounds see an end or an answer that
 * lies there already, three the end of a stream after it, more a connection that is yet to be taken.
 */
export function afterRounds(rounds: number, callback: () => void): void {
  setImmediate(() => (rounds <= 1 ? callback() : afterRounds(rounds - 1, callback)));
}
