/** What is said once and not per payload: how the hook ends, what it breaks, what it never tried. */
import type { Finding } from '../../harness/model/finding.ts';
import type { CaseFacts, PlanContext } from '../../harness/model/suite.ts';
import type { CheckKind } from '../../vendors/contract.ts';
import { CHECK_KINDS } from '../../vendors/contract.ts';
import { outcomeOf } from '../../vendors/outcome.ts';
import { defaultTimeoutMs, vendor } from '../../vendors/vendor.ts';
import { unknownEvents } from '../registration.ts';
import type { NativeFacts, NativeKind } from './context.ts';
import { HOLDS_UP, rowId } from './context.ts';
import type { Told } from './declared.ts';
import { judgeDeclared } from './declared.ts';
import { duration } from './words.ts';

/** Rules about a whole run, vendor by vendor in the order of the subject. */
export function judgeNativeRun(all: readonly CaseFacts[], context: PlanContext): readonly Finding[] {
  const told: Told[] = all.flatMap(({ case: { id }, facts }) =>
    facts === undefined ? [] : [{ case: id, facts: facts as NativeFacts }],
  );
  const rows = new Set(context.catalogue.map(({ id }) => id));
  const findings: Finding[] = [];
  for (const slug of new Set(told.map(({ facts }) => facts.vendor))) {
    const own = told.filter(({ facts }) => facts.vendor === slug);
    const said = [...brokenChecks(slug, own), ...hangs(slug, own)];
    findings.push(...said, ...neverTried(slug, own, said, rows));
  }
  findings.push(...judgeDeclared(told, context), ...noticesOf(told), ...unknownEvents(context.subject));
  return findings.filter((finding) => !('requirement' in finding) || rows.has(finding.requirement));
}

/** ` on 3 of 48 payloads of Claude Code`, or nothing when there is only one. */
function often(slug: string, here: number, all: number): string {
  if (all === 1) return '';
  const share = here === all ? `every one of ${all}` : `${here} of ${all}`;
  return ` (on ${share} payloads of ${vendor(slug).name})`;
}

function brokenChecks(slug: string, own: readonly Told[]): Finding[] {
  // Broken inputs are not held to the contract, so they are not counted.
  const judged = own.filter(({ facts }) => ['payload', 'danger', 'loop'].includes(facts.kind)).length;
  const groups = new Map<
    string,
    { kind: CheckKind; first: Told; count: number; message: string; expected: string; actual: string }
  >();
  for (const one of own) {
    for (const { kind, broken } of one.facts.results) {
      if (broken === null) continue;
      const key = JSON.stringify([kind, broken.message]);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { kind, first: one, count: 1, ...broken });
      else group.count++;
    }
  }
  return [...groups.values()].map(({ kind, first, count, message, expected, actual }) => ({
    kind: 'broken',
    requirement: rowId(slug, kind),
    message: `${first.facts.event}: ${message}${often(slug, count, judged)}`,
    expected,
    actual,
    case: first.case,
  }));
}

function hangs(slug: string, own: readonly Told[]): Finding[] {
  const findings: Finding[] = [];
  const { name } = vendor(slug);
  for (const hang of ['declared', 'vendor', 'ours'] as const) {
    const here = own.filter(({ facts }) => facts.hang === hang);
    const [first] = here;
    if (first === undefined) continue;
    const { event, timeoutMs } = first.facts;
    const limit = duration(timeoutMs);
    const then = outcomeOf(slug, event, { end: { kind: 'timeout', timeoutMs, forced: false }, stdout: '', stderr: '' });
    const would = `${name} would have waited ${waits(slug, event)}, then: ${then.effect}, ${then.why}`;
    const count = often(slug, here.length, own.length);
    const still = `still running after ${limit}`;
    if (hang === 'ours') {
      const reason = `it was still running after our own limit of ${limit}${count}; give your limit with --timeout <s> (${would})`;
      findings.push(...ENDS.map((kind): Finding => ({ kind: 'untested', requirement: rowId(slug, kind), reason })));
      continue;
    }
    const common = { kind: 'broken', expected: `an answer within ${limit}`, actual: still, case: first.case } as const;
    if (hang === 'declared') {
      findings.push({
        ...common,
        requirement: 'DC-TIMEOUT',
        message: `${event}: not what you declared: ${still}${count}; ${would}`,
      });
    }
    const vendorLimit = defaultTimeoutMs(slug, event);
    if (hang === 'vendor' || (vendorLimit !== null && timeoutMs >= vendorLimit)) {
      findings.push({
        ...common,
        requirement: rowId(slug, 'timeout'),
        message: `${event}: ${still}, which is ${name}'s limit${count}: ${then.effect}, ${then.why}`,
      });
    }
  }
  return findings;
}

