/**
 * What tests of emitter suites share: whole runs without a process. The reference emitter is called in place, what it writes
 * is changed, and the suite judges that as if it had seen it; what it says is told as in approved.ts.
 */

import { LeakScanner } from '../harness/leaks/scanner.ts';
import type { Case } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { End, Observation } from '../harness/model/observation.ts';
import type { Judgement, PlanContext, Suite } from '../harness/model/suite.ts';
import { canonicalEvent, canonicalToolsOf } from '../vendors/vendor.ts';
import { approved, inShort, observed } from './approved.ts';
import type { EmitterContext } from './native-case.ts';

export type Event = Readonly<Record<string, unknown>>;

/** The time at which everything is fed. */
export const NOW: Date = new Date('2026-02-08T19:22:11.123Z');

/** One way to write something else than the reference does. */
export interface Variant {
  readonly name: string;
  /** Of what came of one payload. */
  readonly events?: (events: readonly Event[], fixture: Fixture, spawn: number) => readonly Event[];
  /** Of the text that is written. */
  readonly text?: (text: string, fixture: Fixture) => string;
  readonly end?: End;
  readonly stderr?: string;
  /** What was planted in the payload may come out: only then it is looked for. */
  readonly leaks?: true;
  /** The clock of the harness stands elsewhere. */
  readonly beganAt?: number;
}

/** The variant that changes one event at a time. */
export function each(
  name: string,
  change: (event: Event, fixture: Fixture, index: number) => Event | undefined,
): Variant {
  const changed = (event: Event, fixture: Fixture, index: number): readonly Event[] => {
    const made = change(event, fixture, index);
    return made === undefined ? [] : [made];
  };
  return { name, events: (events, fixture) => events.flatMap((event, index) => changed(event, fixture, index)) };
}

/** What any emitter may get wrong. */
export const ANY: readonly Variant[] = [
  { name: 'writes nothing', events: () => [] },
  { name: 'leaves the first out', events: (events) => events.slice(1) },
  { name: 'leaves the last out', events: (events) => events.slice(0, -1) },
  { name: 'writes all twice', events: (events) => [...events, ...events] },
  { name: 'writes the last first', events: (events) => [...events].reverse() },
  { name: 'writes no JSON behind', text: (text) => `${text}done\n` },
  { name: 'writes nothing but a list', text: () => '[1]\n' },
  { name: 'writes over several lines', text: (text) => text.replaceAll('{"', '{\n"') },
  { name: 'writes the payload', leaks: true, text: (_, { stdin }) => `${JSON.stringify(stdin)}\n` },
  {
    name: 'writes the payload within',
    leaks: true,
    events: (events, { stdin }) => events.map((event): Event => ({ ...event, data: stdin })),
  },
  {
    name: 'writes the payload beside',
    leaks: true,
    events: (events, { stdin }) => events.map((event): Event => ({ ...event, more: stdin })),
  },
  { name: 'ends with 1', end: { kind: 'exit', code: 1 } },
  { name: 'ends by a signal', end: { kind: 'signal', signal: 'SIGKILL' } },
  { name: 'does not end', end: { kind: 'timeout', timeoutMs: 1000, forced: false } },
  { name: 'complains', stderr: 'error: unexpected payload\n' },
  { name: 'an hour ago', beganAt: NOW.getTime() + 3_600_000 },
  { name: 'in an hour', beganAt: NOW.getTime() - 3_600_000 },
  { name: 'nobody knows when', beganAt: Number.NaN },
];

export type Emit = (fixture: Fixture) => readonly Event[];

/** How a case is seen under each variant; what takes time is done once for all of them. */
function observer(testCase: Case, emit: Emit): (variant: Variant) => Observation {
  const { inputs } = testCase.context as EmitterContext;
  const emitted = inputs.map(emit);
  const scanner = testCase.canaries.length === 0 ? undefined : new LeakScanner(testCase.canaries);
  return (variant) => {
    const outputs = inputs.map((fixture, spawn) => {
      const events = emitted[spawn] ?? [];
      const written = variant.events === undefined ? events : variant.events(events, fixture, spawn);
      const text = written.map((event) => `${JSON.stringify(event)}\n`).join('');
      return variant.text === undefined ? text : variant.text(text, fixture);
    });
    const { end, stderr, beganAt = NOW.getTime() } = variant;
    const seen = observed(testCase, outputs, {
      ...(end === undefined ? {} : { end }),
      ...(stderr === undefined ? {} : { stderr }),
      ...(Number.isNaN(beganAt) ? {} : { beganAt }),
    });
    if (scanner === undefined || variant.leaks !== true) return seen;
    const leaks = outputs.flatMap((text, spawn) =>
      scanner.scan({ channel: 'stdout', name: 'stdout', spawn }, Buffer.from(text)),
    );
    return { ...seen, leaks };
  };
}

/** What is said of the cases that `only` takes under every variant: a text for each kind of case, and one for the run as a whole. */
export function replayed(
  suite: Suite,
  context: PlanContext,
  emit: Emit,
  variants: readonly Variant[],
  only: (testCase: Case, index: number) => boolean,
): { readonly cases: (kind: string) => string; readonly run: () => string } {
  const cases = suite.plan(context).cases.filter(only);
  const few = cases.filter((_, index) => index % 5 === 0);
  const plain: Variant = { name: 'nothing else' };
  const judged = (testCase: Case): ((variant: Variant) => Judgement) => {
    const observe = observer(testCase, emit);
    return (variant) => suite.judge(testCase, observe(variant), context);
  };
  const whole = (variant: Variant): ReadonlySet<string> => {
    // A few cases show what a run adds; all of them would take long.
    const facts = few.map((one) => ({ case: one, facts: judged(one)(variant).facts }));
    return inShort(suite.judgeRun?.(facts, context) ?? []);
  };
  const told = (name: string, say: (variant: Variant) => ReadonlySet<string>): string =>
    approved(
      name,
      say(plain),
      variants.map((variant) => ['', variant.name, say(variant)]),
    );
  return {
    cases: (kind) =>
      cases
        .filter((one) => (one.context as EmitterContext).kind === kind)
        .map((one) => {
          const judge = judged(one);
          return told(one.id, (variant) => inShort(judge(variant).findings));
        })
        .join('\n'),
    run: () => told('the run', whole),
  };
}

/** Of cases that are alike (kind, event, tool) the first, whatever the vendor: it takes long enough. */
export function firstOfKind(kinds: readonly string[]): (testCase: Case) => boolean {
  const seen = new Set<string>();
  return (testCase) => {
    const { kind, inputs } = testCase.context as EmitterContext;
    const [first] = inputs;
    if (first === undefined || !kinds.includes(kind)) return false;
    const alone = inputs.length === 1 && kind !== 'generated';
    const event = canonicalEvent(first.vendor, first.event) ?? first.event;
    const key = alone ? `${kind} ${event} ${canonicalToolsOf(first).join(' ')}` : kind;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
