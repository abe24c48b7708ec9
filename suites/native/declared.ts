/** What the author declared of the hook: guard, posture, budget. Broken, it is "not what you declared". */
import type { Finding } from '../../harness/model/finding.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import type { Effect } from '../../harness/model/words.ts';
import { vendor } from '../../vendors/vendor.ts';
import type { NativeFacts } from './context.ts';
import { HOLDS_UP } from './context.ts';
import { duration } from './words.ts';

export interface Told {
  readonly case: string;
  readonly facts: NativeFacts;
}

/** The variant that changes nothing at all. */
const ONCE_MORE = 'once more';

function holdsUp(effect: Effect): boolean {
  return HOLDS_UP.includes(effect);
}

/** Not held up, as far as is known. */
function letsGo(effect: Effect): boolean {
  return !holdsUp(effect) && effect !== 'unknown';
}

/** Rules about declarations, over all vendors. Only what was declared is judged. */
export function judgeDeclared(told: readonly Told[], context: PlanContext): readonly Finding[] {
  const { guard, posture, budgetMs } = context.subject;
  // What hung was never answered: its own row says so.
  const answered = told.filter(({ facts }) => facts.hang === null);
  return [
    ...(guard ? guardFindings(answered) : []),
    ...equivalence(answered, guard),
    ...(posture === null ? [] : postureFindings(answered, posture)),
    ...(budgetMs === null ? [] : budgetFindings(answered, budgetMs)),
  ];
}

function guardFindings(told: readonly Told[]): Finding[] {
  const asked = told.filter(({ facts }) => facts.kind === 'payload' || facts.kind === 'danger');
  if (asked.length === 0) {
    return [{ kind: 'untested', requirement: 'DC-GUARD', reason: 'it answered no payload' }];
  }
  const findings: Finding[] = [];
  const broken = (one: Told, message: string, expected: string, actual: string): void => {
    findings.push({
      kind: 'broken',
      requirement: 'DC-GUARD',
      message: `not what you declared: ${message}`,
      expected,
      actual,
      case: one.case,
    });
  };
  const stops = 'the action held up';
  for (const slug of new Set(asked.map(({ facts }) => facts.vendor))) {
    const own = asked.filter(({ facts }) => facts.vendor === slug);
    const { name } = vendor(slug);
    const first = own.find(({ facts }) => facts.kind === 'danger') ?? own[0];
    const lets = own.find(({ facts }) => facts.tried && letsGo(facts.outcome.effect));
    const held = own.some(({ facts }) => holdsUp(facts.outcome.effect));
    const open = own.find(({ facts }) => facts.outcome.effect === 'unknown');
    if (lets !== undefined) {
      const { scenario, outcome, answer } = lets.facts;
      broken(lets, `the guard objects to ${scenario} and ${name} lets it go on: ${outcome.why}`, stops, answer);
    } else if (!held && open !== undefined) {
      const reason = `what ${name} does is not known: ${open.facts.outcome.why}`;
      findings.push({ kind: 'untested', requirement: 'DC-GUARD', reason });
    } else if (!held && first !== undefined) {
      broken(
        first,
        `the guard stops none of ${own.length} payloads of ${name}, dangers such as rm -rf and git push --force among them`,
        stops,
        first.facts.answer,
      );
    }
  }
  if (findings.length === 0) findings.push(...unequal(asked, broken));
  for (const one of told.filter(({ facts }) => facts.kind === 'parallel')) {
    const { vendor: slug, situation, outcome, variants } = one.facts;
    const alone = asked.find(({ facts }) => facts.vendor === slug && facts.situation === situation);
    const all = [outcome.effect, ...variants.map(({ effect }) => effect)];
    const passed = all.filter(letsGo).length;
    if (alone === undefined || !holdsUp(alone.facts.outcome.effect) || passed === 0) continue;
    const message = `the guard stops ${alone.facts.scenario} when it runs alone and lets ${passed} of ${all.length} pass that run at once`;
    broken(one, message, 'the same decision; give temporary files and locks names of their own', one.facts.answer);
  }
  for (const one of asked) {
    const again = one.facts.variants.find(({ label }) => label === ONCE_MORE);
    if (one.facts.outcome.effect === 'unknown') continue;
    if (!holdsUp(one.facts.outcome.effect)) {
      if (again === undefined || !holdsUp(again.effect)) continue;
      const message = `the guard lets ${one.facts.scenario} pass and stops it when it is sent ${ONCE_MORE}`;
      broken(one, message, 'the same decision', one.facts.answer);
      break;
    }
    const slipped = one.facts.variants.filter(({ effect }) => letsGo(effect));
    const [sent] = slipped.filter(({ unsent }) => !unsent);
    if (sent !== undefined) {
      broken(
        one,
        `the guard stops ${one.facts.scenario} and lets the same payload pass ${sent.label}`,
        'the same decision',
        sent.answer,
      );
      break;
    }
    for (const { label } of slipped) findings.push(differs(one, label));
  }
  const unknown = told.find(
    ({ facts }) => facts.situation === 'unknown-tool' && facts.outcome.effect === 'none' && facts.silent,
  );
  if (unknown !== undefined) {
    const message =
      'the guard lets a tool that it does not know pass in silence; say so on stderr, or stop what is unknown';
    findings.push({ kind: 'notice', id: 'HC-UNKNOWN-TOOL', message, case: unknown.case });
  }
  const decided = findings.some(({ kind }) => kind === 'broken' || kind === 'untested');
  if (!decided) findings.push({ kind: 'met', requirement: 'DC-GUARD' });
  return findings;
}

