import { expect, test } from 'vitest';
import { validate } from '../validate/validate.ts';
import { checkBytes } from './check-text.ts';
import { check, EVENT, MANIFEST, SPEC, told } from './testing.ts';

test('a manifest is recognised by its members, in the edition that it names', async () => {
  const text = `{
  "spec": "hooks/0.1",
  "hooks": [
    {
      "event": "before_tool_excute",
      "matcher": ["shel", { "pattern": "(?=x)" }],
      "handler": { "type": "command", "platform": { "Windows": "x.cmd" } }
    }
  ]
}`;
  const checked = await check('my.json', text);
  expect(checked.taken).toEqual([
    {
      spec: 'hook-interchange',
      kind: 'manifest',
      edition: '0.1',
      schema: 'hook-interchange/0.1/manifest',
      title: 'a Hook Interchange manifest',
      why: 'it has "spec" and "hooks"',
    },
  ]);
  expect(told(checked)).toEqual([
    '5:16 warn HIF-HK-003 hooks[0].event is "before_tool_excute", which is not a known name; did you mean "before_tool_execute"?',
    '6:19 warn HIF-MAT-004 hooks[0].matcher[0] is "shel", which is not a known name; did you mean "shell"?',
    '6:40 fail HIF-MAT-008 hooks[0].matcher[1].pattern is "(?=x)"; it must be a regular expression that RE2 accepts (no lookaround, no backreferences)',
    '7:18 fail HIF-HND-007 hooks[0].handler has no member "command"; add it',
    '7:53 warn HIF-HND-015 hooks[0].handler.platform has a member named "Windows", which is not an allowed name; did you mean "windows"?',
  ]);
});

test('the same manifest in YAML gives the same findings at their own places', async () => {
  const text =
    'spec: hooks/0.1\nhooks:\n  - event: session_start\n    blocking: yes\n    handler:\n      type: command\n';
  expect(told(await check('hooks.yaml', text))).toEqual([
    '4:15 fail HIF-HK-008 hooks[0].blocking is a string; it must be a boolean',
    '6:7 fail HIF-HND-007 hooks[0].handler has no member "command"; add it',
  ]);
});

test('edition 1.0 has no YAML', async () => {
  const text = 'spec: hooks/1.0\nhooks: [{event: session_start, handler: {type: command, command: x}}]\n';
  expect(told(await check('hooks.yml', text))).toEqual([
    '1:1 fail HIF-DOC-001 edition 1.0 of hook-interchange has this document in JSON only; write it as JSON',
  ]);
});

test.each([
  [
    'two manifests, one a line',
    (one: string) => `${one}\n${one}\n`,
    '2:1 fail HIF-DOC-001 a second document begins here',
  ],
  [
    'a list of one manifest',
    (one: string) => `[${one}]`,
    '1:2 fail HIF-DOC-001 a Hook Interchange manifest stands in a list',
  ],
  [
    'a list of two manifests',
    (one: string) => `[${one},${one}]`,
    '1:2 fail HIF-DOC-001 a Hook Interchange manifest stands in',
  ],
])('a file holds one manifest: %s', async (_, file, expected) => {
  const hooks = [{ event: 'session_end', handler: { type: 'command', command: './a.sh' } }];
  const text = file(JSON.stringify({ spec: 'hooks/1.0', hooks }));
  for (const name of ['hooks.json', 'hooks.jsonl']) {
    const failed = told(await check(name, text)).filter((line) => line.includes(' fail '));
    expect(failed).toHaveLength(1);
    expect(failed[0]).toContain(expected);
  }
});

test('in a stream every line is judged, and what is no JSON breaks the rule of its neighbours', async () => {
  const lines = [
    JSON.stringify(EVENT),
    'oops',
    '',
    JSON.stringify({ ...EVENT, event_type: 'session.start' }),
    JSON.stringify({ ...EVENT, event_type: 'MyEvent', session_id: 7 }),
    JSON.stringify({ ...EVENT, event_type: 'vendor.cursor.TabFileEdit' }),
  ];
  for (const name of ['events.jsonl', 'events.log']) {
    const checked = await check(name, lines.join('\n'));
    expect(checked.documents).toBe(4);
    expect(told(checked).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      '2:1 fail AH-ENV-001',
      '3:1 info HC-BLANK-LINE',
      '4:88 fail AH-NAM-010',
      '5:88 fail AH-NAM-001',
      '5:88 warn AH-EXT-002',
      '5:177 fail AH-ENV-015',
    ]);
  }
});

