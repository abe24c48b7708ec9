/**
 * What the cases of a runner notice: one that keeps section 4 meets all of it, in whichever way, and one that breaks a single
 * rule is told that rule. Runners are a model here: they find the discovery file in what a case lays out, start what it says
 * in a model of a shell, and leave the files that the case would see. No process is started.
 */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../harness/model/case.ts';
import type { End, FileObservation, Observation } from '../../harness/model/observation.ts';
import { observed } from '../approved.ts';
import { contextOf, madeFile, subjectOf, summed } from '../testing.ts';
import { CASES } from './discoveries.ts';
import { openHookSuite } from './index.ts';
import { judgeRunner, planRunner } from './runner.ts';

const SUBJECT = subjectOf({ role: 'runner', spec: 'openhook', vendors: [] });
const PLANNED = contextOf(openHookSuite, SUBJECT, { fixtures: () => [] }).then(planRunner);

type Json = Readonly<Record<string, unknown>>;

interface Hook {
  readonly command: string;
  readonly events?: unknown;
  readonly async?: unknown;
}

/** How a runner does each of its duties. */
interface Ways {
  /** The discovery file, of the paths that there are in the project. */
  readonly looks: (paths: readonly string[]) => readonly string[];
  /** The entry as the runner takes it; undefined: it is passed over. */
  readonly takes: (entry: unknown) => Hook | undefined;
  readonly wants: (events: readonly unknown[], type: string) => boolean;
  readonly unsaid: readonly string[];
  readonly starts: (wanted: readonly Hook[]) => readonly Hook[];
  readonly shell: boolean;
  readonly command: (command: string) => string;
  readonly stdin: (event: string) => string;
  readonly waits: (hook: Hook) => boolean;
  /** Hooks that it has not waited for go on without it. */
  readonly letsGo: boolean;
  /** How it ends where the file or an entry is broken, which then is all that it does. */
  readonly refuses?: End;
  readonly ends: End;
}

const OK: End = { kind: 'exit', code: 0 };
const FAILED: End = { kind: 'exit', code: 1 };
const DIED: End = { kind: 'signal', signal: 'SIGSEGV' };

const isHook = (entry: unknown): entry is Hook =>
  typeof entry === 'object' && entry !== null && typeof (entry as Json)['command'] === 'string';

const KEEPS: Ways = {
  looks: (paths) => paths.filter((path) => path === '.openhook.json'),
  takes: (entry) => (isHook(entry) ? entry : undefined),
  wants: (events, type) => events.includes('*') || events.includes(type),
  unsaid: ['*'],
  starts: (wanted) => wanted,
  shell: true,
  command: (command) => command,
  stdin: (event) => event,
  waits: ({ async }) => async !== true,
  letsGo: true,
  ends: OK,
};

interface Effect {
  readonly path: string;
  readonly text: string;
  readonly ms: number;
}

/** What a command of ours makes of its stdin, and after how many milliseconds. */
function effectOf(command: string, stdin: string, scripts: ReadonlyMap<string, string>, shell: boolean): Effect[] {
  const match = (pattern: RegExp): readonly string[] | undefined => pattern.exec(command)?.slice(1);
  const [script, words] = match(/^sh \.\/(\S+)(.*)$/) ?? [];
  if (script !== undefined) {
    const [into] = /^#!\/bin\/sh\necho "\$@" > (\S+)\n$/.exec(scripts.get(script) ?? '')?.slice(1) ?? [];
    return into === undefined ? [] : [{ path: into, text: `${words?.trim() ?? ''}\n`, ms: 0 }];
  }
  if (!shell || command === 'true') return [];
  const [stored] = match(/^cat > (\S+)$/) ?? [];
  if (stored !== undefined) return [{ path: stored, text: stdin, ms: 0 }];
  const [piped, target] = match(/^echo (\S+) \| tr p P > (\S+)$/) ?? [];
  if (piped !== undefined && target !== undefined)
    return [{ path: target, text: `${piped.replaceAll('p', 'P')}\n`, ms: 0 }];
  const [seconds, late] = match(/^sleep (\S+); echo done > (\S+)$/) ?? [];
  if (late === undefined) throw new Error(`the model of a shell does not know ${command}`);
  return [{ path: late, text: 'done\n', ms: Number(seconds) * 1000 }];
}

