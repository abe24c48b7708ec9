import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Canary } from '../model/case.ts';
import type { Captured, Observation } from '../model/observation.ts';
import { makeCanary } from './canary.ts';
import { hashedSecrets } from './hashes.ts';

const scope = { seed: 1, scope: 'hashes', spawn: 0 };
const token = makeCanary(scope, 'GITHUB_TOKEN', 'secret', { shape: 'github-token' });
const email = makeCanary(scope, 'EMAIL', 'identity', { shape: 'email' });
const prompt = makeCanary(scope, '/prompt', 'prompt');

function captured(text: string): Captured {
  const bytes = Buffer.from(text);
  return { bytes, total: bytes.length, truncated: false };
}

function seeing(text: string): Observation {
  const stdin = { bytes: 0, closedEarly: false };
  const nothing = captured('');
  const spawn = { end: { kind: 'exit', code: 0 }, stdout: captured(text), stderr: nothing, stdin } as const;
  return {
    spawns: [{ ...spawn, stdoutHeldOpen: false, startedMs: 0, durationMs: 1 }],
    files: [],
    requests: [],
    survivors: [],
    leaks: [],
    tree: { root: '/t', home: '/t/h', tmp: '/t/t', project: '/t/p' },
  };
}

const hash = (canary: Canary, name: string, form: 'hex' | 'base64' | 'base64url', salt = ''): string =>
  createHash(name)
    .update(salt + canary.value)
    .digest(form);

test.each(['sha256', 'sha512', 'blake2b512', 'blake2s256', 'sha1', 'md5'])(
  'an unsalted %s of a short secret is seen',
  (name) => {
    for (const form of ['hex', 'base64', 'base64url'] as const) {
      const text = `{"user":"${hash(token, name, form)}"}\n`;
      expect(hashedSecrets([token, email, prompt], seeing(text)), form).toEqual([
        { field: 'GITHUB_TOKEN', algorithm: name, channel: 'stdout' },
      ]);
    }
    expect(hashedSecrets([email], seeing(hash(email, name, 'hex').toUpperCase()))).toHaveLength(1);
  },
);

test('a salted one, and one of a prompt, are nothing to speak of', () => {
  expect(hashedSecrets([token], seeing(hash(token, 'sha256', 'hex', 'salt')))).toEqual([]);
  expect(hashedSecrets([prompt], seeing(hash(prompt, 'sha256', 'hex')))).toEqual([]);
});