test('an array of events is judged item by item', async () => {
  const checked = await check('batch.json', JSON.stringify([EVENT, { ...EVENT, event_id: 'x' }]));
  expect(checked.documents).toBe(2);
  expect(checked.findings).toMatchObject([{ pointer: '/1/event_id', requirement: 'AH-ENV-009' }]);
});

test.each([
  ['project/.openhook.json', '{"hooks":[{"event":["x"]}]}', 'discovery', 'its name is .openhook.json'],
  [
    '.github/hooks/a.json',
    '{"version":1,"hooks":{"preToolUse":[]}}',
    'configuration',
    'its name is .github/hooks/*.json',
  ],
  ['x.agent.md', '---\nname: x\nhooks: {}\n---\nBody', 'agent-front-matter', 'its name is *.agent.md'],
  ['a.json', '{"openhook":"0.1","type":"session.end"}', 'event', 'it has "openhook" and "type"'],
  ['a.json', '{"openhook":"0.1"}', 'event', 'nothing else fits and it has "openhook"'],
  ['a.json', '{"hook_event_name":"BeforeTool"}', 'payload', 'it names the event BeforeTool, as Gemini CLI does'],
])('%s %s is taken for its kind, and the reason is given', async (file, text, kind, why) => {
  expect((await check(file, text)).taken).toMatchObject([{ kind, why }]);
});

test('what the user names outranks what a document says', async () => {
  const checked = await check('a.json', '{"decision":"block"}', { spec: 'hook-interchange', kind: 'output' });
  expect(told(checked)).toEqual([
    '1:13 fail HIF-OUT-005 decision is "block", which is not one of "allow", "deny" or "ask"; did you mean "deny"?',
  ]);
});

test.each([
  [undefined, 'the second argument must name the specification, such as { spec: "hook-interchange" }'],
  [null, 'the second argument must name the specification, such as { spec: "hook-interchange" }'],
  [{}, 'the second argument must name the specification, such as { spec: "hook-interchange" }'],
  ['openhook', 'the second argument must name the specification, such as { spec: "hook-interchange" }'],
  [{ spec: 7 }, 'the option spec is an integer'],
  [{ spec: 'openhook', kind: null }, 'the option kind is null'],
])('validate says what is wrong with the options %j', async (options, message) => {
  await expect(validate({}, options as never)).rejects.toMatchObject({ name: 'UsageError', message });
});

test.each([
  [undefined, 'the document is undefined; it must be an object'],
  [() => 1, 'the document is a function; it must be an object'],
  [1n, 'the document is a bigint; it must be an object'],
  [null, 'the document is null; it must be an object'],
])('validate takes whatever it is given (case %#)', async (document, message) => {
  const { findings } = await validate(document, { spec: 'openhook' });
  expect(findings).toMatchObject([{ severity: 'fail', requirement: 'OH-ENV-001', message }]);
});

test.each([
  ['spec: agent-hooks', [], 'AH-ENV-022', { ...EVENT, event_type: 'Action.Before', data: [] }],
  ['spec: agent-hooks', null, 'AH-ENV-022', { ...EVENT, event_type: 'Action.Before', data: null }],
])('what two schemas say of one value is told once (%s, %j)', async (_, _data, requirement, document) => {
  const { findings } = await validate(document, { spec: 'agent-hooks' });
  expect(findings.filter(({ pointer }) => pointer === '/data').map((finding) => finding.requirement)).toEqual([
    requirement,
  ]);
});

test('what only the other edition forbids warns and cites its row', async () => {
  const hook = { event: 'before_tool_execute', handler: { type: 'command', command: 'x', timeout: -1 } };
  const mcp = { ...hook, matcher: { mcp: { tool: 'a' } }, handler: { ...hook.handler, platform: { darwin: 'x' } } };
  const told = async (edition: string): Promise<readonly string[]> =>
    (await validate({ spec: `hooks/${edition}`, hooks: [{ ...mcp, matcher: 'nothing_such' }, mcp] }, SPEC)).findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ severity, requirement }) => `${severity} ${requirement}`)
      .sort();
  expect(await told('1.0')).toEqual([
    'warn HIF-HND-013',
    'warn HIF-HND-013',
    'warn HIF-HND-022',
    'warn HIF-HND-022',
    'warn HIF-MAT-004',
    'warn HIF-MAT-013',
  ]);
  expect(await told('0.1')).toEqual(['fail HIF-MAT-013', 'warn HIF-HND-022', 'warn HIF-HND-022', 'warn HIF-MAT-004']);
});

