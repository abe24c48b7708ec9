import type { Report } from '../../types/generated/report.ts';

/** What two runs of one suite over one subject must agree in, one line each. */
export function verdictsOf(report: Report): string[] {
  return report.subjects.flatMap(({ name, requirements, notices, levels, outcomes, leaks }) => [
    ...requirements.map(({ id, verdict, cases }) => `${name} ${id} ${verdict} ${cases}`),
    ...notices.map(({ id, message }) => `${name} ${id} ${message}`),
    ...levels.map(({ spec, edition, level, status }) => `${name} ${spec} ${edition} ${level} ${status}`),
    ...outcomes.map(({ vendor, event, scenario, effect, ...one }) =>
      [name, vendor, event, scenario, effect, one.case].join(' '),
    ),
    ...leaks.map(({ canary, place, encoding, ...one }) => [name, canary, place, encoding, one.case].join(' ')),
  ]);
}

/** How a run was made. */
export interface RunMade {
  readonly concurrency: number;
  readonly durationMs: number;
}

export interface Run extends RunMade {
  readonly verdicts: readonly string[];
}

/** What is written of several runs: the verdicts that all of them gave are counted, the others named. */
export interface Compared {
  readonly runs: readonly RunMade[];
  readonly verdicts: number;
  readonly unsteady: readonly { readonly verdict: string; readonly times: number }[];
}

/** Runs of one suite over the same subjects, and how many of them gave each verdict. */
export class Steadiness {
  readonly #runs: RunMade[] = [];
  readonly #times = new Map<string, number>();

  get size(): number {
    return this.#runs.length;
  }

  add({ concurrency, durationMs, verdicts }: Run): void {
    this.#runs.push({ concurrency, durationMs });
    for (const one of new Set(verdicts)) this.#times.set(one, (this.#times.get(one) ?? 0) + 1);
  }

  compared(): Compared {
    const unsteady = [...this.#times].filter(([, times]) => times !== this.size);
    return {
      runs: [...this.#runs],
      verdicts: this.#times.size,
      unsteady: unsteady.map(([verdict, times]) => ({ verdict, times })),
    };
  }

  /**
   * The runs that `written` tells of, from that and the first of them. Nothing else has to be kept: what the first run gave and
   * `unsteady` doesn't name, every run gave. Undefined where it is not about that first run, or the numbers don't agree.
   */
  static from(written: Compared, first: Run): Steadiness | undefined {
    const [made] = written.runs;
    if (made?.concurrency !== first.concurrency || made.durationMs !== first.durationMs) return undefined;
    const told = new Steadiness();
    told.#runs.push(...written.runs);
    for (const verdict of first.verdicts) told.#times.set(verdict, told.size);
    for (const { verdict, times } of written.unsteady) told.#times.set(verdict, times);
    return told.#times.size === written.verdicts ? told : undefined;
  }
}
