import { createHash } from 'node:crypto';
import type { Failure } from '../../../types/generated/report.ts';

/** What differs from seed to seed without being another failure: UUIDs, long hexadecimal, numbers of four digits or more. */
function normalised(message: string): string {
  return message
    .toLowerCase()
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/g, '#')
    .replace(/\d{4,}/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * How something fails, as sixteen hexadecimal digits: the set of what is wrong, not how often. One more case that breaks a
 * requirement in the same way leaves it as it is; a new way changes it.
 */
export function fingerprint(failures: readonly Pick<Failure, 'message'>[]): string {
  const ways = [...new Set(failures.map((failure) => normalised(failure.message)))].sort();
  return createHash('sha256').update(ways.join('\n')).digest('hex').slice(0, 16);
}