test('a number beyond a double is told as that', async () => {
  const checked = await check('a.json', MANIFEST.replace('"x"', '"x","timeout":1e999'));
  expect(told(checked).filter((line) => !line.includes('HC-REACH'))).toEqual([
    '1:107 info - the number 1e999 is beyond what readers can hold',
    '1:107 fail HIF-HND-021 hooks[0].handler.timeout is a number beyond what readers can hold; write a number that fits into a double',
  ]);
});

test('front matter takes the names that the text prints there, a file those of its table', async () => {
  const front = '---\nname: a\nhooks:\n  PostToolUse:\n    - type: command\n      command: x\n  PostTolUse: []\n---\n';
  expect(told(await check('a.agent.md', front))).toEqual([
    '7:3 warn BC-NAM-023 hooks has a member named "PostTolUse", which is not an allowed name; did you mean "PostToolUse"?',
  ]);
});

test('an answer of a Base Coat hook without an action is advised against, one with another action refused', async () => {
  const asked = { spec: 'base-coat', kind: 'response' };
  expect(told(await check('a.json', '{"warnings":["x"]}', asked))).toEqual([
    '1:1 warn BC-REN-002 the document has no member "action"; add it',
  ]);
  expect((await check('a.json', '{"action":"deny"}', asked)).findings).toMatchObject([
    { severity: 'fail', requirement: 'BC-RSP-008' },
  ]);
});

test.each([
  ['a: &a\n  b: *a\n', '2:6 unusable this is not YAML: the alias *a stands inside the value that it repeats'],
  ['a: &a [1, &b {c: *a}]\n', '1:18 unusable this is not YAML: the alias *a stands inside the value that it repeats'],
])('an alias that holds itself is told with its place (case %#)', async (text, line) => {
  expect(told(await check('a.yaml', text))).toEqual([line]);
});

test('YAML may begin with a byte order mark', async () => {
  const text = '\ufeffspec: hooks/0.1\nhooks:\n  - event: session_start\n    handler: { type: command, command: x }\n';
  expect(told(await check('hooks.yaml', text)).filter((line) => !line.includes('HC-REACH'))).toEqual([]);
});

test('a word that names nothing is a usage error with the nearest one', async () => {
  await expect(check('a.json', '{}', { spec: 'agent-hook' })).rejects.toMatchObject({
    hint: 'did you mean "agent-hooks"?',
  });
  await expect(check('a.json', '{}', { spec: 'openhook', kind: 'evnt' })).rejects.toMatchObject({
    hint: 'did you mean "event"?',
  });
});

test('a configuration under any name tells itself by its events', async () => {
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'x' }] }], SesionStart: [] };
  const checked = await check('any.json', JSON.stringify({ hooks }));
  expect(checked.taken).toMatchObject([
    {
      spec: 'native',
      kind: 'configuration',
      why: 'it registers hooks for "PreToolUse", as Claude Code names its events',
    },
  ]);
  expect(told(checked)).toEqual([
    '1:88 warn - hooks has a member "SesionStart", which is not defined here; did you mean "SessionStart"?',
  ]);
});

test('a file of Copilot is judged by Base Coat when that is asked for', async () => {
  const text = '{"version":1,"hooks":{"PreToolUse":[{"type":"command","bash":"x"}]}}';
  const checked = await check('.github/hooks/a.json', text, { spec: 'base-coat' });
  expect(checked.taken).toMatchObject([{ spec: 'base-coat', kind: 'hooks' }]);
  expect(checked.findings).toMatchObject([{ severity: 'warn', requirement: 'BC-NAM-023' }]);
});

test('a word that no spelling explains has its own hint', async () => {
  const checked = await check('a.json', JSON.stringify({ ...EVENT, actor: { type: 'agent' } }));
  expect(told(checked)).toEqual([
    '1:203 fail AH-ACT-005 actor.type is "agent", which is not one of "user", "ai_agent" or "system"; did you mean "ai_agent"?',
  ]);
});

