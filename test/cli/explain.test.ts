import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

function explain(...words: string[]): string {
  return execFileSync(process.execPath, [join(root, 'dist/bin.js'), 'explain', ...words], { encoding: 'utf8' });
}

test('explain says what a requirement says, costs and rests on, and what the other specifications say', () => {
  const text = explain('AH-MAP-006');
  for (const part of [
    'A cursor stop event becomes Session.End.',
    'agent-hooks, section 8; binds in edition 0.1.0',
    'warn: breaking it is a warning',
    'why          The alignment table',
    'usual causes',
    'tested as    events of one native payload',
    'E-AH-09 Session.End on Cursor = stop',
    'settled by   a sentence in the specification',
    'Elsewhere: session end',
    'openhook: session.end',
  ]) {
    expect(text).toContain(part);
  }
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(102);
});

test('explain gives a failing example of the requirement itself, and says whose example it is else', () => {
  const text = explain('AH-ENV-016');
  expect(text).toMatch(/for example {2}\(of AH-ENV\) passes:/);
  expect(text).toMatch(/caught in {4}agent-hooks-emitter: /);
});

test('explain --json is the requirement with its explanation', () => {
  const value = JSON.parse(explain('ap-priv-001', '--json')) as Record<string, unknown>;
  expect(value).toMatchObject({ id: 'AP-PRIV-001', grade: 'fail', explanation: { binds: ['hook', 'emitter'] } });
});

test('explain knows errata and readings too', () => {
  expect(explain('E-AH-01')).toContain('decides      AH-ACT-005 (fail)');
  expect(explain('r-01')).toContain('Split events carry no tool name.');
});
