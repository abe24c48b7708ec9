/** In what order the recorded programs sent their events (`fixtures/sessions/courses.yaml`). */
import { data } from '../harness/assets.ts';
import { canonicalEvent } from './vendor.ts';

/** One event of a scenario, in the order in which it came; null for one of which there is no recording. */
export interface Step {
  readonly event: string;
  readonly tool: string | null;
  readonly canonical: string | null;
}

export interface Course {
  readonly vendor: string;
  readonly scenario: string;
  /** `whole`: all that came. `repeats-left-out`: like events may be missing. `gaps`: null where there is no recording. */
  readonly kept: 'whole' | 'repeats-left-out' | 'gaps';
  readonly steps: readonly (Step | null)[];
}

interface Listed {
  readonly vendor: string;
  readonly kept: Course['kept'];
  readonly courses: Readonly<Record<string, readonly string[]>>;
}

function stepOf(vendor: string, word: string): Step | null {
  if (word === '?') return null;
  const [, event = word, tool = null] = /^([^(]+)(?:\((.+)\))?$/.exec(word) ?? [];
  return { event, tool, canonical: canonicalEvent(vendor, event) };
}

/** The courses of a vendor's recorded scenarios; none where its program was not recorded. */
export function coursesOf(slug: string): readonly Course[] {
  const { vendors } = data<{ readonly vendors: readonly Listed[] }>('fixtures/sessions/courses');
  return vendors
    .filter(({ vendor }) => vendor === slug)
    .flatMap(({ vendor, kept, courses }) =>
      Object.entries(courses).map(([scenario, words]) => ({
        vendor,
        scenario,
        kept,
        steps: words.map((word) => stepOf(vendor, word)),
      })),
    );
}
