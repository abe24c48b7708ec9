import { expect, test } from 'vitest';
import { adviceWith, compiledValidator, hasValidator, preloadValidators, validateWith } from './compiled.ts';

const MINIMAL = {
  spec_version: '0.1.0',
  event_id: '550e8400-e29b-41d4-a716-446655440000',
  event_type: 'Session.Start',
  timestamp: '2026-02-08T19:22:11.123Z',
  source: { tool: 'cursor', version: '2.3.41' },
  session_id: 'sess_01HX',
};
const HOOK = { event: 'before_tool_execute', handler: { type: 'command', command: './check.sh' } };

test('a valid event has no issues', async () => {
  const validate = await compiledValidator('agent-hooks/0.1.0/event');
  expect(validate(MINIMAL)).toEqual([]);
});

test('an issue names the place, the keyword and the requirement', async () => {
  const validate = await compiledValidator('agent-hooks/0.1.0/event');
  expect(validate({ ...MINIMAL, actor: { type: 'ai-agent' }, timestamp: '2026-02-08' })).toEqual([
    {
      pointer: '/timestamp',
      keyword: 'format',
      schemaPointer: 'agent-hooks/0.1.0/event.schema.json#/properties/timestamp/format',
      params: { format: 'date-time' },
      message:
        'timestamp is "2026-02-08"; it must be an RFC 3339 date and time with an offset, such as 2026-02-08T19:22:11Z',
      requirement: 'AH-ENV-012',
    },
    {
      pointer: '/actor/type',
      keyword: 'enum',
      schemaPointer: 'agent-hooks/0.1.0/event.schema.json#/$defs/actor/properties/type/enum',
      params: { allowedValues: ['user', 'ai_agent', 'system'] },
      message: 'actor.type is "ai-agent", which is not one of "user", "ai_agent" or "system"; did you mean "ai_agent"?',
      requirement: 'AH-ACT-005',
    },
  ]);
});

test('a missing member is an issue of the object that lacks it, with its own requirement', async () => {
  await preloadValidators(['agent-hooks/0.1.0/event']);
  const { event_id: _, ...rest } = MINIMAL;
  expect(validateWith('agent-hooks/0.1.0/event', rest)).toMatchObject([
    { pointer: '', keyword: 'required', params: { missingProperty: 'event_id' }, requirement: 'AH-ENV-003' },
  ]);
});

test('what is only recommended is advice and never an issue', async () => {
  await preloadValidators(['agent-hooks/0.1.0/event']);
  const event = { ...MINIMAL, session_id: '' };
  expect(validateWith('agent-hooks/0.1.0/event', event)).toEqual([]);
  expect(adviceWith('agent-hooks/0.1.0/event', event)).toMatchObject([
    { pointer: '/session_id', message: 'session_id is empty', requirement: 'AH-ENV-017' },
  ]);
});

test('patterns are compiled by RE2 where the edition asks for it', async () => {
  await preloadValidators(['hook-interchange/0.1/manifest', 'hook-interchange/1.0/manifest']);
  const manifest = (edition: string): unknown => ({
    spec: `hooks/${edition}`,
    hooks: [{ ...HOOK, matcher: { pattern: '(?=x)' } }],
  });
  expect(validateWith('hook-interchange/0.1/manifest', manifest('0.1'))).toMatchObject([
    { pointer: '/hooks/0/matcher/pattern', keyword: 'format', requirement: 'HIF-MAT-008' },
  ]);
  expect(validateWith('hook-interchange/1.0/manifest', manifest('1.0'))).toEqual([]);
});

test('a pattern that no dialect has is broken where RE2 is not demanded, too', async () => {
  await preloadValidators(['hook-interchange/1.0/manifest']);
  const hooks = [{ ...HOOK, matcher: [{ pattern: '(read|write' }] }];
  expect(validateWith('hook-interchange/1.0/manifest', { spec: 'hooks/1.0', hooks })).toMatchObject([
    { pointer: '/hooks/0/matcher/0/pattern', keyword: 'format', requirement: 'HIF-MAT-005' },
  ]);
});

