import { randomText } from '../leaks/canary.ts';
import type { SpawnPlan } from '../model/case.ts';
import { at, isObject, type JsonValue } from '../model/json.ts';
import { replaced } from './edit.ts';

/**
 * A change of the input that must not change the verdict, whatever the subject is. The first spawn is the original; all of
 * them have to agree.
 */
export interface Relation {
  readonly name: string;
  /** What a person reads where it does not hold. */
  readonly statement: string;
  readonly spawns: readonly SpawnPlan[];
}

export interface RelationContext {
  readonly seed: number;
  /** Pointers to values that decide nothing: identifiers, times. */
  readonly irrelevant: readonly string[];
}

/** Names of all relations, in the order in which {@link relations} gives them where all apply. */
export const RELATION_NAMES: readonly string[] = [
  'unknown-member',
  'member-order',
  'white-space',
  'escapes',
  'irrelevant-value',
  'twice',
  'at-once',
];

type Object = Readonly<Record<string, JsonValue>>;

/** Date and hour of a time as RFC 3339 writes it, then its minutes and seconds. */
const TIME = /^(\d{4}-\d{2}-\d{2}[Tt ]\d{2}):\d{2}:\d{2}/;

/** Another value of the same form: letters stay letters, digits digits, so that an id stays one; a time stays a time. */
export function varied(value: JsonValue, seed: string): JsonValue {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return value;
  const [time, hour] = TIME.exec(value) ?? [];
  if (time !== undefined && hour !== undefined) {
    const [tens, ones] = [randomText(`${seed} tens`, 2, '012345'), randomText(`${seed} ones`, 2, '0123456789')];
    return `${hour}:${tens[0]}${ones[0]}:${tens[1]}${ones[1]}${value.slice(time.length)}`;
  }
  const digits = randomText(`${seed} digits`, value.length, '123456789');
  const letters = randomText(`${seed} letters`, value.length, 'abcdef');
  return [...value]
    .map((character, index) => {
      if (/\d/.test(character)) return digits[index];
      if (/[a-z]/.test(character)) return letters[index];
      return /[A-Z]/.test(character) ? letters[index]?.toUpperCase() : character;
    })
    .join('');
}

/** The same document with its members in another order, all the way down. */
export function reordered(value: JsonValue, seed: string): JsonValue {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((item, index) => reordered(item, `${seed} ${index}`));
  if (!isObject(value)) return value;
  const keyed = Object.entries(value as Object).map(([name, member]) => ({
    name,
    member: reordered(member, `${seed} ${name}`),
    rank: randomText(`${seed} ${name}`, 8),
  }));
  keyed.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  // A shuffle that leaves everything in place would test nothing.
  if (keyed.every(({ name }, index) => name === Object.keys(value)[index])) keyed.reverse();
  return Object.fromEntries(keyed.map(({ name, member }) => [name, member]));
}

function withUnknown(payload: Object, seed: string): JsonValue {
  const name = `x_${randomText(seed, 6).toLowerCase()}`;
  const unknown = { since: 1, list: [null, 'a'], deep: { of: true } };
  return { [`${name}_first`]: 'new', ...payload, [name]: unknown };
}

/** All relations that apply to a spawn. Only what is sent as JSON can be changed; the last two apply to anything. */
export function relations(plan: SpawnPlan, { seed, irrelevant }: RelationContext): readonly Relation[] {
  const found: Relation[] = [];
  const relation = (name: string, statement: string, ...others: readonly SpawnPlan[]): void => {
    found.push({ name, statement, spawns: [plan, ...others] });
  };
  const { stdin } = plan;
  if (stdin.kind === 'payload' && isObject(stdin.payload)) {
    const payload = stdin.payload as Object;
    const sending = (changed: JsonValue): SpawnPlan => ({ ...plan, stdin: { ...stdin, payload: changed } });
    const laidOut = (layout: NonNullable<typeof stdin.layout>): SpawnPlan => ({ ...plan, stdin: { ...stdin, layout } });
    relation(
      'unknown-member',
      'a member that it does not know changes its verdict',
      sending(withUnknown(payload, `${seed}`)),
    );
    relation('member-order', 'the order of the members changes its verdict', sending(reordered(payload, `${seed}`)));
    relation('white-space', 'white space between the tokens changes its verdict', laidOut('indented'));
    relation('escapes', 'escapes of characters that need none change its verdict', laidOut('escaped'));
    const changed = irrelevant.reduce<JsonValue>((document, pointer) => {
      const old = at(document, pointer) as JsonValue | undefined;
      return old === undefined ? document : replaced(document, pointer, varied(old, `${seed} ${pointer}`));
    }, payload);
    if (JSON.stringify(changed) !== JSON.stringify(payload)) {
      relation('irrelevant-value', 'a value that decides nothing changes its verdict', sending(changed));
    }
  }
  relation('twice', 'the same input gets another verdict the second time', plan);
  relation('at-once', 'two of it at once get different verdicts', { ...plan, parallel: true });
  return found;
}
