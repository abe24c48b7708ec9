import { describe, expect, test } from 'vitest';
import { at } from '../harness/model/json.ts';
import { loadCorpus } from '../harness/run/corpus.ts';
import { VENDORS } from './slugs.ts';
import { deliveredPayload, vendor } from './vendor.ts';
import { wireCall } from './wire-call.ts';

const inProcess = VENDORS.filter((slug) => vendor(slug).delivery === 'in-process');
const corpus = await loadCorpus(inProcess);

describe.each(inProcess)('%s', (slug) => {
  test('every payload is found again in the call that it is delivered as, with its pointers', () => {
    for (const fixture of corpus.fixtures(slug)) {
      if (fixture.delivery !== 'in-process' || fixture.stdin === undefined) continue;
      const call = deliveredPayload(fixture, fixture.stdin);
      const found = wireCall(call, { vendor: slug });
      expect([fixture.name, found?.event, found?.payload]).toEqual([fixture.name, fixture.event, fixture.stdin]);
      for (const member of Object.keys(fixture.stdin as object))
        expect([fixture.name, at(call, found?.outer(`/${member}`) ?? '')]).toEqual([
          fixture.name,
          at(fixture.stdin, `/${member}`),
        ]);
    }
  });
});

test('the hook tells the vendor', () => {
  const thread = { thread: { id: 'T-1' }, toolUseID: 't', tool: 'Bash', input: { cmd: 'ls' } };
  expect(wireCall({ hook: 'tool.call', args: [thread] })).toMatchObject({ vendor: 'amp', payload: thread });
  const input = { tool: 'bash', sessionID: 's', callID: 'c' };
  expect(wireCall({ hook: 'tool.execute.before', args: [input, { args: {} }] })).toMatchObject({
    vendor: 'opencode',
    payload: { input, output: { args: {} } },
  });
});

test('what is no call of a hook that such a vendor has is none', () => {
  for (const other of [
    { hook: 'PreToolUse', args: [] },
    { hook: 'tool.call' },
    { hook: 'tool.call', args: {} },
    { hook: 'tool.call', args: [], more: 1 },
    { hook: 1, args: [] },
    null,
    [],
  ])
    expect(wireCall(other)).toBeNull();
  expect(wireCall({ hook: 'tool.call', args: [{}] }, { vendor: 'claude-code' })).toBeNull();
});
