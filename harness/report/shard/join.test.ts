import { expect, test } from 'vitest';
import type { Report } from '../../../types/generated/report.ts';
import { joinShards } from './join.ts';

const part = (record: unknown): Report =>
  ({
    hookconf: '0.1.0',
    complete: true,
    seed: 42,
    subjects: [],
    shard: { index: 1, of: 1, plan: '', record },
  }) as unknown as Report;
const edition = { edition: '1', total: 1, results: [], missing: [{ index: 0, reason: 'skipped' }] };
const whole = { subject: { name: 's' }, settings: {}, again: {}, unusable: null, editions: [edition] };

test('a record that is whole is joined', () => {
  expect(joinShards([{ name: 'a.json', report: part([whole]) }])).toHaveLength(1);
});

test.each([
  [{}],
  [null],
  [{ ...whole, editions: [null] }],
  [{ ...whole, editions: [{ ...edition, total: 1e12 }] }],
  [{ ...whole, editions: [{ ...edition, results: [{ index: 1 }] }] }],
  [{ ...whole, editions: [{ ...edition, missing: [3] }] }],
])('a damaged record is refused: %j', (record) => {
  expect(() => joinShards([{ name: 'a.json', report: part([record]) }])).toThrow('the record of a.json is damaged');
});
