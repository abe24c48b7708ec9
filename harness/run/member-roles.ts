import { UsageError } from '../errors.ts';
import type { Role } from '../model/words.ts';
import type { ConfigSubject } from './config.ts';

/** Members of a subject that only some roles have (contract, section 2). What is not named here every role may have. */
const OF_ROLES: Readonly<Partial<Record<keyof ConfigSubject, readonly Role[]>>> = {
  commands: ['converter'],
  url: ['hook'],
  start: ['hook'],
  events: ['hook', 'emitter'],
  tools: ['hook', 'emitter'],
  guard: ['hook'],
  output: ['emitter'],
  drive: ['emitter'],
  worker: ['emitter'],
  verbose: ['emitter'],
  rollout: ['emitter'],
  supports: ['runner'],
  surfaces: ['runner', 'converter'],
};

/** True for a value that says no more than the absence of its member. */
function saysNothing(name: string, value: unknown): boolean {
  if (value === undefined || value === false) return true;
  if (name === 'output') return value === 'stdout';
  return Array.isArray(value) && value.length === 0;
}

function listed(words: readonly string[]): string {
  return words.map((word) => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`)).join(' or ');
}

/**
 * A member that the role doesn't have would be ignored, and its author would take it for granted.
 * @param alsoAs another role as which the suite judges it
 * @throws UsageError that names the member, whose it is, and what the subject is.
 */
export function checkMembers(entry: ConfigSubject, role: Role, alsoAs?: Role): void {
  for (const [name, roles] of Object.entries(OF_ROLES)) {
    const value = entry[name as keyof ConfigSubject];
    if (roles.includes(role) || saysNothing(name, value)) continue;
    if (alsoAs !== undefined && roles.includes(alsoAs)) continue;
    throw new UsageError(
      'member-of-another-role',
      `"${name}" belongs to ${listed(roles)}, and the subject ${entry.name ?? [entry.command ?? ''].flat().join(' ')} is ${listed([role])}`,
      name === 'commands' ? 'use "command"' : `leave "${name}" out, or correct "role"`,
    );
  }
}
