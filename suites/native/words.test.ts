import { expect, test } from 'vitest';
import { answerText } from './words.ts';

const tree = { root: '/tmp/abc/1', home: '/tmp/abc/1/home', tmp: '/tmp/abc/1/tmp', project: '/tmp/abc/1/project' };
const exit = { kind: 'exit', code: 1 } as const;

test('an answer names no folder of the run', () => {
  expect(answerText({ end: exit, stdout: 'wrote /tmp/abc/1/project/log', stderr: '' }, tree)).toBe(
    'exit 1, stdout wrote <project>/log',
  );
});

test('of a stack trace the line counts that says what went wrong', () => {
  const python =
    'Traceback (most recent call last):\n  File "/home/me/hook.py", line 3, in <module>\nKeyError: \'x\'\n';
  const node =
    "node:internal/modules/cjs/loader:1143\n  throw err;\n  ^\n\nError: Cannot find module 'x'\n    at Module._load (node:internal:1:2)\n";
  expect(answerText({ end: exit, stdout: '', stderr: python })).toBe("exit 1, stderr KeyError: 'x'");
  expect(answerText({ end: exit, stdout: '', stderr: node })).toBe("exit 1, stderr Error: Cannot find module 'x'");
});

test('a plain answer is told as it is', () => {
  expect(answerText({ end: { kind: 'exit', code: 0 }, stdout: '', stderr: '' })).toBe('exit 0');
  expect(answerText({ end: { kind: 'signal', signal: 'SIGKILL' }, stdout: '', stderr: 'no  more\nthan' })).toBe(
    'killed by SIGKILL, stderr no more than',
  );
});
