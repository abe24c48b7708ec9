/** What is said of what an encoding holds as a whole, of its members, and of two answers: a conforming one, and such as have one thing changed. */
import { describe, expect, it } from 'vitest';
import type { Spawned } from '../../testing.ts';
import type { Expectation } from './scenario.ts';
import { grouped, listed, type Row, refused, rowsOf, saidBy, saidOf, wrote } from './testing.ts';

const BASH = grouped('PreToolUse', 'Bash');
const TEXT = { vendor: 'opencode' };
const marker = './m.sh';
const two = (first: object, second: object): object => ({ hooks: { PreToolUse: [{ hooks: [first, second] }] } });
const command = (line: string, more: object = {}): Spawned =>
  wrote(grouped('PreToolUse', undefined, { command: line, ...more }));
const warned = (config: unknown, ...warnings: readonly string[]): Spawned => wrote(config, warnings);
const NOTHING = { hooks: {} };
const NO_JSON: Spawned = { stdout: 'done' };

const TABLES: readonly (readonly [string, Expectation, readonly Row[]])[] = [
  [
    'a member of an entry',
    { kind: 'entry', marker, member: 'once', value: { yes: true } },
    [
      ['it is so', '+', wrote(grouped('Stop', undefined, { once: { yes: true } }))],
      ['another value', '!', wrote(grouped('Stop', undefined, { once: true }))],
      ['absent', '!', wrote(grouped('Stop', undefined))],
      ['in one of two', '!', wrote(two({ command: marker, once: { yes: true } }, { command: marker }))],
      ['in another hook', '!', wrote(grouped('Stop', undefined, { command: 'x', once: { yes: true } }))],
      ['refused', '!', refused()],
    ],
  ],
  [
    'nothing of a text',
    { kind: 'without', text: 'secret' },
    [
      ['nothing', '+', wrote(BASH)],
      ['in the configuration', '!', wrote(grouped('Stop', undefined, { key: 'a secret' }))],
      ['in a file', '!', wrote(BASH, [], { 'x.sh': 'secret' })],
      ['in the name of a file', '!', wrote(BASH, [], { 'secret.sh': { a: 1 } })],
      ['in a file that is no text', '!', wrote(BASH, [], { 'x.json': { a: 'secret' } })],
      ['refused', '+', refused('secret')],
    ],
  ],
  [
    'nothing copied',
    { kind: 'not-copied', texts: ['evil-key', 'EVIL'], words: ['provider_data'] },
    [
      ['nothing', '+', wrote(BASH)],
      ['the first', '!', wrote(grouped('Stop', undefined, { a: 'evil-key' }))],
      ['the second', '!', wrote(grouped('Stop', undefined, { a: 'EVIL' }))],
      ['with a warning', '+', warned(grouped('Stop', undefined, { a: 'EVIL' }), 'provider_data is copied')],
      ['with another warning', '!', warned(grouped('Stop', undefined, { a: 'EVIL' }), 'env is lost')],
    ],
  ],
  [
    'a configuration',
    { kind: 'done' },
    [
      ['it is one', '+', wrote(BASH)],
      ['as a text', '+', wrote(JSON.stringify(BASH))],
      ['without hooks', '+', wrote({})],
      ['a text that is no JSON', '!', wrote('hooks')],
      ['a number', '!', wrote(3)],
      ['hooks that are none', '!', wrote({ hooks: 3 })],
      ['refused', '!', refused()],
      ['refused without a word', '!', refused('')],
      ['killed', '!', { end: { kind: 'signal', signal: 'SIGSEGV' } }],
      ['no JSON', '!', NO_JSON],
      ['a list', '!', { stdout: '[]' }],
      ['a program', '+', wrote('run()'), TEXT],
    ],
  ],
  [
    'no effect of a prototype',
    { kind: 'untainted' },
    [
      ['none', '+', wrote(grouped('Stop', undefined, { timeout: 98 }))],
      ['a timeout', '!', wrote(grouped('Stop', undefined, { timeout: 99 }))],
      ['a member', '!', wrote(two({ command: 'x' }, { command: 'y', zzz_polluted: false }))],
      ['refused', '+', refused()],
      ['refused without a word', '!', refused(' \n')],
      ['no answer', '!', { stdout: '[]' }],
      ['nothing', '!', { stdout: '' }],
      ['killed', '!', { end: { kind: 'signal', signal: 'SIGSEGV' }, stderr: 'x' }],
    ],
  ],
  [
    'code that parses',
    { kind: 'code', aspect: 'parses' },
    [
      ['a program', '+', wrote('run()')],
      ['a program that does not', '!', wrote('run(')],
      ['a file', '+', wrote({}, [], { 'a.js': 'run()' })],
      ['a second file that does not', '!', wrote('run()', [], { 'a.js': 'run()', 'b.js': ')' })],
      ['a script beside it', '+', wrote('run()', [], { 'guard.sh': 'if true; then', 'package.json': '{"a":1}' })],
      ['a file in TypeScript', '+', wrote({}, [], { 'a.ts': 'const a: string = run();' })],
      ['a module that does not', '!', wrote({}, [], { 'a.mjs': '(' })],
      ['no files', '!', wrote({ a: 'run()' }, [], ['run()'])],
      ['no code', '!', wrote({}, [], { 'a.sh': 'run' })],
      ['files that are none', '+', { stdout: JSON.stringify({ config: 'run()', files: '(' }) }],
      ['refused', '!', refused()],
    ],
  ],
  [
    'the same twice',
    { kind: 'same' },
    [
      ['it is', '+', [wrote(BASH), wrote(BASH)]],
      ['other words of a warning', '+', [warned(BASH, 'a'), warned(BASH, 'b')]],
      ['another warning', '!', [warned(BASH, 'a'), warned(BASH, 'a', 'b')]],
      ['another configuration', '!', [wrote(BASH), wrote(NOTHING)]],
      ['another file', '!', [wrote(BASH, [], { a: '1' }), wrote(BASH, [], { a: '2' })]],
      ['another third', '!', [wrote(BASH), wrote(BASH), wrote(NOTHING)]],
      ['the second refused', '!', [wrote(BASH), refused()]],
      ['the first refused', '!', [refused(), wrote(BASH)]],
      ['both refused', '!', [refused(), refused()]],
    ],
  ],
  [
    'blocking that is lost',
    { kind: 'blocking', lost: true },
    [
      ['a warning', '+', [wrote(BASH), warned(BASH, 'blocking has no effect')]],
      ['a warning that does not speak of a loss', '+', [wrote(BASH), warned(BASH, 'it observes')]],
      ['a warning among others', '+', [warned(BASH, 'x'), warned(BASH, 'x', 'it cannot prevent')]],
      ['a warning of both', '!', [warned(BASH, 'blocking'), warned(BASH, 'blocking')]],
      ['a warning about something else', '!', [wrote(BASH), warned(BASH, 'env is lost')]],
      ['none', '!', [wrote(BASH), wrote(BASH)]],
      ['refused', '!', [wrote(BASH), refused('blocking')]],
      ['one answer', '!', [warned(BASH, 'blocking')]],
    ],
  ],
  [
    'blocking that is kept',
    { kind: 'blocking', lost: false },
    [
      ['no warning', '+', [wrote(BASH), wrote(BASH)]],
      ['a warning that it is lost', '!', [wrote(BASH), warned(BASH, 'x', 'blocking is not honored')]],
      ['a warning of both', '+', [warned(BASH, 'blocking is lost'), warned(BASH, 'blocking is lost')]],
      ['a word of it that is no loss', '+', [wrote(BASH), warned(BASH, 'blocking is written')]],
      ['a loss of something else', '+', [wrote(BASH), warned(BASH, 'env is lost')]],
      ['a loss of a capability', '+', [wrote(BASH), warned(BASH, 'structured output: blocking is lost')]],
      ['a loss of a capability by its name', '+', [wrote(BASH), warned(BASH, 'structured_output: blocking is lost')]],
      ['refused', '!', [wrote(BASH), refused()]],
    ],
  ],
  [
    'an order',
    { kind: 'order', markers: ['./a.sh', './b.sh', './c.sh'] },
    [
      ['it is kept', '+', wrote(listed('Stop', { command: './a.sh' }, { command: './b.sh' }, { command: './c.sh' }))],
      [
        'two change places',
        '!',
        wrote(listed('Stop', { command: './b.sh' }, { command: './a.sh' }, { command: './c.sh' })),
      ],
      ['one is lost', '!', wrote(listed('Stop', { command: './a.sh' }, { command: './b.sh' }))],
      [
        'one is there twice',
        '+',
        wrote(
          listed('Stop', { command: './a.sh' }, { command: './a.sh' }, { command: './b.sh' }, { command: './c.sh' }),
        ),
      ],
      [
        'another stands between',
        '+',
        wrote(listed('Stop', { command: './a.sh' }, { command: 'x' }, { command: './b.sh' }, { command: './c.sh' })),
      ],
      [
        'on another event',
        '+',
        wrote({ hooks: { X: [{ command: './c.sh' }], Y: [{ command: './a.sh' }, { command: './b.sh' }] } }),
      ],
      ['refused', '!', refused()],
    ],
  ],
  [
    'a warning that names the hook',
    { kind: 'hook-named', names: [marker, 'hooks[0]'] },
    [
      ['by its command', '+', warned(BASH, `${marker} is lost`)],
      ['by its place', '+', warned(BASH, 'x', 'hooks[0] is lost')],
      ['by nothing', '!', warned(BASH, 'a hook is lost')],
      ['none', '!', wrote(BASH)],
    ],
  ],
  [
    'a configuration that comes back',
    { kind: 'round-trip', native: grouped('PreToolUse', 'Bash') as never },
    [
      ['it does', '+', wrote(BASH)],
      ['another', '!', wrote(grouped('PreToolUse', 'Read'))],
      ['refused', '!', refused()],
      ['no answer', '!', []],
    ],
  ],
];

