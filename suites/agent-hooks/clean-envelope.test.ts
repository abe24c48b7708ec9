import { expect, test } from 'vitest';
import { saidOf } from '../testing.ts';
import { judgeEnvelope } from './clean-envelope.ts';
import { judgeEnvelope as inDetail } from './envelope.ts';

const CLEAN = {
  spec_version: '0.1.0',
  event_id: '550e8400-e29b-41d4-a716-446655440000',
  event_type: 'Action.Before',
  timestamp: '2026-02-08T19:22:11.123Z',
  source: { tool: 'cursor', version: '1' },
  session_id: 's',
  parent_session_id: 'p',
  actor: { type: 'user', id: 'a', name: 'b' },
  agent_mode: 'plan',
  data: {},
  risk: { score: 5, level: 'low' },
  metadata: { 'com.example': 1 },
};
const WRONG = [
  undefined,
  null,
  '',
  0,
  -1,
  1.5,
  101,
  true,
  'x',
  [],
  {},
  { tool: '' },
  { type: 'agent' },
  { x: 1 },
  { risk: {} },
];

test('the short way says what judging in detail says, whatever is wrong or absent', () => {
  for (const member of Object.keys(CLEAN))
    for (const wrong of WRONG) {
      const value: Record<string, unknown> = { ...CLEAN, [member]: wrong };
      if (wrong === undefined) delete value[member];
      expect(saidOf(judgeEnvelope, value), `${member} ${JSON.stringify(wrong)}`).toEqual(saidOf(inDetail, value));
      for (const inner of ['version', 'id', 'name', 'score', 'level', 'factors', 'tool', 'type'])
        if (['source', 'actor', 'risk'].includes(member)) {
          const nested = { ...CLEAN, [member]: { ...(CLEAN[member as 'risk'] as object), [inner]: wrong } };
          expect(saidOf(judgeEnvelope, nested), `${member}.${inner}`).toEqual(saidOf(inDetail, nested));
        }
    }
});
