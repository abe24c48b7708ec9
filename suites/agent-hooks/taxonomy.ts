import { data } from '../../harness/assets.ts';
import { at, isObject } from '../../harness/model/json.ts';
import type { Emitted, Locate } from '../stream/emitted.ts';
import { shown, type Verdicts } from '../stream/verdicts.ts';
import { nameOf } from './envelope.ts';

type MemberKind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'object'
  | 'percentage'
  | 'sha256'
  | 'words'
  | 'model-id'
  | 'event-name'
  | 'absent';

interface MemberRule {
  readonly row: string;
  readonly events: readonly string[];
  readonly at: string;
  readonly is: MemberKind;
  readonly words?: readonly string[];
  readonly whole?: boolean;
}

interface SumRule {
  readonly row: string;
  readonly event: string;
  readonly of: readonly [string, string];
  readonly is: string;
  readonly as: 'difference' | 'percentage';
  readonly within?: number;
}

interface Taxonomy {
  readonly events: Readonly<Record<string, { readonly row: string; readonly decides?: boolean }>>;
  readonly categories: Readonly<Record<string, string>>;
  readonly members: readonly MemberRule[];
  readonly sums: readonly SumRule[];
}

const taxonomy: Taxonomy = data<Taxonomy>('suites/agent-hooks/taxonomy');
const core: ReadonlySet<string> = new Set(Object.keys(taxonomy.events));
const byLowerCase: ReadonlyMap<string, string> = new Map([...core].map((name) => [name.toLowerCase(), name]));
const membersOf: ReadonlyMap<string, readonly MemberRule[]> = new Map(
  [...core, '*'].map((event) => [event, taxonomy.members.filter((member) => member.events.includes(event))]),
);

const DOTTED = /^[^.\s]+(\.[^.\s]+)+$/;
const VENDOR_NAME = /^vendor\.[a-z0-9-]+\..+/;
const SHA256 = /^sha256:[0-9a-f]{64}$/i;

