import { isObject } from '../harness/model/json.ts';
import type { Observation, SpawnObservation } from '../harness/model/observation.ts';
import { TRACE_FOLDER } from '../harness/probes/probe.ts';

/** One JSON object that a runner answered an event with. */
export type Outcome = Readonly<Record<string, unknown>>;

/** What one run of a runner said, read without prejudice. */
export interface Answer {
  /** Exit code; undefined where the runner was ended or did not start. */
  readonly code: number | undefined;
  readonly timedOut: boolean;
  /** The outcome documents, one for each event; empty where there is none. */
  readonly outcomes: readonly Outcome[];
  /** Why stdout is no outcome. */
  readonly problem?: string;
  readonly stderr: string;
  readonly durationMs: number;
}

function parse(text: string): Outcome | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** One JSON object, or one on each line where there are several. */
function outcomesOf(stdout: string): readonly Outcome[] | undefined {
  const whole = parse(stdout);
  if (whole) return [whole];
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  const each = lines.map(parse);
  return each.length > 0 && each.every((one) => one !== undefined) ? each : undefined;
}

export function answerOf(spawn: SpawnObservation): Answer {
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

/** Texts by path of files that the runner, not a probe, wrote. */
export function ownFiles(observation: Observation): ReadonlyMap<string, string> {
  const own = observation.files.filter(
    (file) => !(file.area === 'project' && file.path.startsWith(`${TRACE_FOLDER}/`)) && file.change !== 'deleted',
  );
  return new Map(own.map((file) => [file.path, file.bytes.toString('utf8')]));
}

/** A list of an outcome as texts: an item is a string or an object that says something. */
export function textsOf(outcome: Outcome | undefined, member: 'warnings' | 'additionalContext'): readonly string[] {
  const list = outcome?.[member];
  if (!Array.isArray(list)) return [];
  return list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
}

export function warningsOf(outcome: Outcome | undefined): readonly string[] {
  return textsOf(outcome, 'warnings');
}
