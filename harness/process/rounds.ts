/**
 * Calls back after so many rounds of the event loop. Timers run before reads: where the machine kept us from running, a
 * timer fires although what it waited for has long happened and is only unread. Two rounds see an end or an answer that
 * lies there already, three the end of a stream after it, more a connection that is yet to be taken.
 */
export function afterRounds(rounds: number, callback: () => void): void {
  setImmediate(() => (rounds <= 1 ? callback() : afterRounds(rounds - 1, callback)));
}
