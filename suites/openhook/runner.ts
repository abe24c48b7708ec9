import type { Case, TreeFile } from '../../harness/model/case.ts';
import type { JsonValue } from '../../harness/model/json.ts';
import type { FileObservation, Observation } from '../../harness/model/observation.ts';
import type { Judgement, Plan, PlanContext } from '../../harness/model/suite.ts';
import { ended } from '../consumer.ts';
import { documentsOf } from '../stream/lines.ts';
import { Verdicts } from '../stream/verdicts.ts';
import { CASES, type Discovery, LEFT_MS, WAITED_MS } from './discoveries.ts';
import { judgeEvent } from './event-rules.ts';

const EVENT_ID = '6f1f9d0c-8a35-4c0e-9d7f-0d0c6a2d4b11';

/** Plans a runner that finds hooks in `.openhook.json` (section 4). Pure. */
export function planRunner(context: PlanContext): Plan {
  return { cases: CASES.map((one) => discoveryCase(one, context)), notFed: [] };
}

function discoveryFiles(one: Discovery): TreeFile[] {
  const made = (hooks: readonly JsonValue[]): string => `${JSON.stringify({ openhook: '0.1', hooks }, null, 2)}\n`;
  const kept = { keeps: [{ schema: 'openhook/0.1/discovery' }] };
  const isSound = one.recorded === undefined && one.file === undefined;
  const content = one.file === undefined ? made(one.hooks) : one.file;
  return [
    ...(content === null
      ? []
      : [{ area: 'project' as const, path: '.openhook.json', content, ...(isSound ? kept : {}) }]),
    ...(one.below === undefined
      ? []
      : [{ area: 'project' as const, path: 'packages/one/.openhook.json', content: made(one.below), ...kept }]),
  ];
}

function discoveryCase(one: Discovery, context: PlanContext): Case {
  const event = {
    openhook: '0.1',
    id: EVENT_ID,
    source: 'claude-code',
    type: one.type ?? 'session.end',
    time: '2026-02-23T10:15:30.123Z',
    session_id: 'sess-1',
    // The one type that can't do without its data (3.3).
    ...(one.type === 'file.write' ? { data: { path: 'src/a.ts', operation: 'update' } } : {}),
  };
  return {
    id: `openhook/discover/${one.name}`,
    title: one.says,
    requirements: one.rows.filter((row) => context.catalogue.some(({ id }) => id === row)),
    spawns: [
      {
        placeholders: { vendor: '', event: event.type, edition: context.edition },
        appendArgs: [],
        stdin: { kind: 'payload', payload: event, newline: true, keeps: [{ schema: 'openhook/0.1/event' }] },
        env: {},
        timeoutMs: context.subject.declaredTimeoutMs ?? 30_000,
      },
    ],
    files: [
      ...discoveryFiles(one),
      { area: 'project', path: 'probe.sh', content: '#!/bin/sh\necho "$@" > arguments.txt\n', mode: 0o755 },
    ],
    substitutions: [],
    lingerMs: one.time === 'leaves' ? LEFT_MS + 2500 : 0,
    ...(one.time === 'leaves' ? { awaits: [{ area: 'project' as const, path: 'slow.txt' }] } : {}),
    observeFiles: true,
    canaries: [],
    context: one,
  };
}

/** What must be seen, in words. */
function expectedOf({ marks, holds, envelope, time, recorded }: Discovery): string {
  return [
    recorded === undefined ? 'exit code 0' : 'exit code 0 or a refusal',
    ...Object.entries(marks).map(([name, wanted]) => `the hook that makes ${name} ${wanted ? 'runs' : 'does not run'}`),
    ...(holds === undefined ? [] : [`${holds[0]} holds ${JSON.stringify(holds[1])}`]),
    ...(envelope === undefined ? [] : ['the hook gets the event on stdin']),
    ...(time === undefined ? [] : [time === 'waits' ? 'the runner waits for it' : 'the runner does not wait for it']),
  ].join(', ');
}

/** Judges which hooks ran, with what stdin, and whether the runner waited for them. Pure. */
export function judgeRunner(testCase: Case, observation: Observation): Judgement {
  const one = testCase.context as Discovery;
  const verdicts = new Verdicts();
  const spawn = observation.spawns[0];
  const found = (name: string): FileObservation | undefined =>
    observation.files.find((file) => file.area === 'project' && file.path === name && file.change !== 'deleted');
  const faults: string[] = [];
  if (spawn === undefined || spawn.end.kind === 'not-started' || spawn.end.kind === 'timeout') {
    const reason = spawn?.end.kind === 'timeout' ? 'the runner gave no answer in time' : 'the runner was not started';
    for (const row of one.rows) verdicts.untested(row, reason);
    return { findings: verdicts.findings() };
  }
  // What becomes of a file with a broken entry is recorded (E-OH-07); a runner may refuse it.
  const refuses = one.recorded !== undefined && spawn.end.kind === 'exit';
  const bad =
    spawn.end.kind !== 'exit' || spawn.end.code !== 0 ? `the runner ended with ${ended(spawn.end)}` : undefined;
  if (bad !== undefined && !refuses) faults.push(bad);
  const missed = (marks: Readonly<Record<string, boolean>>): string[] =>
    Object.entries(marks)
      .filter(([name, wanted]) => (found(name) !== undefined) !== wanted)
      .map(([name, wanted]) => `the hook that makes ${name} ${wanted ? 'did not run' : 'ran'}`);
  faults.push(...missed(one.marks));
  if (one.holds !== undefined && found(one.holds[0])?.bytes.toString('utf8').includes(one.holds[1]) === false)
    faults.push(`${one.holds[0]} holds ${JSON.stringify(found(one.holds[0])?.bytes.toString('utf8').trim())}`);
  if (one.envelope !== undefined) {
    const given = documentsOf(found(one.envelope)?.bytes ?? Buffer.alloc(0));
    const value = given.length === 1 ? given[0]?.value : undefined;
    const valid =
      typeof value === 'object' &&
      value !== null &&
      judgeEvent(
        { value: value as Record<string, unknown>, text: '', spawn: 0, line: 1 },
        new Verdicts(),
        () => undefined,
      );
    if (!valid) faults.push('what the hook got on stdin is no valid envelope');
    else if ((value as { id?: unknown }).id !== EVENT_ID) faults.push('what the hook got on stdin is another event');
  }
  const took = spawn.durationMs;
  if (one.time === 'waits' && took < WAITED_MS - 100) faults.push('the runner ended before its hook');
  if (one.time === 'leaves' && took > LEFT_MS - 500) faults.push('the runner waited for an async hook');
  for (const row of one.rows) {
    const more =
      row === 'OH-DISC-015' ? [...(refuses && bad !== undefined ? [bad] : []), ...missed(one.recorded ?? {})] : [];
    const all = [...faults, ...more];
    verdicts.check(row, all.length === 0, () => ({
      message: `${one.says}: ${all.join(', ')}`,
      expected: expectedOf(one),
      actual: all.join(', '),
    }));
  }
  return { findings: verdicts.findings() };
}
