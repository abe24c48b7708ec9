import { expect, test } from 'vitest';
import { answerWords } from './answer-words.ts';

const said = (stdout: string, code: number = 0): string => {
  const bytes = Buffer.from(stdout);
  return answerWords({ end: { kind: 'exit', code }, stdout: { bytes, total: bytes.length, truncated: false } });
};

test.each([
  ['nothing', '', 'exit 0'],
  ['a text', 'deny', 'exit 0'],
  ['an array', '["deny"]', 'exit 0'],
  ['a decision', '{"decision": "deny", "reason": "no"}', 'exit 0, decision deny'],
  ['the same of another format', '{"action": "block"}', 'exit 0, action block'],
  ['what ends a turn', '{"continue": false}', 'exit 0, continue false'],
])('%s', (_, stdout, words) => {
  expect(said(stdout)).toBe(words);
});

test('what changes from run to run and is no decision changes nothing', () => {
  const one = { decision: 'allow', reason: 'call 7', at: '12:03', id: 'a1', cached: false, n: 7 };
  const other = { id: 'b2', n: 8, cached: true, at: '12:04', reason: 'call 8', decision: 'allow' };
  expect(said(JSON.stringify(one))).toBe(said(JSON.stringify(other)));
  expect(said('', 2)).not.toBe(said('', 0));
});

test('a flood is not looked into', () => {
  expect(said(JSON.stringify({ decision: 'deny', text: 'x'.repeat(70_000) }))).toBe('exit 0');
});
