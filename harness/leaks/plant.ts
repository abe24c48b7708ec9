import type { Canary } from '../model/case.ts';
import { escapeToken, isObject, type JsonValue, unescapeToken } from '../model/json.ts';
import { type CanaryKind, type CanaryOrigin, type CanaryShape, makeCanary } from './canary.ts';

/** A field of a payload and what class of data it holds. */
export interface PlantTarget {
  /** JSON Pointer; a token `*` stands for every member or index. Where it leads to a container, every text in it. */
  readonly pointer: string;
  readonly kind: CanaryKind;
  readonly shape?: CanaryShape;
  /**
   * `parts`: at the start, in the middle and at the end, three canaries, because what truncates keeps one of them;
   * the default of tool results, file contents and transcripts. `replace`: nothing of the old value stays; the default of
   * identities. `append`: everything else.
   */
  readonly how?: 'parts' | 'append' | 'replace';
  /** With `parts`: filler between the canaries until the text has this many characters. */
  readonly padTo?: number;
}

export interface Planted {
  readonly payload: JsonValue;
  readonly canaries: readonly Canary[];
  /** Pointers that led to no text. */
  readonly missed: readonly string[];
}

const DEFAULT_HOW: Readonly<Record<CanaryKind, 'parts' | 'append' | 'replace'>> = {
  'tool-result': 'parts',
  'file-content': 'parts',
  transcript: 'parts',
  prompt: 'append',
  secret: 'append',
  'tool-input': 'append',
  identity: 'replace',
};

/** Copies a payload with unique texts in the named fields. Pure: seed, scope and payload decide everything. */
export function plant(payload: JsonValue, targets: readonly PlantTarget[], origin: CanaryOrigin): Planted {
  const canaries = new Map<string, Canary>();
  const missed: string[] = [];
  let planted = payload;
  for (const target of targets) {
    const before = canaries.size;
    const tokens = target.pointer === '' ? [] : target.pointer.slice(1).split('/');
    planted = into(planted, '', tokens, target, origin, canaries);
    if (canaries.size === before) missed.push(target.pointer);
  }
  return { payload: planted, canaries: [...canaries.values()], missed };
}

function into(
  value: JsonValue,
  pointer: string,
  tokens: readonly string[],
  target: PlantTarget,
  origin: CanaryOrigin,
  canaries: Map<string, Canary>,
): JsonValue {
  const [token, ...rest] = tokens;
  const all = token === undefined || token === '*';
  const name = token === undefined ? undefined : unescapeToken(token);
  const step = (key: string, inner: JsonValue): JsonValue =>
    all || key === name ? into(inner, `${pointer}/${escapeToken(key)}`, rest, target, origin, canaries) : inner;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item, index) => step(String(index), item));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, step(key, inner as JsonValue)]));
  }
  if (typeof value !== 'string') return value;
  const inner = embedded(value);
  if (inner !== undefined) return JSON.stringify(into(inner, pointer, tokens, target, origin, canaries));
  return token === undefined ? withCanaries(value, pointer, target, origin, canaries) : value;
}

/** JSON inside a string (arguments of a tool, in some vendors) stays JSON: it is planted in its own texts. */
function embedded(text: string): JsonValue | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function withCanaries(
  text: string,
  pointer: string,
  target: PlantTarget,
  origin: CanaryOrigin,
  canaries: Map<string, Canary>,
): string {
  const { kind, shape } = target;
  const how = target.how ?? DEFAULT_HOW[kind];
  const make = (part?: string): string => {
    const made = makeCanary(origin, pointer, kind, {
      ...(shape === undefined ? {} : { shape }),
      ...(part === undefined ? {} : { part }),
    });
    canaries.set(made.id, made);
    return made.value;
  };
  if (how === 'replace' || text === '') return make();
  if (how === 'append') return `${text} ${make()}`;
  const filler = 'lorem ipsum dolor sit amet\n';
  const missing = Math.max(0, (target.padTo ?? 0) - text.length);
  const body = text + filler.repeat(Math.ceil(missing / filler.length)).slice(0, missing);
  let half = body.length >> 1;
  // Not between the two halves of a surrogate pair.
  if (/[\udc00-\udfff]/.test(body[half] ?? '')) half += 1;
  return `${make('start')} ${body.slice(0, half)} ${make('middle')} ${body.slice(half)} ${make('end')}`;
}
