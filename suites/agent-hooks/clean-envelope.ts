import { isDateTime } from '../../harness/formats/date-time.ts';
import { isObject } from '../../harness/model/json.ts';
import type { Emitted, Locate } from '../stream/emitted.ts';
import { learning } from '../stream/learned.ts';
import type { Verdicts } from '../stream/verdicts.ts';
import {
  ACTORS,
  judgeEnvelope as judgeInDetail,
  METADATA_KEY,
  MODES,
  NIL_UUID,
  RISKS,
  UUID,
  VERSION,
} from './envelope.ts';

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
const isOneOf = (words: readonly unknown[], value: unknown): boolean => words.includes(value);

/**
 * What a clean envelope has: one bit for each part that rows are about; undefined for an envelope that something is to be said
 * of. Every event of a long stream is asked this first, so it builds nothing.
 */
export function cleanParts(value: Readonly<Record<string, unknown>>): number | undefined {
  const { spec_version: version, event_id: id, event_type: type, timestamp, session_id: session, source } = value;
  if (typeof version !== 'string' || !VERSION.test(version)) return undefined;
  if (typeof id !== 'string' || id === NIL_UUID || !UUID.test(id)) return undefined;
  if (typeof type !== 'string' || type === '' || typeof session !== 'string' || session === '') return undefined;
  if (typeof timestamp !== 'string' || !isDateTime(timestamp)) return undefined;
  if (!isObject(source) || typeof source['tool'] !== 'string' || source['tool'] === '') return undefined;
  if (!isText(source['version']) || !isText(value['parent_session_id'])) return undefined;
  if (value['user'] !== undefined) return undefined;
  const { actor, agent_mode: mode, risk, data, metadata } = value;
  let parts = 0;
  if (actor !== undefined) {
    if (!isObject(actor) || !isOneOf(ACTORS, actor['type'])) return undefined;
    if (!isText(actor['id']) || !isText(actor['name'])) return undefined;
    parts |= 1;
  }
  if (mode !== undefined) {
    if (!isOneOf(MODES, mode)) return undefined;
    parts |= 2;
  }
  if (risk !== undefined) {
    if (!isObject(risk) || risk['factors'] !== undefined) return undefined;
    const { score, level } = risk;
    if (typeof score !== 'number' || !Number.isInteger(score) || score < 0 || score > 100) return undefined;
    if (level !== undefined && !isOneOf(RISKS, level)) return undefined;
    parts |= 4;
  }
  if (data !== undefined) {
    if (!isObject(data) || Object.hasOwn(data, 'risk')) return undefined;
    parts |= 8;
  }
  if (metadata !== undefined) {
    if (!isObject(metadata)) return undefined;
    const keys = Object.keys(metadata);
    if (keys.length === 0 || !keys.every((key) => METADATA_KEY.test(key))) return undefined;
    parts |= 16;
  }
  return parts;
}

/** Judges the envelope of one event; in detail only where there is something to say. */
export const judgeEnvelope: (event: Emitted, verdicts: Verdicts, locate: Locate) => boolean = learning(
  cleanParts,
  judgeInDetail,
);