/** The entries of a discovery file; undefined where it is broken. */
function entriesOf(text: string | undefined): readonly unknown[] | undefined {
  try {
    const hooks = (JSON.parse(text ?? '') as { hooks?: unknown }).hooks;
    return Array.isArray(hooks) ? hooks : undefined;
  } catch {
    return undefined;
  }
}

function payloadOf({ spawns }: Case): Json {
  const stdin = spawns[0]?.stdin;
  if (stdin?.kind !== 'payload') throw new Error('a runner is asked by an event on stdin');
  return stdin.payload as Json;
}

/** What the case sees of a runner that works like this. */
function ran(testCase: Case, ways: Ways): Observation {
  const texts = new Map(testCase.files.map(({ path, content }) => [path, content.toString()]));
  const event = payloadOf(testCase);
  const own = observed(testCase, [''], { end: ways.ends });
  const made: FileObservation[] = [];
  let durationMs = 50;
  const seen = (end?: End): Observation => ({
    ...own,
    files: testCase.observeFiles ? made : [],
    spawns: own.spawns.map((spawn) => ({ ...spawn, durationMs, ...(end === undefined ? {} : { end }) })),
  });
  for (const path of ways.looks([...texts.keys()].sort())) {
    const entries = entriesOf(texts.get(path));
    const isSound = entries?.every(isHook) === true;
    if (!isSound && ways.refuses !== undefined) return seen(ways.refuses);
    const hooks = (entries ?? []).flatMap((entry) => ways.takes(entry) ?? []);
    const wanted = hooks.filter(({ events }) =>
      ways.wants(Array.isArray(events) ? events : ways.unsaid, String(event['type'])),
    );
    for (const hook of ways.starts(wanted)) {
      const line = ways.stdin(`${JSON.stringify(event)}\n`);
      for (const { path: to, text, ms } of effectOf(ways.command(hook.command), line, texts, ways.shell)) {
        if (ways.waits(hook)) durationMs += ms;
        const lasts = ways.waits(hook) || (ways.letsGo && ms <= durationMs + testCase.lingerMs);
        if (lasts) made.push(madeFile(to, text));
      }
    }
  }
  return seen();
}

/** What all cases say of such a runner. */
async function told(ways: Partial<Ways>): Promise<ReturnType<typeof summed>> {
  const { cases } = await PLANNED;
  return summed(cases.flatMap((one) => [...judgeRunner(one, ran(one, { ...KEEPS, ...ways })).findings]));
}

/** A runner's guess: where there is no command, any text of the entry that looks like one. */
function guessed(entry: unknown): Hook | undefined {
  if (isHook(entry) || typeof entry !== 'object' || entry === null) return isHook(entry) ? entry : undefined;
  const command = Object.values(entry).find((one): one is string => typeof one === 'string' && one.includes('>'));
  return command === undefined ? undefined : { ...entry, command };
}

const otherEvent = (changes: Json) => (event: string) =>
  `${JSON.stringify({ ...(JSON.parse(event) as Json), ...changes })}\n`;
const ALL = [...new Set(CASES.flatMap(({ rows }) => rows))].sort();
const without = (...ids: readonly string[]): string[] => ALL.filter((id) => !ids.includes(id));