/** A danger that is stopped with one vendor and not with another which has it too. */
function unequal(
  asked: readonly Told[],
  broken: (one: Told, message: string, expected: string, actual: string) => void,
): [] {
  const dangers = new Set(asked.flatMap(({ facts }) => (facts.kind === 'danger' ? [facts.situation] : [])));
  for (const danger of dangers) {
    const own = asked.filter(({ facts }) => facts.situation === danger);
    const stopped = own.find(({ facts }) => holdsUp(facts.outcome.effect));
    const passed = own.find(({ facts }) => letsGo(facts.outcome.effect));
    if (stopped === undefined || passed === undefined) continue;
    const where = ({ facts }: Told): string => `${vendor(facts.vendor).name} (${facts.event})`;
    broken(
      passed,
      `the guard stops ${stopped.facts.scenario} with ${where(stopped)} and not with ${where(passed)}`,
      'the same decision',
      passed.facts.answer,
    );
    return [];
  }
  return [];
}

function differs(one: Told, label: string): Finding {
  const message = `it decides otherwise on ${one.facts.scenario} when the same payload is sent ${label}`;
  return { kind: 'notice', id: label === ONCE_MORE ? 'HC-DETERMINISTIC' : 'HC-EQUIVALENT', message, case: one.case };
}

/**
 * No rule of a vendor, so worth a notice: the same payload said otherwise has another outcome. That a guard lets pass what it
 * stops is its own row's (DC-GUARD), and so is a call that it stops the second time.
 */
function equivalence(told: readonly Told[], guard: boolean): Finding[] {
  const findings = new Map<string, Finding>();
  for (const one of told) {
    const { kind, outcome, variants, whole } = one.facts;
    for (const { label, effect, whole: other } of variants) {
      if (other === whole || findings.has(label)) continue;
      const stopped = holdsUp(outcome.effect);
      const own = stopped ? letsGo(effect) : label === ONCE_MORE && holdsUp(effect);
      if (guard && kind !== 'generated' && (own || kind === 'parallel')) continue;
      findings.set(label, differs(one, label));
    }
  }
  return [...findings.values()];
}

function postureFindings(told: readonly Told[], posture: 'open' | 'closed'): Finding[] {
  const cells = told.filter(({ facts }) => facts.kind === 'broken');
  const wrong = cells.find(({ facts }) => {
    const { effect } = facts.outcome;
    if (effect === 'unknown') return false;
    if (facts.sound) return effect === (posture === 'open' ? 'error-closed' : 'error-open');
    return holdsUp(effect) !== (posture === 'closed');
  });
  if (wrong === undefined) {
    const [first] = cells;
    if (first === undefined) return [];
    if (cells.some(({ facts }) => facts.outcome.effect !== 'unknown'))
      return [{ kind: 'met', requirement: 'DC-POSTURE' }];
    const reason = `of no broken input is it known what the vendor does: ${first.facts.outcome.why}`;
    return [{ kind: 'untested', requirement: 'DC-POSTURE', reason }];
  }
  const { facts } = wrong;
  const does = holdsUp(facts.outcome.effect) ? 'is held up' : 'goes on';
  const message = `not what you declared: posture ${posture}, and with ${facts.scenario} the action ${does} (${vendor(facts.vendor).name}): ${facts.outcome.why}`;
  const expected =
    posture === 'closed' ? 'the action held up when the hook breaks' : 'the action goes on when the hook breaks';
  return [{ kind: 'broken', requirement: 'DC-POSTURE', message, expected, actual: facts.answer, case: wrong.case }];
}

/** The 95th percentile of all answers, by nearest rank. */
function budgetFindings(told: readonly Told[], budgetMs: number): Finding[] {
  const all = told.flatMap((one) => one.facts.durationsMs.map((ms) => ({ ms, one }))).sort((a, b) => a.ms - b.ms);
  const slow = all[Math.max(0, Math.ceil(all.length * 0.95) - 1)];
  if (slow === undefined) return [];
  if (slow.ms <= budgetMs) return [{ kind: 'met', requirement: 'DC-BUDGET' }];
  const message = `not what you declared: more than one answer in twenty takes longer than ${duration(budgetMs)}`;
  const actual = `${duration(slow.ms)} for ${slow.one.facts.scenario}`;
  return [
    {
      kind: 'broken',
      requirement: 'DC-BUDGET',
      message,
      expected: `95 of 100 answers within ${duration(budgetMs)}`,
      actual,
      case: slow.one.case,
    },
  ];
}
