import { isObject, type JsonObject, type JsonValue } from '../../../harness/model/json.ts';
import { formOf } from './forms.ts';

/** A hook to be written into a native configuration that a converter is to decode. */
export interface NativeEntry {
  readonly event: string;
  readonly matcher?: string;
  readonly command: string;
  /** Seconds. */
  readonly timeout?: number;
  readonly more?: JsonObject;
}

/** The provider's configuration as its own documentation shows it; registries/native-config.yaml names the sources. */
export function writeNative(provider: string, entries: readonly NativeEntry[]): JsonObject {
  const form = formOf(provider);
  const hooks: Record<string, JsonValue[]> = {};
  for (const { event, matcher, command, timeout, more } of entries) {
    const entry: JsonObject = {
      ...(form.style === 'groups' || form.typed === true ? { type: 'command' } : {}),
      [form.command[0] ?? 'command']: command,
      ...(timeout === undefined || !form.timeout
        ? {}
        : { [form.timeout.members[0] ?? 'timeout']: timeout * form.timeout.perSecond }),
      ...more,
    };
    const own = matcher === undefined ? {} : { matcher };
    hooks[event] ??= [];
    const list = hooks[event];
    const group = list?.at(-1);
    // Neighbours with one matcher share a group, as people write them.
    if (form.style === 'groups' && isObject(group) && group['matcher'] === matcher && Array.isArray(group['hooks']))
      (group['hooks'] as JsonValue[]).push(entry);
    else list?.push(form.style === 'groups' ? { ...own, hooks: [entry] } : { ...entry, ...own });
  }
  return form.version === undefined ? { hooks } : { version: form.version, hooks };
}

export function mcpName(form: string, server: string, tool: string): string {
  return form.replace('{server}', server).replace('{tool}', tool);
}
