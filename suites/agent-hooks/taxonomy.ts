import { data } from '../../harness/assets.ts';
import { at, isObject } from '../../harness/model/json.ts';
import { registry } from '../registries.ts';
import type { Emitted, Locate } from '../stream/emitted.ts';
import { indexed, judgeMember, type MemberRule, type MemberRules, memberFault } from '../stream/member-rules.ts';
import type { Verdicts } from '../stream/verdicts.ts';
import { nameOf } from './envelope.ts';

interface SumRule {
  readonly row: string;
  readonly event: string;
  readonly of: readonly [string, string];
  readonly is: string;
  readonly as: 'difference' | 'percentage';
  readonly within?: number;
}

interface Taxonomy {
  readonly categories: Readonly<Record<string, string>>;
  readonly members: readonly MemberRule[];
  readonly sums: readonly SumRule[];
}

const taxonomy: Taxonomy = data<Taxonomy>('suites/agent-hooks/taxonomy');
const events = registry('agent-hooks-events').events;
const names = events.map(({ event }) => event);
const core: ReadonlySet<unknown> = new Set(names);
const deciding: ReadonlySet<string> = new Set(events.filter((one) => one.can_deny).map(({ event }) => event));
const byLowerCase: ReadonlyMap<string, string> = new Map(names.map((name) => [name.toLowerCase(), name]));
const membersOf = indexed(taxonomy.members);

const DOTTED = /^[^.\s]+(\.[^.\s]+)+$/;
const VENDOR_NAME = /^vendor\.[a-z0-9-]+\../;

const MEMBERS: MemberRules = {
  rules: taxonomy.members,
  wholeRow: 'AH-DAT-062',
  isEventName: (name) => isCoreEvent(name) || isVendorEvent(name),
  nameOf,
};

/** Whether a name is one of appendix A's. */
export function isCoreEvent(name: unknown): name is string {
  return core.has(name);
}

/** Whether a name is a custom one as section 10.3 wants it. */
export function isVendorEvent(name: unknown): name is string {
  return typeof name === 'string' && VENDOR_NAME.test(name);
}

/** The rows about members of `data`, with the events that exercise them. */
export function memberRows(): readonly { readonly row: string; readonly events: readonly string[] }[] {
  return [
    ...taxonomy.members.map(({ row, events }) => ({ row, events })),
    ...taxonomy.sums.map(({ row, event }) => ({ row, events: [event] })),
    ...Object.entries(taxonomy.categories).map(([category, row]) => ({ row, events: [`${category}.*`] })),
  ];
}

/** The rows that a name of appendix A meets, by name: nearly all names of a stream are such, and each of them is dotted. */
const metByName: ReadonlyMap<string, readonly string[]> = new Map(
  names.map((name) => {
    const category = taxonomy.categories[name.slice(0, name.indexOf('.'))];
    return [name, ['AH-NAM-001', 'AH-NAM-010', ...(category === undefined ? [] : [category]), 'AH-EXT-002']] as const;
  }),
);

/** Judges the name of one event (sections 6.3, 10.3). */
export function judgeName(event: Emitted, verdicts: Verdicts, locate: Locate): void {
  const name = event.value['event_type'];
  if (typeof name !== 'string' || name === '') return;
  const met = metByName.get(name);
  if (met !== undefined) {
    verdicts.metAll(met);
    return;
  }
  const broken = (id: string, message: string, expected: string): void => {
    const where = locate(event, '/event_type');
    verdicts.broken(id, {
      message,
      expected,
      actual: name,
      input: event.text,
      ...(where === undefined ? {} : { where }),
    });
  };
  if (!DOTTED.test(name)) {
    broken(
      'AH-NAM-001',
      `${name} is no name of the form Category.Subcategory; use a core name or vendor.<name>.${name}`,
      'segments joined by dots',
    );
  } else verdicts.met('AH-NAM-001');
  const meant = byLowerCase.get(name.toLowerCase());
  if (meant !== undefined)
    broken('AH-NAM-010', `${name} differs from ${meant} in case only; names are case-sensitive`, meant);
  else verdicts.met('AH-NAM-010');
  const category = name.slice(0, Math.max(name.indexOf('.'), 0));
  const row = Object.hasOwn(taxonomy.categories, category) ? taxonomy.categories[category] : undefined;
  if (row !== undefined)
    broken(row, `${name} is no event of the reserved category ${category}.*`, 'a name of appendix A');
  if (VENDOR_NAME.test(name)) {
    verdicts.met('AH-EXT-002');
    verdicts.met('AH-EXT-001');
  } else {
    const message = `the custom event ${name} has no vendor prefix; write vendor.<name>.<event>`;
    broken('AH-EXT-002', message, 'a core name or vendor.<name>.<event>');
  }
}

/** Judges `data` of one event: types of its members, sums, decisions (sections 7 and 13.A). */
export function judgeData(event: Emitted, verdicts: Verdicts, locate: Locate): void {
  const name = event.value['event_type'];
  const payload = event.value['data'];
  if (!isCoreEvent(name)) return;
  if (payload !== undefined && !isObject(payload)) return;
  for (const rule of membersOf(name)) judgeMember(event, rule, payload ?? {}, MEMBERS, verdicts, locate);
  for (const rule of taxonomy.sums) if (rule.event === name) judgeSum(event, rule, payload ?? {}, verdicts, locate);
  judgeDecision(event, name, payload ?? {}, verdicts, locate);
  if (name === 'Action.Before' || name === 'Action.After') {
    const action = at(payload, '/action/name');
    verdicts.check('AH-DAT-063', action !== undefined && action !== null && action !== '', () =>
      memberFault(name, event, '/data/action/name', 'a name', action, 'name the action', locate),
    );
  }
}

function judgeSum(
  event: Emitted,
  rule: SumRule,
  payload: Readonly<Record<string, unknown>>,
  verdicts: Verdicts,
  locate: Locate,
): void {
  const [first, second, given] = [payload[rule.of[0]], payload[rule.of[1]], payload[rule.is]];
  if (typeof first !== 'number' || typeof second !== 'number' || typeof given !== 'number') return;
  if (rule.as === 'percentage' && second === 0) return;
  const sum = rule.as === 'difference' ? first - second : (first / second) * 100;
  verdicts.check(rule.row, Math.abs(sum - given) <= (rule.within ?? 0), () => {
    const formula = rule.as === 'difference' ? `${rule.of[0]} - ${rule.of[1]}` : `${rule.of[0]} / ${rule.of[1]} * 100`;
    return memberFault(
      rule.event,
      event,
      `/data/${rule.is}`,
      `${sum}`,
      given,
      `it should be ${formula}, that is ${sum}`,
      locate,
    );
  });
}

function judgeDecision(
  event: Emitted,
  name: string,
  payload: Readonly<Record<string, unknown>>,
  verdicts: Verdicts,
  locate: Locate,
): void {
  const outcome = at(payload, '/decision/outcome');
  // Null is no decision; that it is no word either is said by the row of its type.
  if (outcome === undefined || outcome === null) return;
  const prevents = outcome === 'deny' || outcome === 'ask';
  verdicts.check('AH-TAX-024', !prevents || deciding.has(name), () =>
    memberFault(
      name,
      event,
      '/data/decision/outcome',
      'deny or ask on Prompt.Submitted and Action.Before only',
      outcome,
      'a decision on an advisory event has no effect',
      locate,
    ),
  );
}
