import { expect, test } from 'vitest';
import { Verdicts } from '../stream/verdicts.ts';
import { saidOf } from '../testing.ts';
import { cleanParts, judgeEnvelope } from './clean-envelope.ts';
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

const with_ = (member: string, value: unknown): Record<string, unknown> => ({ ...CLEAN, [member]: value });

test('a clean envelope goes the short way, and each of its optional members is told apart', () => {
  const optional = ['data', 'context', 'extensions'];
  for (let set = 0; set < 8; set++) {
    const absent = optional.filter((_, index) => (set & (2 ** index)) === 0);
    const value = Object.fromEntries(Object.entries(CLEAN).filter(([member]) => !absent.includes(member)));
    expect(cleanParts(value), `without ${absent.join(', ')}`).toBe(set);
  }
  for (const [name, value] of [
    ['a UUID in capitals', with_('id', CLEAN.id.toUpperCase())],
    ['an offset', with_('time', '2026-02-08T20:22:11+01:00')],
    ['a page', with_('context', 'http://app.example/a-b_c~d.e')],
    ['a page over TLS', with_('context', 'https://app.example/A1')],
  ] as const) {
    expect(cleanParts(value), name).toBe(7);
    expect(saidOf(judgeEnvelope, value), name).toEqual(saidOf(inDetail, value));
  }
});

test('what there is something to say of is judged in detail', () => {
  const lists = Object.entries(CLEAN).map(
    ([member, value]) => [`a list for ${member}`, with_(member, [value])] as const,
  );
  for (const [name, value] of [
    ...lists,
    ['another version', with_('openhook', '0.2')],
    ['a UUID of version 1', with_('id', '0c9f3a1e-7a44-1d5b-8a8e-0f4f5c1d2e3f')],
    ['a source in capitals', with_('source', 'Claude-Code')],
    ['a type of a later version', with_('type', 'message.send')],
    ['no zone', with_('time', '2026-02-08T19:22:11')],
    ['an empty session', with_('session_id', '')],
    ['a text for data', with_('data', 'x')],
    ['a text for extensions', with_('extensions', 'x')],
    ['a number for a context', with_('context', 7)],
    ['a context with a query', with_('context', 'https://app.example/page?x=1')],
    ['a context before another word', with_('context', 'xfile:///home/dev')],
    ['a tenth member', with_('more', 1)],
  ] as const)
    expect(cleanParts(value), name).toBe(undefined);
});

/** Rows that an event breaks, each with the place and with what was expected there. */
function broken(value: Record<string, unknown>): Readonly<Record<string, readonly [string | undefined, string]>> {
  const verdicts = new Verdicts();
  inDetail({ value, text: '', spawn: 0, line: 1 }, verdicts, (_, file) => ({ file, line: 1, column: 1 }));
  return Object.fromEntries(
    verdicts
      .findings()
      .flatMap((one) => (one.kind === 'broken' ? [[one.requirement, [one.where?.file, one.expected] as const]] : [])),
  );
}

test.each<[string, unknown, string, string]>([
  ['openhook', 1, 'OH-ENV-008', 'MAJOR.MINOR'],
  ['openhook', '10.1', 'OH-ENV-009', '"0.1"'],
  ['openhook', '0.10', 'OH-ENV-009', '"0.1"'],
  ['id', 7, 'OH-ENV-010', 'a string'],
  ['id', '', 'OH-ENV-011', 'an id'],
  ['id', 'x', 'OH-ENV-012', 'a UUID of version 4'],
  ['source', 'Claude', 'OH-ENV-015', 'lower-case letters, digits and hyphens'],
  ['source', '4code', 'OH-ENV-023', 'proper kebab case'],
  ['type', 'Session.End', 'OH-ENV-016', 'dotted lower case'],
  ['type', 'session.end!', 'OH-ENV-016', 'dotted lower case'],
  ['type', 'a.b.c', 'OH-ENV-017', 'session.start, '],
  ['type', 'a.b.c', 'OH-ENV-024', 'session.start, '],
  ['type', 'message.send', 'OH-ART-004', 'a type of version 0.1'],
  ['time', 'now', 'OH-ENV-018', 'an ISO 8601 time with its zone'],
  ['time', '2026-02-08T19:22:11+0100', 'OH-ENV-025', 'the RFC 3339 form'],
  ['session_id', 7, 'OH-ENV-019', 'a string'],
  ['session_id', '', 'OH-ENV-021', 'an id'],
  ['data', 'x', 'OH-OPT-001', 'absent or an object'],
  ['context', 7, 'OH-OPT-002', 'absent or a string'],
  ['context', '/home/dev', 'OH-OPT-003', 'an absolute URI'],
  ['context', 'file:/home/dev', 'OH-OPT-004', 'a file URI, percent-encoded'],
  ['context', 'file:file://home', 'OH-OPT-004', 'a file URI, percent-encoded'],
  ['extensions', 'x', 'OH-OPT-005', 'absent or an object'],
  ['more', 1, 'OH-OPT-008', 'the nine members of the envelope'],
])('%s %j breaks %s in its place', (member, wrong, row, expected) => {
  expect(broken(with_(member, wrong))[row]).toEqual([`/${member}`, expect.stringContaining(expected)]);
});