describe.each(TABLES)('%s', (_, expectation, rows) => {
  it.each(rowsOf(rows))('%s: %s', (__, said, spawned, context) =>
    expect(saidOf(expectation, spawned, context)).toBe(`${said}R`),
  );
});

describe('a command in place of a hook that exits 2', () => {
  const of = (spawned: Spawned, vendor: string = 'claude-code'): string =>
    saidOf({ kind: 'blocks', marker }, spawned, { vendor });

  it.each([
    'echo "./m.sh cannot run" >&2; exit 2',
    'exit  2',
    'sys.exit( 2 )',
    'exit(2)',
    'ExitProcess 2',
    'return 2',
    './mXsh; exit 2',
    'echo ./m.sh; exit 2',
  ])('%s', (line) => expect(of(command(line))).toBe('+R'));

  it.each([
    'exit 1',
    'exit 20',
    'return 20',
    'exits 2',
    './m.sh',
    ' ./m.sh; exit 2',
    'true;  ./m.sh; exit 2',
    'true &&./m.sh; exit 2',
    'true\n./m.sh; exit 2',
    'a=$(./m.sh); exit 2',
    'exec  ./m.sh || exit 2',
    'sh  ./m.sh || exit 2',
    'run "command": "./m.sh" or exit 2',
  ])('not %s', (line) => expect(of(command(line))).toBe('!R'));

  it('may stand in a file, or in a member for one system', () => {
    expect(of(wrote(grouped('Stop', undefined, { command: './no.sh' }), [], { 'no.sh': 'exit 2' }))).toBe('+R');
    expect(of(wrote(NOTHING, [], { 'no.sh': 'exit 2' }))).toBe('!R');
    expect(of(wrote({ hooks: { preToolUse: [{ powershell: 'exit 2' }] } }), 'copilot-cli')).toBe('+R');
    expect(of(wrote({ hooks: { preToolUse: [{ powershell: './m.sh # exit 2' }] } }), 'copilot-cli')).toBe('!R');
    const both = (bash: string, powershell: string): Spawned =>
      wrote({ hooks: { preToolUse: [{ bash, powershell }] } });
    expect(of(both('exit 2', './m.sh'), 'copilot-cli')).toBe('!R');
    expect(of(both('exit 2', 'exit 2'), 'copilot-cli')).toBe('+R');
    expect(of(wrote(two({ command: 'exit 2' }, { command: './m.sh' })))).toBe('!R');
    expect(of(wrote(two({ command: 'exit 2' }, { command: './x.sh' })))).toBe('+R');
    expect(of(wrote({ hooks: { Stop: [{ type: 'http' }] } }))).toBe('!R');
  });

  it('may be a refusal, or a program', () => {
    expect(of(refused())).toBe('+R');
    expect(of(wrote('process.exit(2)'), 'opencode')).toBe('+R');
    expect(of(wrote('./m.sh\nprocess.exit(2)'), 'opencode')).toBe('!R');
    expect(of(wrote('process.exit(1)'), 'opencode')).toBe('!R');
  });
});

