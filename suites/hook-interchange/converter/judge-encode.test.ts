/** What is said of an encoding, expectation by expectation: a conforming answer, and answers with one thing changed. */
import { describe, expect, it } from 'vitest';
import type { Spawned } from '../../testing.ts';
import type { Expectation } from './scenario.ts';
import { grouped, listed, type Row, refused, rowsOf, saidOf, wrote } from './testing.ts';

const BASH = grouped('PreToolUse', 'Bash');
const KIRO = { vendor: 'kiro' };
const TEXT = { vendor: 'opencode' };
const MAY = { mayRefuse: true };
const marker = './m.sh';
const warned = (config: unknown, ...warnings: readonly string[]): Spawned => wrote(config, warnings);
const NOTHING = { hooks: {} };
const NO_JSON: Spawned = { stdout: 'done' };

const TABLES: readonly (readonly [string, Expectation, readonly Row[]])[] = [
  [
    'an event',
    { kind: 'event', marker, any: ['PreToolUse', 'Agent Stop', 'tool.execute.before'] },
    [
      ['the hook under it', '+', wrote(BASH)],
      ['under another', '!', wrote(grouped('PostToolUse', 'Bash'))],
      [
        'under another, too',
        '!',
        wrote({ hooks: { ...listed('PreToolUse', {}), PreToolUse: [{ command: marker }], X: [{ command: marker }] } }),
      ],
      ['left out', '!', wrote(NOTHING)],
      ['another hook under it', '!', wrote(grouped('PreToolUse', 'Bash', { command: './other.sh' }))],
      ['in other letters', '!', wrote(grouped('pretooluse', 'Bash'))],
      ['refused', '!', refused()],
      ['no JSON', '!', NO_JSON],
      ['a display name of Kiro in another spelling', '+', wrote(listed('agent-STOP', {})), KIRO],
      ['another display name of Kiro', '!', wrote(listed('agentStart', {})), KIRO],
      ['a program with both', '+', wrote(`on('tool.execute.before', () => run('${marker}'))`), TEXT],
      ['a program without the command', '!', wrote(`on('tool.execute.before', () => run('x'))`), TEXT],
      ['a program without the event', '!', wrote(`on('event', () => run('${marker}'))`), TEXT],
      ['a program refused', '!', refused(), TEXT],
    ],
  ],
  [
    'a hook without a place',
    { kind: 'absent', marker, known: ['Stop', 'Agent Stop'], words: ['file_changed', 'event'] },
    [
      ['left out with a warning', '+', warned(NOTHING, 'FILE_CHANGED is left out')],
      ['with a warning of its second word', '+', warned(NOTHING, 'no such event')],
      ['with a warning about something else', '!', warned(NOTHING, 'env is lost')],
      ['left out in silence', '!', wrote(NOTHING)],
      ['under an event that there is', '+', wrote(grouped('Stop', undefined))],
      ['under one that there is not', '!', warned(grouped('FileChanged', undefined), 'file_changed is left out')],
      [
        'under one of each',
        '!',
        warned({ hooks: { Stop: [{ command: marker }], X: [{ command: marker }] } }, 'file_changed'),
      ],
      ['refused', '!', refused()],
      ['refused where that is as good', '+', refused(), MAY],
      ['left out in silence where refusing is as good', '!', wrote(NOTHING), MAY],
      ['another spelling of Kiro', '+', wrote(listed('agentStop', {})), KIRO],
      ['a program with an event that there is', '+', wrote(`Stop ${marker}`), TEXT],
      ['a program without one', '!', warned(`Other ${marker}`, 'file_changed is left out'), TEXT],
      ['no program, and a warning', '+', warned('', 'file_changed is left out'), TEXT],
      ['a program without it, in silence', '!', wrote('Stop ./other.sh'), TEXT],
    ],
  ],
  [
    'what a matcher selects',
    {
      kind: 'selects',
      marker,
      matcher: ['shell', 'Own'],
      literals: ['Own', 'Other'],
      beside: ['find'],
      words: ['matcher'],
    },
    [
      ['the same', '+', wrote(grouped('PreToolUse', 'Bash|Own'))],
      ['more, which may be', '+', wrote(grouped('PreToolUse', 'Bash|Own|Glob'))],
      ['more', '!', warned(grouped('PreToolUse', 'Bash|Own|Read'), 'the matcher is wider')],
      ['more of the literals', '!', wrote(grouped('PreToolUse', 'Bash|Own|Other'))],
      ['everything', '!', wrote(grouped('PreToolUse', undefined))],
      ['less', '!', wrote(BASH)],
      ['less with a warning', '+', warned(BASH, 'the matcher is narrowed')],
      ['less with a warning about something else', '!', warned(BASH, 'env is lost')],
      [
        'in two hooks',
        '+',
        wrote({
          hooks: {
            PreToolUse: [
              { matcher: 'Bash', command: marker },
              { matcher: 'Own', command: marker },
            ],
          },
        }),
      ],
      ['in a hook of another command', '!', wrote({ hooks: { PreToolUse: [{ matcher: 'Bash|Own', command: 'x' }] } })],
      ['no hook', '!', wrote(NOTHING)],
      ['refused', '!', refused()],
      ['refused where that is as good', '+', refused(), MAY],
      [
        'a provider that ignores matchers',
        '+',
        wrote(listed('PreToolUse', { matcher: 'x' })),
        { vendor: 'vs-code-copilot' },
      ],
    ],
  ],
  [
    'every tool',
    { kind: 'selects', marker, matcher: null, literals: [], beside: [], words: ['matcher'] },
    [
      ['all of them', '+', wrote(grouped('PreToolUse', undefined))],
      ['one of them', '!', wrote(BASH)],
    ],
  ],
  [
    'an MCP tool where matchers are ignored',
    { kind: 'selects', marker, matcher: { mcp: { server: 'github' } }, literals: [], beside: [], words: ['matcher'] },
    [
      ['it is for all', '+', wrote(listed('PreToolUse', {})), { vendor: 'vs-code-copilot' }],
      ['it is for all elsewhere', '!', wrote(listed('PreToolUse', {}))],
    ],
  ],
  [
    'a text in a matcher',
    { kind: 'matcher-text', marker, any: ['a.b', 'Bash'], words: ['matcher'] },
    [
      ['it stands alone', '+', wrote(BASH)],
      ['among others', '+', wrote(grouped('PreToolUse', 'Read|Bash'))],
      ['another', '!', wrote(grouped('PreToolUse', 'Read'))],
      ['none', '!', wrote(grouped('PreToolUse', undefined))],
      ['none, and a warning', '+', warned(grouped('PreToolUse', undefined), 'the matcher is lost')],
      ['none, and another warning', '!', warned(grouped('PreToolUse', undefined), 'env is lost')],
      ['in another hook', '!', wrote(grouped('PreToolUse', 'Bash', { command: 'x' }))],
      ['refused', '!', refused()],
      ['in a program', '+', wrote('if (tool === "Bash") run()'), TEXT],
      ['alone in a program', '+', wrote('Bash'), TEXT],
      ['behind code', '+', wrote('go() // Bash'), TEXT],
      ['in a comment', '!', wrote('// Bash'), TEXT],
      ['in comments set in', '!', wrote('x\n  # Bash\n   * Bash\n /* Bash'), TEXT],
      ['as a part of a word', '!', wrote('Bashful re-Bash Bash-x xBash'), TEXT],
      ['with a dot in it', '+', wrote('(a.b)'), TEXT],
      ['with another letter for the dot', '!', wrote('(aXb)'), TEXT],
      ['not in a program', '!', wrote('run()'), TEXT],
      ['not in a program, and a warning', '+', warned('run()', 'the matcher is lost'), TEXT],
    ],
  ],
  [
    'the whole text of a matcher',
    { kind: 'matcher-text', marker, any: ['Bash'], exact: true },
    [
      ['it stands alone', '+', wrote(BASH)],
      ['among others', '!', wrote(grouped('PreToolUse', 'Read|Bash'))],
      ['none, and a warning', '!', warned(grouped('PreToolUse', undefined), 'the matcher is lost')],
    ],
  ],
  [
    'an empty matcher',
    { kind: 'matcher-text', marker, any: [''], exact: true },
    [
      ['none', '+', wrote(grouped('PreToolUse', undefined))],
      ['one', '!', wrote(BASH)],
    ],
  ],
  [
    'a warning',
    { kind: 'warned', words: ['env', 'variable'] },
    [
      ['of the first word', '+', warned(BASH, 'ENV is lost')],
      ['of the second', '+', warned(BASH, 'x', 'a Variable is lost')],
      ['as an object', '+', wrote(BASH, [{ code: 'env' }])],
      ['of another', '!', warned(BASH, 'cwd is lost')],
      ['none', '!', wrote(BASH)],
      ['no list of them', '!', { stdout: JSON.stringify({ config: BASH, warnings: 'env' }) }],
      ['refused', '!', refused('env')],
      ['refused where that is as good', '+', refused(), MAY],
      ['none where refusing is as good', '!', wrote(BASH), MAY],
    ],
  ],
  [
    'no word of a loss',
    { kind: 'not-lost', words: ['env', 'variable'] },
    [
      ['none', '+', wrote(BASH)],
      ['a loss of it', '!', warned(BASH, 'cwd is lost', 'ENV is dropped')],
      ['a loss of its second word', '!', warned(BASH, 'variables are loses')],
      ['a loss of something else', '+', warned(BASH, 'cwd is dropped')],
      ['a word of it that is no loss', '+', warned(BASH, 'env is kept')],
      ['refused', '!', refused()],
      ['no JSON', '!', NO_JSON],
    ],
  ],
  [
    'a hook that is there',
    { kind: 'present', marker },
    [
      ['it is', '+', wrote(BASH)],
      ['it is not', '!', warned(NOTHING, 'hook: lost')],
      ['refused', '!', refused(), MAY],
      ['in a program', '+', wrote(`run('${marker}')`), TEXT],
      ['not in a program', '!', wrote("run('./x.sh')"), TEXT],
    ],
  ],
  [
    'a hook that is there, or a word why not',
    { kind: 'present', marker, words: ['platform'] },
    [
      ['it is', '+', wrote(BASH)],
      ['it is not, and a warning', '+', warned(NOTHING, 'platform: lost')],
      ['it is not, and another', '!', warned(NOTHING, 'env: lost')],
      ['refused', '!', refused('platform')],
      ['refused where that is as good', '+', refused(), MAY],
      ['it is not, where refusing is as good', '!', wrote(NOTHING), MAY],
    ],
  ],
  [
    'a hook that is gone',
    { kind: 'gone', marker },
    [
      ['it is', '+', wrote(NOTHING)],
      ['it is not', '!', wrote(BASH)],
      ['refused', '!', refused()],
      ['refused where that is as good', '+', refused(), MAY],
      ['in a program', '!', wrote(`run('${marker}')`), TEXT],
    ],
  ],
];

describe.each(TABLES)('%s', (_, expectation, rows) => {
  it.each(rowsOf(rows))('%s: %s', (__, said, spawned, context) =>
    expect(saidOf(expectation, spawned, context)).toBe(`${said}R`),
  );
});
