import { at, isObject } from '../../harness/model/json.ts';
import type { Emitted, Locate } from './emitted.ts';
import { type Fault, shown, type Verdicts } from './verdicts.ts';

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
  | 'absolute-path'
  | 'absent'
  | 'present';

/** What one row says of one member of `data`; the specification's table as data. */
export interface MemberRule {
  readonly row: string;
  /** Event types that it is about; `*`: all. */
  readonly events: readonly string[];
  /** JSON Pointer below `data`. */
  readonly at: string;
  readonly is: MemberKind;
  readonly words?: readonly string[];
  /** Least value of a number. */
  readonly least?: number;
  /** A number that must also be whole and not negative, which costs less: the specification's `wholeRow`. */
  readonly whole?: boolean;
}

/** What a specification says beside its table. */
export interface MemberRules {
  readonly rules: readonly MemberRule[];
  /** Row of counts that only examples show (rules with `whole`). */
  readonly wholeRow?: string;
  readonly isEventName?: (name: unknown) => boolean;
  readonly nameOf: (event: Emitted) => string;
}

/** The rules of each event type, those for every event after its own. */
export function indexed(rules: readonly MemberRule[]): (type: string) => readonly MemberRule[] {
  const found = new Map<string, readonly MemberRule[]>();
  return (type) => {
    let own = found.get(type);
    if (own === undefined) {
      own = rules.filter(({ events }) => events.includes(type) || events.includes('*'));
      // Names come from a stream, which may hold any number of different ones.
      if (found.size < 1000) found.set(type, own);
    }
    return own;
  };
}

/** A fault at a member of an event. */
export function memberFault(
  name: string,
  event: Emitted,
  pointer: string,
  expected: string,
  actual: unknown,
  hint: string,
  locate: Locate,
): Fault {
  const where = locate(event, pointer);
  return {
    message: `${name}: ${pointer.slice(1).replaceAll('/', '.')} is ${shown(actual)}; ${hint}`,
    expected,
    actual: shown(actual),
    input: event.text,
    ...(where === undefined ? {} : { where }),
  };
}

/** Judges one member of `data`. An absent one meets every rule but `present`: no member is required by its type. */
export function judgeMember(
  event: Emitted,
  rule: MemberRule,
  payload: Readonly<Record<string, unknown>>,
  spec: MemberRules,
  verdicts: Verdicts,
  locate: Locate,
): void {
  const value = at(payload, rule.at);
  const broken = (expected: string, hint: string) => (): Fault =>
    memberFault(spec.nameOf(event), event, `/data${rule.at}`, expected, value, hint, locate);
  if (rule.is === 'absent') {
    verdicts.check(rule.row, value === undefined, broken('the member left out', 'leave it out here'));
    return;
  }
  if (rule.is === 'present') {
    verdicts.check(rule.row, value !== undefined && value !== null, broken('the member', 'it is required'));
    return;
  }
  if (value === undefined || isPlain(rule, value)) {
    verdicts.met(rule.row);
    return;
  }
  const [ok, expected, hint] = holds(rule, value, spec);
  verdicts.check(rule.row, ok, broken(expected, hint));
  if (rule.whole === true && spec.wholeRow !== undefined && typeof value === 'number') {
    const whole = Number.isInteger(value) && value >= 0;
    verdicts.check(
      spec.wholeRow,
      whole,
      broken('a whole number that is not negative', 'counts and times are whole numbers'),
    );
  }
}

/** What most members are: a value of the plain type that is asked for, of which there is nothing else to say. */
function isPlain(rule: MemberRule, value: unknown): boolean {
  if (rule.least !== undefined || rule.whole === true) return false;
  if (rule.is === 'words') return rule.words?.includes(value as string) === true;
  if (rule.is === 'object') return isObject(value);
  return rule.is === typeof value;
}

const SHA256 = /^sha256:[0-9a-f]{64}$/i;

function holds(
  rule: MemberRule,
  value: unknown,
  spec: MemberRules,
): readonly [ok: boolean, expected: string, hint: string] {
  if (rule.least !== undefined) {
    // A value of another type is the type row's business.
    const ok = typeof value !== 'number' || value >= rule.least;
    return [ok, `${rule.least} or more`, `it counts from ${rule.least}`];
  }
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
    case 'sha256': {
      const hint = 'write sha256: and the digest in hexadecimal digits';
      return [typeof value === 'string' && SHA256.test(value), 'sha256: and 64 hexadecimal digits', hint];
    }
    case 'model-id': {
      const ok = typeof value !== 'string' || /^[^/\s]+\/\S+$/.test(value);
      return [ok, 'provider/model', 'write the provider before the model, such as "anthropic/…"'];
    }
    case 'event-name':
      return [spec.isEventName?.(value) ?? true, 'an event name', 'name an event of the taxonomy'];
    case 'absolute-path': {
      const ok = typeof value !== 'string' || /^(?:\/|[A-Za-z]:[\\/]|\\\\|~\/)/.test(value);
      return [ok, 'an absolute path', 'write the whole path'];
    }
    case 'words': {
      const words = rule.words ?? [];
      const list = words.join(', ');
      const placeholder = typeof value === 'string' && value.includes('|');
      const hint = placeholder ? `the pipes list alternatives, write one of ${list}` : `use one of ${list}`;
      // One of them is plain, so that this is none.
      return [false, list, hint];
    }
    case 'absent':
    case 'present':
      return [true, '', ''];
  }
}
