import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { sample, sampleNames } from './samples.ts';

const root = join(import.meta.dirname, '../..');
const schema = JSON.parse(readFileSync(join(root, 'schemas/hookconf/report.schema.json'), 'utf8')) as object;
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, formats: { 'date-time': true } });
const validate = ajv.compile(schema);

test.each(sampleNames)('the sample %s is a report', (name) => {
  validate(sample(name));
  expect(validate.errors).toBeNull();
});

describe('the schema is strict', () => {
  test.each([
    ['a member that nobody defined', { extra: 1 }],
    ['another kind of document', { schema: 'hookconf-report/2' }],
    ['a seed that is a text', { seed: '42' }],
    ['no subjects', { subjects: undefined }],
    ['evidence that is not known', { evidence: 'heard' }],
    ['a time that runs backwards', { durationMs: -1 }],
  ])('%s is refused', (_, change) => {
    expect(validate({ ...sample('hook-passes'), ...change })).toBe(false);
  });

  test('a verdict, an effect and a status out of their lists are refused', () => {
    for (const [member, wrong] of [
      ['requirements', { verdict: 'passed' }],
      ['outcomes', { effect: 'block' }],
      ['levels', { status: 'partly' }],
      ['leaks', { verdict: 'pass' }],
    ] as const) {
      const report = sample(member === 'outcomes' ? 'hook-fails' : 'emitter');
      const list = report.subjects[0]?.[member] as object[];
      expect(list.length).toBeGreaterThan(0);
      Object.assign(list[0] ?? {}, wrong);
      expect(validate(report), member).toBe(false);
    }
  });
});