describe('a runner', () => {
  test.each<readonly [string, Partial<Ways>]>([
    ['keeps all rules', {}],
    ['starts its hooks in another order', { starts: (wanted) => [...wanted].reverse() }],
    ['writes the event anew', { stdin: (event) => JSON.stringify(JSON.parse(event), null, 2) }],
    ['ends the event with CRLF', { stdin: (event) => event.replace('\n', '\r\n') }],
  ])('that %s breaks nothing and meets all', async (_, ways) => {
    const { broken, met } = await told(ways);
    expect(broken).toEqual({});
    expect([...met].sort()).toEqual(ALL);
  });

  test('may refuse a broken file, of which only the recorded row tells', async () => {
    const { broken, met } = await told({ refuses: FAILED });
    expect(Object.keys(broken)).toEqual(['OH-DISC-015']);
    expect(met).toContain('OH-DISC-004');
  });

  test.each<readonly [string, Partial<Ways>, readonly string[]]>([
    ['looks for a file of another name', { looks: () => ['openhook.json'] }, without('OH-DISC-004')],
    [
      'looks below the root, too',
      { looks: (paths) => paths.filter((path) => path.endsWith('.openhook.json')) },
      ['OH-DISC-001'],
    ],
    [
      'looks below the root only',
      { looks: (paths) => paths.filter((path) => path.endsWith('/.openhook.json')) },
      without('OH-DISC-004'),
    ],
    ['runs nothing', { starts: () => [] }, without('OH-DISC-004')],
    ['starts commands without a shell', { shell: false }, without('OH-DISC-004', 'OH-DISC-016')],
    ['loses the options of a command', { command: (one) => one.replace(/ --.*/, '') }, ['OH-DISC-016']],
    ['loses the words of a command', { command: (one) => one.replace(' hook ', ' ') }, ['OH-DISC-016']],
    ['gives its hooks nothing', { stdin: () => '' }, ['OH-DISC-006']],
    ['gives the event twice', { stdin: (event) => `${event}${event}` }, ['OH-DISC-006']],
    ['gives another event', { stdin: otherEvent({ id: '0c9f3a1e-7a44-4d5b-8a8e-0f4f5c1d2e3f' }) }, ['OH-DISC-006']],
    ['gives a list of events', { stdin: (event) => `[${event}]` }, ['OH-DISC-006']],
    ['gives an event without its version', { stdin: otherEvent({ openhook: undefined }) }, ['OH-DISC-006']],
    [
      'gives what a vendor would',
      { stdin: () => '{"hook_event_name":"SessionEnd","session_id":"sess-1"}' },
      ['OH-DISC-006'],
    ],
    ['asks no hook for its events', { wants: () => true }, ['OH-DISC-007']],
    [
      'takes a part of a name for the name',
      { wants: (events, type) => events.some((one) => one === '*' || type.startsWith(String(one))) },
      ['OH-DISC-007'],
    ],
    [
      'takes the end of a name for the name',
      { wants: (events, type) => events.some((one) => one === '*' || type.endsWith(String(one))) },
      ['OH-DISC-007'],
    ],
    [
      'reads only the first event of a list',
      { wants: ([first], type) => first === '*' || first === type },
      ['OH-DISC-007', 'OH-DISC-012'],
    ],
    ['takes no list for none', { unsaid: [] }, ['OH-DISC-008']],
    ['takes no list for the end of a session', { unsaid: ['session.end'] }, ['OH-DISC-008']],
    [
      'takes no list for all but what was written',
      { unsaid: ['session.start', 'session.end', 'prompt.submit', 'tool.start', 'tool.end'] },
      ['OH-DISC-008'],
    ],
    [
      'takes a star for a name',
      { wants: (events, type) => events.includes(type), unsaid: CASES.map(({ type = 'session.end' }) => type) },
      ['OH-DISC-009'],
    ],
    [
      'takes a star for a tool only',
      {
        wants: (events, type) => events.includes(type) || (events.includes('*') && type.startsWith('tool.')),
        unsaid: CASES.map(({ type = 'session.end' }) => type),
      },
      ['OH-DISC-009'],
    ],
    ['waits for hooks that are async', { waits: () => true }, ['OH-DISC-010']],
    ['ends its async hooks with itself', { letsGo: false }, ['OH-DISC-010']],
    ['starts no async hook', { starts: (wanted) => wanted.filter(({ async }) => async !== true) }, ['OH-DISC-010']],
    ['waits for no hook', { waits: () => false }, ['OH-DISC-011']],
    ['waits only where it is told to', { waits: ({ async }) => async === false }, ['OH-DISC-011']],
    ['waits for what says anything of async', { waits: ({ async }) => async === undefined }, ['OH-DISC-011']],
    [
      'starts the first hook only',
      { starts: (wanted) => wanted.slice(0, 1) },
      ['OH-DISC-007', 'OH-DISC-012', 'OH-DISC-015'],
    ],
    ['starts the last hook only', { starts: (wanted) => wanted.slice(-1) }, ['OH-DISC-007', 'OH-DISC-012']],
    ['takes another member for the command', { takes: guessed }, ['OH-DISC-004', 'OH-DISC-015']],
    ['dies of what is broken', { refuses: DIED }, ['OH-DISC-004', 'OH-DISC-015']],
    ['stops at what is broken and says nothing', { refuses: OK }, ['OH-DISC-015']],
    ['fails whatever it did', { ends: FAILED }, without('OH-DISC-004')],
    ['dies whatever it did', { ends: DIED }, ALL],
  ])('that %s is told so', async (_, ways, rows) => {
    expect(Object.keys((await told(ways)).broken).sort()).toEqual([...rows].sort());
  });
});