/** Whether a name is one of appendix A's. */
export function isCoreEvent(name: unknown): name is string {
  return typeof name === 'string' && core.has(name);
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

/** Judges the name of one event (sections 6.3, 10.3). */
export function judgeName(event: Emitted, verdicts: Verdicts, locate: Locate): void {
  const name = event.value['event_type'];
  if (typeof name !== 'string' || name === '') return;
  const where = locate(event, '/event_type');
  const broken = (id: string, message: string, expected: string): void =>
    verdicts.broken(id, {
      message,
      expected,
      actual: name,
      input: event.text,
      ...(where === undefined ? {} : { where }),
    });
  if (!DOTTED.test(name)) {
    broken(
      'AH-NAM-001',
      `${name} is no name of the form Category.Subcategory; use a core name or vendor.<name>.${name}`,
      'segments joined by dots',
    );
  } else verdicts.met('AH-NAM-001');
  const meant = byLowerCase.get(name.toLowerCase());
  if (meant !== undefined && meant !== name)
    broken('AH-NAM-010', `${name} differs from ${meant} in case only; names are case-sensitive`, meant);
  else verdicts.met('AH-NAM-010');
  const category = name.slice(0, Math.max(name.indexOf('.'), 0));
  const row = Object.hasOwn(taxonomy.categories, category) ? taxonomy.categories[category] : undefined;
  if (core.has(name)) {
    if (row !== undefined) verdicts.met(row);
    verdicts.met('AH-EXT-002');
    return;
  }
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
  for (const rule of [...(membersOf.get(name) ?? []), ...(payload === undefined ? [] : (membersOf.get('*') ?? []))])
    judgeMember(event, rule, payload ?? {}, verdicts, locate);
  for (const rule of taxonomy.sums) if (rule.event === name) judgeSum(event, rule, payload ?? {}, verdicts, locate);
  judgeDecision(event, name, payload ?? {}, verdicts, locate);
  if (name === 'Action.Before' || name === 'Action.After') {
    const action = at(payload, '/action/name');
    verdicts.check('AH-DAT-063', action !== undefined && action !== '', () =>
      fault(event, '/data/action/name', 'a name', action, 'name the action', locate),
    );
  }
}

function fault(
  event: Emitted,
  pointer: string,
  expected: string,
  actual: unknown,
  hint: string,
  locate: Locate,
): Parameters<Verdicts['broken']>[1] {
  const where = locate(event, pointer);
  return {
    message: `${nameOf(event)}: ${pointer.slice(1).replaceAll('/', '.')} is ${shown(actual)}; ${hint}`,
    expected,
    actual: shown(actual),
    input: event.text,
    ...(where === undefined ? {} : { where }),
  };
}

function judgeMember(
  event: Emitted,
  rule: MemberRule,
  payload: Readonly<Record<string, unknown>>,
  verdicts: Verdicts,
  locate: Locate,
): void {
  const value = at(payload, rule.at);
  const pointer = `/data${rule.at}`;
  if (rule.is === 'absent') {
    verdicts.check(rule.row, value === undefined, () =>
      fault(event, pointer, 'the member left out', value, 'the action has not run yet; leave it out', locate),
    );
    return;
  }
  if (value === undefined) {
    verdicts.met(rule.row);
    return;
  }
  const [ok, expected, hint] = holds(rule, value);
  verdicts.check(rule.row, ok, () => fault(event, pointer, expected, value, hint, locate));
  if (rule.whole === true && typeof value === 'number')
    verdicts.check('AH-DAT-062', Number.isInteger(value) && value >= 0, () =>
      fault(event, pointer, 'a whole number that is not negative', value, 'counts and times are whole numbers', locate),
    );
}

function holds(rule: MemberRule, value: unknown): readonly [ok: boolean, expected: string, hint: string] {
  switch (rule.is) {
    case 'string':
    case 'boolean':
    case 'number': {
      const article = `a ${rule.is}`;
      return [typeof value === rule.is, article, `it must be ${article}`];
    }
    case 'integer':
      return [Number.isInteger(value), 'an integer', 'it must be an integer'];
    case 'object':
      return [isObject(value), 'an object', 'it must be an object'];
    case 'percentage':
      return [typeof value === 'number' && value >= 0 && value <= 100, '0 to 100', 'write a percentage from 0 to 100'];
    case 'sha256':
      return [
        typeof value === 'string' && SHA256.test(value),
        'sha256: and 64 hexadecimal digits',
        'write sha256: and the digest in hexadecimal digits',
      ];
    case 'model-id':
      // A value of another type is the type row's business.
      return [
        typeof value !== 'string' || /^[^/\s]+\/\S+$/.test(value),
        'provider/model',
        'write the provider before the model, such as "anthropic/…"',
      ];
    case 'event-name':
      return [isCoreEvent(value) || isVendorEvent(value), 'an event name', 'name an event of the taxonomy'];
    case 'words': {
      const words = rule.words ?? [];
      const list = words.join(', ');
      const placeholder = typeof value === 'string' && value.includes('|');
      const hint = placeholder ? `the pipes list alternatives, write one of ${list}` : `use one of ${list}`;
      return [typeof value === 'string' && words.includes(value), list, hint];
    }
    case 'absent':
      return [false, 'absent', 'leave it out'];
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
    return fault(event, `/data/${rule.is}`, `${sum}`, given, `it should be ${formula}, that is ${sum}`, locate);
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
  if (outcome === undefined) return;
  const prevents = outcome === 'deny' || outcome === 'ask';
  verdicts.check('AH-TAX-024', !prevents || taxonomy.events[name]?.decides === true, () =>
    fault(
      event,
      '/data/decision/outcome',
      'deny or ask on Prompt.Submitted and Action.Before only',
      outcome,
      'a decision on an advisory event has no effect',
      locate,
    ),
  );
}
