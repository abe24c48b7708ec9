import { isObject } from '../../harness/model/json.ts';
import type { Captured, Observation } from '../../harness/model/observation.ts';
import type { Subject } from '../../harness/model/subject.ts';
import { documentsOf, type Line } from './lines.ts';
import { wrappedIn } from './wrapping.ts';

/** One document that a subject put out, whatever it holds. */
export interface Document {
  readonly line: Line;
  /** Index of the spawn that wrote it; -1 where that can't be told (a log that several spawns wrote, a late writer). */
  readonly spawn: number;
  readonly channel: 'stdout' | 'log' | 'request';
}

function documents(output: Captured, spawn: number, channel: Document['channel']): Document[] {
  return documentsOf(output.bytes).flatMap((line) => delivered({ line, spawn, channel }));
}

/** The log that a subject appended to, in whichever place the case gave it. */
export function logDocuments(observation: Observation, file: string): readonly Document[] {
  const spawn = observation.spawns.length === 1 ? 0 : -1;
  return observation.files
    .filter((found) => found.area === 'tmp' && found.path === file && found.change !== 'deleted')
    .flatMap((found) => documents(found, spawn, 'log'));
}

/**
 * Everything that stands for an event in what a case saw, on the channel that the subject uses. A line, or a body of a request,
 * may hold an event that is wrapped for delivery (CloudEvents, OTLP); a body may also be a list of them.
 */
export function outputDocuments(observation: Observation, subject: Subject, logFile: string): readonly Document[] {
  if (subject.output === 'log') return logDocuments(observation, logFile);
  if (subject.output === 'stdout') {
    return observation.spawns.flatMap((spawn, index) => documents(spawn.stdout, index, 'stdout'));
  }
  return observation.requests.flatMap(({ body, spawn }) =>
    documentsOf(body.bytes).flatMap((line) => {
      const list = line.fault === undefined && Array.isArray(line.value) ? (line.value as unknown[]) : undefined;
      const lines = list === undefined ? [line] : list.map((value) => within(line, value));
      return lines.flatMap((one) => delivered({ line: one, spawn, channel: 'request' }));
    }),
  );
}

/** The line as if a value that stands in it were all of it. */
function within(line: Line, value: unknown): Line {
  return { ...line, value, text: isObject(value) ? JSON.stringify(value) : '' };
}

/** The events inside of a delivery, or the document itself. */
function delivered(document: Document): readonly Document[] {
  const { line } = document;
  const inner = line.fault === undefined ? wrappedIn(line.value) : undefined;
  return inner === undefined ? [document] : inner.map(({ value }) => ({ ...document, line: within(line, value) }));
}
