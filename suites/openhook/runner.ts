import type { Case } from '../../harness/model/case.ts';
import type { JsonValue } from '../../harness/model/json.ts';
import type { FileObservation, Observation } from '../../harness/model/observation.ts';
import type { Judgement, Plan, PlanContext } from '../../harness/model/suite.ts';
import { ended } from '../consumer.ts';
import { linesOf } from '../stream/lines.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { judgeEvent } from './envelope.ts';

/** One experiment with a discovery file: hooks whose commands leave a mark, an event, and which marks must be there. */
interface Discovery {
  readonly name: string;
  readonly rows: readonly string[];
  readonly says: string;
  readonly hooks: readonly JsonValue[];
  readonly type?: string;
  /** Marks that must be there (true) or must not. */
  readonly marks: Readonly<Record<string, boolean>>;
  /** `waits`: the runner ends after the mark was made; `leaves`: before. */
  readonly time?: 'waits' | 'leaves';
  /** The mark that holds what the hook got on stdin. */
  readonly envelope?: string;
  /** The text that a mark must hold. */
  readonly holds?: readonly [mark: string, text: string];
}

const mark = (name: string): string => `cat > ${name}`;
const SLOW_MS = 1500;
const slow = (name: string): string => `sleep ${SLOW_MS / 1000}; echo done > ${name}`;

const CASES: readonly Discovery[] = [
  {
    name: 'found',
    rows: ['OH-DISC-001', 'OH-DISC-003', 'OH-LVL-009'],
    says: 'a file in the root of the project',
    hooks: [{ command: mark('ran.json'), events: ['session.end'] }],
    marks: { 'ran.json': true },
  },
  {
    name: 'stdin',
    rows: ['OH-DISC-006'],
    says: 'a hook that stores its stdin',
    hooks: [{ command: mark('ran.json') }],
    marks: { 'ran.json': true },
    envelope: 'ran.json',
  },
  {
    name: 'shell',
    rows: ['OH-DISC-005'],
    says: 'a command with a pipe',
    hooks: [{ command: 'echo piped | tr p P > piped.txt' }],
    marks: { 'piped.txt': true },
    holds: ['piped.txt', 'PiPed'],
  },
  {
    name: 'arguments',
    rows: ['OH-DISC-016'],
    says: 'a command with a word and an option',
    hooks: [{ command: 'sh ./probe.sh hook --provider otlp' }],
    marks: { 'arguments.txt': true },
    holds: ['arguments.txt', 'hook --provider otlp'],
  },
  {
    name: 'filter',
    rows: ['OH-DISC-007'],
    says: 'hooks for one event each, and a tool.start',
    hooks: [
      { command: mark('end.json'), events: ['session.end'] },
      { command: mark('tool.json'), events: ['tool.start'] },
    ],
    type: 'tool.start',
    marks: { 'end.json': false, 'tool.json': true },
  },
  {
    name: 'default',
    rows: ['OH-DISC-008'],
    says: 'a hook without events, and a tool.start',
    hooks: [{ command: mark('ran.json') }],
    type: 'tool.start',
    marks: { 'ran.json': true },
  },
  {
    name: 'star',
    rows: ['OH-DISC-009'],
    says: 'a hook for all events, and a prompt.submit',
    hooks: [{ command: mark('ran.json'), events: ['*'] }],
    type: 'prompt.submit',
    marks: { 'ran.json': true },
  },
  {
    name: 'several',
    rows: ['OH-DISC-012'],
    says: 'two hooks',
    hooks: [{ command: mark('one.json') }, { command: mark('two.json') }],
    marks: { 'one.json': true, 'two.json': true },
  },
  {
    name: 'no-command',
    rows: ['OH-DISC-004'],
    says: 'an entry without a command',
    hooks: [{ events: ['*'] }],
    marks: {},
  },
  {
    name: 'waits',
    rows: ['OH-DISC-011'],
    says: 'a slow hook',
    hooks: [{ command: slow('slow.txt') }],
    marks: { 'slow.txt': true },
    time: 'waits',
  },
  {
    name: 'async',
    rows: ['OH-DISC-010'],
    says: 'a slow hook with async true',
    hooks: [{ command: slow('slow.txt'), async: true }],
    marks: { 'slow.txt': true },
    time: 'leaves',
  },
];

