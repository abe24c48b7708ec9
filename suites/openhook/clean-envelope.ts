import { isDateTime } from '../../harness/formats/date-time.ts';
import { isObject } from '../../harness/model/json.ts';
import type { Emitted, Locate } from '../stream/emitted.ts';
import { learning } from '../stream/learned.ts';
import type { Verdicts } from '../stream/verdicts.ts';
import { judgeEnvelope as judgeInDetail, members, NINE, SOURCE, UUID4 } from './envelope.ts';

/** URIs of folders and pages that need no second look. */
const CONTEXT = /^(?:file|https?):\/\/[A-Za-z0-9\-._~/]+$/;

/**
 * What a clean envelope has: one bit for each part that rows are about; undefined for an envelope that something is to be said
 * of. Every event of a long stream is asked this first, so it builds nothing.
 */
export function cleanParts(value: Readonly<Record<string, unknown>>): number | undefined {
  const { openhook, id, source, type, time, session_id: session, data, context, extensions } = value;
  if (openhook !== '0.1' || typeof id !== 'string' || !UUID4.test(id)) return undefined;
  if (typeof source !== 'string' || !SOURCE.test(source)) return undefined;
  if (typeof type !== 'string' || !members.types.includes(type)) return undefined;
  if (typeof time !== 'string' || !isDateTime(time)) return undefined;
  if (typeof session !== 'string' || session === '') return undefined;
  for (const member in value) if (!NINE.has(member)) return undefined;
  let parts = 0;
  if (data !== undefined) {
    if (!isObject(data)) return undefined;
    parts |= 1;
  }
  if (context !== undefined) {
    if (typeof context !== 'string' || !CONTEXT.test(context)) return undefined;
    parts |= 2;
  }
  if (extensions !== undefined) {
    if (!isObject(extensions)) return undefined;
    parts |= 4;
  }
  return parts;
}

/** Judges the envelope of one event; in detail only where there is something to say. */
export const judgeEnvelope: (event: Emitted, verdicts: Verdicts, locate: Locate) => boolean = learning(
  cleanParts,
  judgeInDetail,
);
