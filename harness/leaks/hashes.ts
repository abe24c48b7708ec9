import { createHash } from 'node:crypto';
import type { Canary } from '../model/case.ts';
import type { Observation } from '../model/observation.ts';

/** Hashes by which programs hide a value; plain ones only, for a salt is what makes one safe. */
const ALGORITHMS = ['sha256', 'sha512', 'blake2b512', 'blake2s256', 'sha1', 'md5'] as const;
/** What is guessable: a token's form and an address are known, so that a hash of one can be tried out. */
const GUESSABLE: ReadonlySet<Canary['kind']> = new Set(['secret', 'identity']);
/** Longer than this nobody tries out. */
const LONGEST_SHORT = 64;

/** An unsalted hash of a short secret that came out. */
export interface HashedSecret {
  readonly field: string;
  readonly algorithm: string;
  readonly channel: 'stdout' | 'stderr' | 'file' | 'request';
}

function spellings(value: string, algorithm: string): readonly Buffer[] {
  const digest = createHash(algorithm).update(value, 'utf8').digest();
  const hex = digest.toString('hex');
  return [hex, hex.toUpperCase(), digest.toString('base64').replace(/=+$/, ''), digest.toString('base64url')].map(
    (text) => Buffer.from(text),
  );
}

/**
 * Hashes are no leak (the scanner passes them over); one of a short secret without a salt can be confirmed by whoever
 * guesses it, which is worth a word. Searched in what was kept of each channel, as hexadecimal digits and base64.
 */
export function hashedSecrets(canaries: readonly Canary[], observation: Observation): readonly HashedSecret[] {
  const short = canaries.filter(({ kind, value }) => GUESSABLE.has(kind) && value.length <= LONGEST_SHORT);
  if (short.length === 0) return [];
  const channels: readonly (readonly [HashedSecret['channel'], Buffer])[] = [
    ...observation.spawns.flatMap(({ stdout, stderr }) => [
      ['stdout', stdout.bytes] as const,
      ['stderr', stderr.bytes] as const,
    ]),
    ...observation.files.map(({ bytes }) => ['file', bytes] as const),
    ...observation.requests.map(({ body }) => ['request', body.bytes] as const),
  ];
  const found = new Map<string, HashedSecret>();
  for (const { field, value } of short) {
    for (const algorithm of ALGORITHMS) {
      const wanted = spellings(value, algorithm);
      for (const [channel, bytes] of channels) {
        if (!wanted.some((text) => bytes.includes(text))) continue;
        found.set(`${field} ${algorithm} ${channel}`, { field, algorithm, channel });
      }
    }
  }
  return [...found.values()];
}