describe('ten seconds in the unit of a provider', () => {
  const of = (spawned: Spawned, vendor: string): string =>
    saidBy(
      [
        {
          requirements: ['HIF-PIPE-015', 'HIF-PIPE-019'],
          expect: { kind: 'timeout', marker, seconds: 10 },
          says: 'so',
        },
      ],
      [spawned],
      { context: { vendor } },
    ).join(' ');
  const MET = '+HIF-PIPE-015 +HIF-PIPE-019';
  const WRONG = '!HIF-PIPE-015 !HIF-PIPE-019';
  const timed = (timeout?: number): object => grouped('Stop', undefined, timeout === undefined ? {} : { timeout });

  const ROWS: readonly (readonly [string, string, Spawned, string?])[] = [
    ['kept', MET, wrote(timed(10))],
    ['others', WRONG, wrote(timed(20))],
    ['others with a warning', WRONG, warned(timed(20), 'timeout')],
    ['lost', WRONG, wrote(timed())],
    ['lost with a warning', MET, warned(timed(), 'the time limit is lost')],
    ['lost with another warning', WRONG, warned(timed(), 'env is lost')],
    ['lost in one of two', WRONG, warned(two({ command: marker }, { command: marker, timeout: 10 }), 'timeout')],
    ['others in one of two', WRONG, wrote(two({ command: marker, timeout: 10 }, { command: marker, timeout: 1 }))],
    ['lost with the hook', '!HIF-PIPE-015', warned(NOTHING, 'timeout')],
    ['refused', WRONG, refused('timeout')],
    ['in milliseconds', MET, wrote(grouped('AfterAgent', undefined, { timeout: 10_000 })), 'gemini-cli'],
    ['not in milliseconds', WRONG, wrote(grouped('AfterAgent', undefined, { timeout: 10 })), 'gemini-cli'],
    ['where there are none', '!HIF-PIPE-015', wrote(listed('pre_user_prompt', { timeout: 10 })), 'windsurf'],
    ['where there are none, with a warning', MET, warned(listed('pre_user_prompt', {}), 'timeout'), 'windsurf'],
  ];
  it.each(ROWS.map(([what, said, spawned, vendor = 'claude-code']) => [what, said, spawned, vendor] as const))(
    '%s: %s',
    (_, said, spawned, vendor) => expect(of(spawned, vendor)).toBe(said),
  );
});

it('a document that is read otherwise the second time was accepted', () => {
  const checks = [{ requirements: ['HIF-DOC-003', 'R'], expect: { kind: 'same' }, says: 'so' }] as const;
  expect(saidBy(checks, [wrote(BASH), wrote(NOTHING)])).toEqual(['!R']);
  expect(saidBy(checks, [wrote(BASH), refused()])).toEqual(['!HIF-DOC-003', '!R']);
  expect(saidBy(checks, [wrote(BASH), wrote(BASH)])).toEqual(['+HIF-DOC-003', '+R']);
});
