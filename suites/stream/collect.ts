import { isObject } from '../../harness/model/json.ts';
import type { Captured, Observation } from '../../harness/model/observation.ts';
import type { Subject } from '../../harness/model/subject.ts';
import { documentsOf, type Line } from './lines.ts';
import { unwrapped } from './wrapping.ts';

/** One document that a subject put out, whatever it holds. */
export interface Document {
  readonly line: Line;
  /** Index of the spawn that wrote it; -1 where that can't be told (a log that several spawns wrote, a late writer). */
  readonly spawn: number;
  readonly channel: 'stdout' | 'log' | 'request';
}

function documents(output: Captured, spawn: number, channel: Document['channel']): Document[] {
  return documentsOf(output.bytes).map((line) => ({ line, spawn, channel }));
}

/** The log that a subject appended to, in whichever place the case gave it. */
export function logDocuments(observation: Observation, file: string): readonly Document[] {
  const spawn = observation.spawns.length === 1 ? 0 : -1;
  return observation.files
    .filter((found) => found.area === 'tmp' && found.path === file && found.change !== 'deleted')
    .flatMap((found) => documents(found, spawn, 'log'));
}

/**
 * Everything that stands for an event in what a case saw, on the channel that the subject uses. A body of a request may hold
 * one event, a list of them or lines, and each may come wrapped (CloudEvents, OTLP).
 */
export function outputDocuments(observation: Observation, subject: Subject, logFile: string): readonly Document[] {
  if (subject.output === 'log') return logDocuments(observation, logFile);
  if (subject.output === 'stdout') {
    return observation.spawns.flatMap((spawn, index) => documents(spawn.stdout, index, 'stdout'));
  }
  return observation.requests.flatMap((request) =>
    documents(request.body, request.spawn, 'request').flatMap((document) => batch(document)),
  );
}

function batch(document: Document): Document[] {
  const { line } = document;
  if (line.fault !== undefined) return [document];
  const values = Array.isArray(line.value) ? (line.value as unknown[]) : [line.value];
  return values.flatMap((value) =>
    unwrapped(value).map((inner) => ({
      ...document,
      line: inner === line.value ? line : { ...line, value: inner, text: isObject(inner) ? JSON.stringify(inner) : '' },
    })),
  );
}
