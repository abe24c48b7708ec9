/** A refusal is an object of its own that says `ok: false`, wherever in a line it begins. */
import { expect, test } from 'vitest';
import type { SpawnObservation } from '../../harness/model/observation.ts';
import { refusalOf } from './refusal.ts';

const of = (text: string): ReturnType<typeof refusalOf> =>
  refusalOf({ stdout: { bytes: Buffer.from(text) } } as unknown as SpawnObservation);

test.each<[string, boolean]>([
  ['{"ok":false,"reason":"no transcript"}', true],
  ['{\n  "ok": false,\n  "reason": "no transcript"\n}\n', true],
  ['{"kind":"x"}\n{"ok":false,"reason":"é"}\n', true],
  ['refused: {"ok":false,"reason":"x"}', true],
  ['{"ok":false}', false],
  ['{"ok":false,"reason":""}', false],
  ['{"ok":false,"reason":" \\t"}', false],
  ['{"ok":false,"reason":7}', false],
  ['{"ok":false,"reason":["x"]}', false],
  // The first one counts.
  ['{"ok":false}\n{"ok":false,"reason":"x"}', false],
  ['{"ok":true}\n{"ok":false,"reason":"x"}', true],
])('%j refuses, with a reason: %j', (text, reason) => {
  expect(of(text)).toEqual({ reason });
});

test.each([
  '',
  'ok',
  '{"ok":true,"reason":"x"}',
  '{"ok":"false"}',
  '{"ok":0}',
  '{"ok":null}',
  '{"reason":"x"}',
  '{"kind":"x","ok":false}',
  '{"kind":null,"ok":false}',
  '{"inner":{"ok":false}}',
  '["ok",{"ok":false}]',
  '"ok"',
  'null "ok"',
  '{"ok":false',
  '"ok":false}',
  '{"ok":false} and more',
])('%j refuses nothing', (text) => {
  expect(of(text)).toBeUndefined();
});

test('nor does what never started', () => {
  expect(refusalOf(undefined)).toBeUndefined();
});
