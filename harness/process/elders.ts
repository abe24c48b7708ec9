import { readdirSync } from 'node:fs';
import { lastNumber } from './younger.ts';

/**
 * Processes that were there before the run began, and so belong to none of its cases: looks during the run needn't open them.
 * When numbers begin anew, an old one may be somebody else's, and nobody is spared any more. The look at the end of a run
 * spares nobody.
 */
export class Elders {
  #numbers: ReadonlySet<string> = new Set();
  #last: number;

  constructor() {
    this.#last = process.platform === 'linux' ? (lastNumber() ?? 0) : 0;
    if (this.#last > 0) this.#numbers = new Set(readdirSync('/proc'));
  }

  /** Asked before a look, never in one: it reads how far numbers have come. */
  spared(): ReadonlySet<string> {
    const last = lastNumber() ?? 0;
    if (last < this.#last) this.#numbers = new Set();
    this.#last = last;
    return this.#numbers;
  }
}
