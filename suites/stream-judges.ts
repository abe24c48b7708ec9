import type { StreamJudging } from '../harness/check/stream-check.ts';
import { findRequirement } from './catalogue.ts';
import { envelopeRemarks } from './stream/delivery.ts';
import type { StreamJudge } from './stream/stream-judge.ts';
import { wrappedIn } from './stream/wrapping.ts';

/** A judge for a recorded stream of a specification's events that is read at a time; undefined where it has none. */
async function streamJudge(spec: string, readAt: number): Promise<StreamJudge | undefined> {
  switch (spec) {
    case 'agent-hooks':
      return new (await import('./agent-hooks/stream.ts')).AgentHooksStream(readAt);
    case 'openhook':
      return new (await import('./openhook/stream.ts')).OpenHookStream(readAt);
    default:
      return undefined;
  }
}

/** What `hookconf check` judges streams with. */
export const STREAM_JUDGING: StreamJudging = {
  judge: streamJudge,
  unwrap: wrappedIn,
  envelope: envelopeRemarks,
  gradeOf: (requirement) => findRequirement(requirement)?.grade ?? 'info',
};
