import type { Hook } from './document.ts';
import { inferCapabilities } from './entry.ts';
import type { Edition } from './registry.ts';

type Restriction = 'allow' | 'deny' | 'managed_only';

export interface PolicySettings {
  readonly scope: 'system' | 'organization' | 'user' | 'project';
  readonly disable_all_hooks?: boolean;
  readonly allow_managed_only?: boolean;
  readonly capability_restrictions?: Readonly<Record<string, Restriction>>;
  readonly event_restrictions?: Readonly<Record<string, Restriction>>;
}

function refused(restriction: Restriction | undefined, managed: boolean): boolean {
  return restriction === 'deny' || (restriction === 'managed_only' && !managed);
}

function own(table: Readonly<Record<string, Restriction>> | undefined, key: string): Restriction | undefined {
  return table && Object.hasOwn(table, key) ? table[key] : undefined;
}

/**
 * Why a hook may not run, or undefined. A deny of any scope holds, since a lower scope cannot undo a higher one; the order is
 * disable_all_hooks, allow_managed_only, events, capabilities.
 */
export function forbidden(
  policies: readonly PolicySettings[],
  managed: boolean,
  hook: Hook,
  edition: Edition,
): string | undefined {
  if (policies.some((policy) => policy.disable_all_hooks === true)) return 'disable_all_hooks';
  if (!managed && policies.some((policy) => policy.allow_managed_only === true)) return 'allow_managed_only';
  if (policies.some((policy) => refused(own(policy.event_restrictions, hook.event), managed)))
    return `event_restrictions.${hook.event}`;
  const denied = inferCapabilities(hook, edition).find((capability) =>
    policies.some((policy) => refused(own(policy.capability_restrictions, capability), managed)),
  );
  return denied === undefined ? undefined : `capability_restrictions.${denied}`;
}
