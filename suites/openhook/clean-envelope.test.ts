import { expect, test } from 'vitest';
import { saidOf } from '../testing.ts';
import { judgeEnvelope } from './clean-envelope.ts';
import { judgeEnvelope as inDetail } from './envelope.ts';

const CLEAN = {
  openhook: '0.1',
  id: '0c9f3a1e-7a44-4d5b-8a8e-0f4f5c1d2e3f',
  source: 'claude-code',
  type: 'session.end',
  time: '2026-02-08T19:22:11.123Z',
  session_id: 's',
  data: {},
  context: 'file:///home/dev/acme-app',
  extensions: { 'com.example': 1 },
};
const WRONG: readonly unknown[] = [
  undefined,
  null,
  '',
  0,
  true,
  [],
  {},
  'x',
  '0.2',
  '0c9f3a1e-7a44-1d5b-8a8e-0f4f5c1d2e3f',
  'Claude-Code',
  'claude--code',
  '4code',
  'message.send',
  'Session.End',
  'tool.start',
  '2026-02-30T19:22:11Z',
  '2026-02-08T19:22:11',
  '2026-02-08T19:22:11+0100',
  '2026-02-08t19:22:11z',
  'file:/home/dev',
  'file:///home/dev/a b',
  'https://app.example/page?x=1#y',
];

test('the short way says what judging in detail says, whatever is wrong or absent', () => {
  for (const member of [...Object.keys(CLEAN), 'more'])
    for (const wrong of WRONG) {
      const value: Record<string, unknown> = { ...CLEAN, [member]: wrong };
      if (wrong === undefined) delete value[member];
      expect(saidOf(judgeEnvelope, value), `${member} ${JSON.stringify(wrong)}`).toEqual(saidOf(inDetail, value));
    }
});
