import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkPayload } from '../../vendors/check-payload.ts';
import { payloadSchemaOf, refusals, root } from './ajv.ts';

interface Unseen {
  readonly source: string;
  readonly of: string;
  readonly also?: readonly string[];
  readonly drift: readonly string[];
  readonly payload: unknown;
}

const unseen = parse(readFileSync(join(root, 'test/native/unseen.yaml'), 'utf8')) as readonly Unseen[];

test.each(unseen.map((one) => [`${one.of}: ${one.source}`, one] as const))('%s', (_, one) => {
  const [vendor = '', event = ''] = one.of.split(' ');
  const named = checkPayload(one.payload, { vendor, event });
  expect(named.errors).toEqual([]);
  expect(named.drift.map(({ pointer }) => pointer).sort()).toEqual([...one.drift].sort());
  expect(refusals(payloadSchemaOf(vendor, event), one.payload)).toBe('');
  const guessed = checkPayload(one.payload);
  const could = [guessed, ...guessed.alternatives].map((found) => `${found.vendor} ${found.event}`);
  expect([guessed.vendor, guessed.event].join(' ')).toBe(one.of);
  expect(could.slice(1)).toEqual(one.also ?? []);
});
