import { isObject } from '../../../harness/model/json.ts';
import { formOf, type NativeForm } from './forms.ts';

/** One hook as a native configuration registers it. */
export interface NativeHook {
  readonly event: string;
  readonly matcher?: string;
  readonly type: string;
  readonly command?: string;
  /** Seconds, whatever the provider's unit. */
  readonly timeout?: number;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  readonly windows?: string;
  readonly async: boolean;
  /** The entry as it stands, with the members of its group. */
  readonly entry: Readonly<Record<string, unknown>>;
}

export interface NativeConfig {
  readonly hooks: readonly NativeHook[];
  /** Everything written, as text, for providers whose hooks are code and for what stands in files beside. */
  readonly text: string;
  readonly problem?: string;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function first(entry: Readonly<Record<string, unknown>>, members: readonly string[]): unknown {
  const member = members.find((name) => Object.hasOwn(entry, name));
  return member === undefined ? undefined : entry[member];
}

function member<T>(name: string, value: T | undefined): Readonly<Record<string, T>> {
  return value === undefined ? {} : { [name]: value };
}

function hookFrom(
  form: NativeForm,
  event: string,
  matcher: string | undefined,
  entry: Readonly<Record<string, unknown>>,
): NativeHook {
  const timeout = form.timeout ? first(entry, form.timeout.members) : undefined;
  const env = form.env === undefined ? undefined : entry[form.env];
  const named = (name: string | undefined): string | undefined => (name === undefined ? undefined : text(entry[name]));
  return {
    event,
    ...member('matcher', matcher),
    type: text(entry['type']) ?? 'command',
    ...member('command', text(first(entry, form.command))),
    ...member('timeout', typeof timeout === 'number' ? timeout / (form.timeout?.perSecond ?? 1) : undefined),
    ...member('env', isObject(env) ? env : undefined),
    ...member('cwd', named(form.cwd)),
    ...member('windows', named(form.windows)),
    async: form.async !== undefined && entry[form.async] === true,
    entry,
  };
}

function fromEntry(form: NativeForm, event: string, entry: unknown): NativeHook[] {
  if (!isObject(entry)) return [];
  const { hooks, matcher, ...rest } = entry;
  if (!Array.isArray(hooks)) return [hookFrom(form, event, text(matcher), rest)];
  return hooks
    .filter(isObject)
    .map((one) => hookFrom(form, event, text(matcher) ?? text(one['matcher']), { ...rest, ...one }));
}

/** Upstream's vectors write Gemini hooks as one flat list with the event in an entry; read, never asked for (E-HIF-44). */
function flat(form: NativeForm, list: readonly unknown[]): NativeHook[] {
  return list.filter(isObject).flatMap((entry) => {
    const event = text(entry['trigger']) ?? text(entry['hookName']) ?? text(entry['event']);
    const own = isObject(entry['matcher']) ? text(entry['matcher']['toolName']) : text(entry['matcher']);
    const timeout = entry['timeoutMs'] ?? entry['timeout'];
    if (event === undefined) return [];
    return [
      hookFrom(form, event, text(entry['toolMatcher']) ?? own, {
        ...entry,
        ...(timeout === undefined ? {} : { timeout }),
      }),
    ];
  });
}

function parsed(config: unknown): unknown {
  if (typeof config !== 'string') return config;
  try {
    return JSON.parse(config);
  } catch {
    return undefined;
  }
}

/** Reads what a converter wrote for a provider, tolerant of every form that native-config.yaml lists. */
export function readNative(
  provider: string,
  config: unknown,
  files: Readonly<Record<string, unknown>> = {},
): NativeConfig {
  const form = formOf(provider);
  const written = Object.entries(files).map(
    ([path, content]) => `${path}\n${typeof content === 'string' ? content : JSON.stringify(content)}`,
  );
  const all = [typeof config === 'string' ? config : JSON.stringify(config ?? null), ...written].join('\n');
  if (form.style === 'text') return { hooks: [], text: all };
  const document = parsed(config);
  if (!isObject(document)) return { hooks: [], text: all, problem: 'the configuration is no JSON object' };
  const events = document['hooks'] ?? {};
  if (Array.isArray(events)) return { hooks: flat(form, events), text: all };
  if (!isObject(events)) return { hooks: [], text: all, problem: 'the member hooks is no object' };
  const hooks = Object.entries(events).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : [list]).flatMap((entry) => fromEntry(form, event, entry)),
  );
  return { hooks, text: all };
}