test('a member with a forbidden name is reported once, at that member', async () => {
  await preloadValidators(['hook-interchange/0.1/manifest']);
  const handler = { ...HOOK.handler, platform: { Windows: 'check.cmd' } };
  expect(
    adviceWith('hook-interchange/0.1/manifest', { spec: 'hooks/0.1', hooks: [{ ...HOOK, handler }] }),
  ).toMatchObject([
    {
      pointer: '/hooks/0/handler/platform/Windows',
      keyword: 'propertyNames',
      message:
        'hooks[0].handler.platform has a member named "Windows", which is not an allowed name; did you mean "windows"?',
      requirement: 'HIF-HND-015',
    },
  ]);
});

test('a forbidden name that is like no allowed one is told with those that are allowed, or with their form', async () => {
  await preloadValidators(['hook-interchange/0.1/manifest', 'agent-hooks/0.1.0/typed-event']);
  const handler = { ...HOOK.handler, platform: { beos: 'check.cmd' } };
  expect(
    adviceWith('hook-interchange/0.1/manifest', { spec: 'hooks/0.1', hooks: [{ ...HOOK, handler }] })[0]?.message,
  ).toMatch(/named "beos", which is not an allowed name; it must be "windows", "linux" or "darwin"$/);
  expect(adviceWith('agent-hooks/0.1.0/typed-event', { metadata: { foo: 1 } }).map(({ message }) => message)).toContain(
    'metadata has a member named "foo", which is not an allowed name; it must match ^[a-z][a-z0-9-]*(\\.[a-z0-9-]+)+$',
  );
});

test('a name without a schema, and one that was not preloaded, are our own mistakes and say so', async () => {
  expect(hasValidator('agent-hooks/0.1.0/nothing')).toBe(false);
  await expect(compiledValidator('agent-hooks/0.1.0/nothing')).rejects.toThrow('no compiled schema');
  expect(() => validateWith('openhook/0.1/data/tool-end', {})).toThrow('not preloaded');
});

test('of the forms of a hook, the one that was meant is told of, however many share its type', async () => {
  const copilot = await compiledValidator('native/copilot-cli/config');
  const told = (entry: unknown): unknown =>
    copilot({ version: 1, hooks: { preToolUse: [entry] } }).map(({ pointer, keyword }) => [pointer, keyword]);
  const at = '/hooks/preToolUse/0';
  expect(told({ type: 'command', bash: ['./x.sh'] })).toEqual([[`${at}/bash`, 'type']]);
  expect(told({ type: 'command', command: 7 })).toEqual([[`${at}/command`, 'type']]);
  expect(told({ type: 'command', timeoutSec: 4 })).toEqual([[at, 'anyOf']]);
  expect(told({ type: 'http' })).toEqual([[at, 'anyOf']]);
});

test('a form that a member further down tells is meant, too', async () => {
  const amp = await compiledValidator('native/amp/config');
  const hook = { on: { event: 'tool:pre-execute' }, action: { type: 'send-user-message', message: 1 } };
  expect(amp({ 'amp.hooks': [hook] }).map(({ pointer, keyword }) => [pointer, keyword])).toEqual([
    ['/amp.hooks/0/action/message', 'type'],
  ]);
});

test('a word that but one form has tells it, and a word of none is told with those of all', async () => {
  const amp = await compiledValidator('native/amp/config');
  const told = (rule: object): unknown =>
    amp({ 'amp.permissions': [{ tool: 'Bash', ...rule }] }).map(({ message }) => message.replace(/^\S+ /, ''));
  expect(told({ action: 'delegate' })).toEqual(['has no member "to"; add it']);
  expect(told({ action: 'alow' })).toEqual([expect.stringContaining('"allow", "reject", "ask" or "delegate"')]);
  expect(told({ action: 'allow', context: 'main' })).toEqual([expect.stringContaining('"thread" or "subagent"')]);
});

test('a hook without what it runs is told what it lacks, and one with a member too many of that alone', async () => {
  const windsurf = await compiledValidator('native/windsurf/config');
  const told = (entry: object): unknown =>
    windsurf({ hooks: { pre_run_command: [entry] } }).map(({ keyword, message }) => [keyword, message]);
  expect(told({ cmd: './x.sh' })).toEqual([
    ['anyOf', expect.stringMatching(/none of the allowed forms: it has no member "command" or "powershell"$/)],
  ]);
  expect(told({ command: './x.sh', later: 1 })).toEqual([
    ['additionalProperties', 'hooks.pre_run_command[0] has a member "later", which is not defined here'],
  ]);
});