/** What a hang leaves undecided. */
const ENDS = ['exit', 'timeout'] as const;

function waits(slug: string, event: string): string {
  const limit = defaultTimeoutMs(slug, event);
  return limit === null ? 'as long as its configuration says' : duration(limit);
}

/** Rows of the vendor that no answer put to the test. */
function neverTried(
  slug: string,
  own: readonly Told[],
  said: readonly Finding[],
  rows: ReadonlySet<string>,
): Finding[] {
  const tried = new Set(own.flatMap(({ facts }) => facts.results.map(({ kind }) => rowId(slug, kind))));
  for (const finding of said) if ('requirement' in finding) tried.add(finding.requirement);
  const ended = own.some(({ facts }) => facts.hang === null);
  return CHECK_KINDS.map((kind) => ({ kind, id: rowId(slug, kind) }))
    .filter(({ kind, id }) => rows.has(id) && !tried.has(id) && !(kind === 'timeout' && ended))
    .map(({ id, kind }) => ({
      kind: 'not-applicable',
      requirement: id,
      reason: ended ? NEVER[kind] : 'the hook ended with no payload before its time was over',
    }));
}

const NEVER: Readonly<Record<CheckKind, string>> = {
  exit: 'no payload ended by itself',
  timeout: 'no payload ended by itself',
  json: 'no answer was JSON',
  type: 'no answer was JSON',
  word: 'no answer held a decision that the vendor reads',
  'event-name': 'no answer named an event',
  reason: 'no answer held an action up',
  dialect: 'no answer held a decision',
  decide: 'no answer held an action up',
  contradiction: 'no answer held a decision in JSON',
  input: 'no answer rewrote a tool input',
  loop: 'it was fed no end of a turn that was held up before',
};

function noticesOf(told: readonly Told[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const one of told) {
    for (const { id, message } of one.facts.notices) {
      const key = `${id} ${message}`;
      if (!findings.has(key)) findings.set(key, { kind: 'notice', id, message, case: one.case });
    }
  }
  const breaks = (kind: NativeKind): Told | undefined =>
    told.find(
      ({ facts }) =>
        facts.kind === kind &&
        facts.hang === null &&
        facts.outcome.breaks === 'exit' &&
        // Whatever prints ends so when nobody reads; the table shows it.
        facts.situation !== 'closed-stdout',
    );
  // One that never ends well needs no extreme input to break.
  const crashed =
    breaks('broken') ??
    (breaks('payload') === undefined && breaks('danger') === undefined ? breaks('generated') : undefined);
  if (crashed !== undefined) {
    const { scenario, answer, outcome } = crashed.facts;
    const message = `it breaks on ${scenario} (${answer}); then: ${outcome.effect}`;
    findings.set('HC-ROBUST', { kind: 'notice', id: 'HC-ROBUST', message, case: crashed.case });
  }
  const [first] = told;
  const asked = told.filter(({ facts }) => facts.kind === 'payload');
  if (first !== undefined && asked.length > 5 && asked.every(({ facts }) => HOLDS_UP.includes(facts.outcome.effect))) {
    const message = 'it holds up every payload, whatever it says';
    findings.set('HC-STDIN alike', { kind: 'notice', id: 'HC-STDIN', message, case: first.case });
  }
  const unread = told.find(({ facts }) => facts.closedStdinEarly);
  if (unread !== undefined) {
    const message = 'it does not read a payload of 1 MB to its end; read all of stdin, even where only a part is kept';
    findings.set('HC-STDIN', { kind: 'notice', id: 'HC-STDIN', message, case: unread.case });
  }
  return [...findings.values()];
}
