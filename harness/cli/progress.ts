import type { Progress } from '../run/run.ts';
import type { Io } from './command-spec.ts';

/** How often the line is written anew, in milliseconds: often enough to be alive, rarely enough to cost nothing. */
const EVERY = 100;

/** One line on a terminal's stderr: done, failing, rate, time left. Never used where stderr is a pipe. */
export function progressLine(io: Io): { readonly show: (progress: Progress) => void; readonly clear: () => void } {
  const started = performance.now();
  let last = 0;
  let shown = false;
  const clear = (): void => {
    if (shown) io.err('\r\u001B[K');
    shown = false;
  };
  const show = ({ done, planned, failing }: Progress): void => {
    const now = performance.now();
    if (now - last < EVERY) return;
    last = now;
    const seconds = (now - started) / 1000;
    const rate = done / seconds;
    const left = rate > 0 ? Math.ceil((planned - done) / rate) : 0;
    io.err(`\r\u001B[K${done} of ${planned} cases, ${failing} failing, ${rate.toFixed(0)} a second, ${left} s left`);
    shown = true;
  };
  return { show, clear };
}
