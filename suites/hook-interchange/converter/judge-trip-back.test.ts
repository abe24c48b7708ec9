/** What is said of an encoded manifest that comes back, of orders, and of answers that are none. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../harness/model/json.ts';
import type { Spawned } from '../../testing.ts';
import { withCommands } from './generated.ts';
import {
  config,
  judgedTrip,
  printed,
  REQUIREMENTS,
  type Registered,
  read,
  refused,
  saidOfTrip,
  source,
  type Told,
  type TripRow,
  wrote,
} from './testing.ts';

const [LOST, , , , ORDER, , , , , , BACK] = REQUIREMENTS.map((id) => `!${id}`);

const PRE = 'before_tool_execute';
const POST = 'after_tool_execute';
const SHELL = source(PRE, 'shell');
const LOSES = ['the matcher is lost'];

const PAIR = [source(PRE, ['shell', 'file_read'])];
const pair = (matcher: unknown, told: readonly string[] = [], warnings: readonly string[] = []): TripRow => ({
  hooks: PAIR,
  native: [['preToolUse', 'bash|view']],
  back: [source(PRE, matcher)],
  told,
  warnings,
});
const START = source('session_start');
const started = (back: readonly object[], told: readonly string[] = [], warnings: readonly string[] = []): TripRow => ({
  hooks: [START],
  native: [['sessionStart']],
  back,
  told,
  warnings,
});

const DECODED: readonly (readonly [string, string | undefined, TripRow])[] = [
  ['as it was', '+', pair(['file_read', 'shell'])],
  ['lost', BACK, started([])],
  ['lost with a warning', '+', started([], ['a hook is dropped'])],
  ['lost with a warning that counts the configuration', '+', started([], ['hook 7 is dropped'])],
  ['lost with a warning of the encoder', '+', started([], [], ['hook 1 is dropped'])],
  ['lost with a warning of the encoder about another', BACK, started([], [], ['hook 7 is dropped'])],
  ['lost with another warning', BACK, started([], ['env is lost'])],
  ['on another event', BACK, started([source('before_prompt')])],
  ['on another event with a warning', '+', started([source('before_prompt')], ['the hook is dropped'])],
  ['on another event, too', BACK, started([START, source('before_prompt', undefined, { command: './g-1.sh' })])],
  ['with a matcher where that says nothing', '+', started([source('session_start', 'shell')])],
  [
    'on an event that shares its name',
    '+',
    { vendor: 'kiro', hooks: [source('agent_stop')], native: [['stop']], back: [source('session_end')] },
  ],
  [
    'on an event that does not',
    BACK,
    { vendor: 'kiro', hooks: [source('agent_stop')], native: [['stop']], back: [source('session_start')] },
  ],
  [
    'on another event about tools with a warning',
    '+',
    { ...pair('find', ['the hook is dropped']), back: [source(POST, 'find')] },
  ],
  ['for fewer tools', BACK, pair('shell')],
  ['for fewer tools with a warning', '+', pair('shell', LOSES)],
  ['for fewer tools with a warning of the encoder', '+', pair('shell', [], LOSES)],
  ['for fewer tools with another warning', BACK, pair('shell', ['env is lost'])],
  ['for more tools', BACK, pair(['shell', 'file_read', 'find'])],
  ['for more tools with a warning', BACK, pair(['shell', 'file_read', 'find'], LOSES)],
  ['for every tool', BACK, pair(undefined)],
  [
    'whole, though the provider could not say it',
    '+',
    { hooks: PAIR, native: [['preToolUse', 'bash']], warnings: LOSES },
  ],
  [
    'for a tool that shares its name',
    '+',
    {
      vendor: 'codex',
      hooks: [source(PRE, 'file_write')],
      native: [['PreToolUse', 'apply_patch']],
      back: [source(PRE, 'file_edit')],
    },
  ],
  [
    'for every tool of a name that some share',
    '+',
    { vendor: 'codex', hooks: [source(PRE)], native: [['PreToolUse']], back: [source(PRE)] },
  ],
  [
    'in the place of a hook that was left out',
    '+',
    {
      hooks: [START, SHELL],
      native: [['preToolUse', 'bash', {}, 1]],
      warnings: ['hook 1 is dropped'],
      back: [source('before_prompt'), SHELL],
    },
  ],
];

describe('an encoded manifest, decoded', () => {
  it.each(DECODED.map(([what, said, row]) => [what, said, row] as const))('%s: %s', (_, said, row) =>
    expect(saidOfTrip(row)).toBe(said),
  );
});

describe('an order', () => {
  const hooks = [START, START, source('before_prompt')];
  const first: Registered = ['sessionStart'];
  it('is that of the source, event by event', () => {
    expect(saidOfTrip({ hooks, native: [first, first, ['userPromptSubmitted']] })).toBe('+');
    expect(
      saidOfTrip({
        hooks,
        native: [
          ['userPromptSubmitted', undefined, {}, 2],
          [...pad(first), 0],
          [...pad(first), 1],
        ],
      }),
    ).toBe('+');
    expect(
      saidOfTrip({
        hooks,
        native: [
          [...pad(first), 1],
          [...pad(first), 0],
          ['userPromptSubmitted', undefined, {}, 2],
        ],
      }),
    ).toBe(ORDER);
    expect(
      saidOfTrip({
        hooks,
        native: [
          [...pad(first), 0],
          [...pad(first), 1],
          [...pad(first), 0],
          ['userPromptSubmitted', undefined, {}, 2],
        ],
      }),
    ).toBe('+');
    const gone = ['hook 1 is dropped'];
    expect(
      saidOfTrip({
        hooks,
        native: [
          [...pad(first), 1],
          ['userPromptSubmitted', undefined, {}, 2],
        ],
        warnings: gone,
      }),
    ).toBe('+');
  });
  function pad([event]: Registered): [string, undefined, object] {
    return [event, undefined, {}];
  }
});

describe('a round trip', () => {
  const good = wrote(config('copilot-cli', ['preToolUse', 'bash']));
  const back = read(withCommands([SHELL as JsonObject]));
  const put = (answers: readonly Spawned[], told: Told = {}): string | undefined =>
    judgedTrip('copilot-cli', [SHELL], answers, told);

  it('has two answers', () => {
    expect(put([good, back])).toBe('+');
    expect(put([good, refused()])).toBe(BACK);
    expect(put([good])).toBe(BACK);
    expect(put([refused(), back])).toBe(LOST);
    expect(put([])).toBe(LOST);
    expect(put([printed({ config: 'no JSON' }), back])).toBe(LOST);
    expect(put([wrote({ hooks: {} }, ['the hook is dropped']), refused()])).toBe('+');
  });

  it('may be refused where the provider cannot run a hook', () => {
    expect(judgedTrip('copilot-cli', [source('before_model')], [refused(), refused()])).toBe('+');
    expect(judgedTrip('copilot-cli', [source('before_model'), SHELL], [refused(), refused()])).toBe(LOST);
  });

  it('decides nothing where the converter did not start, did not answer or is not for the provider', () => {
    const requirements = ['A', 'B'];
    const end = { kind: 'not-started', code: 'ENOENT', message: 'no such file' } as const;
    expect(put([good, { end }], { requirements })).toBe('?A ?B');
    expect(put([good, { end: { kind: 'timeout', timeoutMs: 1, forced: false } }], { requirements })).toBe('?A ?B');
    const no = refused('copilot-cli is not known');
    const open = { requirements, declared: false };
    expect(put([no, no], open)).toBe('/A /B');
    expect(put([no, no], { requirements })).toBe('!A');
    expect(put([refused(), no], open)).toBe('!A');
    expect(put([{ ...good, stderr: 'copilot-cli' }, back], open)).toBe('+');
    expect(put([{ end: { kind: 'signal', signal: 'SIGSEGV' }, stderr: 'copilot-cli' }, no], open)).toBe('!A');
    expect(put([], open)).toBe('!A');
  });
});
