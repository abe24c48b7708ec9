import { describe, expect, test } from 'vitest';
import type { Finding } from '../../harness/model/finding.ts';
import type { Observation } from '../../harness/model/observation.ts';
import type { HookAnswer } from '../answer-checks.ts';
import { findRequirement } from '../catalogue.ts';
import { judgeAnswer, judgeBrokenInput, judgeResponse } from './hook.ts';
import { CAUGHT, generatedEvents } from './hook-generated.ts';
import { judgeOptIn, judgeOptInRun, type OptIn } from './hook-telemetry.ts';

function ids(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap((finding) => (finding.kind === 'broken' ? [finding.requirement] : [])).sort();
}

function answer(stdout: unknown, changes: Partial<HookAnswer> = {}): HookAnswer {
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  return { end: { kind: 'exit', code: 0 }, stdout: text, stderr: '', ...changes };
}

describe('a response', () => {
  test.each([
    [{ action: 'passThrough' }],
    [{ action: 'injectContext', additionalContext: ['a', 'b'], priority: 3 }],
    [{ action: 'block', reason: 'no' }],
    [{ action: 'modify', modifiedInput: { command: 'ls' } }],
    [{ action: 'passThrough', warnings: [], metadata: {}, somethingNew: 1 }],
  ])('%j passes', (response) => {
    expect(ids(judgeResponse(response))).toEqual([]);
  });

  test.each([
    [{}, ['BC-REN-002']],
    [{ action: 'deny' }, ['BC-REN-002', 'BC-RSP-008']],
    [{ action: 7 }, ['BC-REN-002', 'BC-RSP-008']],
    [{ action: 'block' }, ['BC-RSP-005']],
    [{ action: 'block', reason: ' ' }, ['BC-RSP-005']],
    [{ action: 'passThrough', priority: 'high' }, ['BC-REN-003']],
    [{ action: 'injectContext', additionalContext: 'a' }, ['BC-REN-016']],
    [{ action: 'injectContext', additionalContext: [1] }, ['BC-REN-004']],
    [{ action: 'passThrough', warnings: 'w' }, ['BC-REN-005']],
    [{ action: 'passThrough', modifiedOutput: 'x' }, ['BC-REN-007']],
    [{ action: 'modify' }, ['BC-REN-008']],
    [{ action: 'passThrough', metadata: [] }, ['BC-REN-010']],
    [{ action: 'passThrough', reason: 1 }, ['BC-REN-012']],
  ])('%j breaks %j', (response, expected) => {
    expect(ids(judgeResponse(response))).toEqual(expected);
  });
});

test('what the text only suggests costs a warning', () => {
  const grades = (response: Record<string, unknown>): readonly (string | undefined)[] =>
    ids(judgeResponse(response)).map((id) => findRequirement(id)?.grade);
  expect(grades({})).toEqual(['warn']);
  expect(grades({ additionalContext: ['x'] })).toEqual(['warn']);
  expect(grades({ action: 'modify' })).toEqual(['warn']);
  expect(grades({ action: 'deny' })).toEqual(['warn', 'fail']);
});

describe('what is printed', () => {
  test.each([
    ['', []],
    ['{"action":"passThrough"}', []],
    ['all is well', ['BC-GUI-003']],
    ['[]', ['BC-REN-001']],
    ['7', ['BC-REN-001']],
    ['{"action":"passThrough"}\n{"action":"passThrough"}', ['BC-REN-001']],
  ])('%j', (stdout, expected) => {
    expect(ids(judgeAnswer(answer(stdout)))).toEqual(expected);
  });
});