/** Plans a runner that finds hooks in `.openhook.json` (section 4). Pure. */
export function planRunner(context: PlanContext): Plan {
  return { cases: CASES.map((one) => discoveryCase(one, context)), notFed: [] };
}

function discoveryCase(one: Discovery, context: PlanContext): Case {
  const event = {
    openhook: '0.1',
    id: '6f1f9d0c-8a35-4c0e-9d7f-0d0c6a2d4b11',
    source: 'claude-code',
    type: one.type ?? 'session.end',
    time: '2026-02-23T10:15:30.123Z',
    session_id: 'sess-1',
  };
  return {
    id: `openhook/discover/${one.name}`,
    title: one.says,
    requirements: one.rows.filter((row) => context.catalogue.some(({ id }) => id === row)),
    spawns: [
      {
        placeholders: { vendor: '', event: event.type, edition: context.edition },
        appendArgs: [],
        stdin: { kind: 'payload', payload: event, newline: true },
        env: {},
        timeoutMs: context.subject.declaredTimeoutMs ?? 30_000,
      },
    ],
    files: [
      {
        area: 'project',
        path: '.openhook.json',
        content: `${JSON.stringify({ openhook: '0.1', hooks: one.hooks }, null, 2)}\n`,
      },
      { area: 'project', path: 'probe.sh', content: '#!/bin/sh\necho "$@" > arguments.txt\n', mode: 0o755 },
    ],
    substitutions: [],
    lingerMs: one.time === 'leaves' ? 4000 : 0,
    ...(one.time === 'leaves' ? { awaits: [{ area: 'project' as const, path: 'slow.txt' }] } : {}),
    observeFiles: true,
    canaries: [],
    context: one,
  };
}

/** Judges which hooks ran, with what stdin, and whether the runner waited for them. Pure. */
export function judgeRunner(testCase: Case, observation: Observation): Judgement {
  const one = testCase.context as Discovery;
  const verdicts = new Verdicts();
  const spawn = observation.spawns[0];
  const found = (name: string): FileObservation | undefined =>
    observation.files.find((file) => file.area === 'project' && file.path === name && file.change !== 'deleted');
  const faults: string[] = [];
  if (spawn?.end.kind !== 'exit') faults.push(`the runner ended with ${ended(spawn?.end)}`);
  for (const [name, wanted] of Object.entries(one.marks))
    if ((found(name) !== undefined) !== wanted)
      faults.push(wanted ? `the hook that makes ${name} did not run` : `the hook that makes ${name} ran`);
  if (one.holds !== undefined && found(one.holds[0])?.bytes.toString('utf8').includes(one.holds[1]) === false)
    faults.push(`${one.holds[0]} holds ${JSON.stringify(found(one.holds[0])?.bytes.toString('utf8').trim())}`);
  if (one.envelope !== undefined) {
    const value = linesOf(found(one.envelope)?.bytes ?? Buffer.alloc(0))[0]?.value;
    const valid =
      typeof value === 'object' &&
      value !== null &&
      judgeEvent(
        { value: value as Record<string, unknown>, text: '', spawn: 0, line: 1 },
        new Verdicts(),
        () => undefined,
      );
    if (!valid) faults.push('what the hook got on stdin is no valid envelope');
  }
  const took = spawn?.durationMs ?? 0;
  if (one.time === 'waits' && took < SLOW_MS - 100) faults.push('the runner ended before its hook');
  if (one.time === 'leaves' && took > SLOW_MS - 100) faults.push('the runner waited for an async hook');
  for (const row of one.rows)
    verdicts.check(row, faults.length === 0, () => ({
      message: `${one.says}: ${faults.join(', ')}`,
      expected: one.says,
      actual: faults.join(', '),
    }));
  return { findings: verdicts.findings() };
}
