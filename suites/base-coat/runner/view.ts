import { isObject } from '../../../harness/model/json.ts';
import type { Observation, SpawnObservation } from '../../../harness/model/observation.ts';
import { TRACE_FOLDER } from '../../../harness/probes/probe.ts';
import { readTrace, type Trace } from '../../../harness/probes/trace.ts';

export type Outcome = Readonly<Record<string, unknown>>;

/** What one run of a runner said. */
export interface Answer {
  /** Exit code; undefined where the runner was ended or did not start. */
  readonly code: number | undefined;
  readonly timedOut: boolean;
  /** One object for each event. */
  readonly outcomes: readonly Outcome[];
  readonly problem?: string;
  readonly stderr: string;
  readonly durationMs: number;
}

export interface View {
  readonly answers: readonly Answer[];
  /** The answers to all events, in order; undefined where one is missing. */
  readonly outcomes: readonly (Outcome | undefined)[];
  readonly trace: Trace;
  /** Texts of files that the runner, not a probe, wrote. */
  readonly files: readonly string[];
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function outcomesOf(stdout: string): readonly Outcome[] | undefined {
  const whole = parse(stdout);
  if (whole) return [whole];
  const each = stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parse);
  return each.length > 0 && each.every((one) => one !== undefined) ? each : undefined;
}

function answerOf(spawn: SpawnObservation): Answer {
  const stdout = spawn.stdout.bytes.toString('utf8');
  const code = spawn.end.kind === 'exit' ? spawn.end.code : undefined;
  const outcomes = code === 0 ? outcomesOf(stdout) : [];
  return {
    code,
    timedOut: spawn.end.kind === 'timeout',
    outcomes: outcomes ?? [],
    ...(outcomes ? {} : { problem: stdout.trim() === '' ? 'stdout is empty' : 'stdout is not one JSON object' }),
    stderr: spawn.stderr.bytes.toString('utf8'),
    durationMs: spawn.durationMs,
  };
}

/** Reads a case. `events` is how many answers are due: all of them of one spawn in a session, else one of each. */
export function viewOf(observation: Observation, events: number): View {
  const answers = observation.spawns.map(answerOf);
  const outcomes =
    answers.length === 1 ? (answers[0]?.outcomes ?? []) : answers.map((answer) => answer.outcomes.at(-1));
  return {
    answers,
    outcomes: Array.from({ length: events }, (_, at) => outcomes[at]),
    trace: readTrace(observation.files),
    files: observation.files
      .filter(
        (file) => !(file.area === 'project' && file.path.startsWith(`${TRACE_FOLDER}/`)) && file.change !== 'deleted',
      )
      .map((file) => file.bytes.toString('utf8')),
  };
}

function texts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
}

export function warningsOf(outcome: Outcome | undefined): readonly string[] {
  return texts(outcome?.['warnings']);
}

export function contextOf(outcome: Outcome | undefined): readonly string[] {
  return texts(outcome?.['additionalContext']);
}
