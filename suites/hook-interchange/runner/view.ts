import { isObject } from '../../../harness/model/json.ts';
import type { Observation, SpawnObservation } from '../../../harness/model/observation.ts';
import { TRACE_FOLDER } from '../../../harness/probes/probe.ts';
import { readTrace, type Trace } from '../../../harness/probes/trace.ts';

/** What one run of a runner said, read without prejudice. */
export interface Answer {
  /** Exit code; undefined where the runner was ended or did not start. */
  readonly code: number | undefined;
  readonly timedOut: boolean;
  /** The outcome documents, one for each event; empty where there is none. */
  readonly outcomes: readonly Readonly<Record<string, unknown>>[];
  /** Why stdout is no outcome. */
  readonly problem?: string;
  readonly stderr: string;
  readonly durationMs: number;
}

export interface View {
  readonly answers: readonly Answer[];
  /** What the runner warned of where no hook ran: it says nothing of a hook. */
  readonly chatter: readonly string[];
  readonly trace: Trace;
  /** Texts of files that the runner, not a probe, wrote. */
  readonly files: ReadonlyMap<string, string>;
  readonly survivors: number;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** One JSON object, or one on each line where there are several. */
function outcomesOf(stdout: string): Record<string, unknown>[] | undefined {
  const whole = parse(stdout);
  if (whole) return [whole];
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  const each = lines.map(parse);
  return each.length > 0 && each.every((one) => one !== undefined) ? each : undefined;
}

function answerOf(spawn: SpawnObservation): Answer {
  const stdout = spawn.stdout.bytes.toString('utf8');
  const outcomes = outcomesOf(stdout);
  return {
    code: spawn.end.kind === 'exit' ? spawn.end.code : undefined,
    timedOut: spawn.end.kind === 'timeout',
    outcomes: outcomes ?? [],
    ...(outcomes ? {} : { problem: stdout.trim() === '' ? 'stdout is empty' : 'stdout is not one JSON object' }),
    stderr: spawn.stderr.bytes.toString('utf8'),
    durationMs: spawn.durationMs,
  };
}

/** With `unhooked` the first answer is that for an event without hooks, and no answer to the case. */
export function viewOf(observation: Observation, unhooked: boolean = false): View {
  const own = observation.files.filter(
    (file) => !(file.area === 'project' && file.path.startsWith(`${TRACE_FOLDER}/`)) && file.change !== 'deleted',
  );
  const answers = observation.spawns.map(answerOf);
  return {
    answers: unhooked ? answers.slice(1) : answers,
    chatter: unhooked ? warningsOf(answers[0]?.outcomes.at(-1)) : [],
    trace: readTrace(observation.files),
    files: new Map(own.map((file) => [file.path, file.bytes.toString('utf8')])),
    survivors: observation.survivors.length,
  };
}

/** The warnings of an outcome as texts: a warning is a string or an object with a message. */
export function warningsOf(outcome: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const list = outcome?.['warnings'];
  if (!Array.isArray(list)) return [];
  return list.map((warning) => (typeof warning === 'string' ? warning : JSON.stringify(warning)));
}