describe('broken input', () => {
  const judged = (one: HookAnswer, posture: 'closed' | null = null): readonly string[] =>
    ids(judgeBrokenInput(one, 'cut-off JSON', posture));

  test('is caught, noted and passed through', () => {
    expect(judged(answer('', { stderr: 'not JSON' }))).toEqual([]);
    expect(judged(answer({ action: 'passThrough', warnings: ['not JSON'] }))).toEqual([]);
  });

  test('a response that only leaves out what is suggested is a valid one', () => {
    expect(judged(answer({ warnings: ['not JSON'] }))).toEqual([]);
    expect(judged(answer({ action: 'deny', warnings: ['not JSON'] }))).toEqual(['BC-ERR-002', 'BC-ERR-004']);
  });

  test('that ends the hook is not caught', () => {
    expect(judged(answer('', { end: { kind: 'exit', code: 1 }, stderr: 'x' }))).toEqual(['BC-ERR-002']);
    expect(judged(answer('', { end: { kind: 'signal', signal: 'SIGSEGV' }, stderr: 'x' }))).toEqual(['BC-ERR-002']);
    expect(judged(answer('Traceback (most recent call last):', { stderr: 'x' }))).toEqual(['BC-ERR-002', 'BC-ERR-004']);
  });

  test('that nobody is told of', () => {
    expect(judged(answer(''))).toEqual(['BC-ERR-003']);
  });

  test('that blocks is deliberate only where the author said so', () => {
    const block = answer({ action: 'block', reason: 'unreadable' }, { stderr: 'x' });
    expect(judged(block)).toEqual(['BC-ERR-004']);
    expect(judged(block, 'closed')).toEqual([]);
  });
});

describe('telemetry to Application Insights', () => {
  const spawn = (code = 0, stdout = ''): unknown => ({
    end: { kind: 'exit', code },
    stdout: { bytes: Buffer.from(stdout) },
  });
  const seen = (spawns: readonly unknown[], requests: readonly unknown[] = []): OptIn =>
    judgeOptIn({ spawns, requests } as unknown as Observation);
  const track = (index: number): unknown => ({ method: 'POST', url: '/v2/track', spawn: index });
  const block = '{"action":"block","reason":"x"}';

  test.each([
    ['is sent with the variable only', [spawn(), spawn()], [track(1)], true, 0],
    ['is sent late by a helper', [spawn(), spawn()], [track(-1)], true, 0],
    ['is sent without the variable', [spawn(), spawn()], [track(0)], true, 1],
    [
      'goes to a default service',
      [spawn(), spawn()],
      [{ method: 'CONNECT', url: 'dc.services.visualstudio.com:443', spawn: 0 }],
      true,
      1,
    ],
    ['needs the variable to run', [spawn(1), spawn()], [track(1)], true, 1],
    ['blocks without the variable', [spawn(0, block), spawn()], [track(1)], true, 1],
    ['stands beside a policy', [spawn(0, block), spawn(0, block)], [track(1)], true, 0],
    [
      'is none: memory is loaded',
      [spawn(), spawn()],
      [{ method: 'GET', url: 'http://memory.example/load', spawn: 1 }],
      false,
      0,
    ],
  ])('%s', (_, spawns, requests, sends, failures) => {
    const optIn = seen(spawns, requests);
    expect([optIn.sends, optIn.findings.length]).toEqual([sends, failures]);
  });

  test('binds the hooks that were seen to send it', () => {
    const kinds = (...all: readonly OptIn[]): readonly string[] => judgeOptInRun(all).map(({ kind }) => kind);
    const silent = seen([spawn(), spawn()]);
    expect(kinds(silent)).toEqual(['not-applicable']);
    expect(kinds(silent, seen([spawn(), spawn()], [track(1)]))).toEqual(['met']);
    expect(kinds(seen([spawn(), spawn()], [track(0)]))).toEqual([]);
    expect(kinds()).toEqual([]);
  });
});

describe('generated events that are broken', () => {
  test('break one keyword each, many different ones, and the nth is the same however many are asked for', () => {
    const events = generatedEvents('PreToolUse', 7, 40);
    expect(new Set(events.map(({ says }) => says)).size).toBeGreaterThan(8);
    for (const { says, stdin } of events) {
      expect(says).toMatch(/^an event that breaks \w+ at /);
      expect(stdin.kind).toBe('payload');
    }
    expect(generatedEvents('PreToolUse', 7, 5)).toEqual(events.slice(0, 5));
  });

  test('bind a hook to one row: it may not care for what is wrong', () => {
    const silent = judgeBrokenInput({ end: { kind: 'exit', code: 0 }, stdout: '', stderr: '' }, 'an event', null);
    expect(silent).toContainEqual({ kind: 'met', requirement: CAUGHT });
    const dead = judgeBrokenInput({ end: { kind: 'exit', code: 1 }, stdout: '', stderr: '' }, 'an event', null);
    expect(dead.some((one) => one.kind === 'broken' && one.requirement === CAUGHT)).toBe(true);
  });
});
