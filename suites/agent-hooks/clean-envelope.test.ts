import { expect, test } from 'vitest';
import { saidOf } from '../testing.ts';
import { cleanParts, judgeEnvelope } from './clean-envelope.ts';
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

/** The envelope without these members. */
function without(...members: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(CLEAN).filter(([member]) => !members.includes(member)));
}
const with_ = (member: string, value: unknown): Record<string, unknown> => ({ ...CLEAN, [member]: value });
const within = (member: 'source' | 'actor' | 'risk', inner: string, value: unknown): Record<string, unknown> =>
  with_(member, { ...CLEAN[member], [inner]: value });

const PARTS = ['actor', 'agent_mode', 'risk', 'data', 'metadata'];

test('a clean envelope goes the short way, and each of its optional members is told apart', () => {
  const seen = new Map<number, string>();
  for (let set = 0; set < 2 ** PARTS.length; set++) {
    const absent = PARTS.filter((_, index) => (set & (2 ** index)) === 0);
    const value = without(...absent);
    expect(cleanParts(value), `without ${absent.join(', ')}`).toBe(set);
    seen.set(set, absent.join());
  }
  expect(seen.size).toBe(32);
  for (const [name, value] of [
    ['no version of the source', with_('source', { tool: 'cursor' })],
    ['no parent', without('parent_session_id')],
    ['an actor without id and name', with_('actor', { type: 'system' })],
    ['a UUID in capitals', with_('event_id', CLEAN.event_id.toUpperCase())],
    ['a risk of 0', with_('risk', { score: 0, level: 'critical' })],
    ['a risk of 100', with_('risk', { score: 100, level: 'low' })],
    ['a risk without a level', with_('risk', { score: 1 })],
    ['two keys of metadata', with_('metadata', { 'com.example': 1, 'org.example.a-1': null })],
  ] as const) {
    expect(cleanParts(value), name).toBe(31);
    expect(saidOf(judgeEnvelope, value), name).toEqual(saidOf(inDetail, value));
  }
});

test('what there is something to say of is judged in detail', () => {
  const lists = Object.entries(CLEAN).map(
    ([member, value]) => [`a list for ${member}`, with_(member, [value])] as const,
  );
  for (const [name, value] of [
    ...lists,
    ['the nil UUID', with_('event_id', '00000000-0000-0000-0000-000000000000')],
    ['a user', with_('user', { id: 'u' })],
    ['a UUID that is too long', with_('event_id', `${CLEAN.event_id}0`)],
    ['two numbers of a version', with_('spec_version', '0.1')],
    ['no zone', with_('timestamp', '2026-02-08T19:22:11')],
    ['an empty type', with_('event_type', '')],
    ['an empty session', with_('session_id', '')],
    ['an empty tool', within('source', 'tool', '')],
    ['a list of tools', within('source', 'tool', ['cursor'])],
    ['no tool', with_('source', { version: '1' })],
    ['a version that is a number', within('source', 'version', 1)],
    ['a parent that is a number', with_('parent_session_id', 1)],
    ['an unknown actor', within('actor', 'type', 'agent')],
    ['an actor without a type', with_('actor', { id: 'a' })],
    ['an id of an actor that is a number', within('actor', 'id', 1)],
    ['a name of an actor that is none', within('actor', 'name', null)],
    ['an unknown mode', with_('agent_mode', 'Plan')],
    ['factors of a risk', within('risk', 'factors', ['A'])],
    ['no score', with_('risk', { level: 'low' })],
    ['a score that is a text', within('risk', 'score', '5')],
    ['half a score', within('risk', 'score', 5.5)],
    ['a score below 0', within('risk', 'score', -1)],
    ['a score above 100', within('risk', 'score', 101)],
    ['an unknown level', within('risk', 'level', 'none')],
    ['a risk within data', with_('data', { risk: 1 })],
    ['metadata without a key', with_('metadata', {})],
    ['one key of two that has no dot', with_('metadata', { 'com.example': 1, b: 2 })],
  ] as const)
    expect(cleanParts(value), name).toBe(undefined);
});
