import type { StreamJudging } from '../harness/check/stream-check.ts';
import { AgentHooksStream } from './agent-hooks/stream.ts';
import { findRequirement } from './catalogue.ts';
import { OpenHookStream } from './openhook/stream.ts';
import type { StreamJudge } from './stream/stream-judge.ts';
import { wrappedIn } from './stream/wrapping.ts';

/** A judge for a recorded stream of a specification's events; undefined where it has none. */
export function streamJudge(spec: string): StreamJudge | undefined {
  switch (spec) {
    case 'agent-hooks':
      return new AgentHooksStream();
    case 'openhook':
      return new OpenHookStream();
    default:
      return undefined;
  }
}

/** What `hookconf check` judges streams with. */
export const STREAM_JUDGING: StreamJudging = {
  judge: streamJudge,
  unwrap: wrappedIn,
  gradeOf: (requirement) => findRequirement(requirement)?.grade ?? 'info',
};
