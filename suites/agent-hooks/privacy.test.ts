import { expect, test } from 'vitest';
import { Verdicts } from '../stream/verdicts.ts';
import { judgePrivacyOfEvent } from './privacy.ts';

/** What is said of AH-SEC-003 where the data of a Prompt.Submitted are these. */
function said(data: unknown): string | undefined {
  const verdicts = new Verdicts();
  const value = { event_type: 'Prompt.Submitted', data };
  judgePrivacyOfEvent({ value, text: '', spawn: 0, line: 1 }, verdicts, () => undefined);
  return verdicts.findings().find((one) => 'requirement' in one && one.requirement === 'AH-SEC-003')?.kind;
}

test('a prompt is found in whatever form, a digest of one is none', () => {
  for (const prompt of [
    'fix it',
    { text: 'fix it' },
    [{ type: 'text', text: 'fix it' }],
    { parts: ['fix it'] },
    { value: 'fix it' },
  ])
    expect([prompt, said({ prompt })]).toEqual([prompt, 'broken']);
  expect(said({ prompt: { text: 'fix it', value: 'ab12', algorithm: 'sha256' } })).toBe('broken');
  for (const prompt of [
    '',
    {},
    [],
    6,
    null,
    { hash: 'sha256:ab12', length: 6 },
    { algorithm: 'sha256', value: 'ab12' },
  ])
    expect([prompt, said({ prompt })]).toEqual([prompt, 'met']);
});
