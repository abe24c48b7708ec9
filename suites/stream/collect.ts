import { isObject } from '../../harness/model/json.ts';
import type { Captured, Observation, RequestObservation } from '../../harness/model/observation.ts';
import type { Subject } from '../../harness/model/subject.ts';
import { envelopeRemarks, headerRemarks, mediaRemarks, mediaType } from './delivery.ts';
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
  return observation.requests.flatMap((request) =>
    bodyLines(request).flatMap((line) => delivered({ line, spawn: request.spawn, channel: 'request' })),
  );
}

/** The documents of a body, its content-encoding undone; each member of a list stands for itself. */
function bodyLines(request: RequestObservation): readonly Line[] {
  const { body, content } = request;
  // What came as Protocol Buffers is there as JSON already.
  const [packed] = /^application\/(x-)?protobuf$/.test(mediaType(request)) ? content.documents : [];
  if (packed !== undefined && isOtherTelemetry(packed)) return [];
  if (packed !== undefined)
    return [{ number: 1, text: JSON.stringify(packed), bytes: body.bytes.length, value: packed, remarks: [] }];
  const found = documentsOf(content.plain ?? body.bytes);
  const [first] = found;
  const whole = found.length === 1 && first?.fault === undefined ? first : undefined;
  // A body is no stream of lines: one document may be written over as many as it likes.
  const lines =
    whole === undefined ? found : [{ ...whole, remarks: whole.remarks.filter(({ kind }) => kind !== 'spread') }];
  if (isOtherTelemetry(whole?.value)) return [];
  const list = Array.isArray(whole?.value);
  const remarks = [...mediaRemarks(request, found.length, list), ...headerRemarks(request, whole?.value)];
  return lines
    .flatMap((line) => (Array.isArray(line.value) ? (line.value as unknown[]).map((one) => within(line, one)) : [line]))
    .map((line) => (remarks.length === 0 ? line : { ...line, remarks: [...line.remarks, ...remarks] }));
}

/** Traces and metrics, which an exporter of OTLP sends beside the log records that are the events. */
function isOtherTelemetry(value: unknown): boolean {
  return isObject(value) && (Array.isArray(value['resourceSpans']) || Array.isArray(value['resourceMetrics']));
}

/** The line as if a value that stands in it were all of it. */
function within(line: Line, value: unknown): Line {
  return { ...line, value, text: isObject(value) ? JSON.stringify(value) : '' };
}

/** The events inside of a delivery, or the document itself. */
function delivered(document: Document): readonly Document[] {
  const { line } = document;
  const inner = line.fault === undefined ? wrappedIn(line.value) : undefined;
  if (inner === undefined) return [document];
  return inner.map(({ value }) => {
    const remarks = [...line.remarks, ...envelopeRemarks(line.value, value)];
    return { ...document, line: within({ ...line, remarks }, value) };
  });
}
