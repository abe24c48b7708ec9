import type { JsonObject } from '../../../harness/model/json.ts';
import { formOf } from '../native/forms.ts';
import { nativeEvents } from '../vocabulary.ts';

export function isText(vendor: string): boolean {
  return formOf(vendor).style === 'text';
}

/** An event without matchers that the provider has. */
export function plainEvent(vendor: string): string {
  return nativeEvents('before_prompt', vendor).length > 0 ? 'before_prompt' : 'agent_stop';
}

/** Codex has a name for the shell only: hooks for other tools can't be written there. */
export function sayable(vendor: string, one: JsonObject): boolean {
  return vendor !== 'codex' || one['matcher'] === undefined || one['matcher'] === 'shell';
}

export function native(vendor: string, event: string): string {
  return nativeEvents(event, vendor)[0] ?? 'none';
}