test('a payload whose event no vendor has gets the nearest one', async () => {
  expect(told(await check('a.json', '{"hook_event_name":"PreTolUse","session_id":"s"}'))).toEqual([
    ': unusable no vendor has an event named "PreTolUse"; did you mean "PreToolUse"?',
  ]);
});

test('a name of a vendor is answered with the one of the format', async () => {
  const hook = { event: 'PreToolUse', matcher: 'Bash', handler: { type: 'command', command: 'x' } };
  const checked = await check('a.json', JSON.stringify({ spec: 'hooks/1.0', hooks: [hook] }));
  expect(checked.findings.filter(({ keyword }) => keyword === 'name').map(({ message }) => message)).toEqual([
    'hooks[0].event is "PreToolUse", which is not a known name; it is a vendor\'s own, "before_tool_execute" here',
    'hooks[0].matcher is "Bash", which is not a known name; it is a vendor\'s own, "shell" here',
  ]);
});

test('the hooks in a TOML file are held to the vendor that keeps them there, and nothing else in it is', async () => {
  const hooks = (name: string): string =>
    `model = "x"\n[mcp_servers.a]\ncommand = "b"\n\n[[hooks.${name}]]\nmatcher = "^Bash$"\n[[hooks.${name}.hooks]]\ntype = "command"\n`;
  const at = async (file: string, text: string): Promise<readonly string[]> => {
    const { taken, findings, unusable } = await checkBytes(file, Buffer.from(text), {});
    const lines = findings.map(({ line, severity, message }) => `${line} ${severity} ${message}`);
    return unusable === null ? [taken[0]?.title ?? '', ...lines] : [`${unusable.line} ${unusable.message}`];
  };
  const good = `${hooks('PreToolUse')}command = "./guard.sh"\n`;
  expect(await at('.codex/config.toml', good)).toEqual(['hooks of Codex']);
  expect(await at('other.toml', good)).toEqual(['hooks of Codex']);
  expect(await at('.codex/config.toml', 'model = "x"\n')).toEqual(['hooks of Codex']);
  expect(await at('.codex/config.toml', hooks('PreTolUse'))).toEqual([
    'hooks of Codex',
    expect.stringMatching(/^5 warn .*"PreTolUse"/),
  ]);
  expect(await at('.codex/config.toml', hooks('PreToolUse'))).toEqual([
    'hooks of Codex',
    expect.stringMatching(/^7 fail .* has no member "command"; add it$/),
  ]);
  expect(await at('.codex/config.toml', '[hooks\n')).toEqual([
    'hooks of Codex',
    expect.stringMatching(/^1 fail this is not TOML: /),
  ]);
  expect(await at('none.toml', 'a = 1\n')).toEqual([expect.stringMatching(/nothing tells what kind/)]);
});

test('of a hook that is told by its type, what is said is about that type', async () => {
  const said = async (entry: unknown): Promise<readonly string[]> => {
    const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] } });
    const { findings } = await checkBytes('.claude/settings.json', Buffer.from(text), {});
    return findings.map(({ message }) => message.replace(/^hooks\.PreToolUse\[0\]\.hooks\[0\]/, 'it'));
  };
  expect(await said({ type: 'command', command: 'x' })).toEqual([]);
  expect(await said({ type: 'command' })).toEqual(['it has no member "command"; add it']);
  expect(await said({ command: 'x' })).toEqual(['it has no member "type"; add it']);
  expect(await said({ type: 'http', url: 1 })).toEqual(['it.url is an integer; it must be a string']);
  expect(await said({ type: 'comand', command: 'x' })).toEqual([
    'it.type is "comand", which is not one of "command", "http", "prompt", "agent" or "mcp_tool"; did you mean "command"?',
  ]);
  expect(await said({})).toHaveLength(1);
});

test('a hook of Kiro IDE 0.x is known by the name of its file, and by what it holds', async () => {
  const text = '{"name":"a","version":"1","when":{"type":"fileEdited"},"then":{"type":"askAgent","prompt":"b"}}';
  for (const file of ['.kiro/hooks/lint.kiro.hook', 'lint.kiro.hook', 'any.json']) {
    const checked = await check(file, text);
    expect(checked.findings.map(({ message }) => message)).toEqual(['when has no member "patterns"; add it']);
  }
});
