import type { Emitted, Locate } from '../stream/emitted.ts';
import type { Verdicts } from '../stream/verdicts.ts';
import { judgeEnvelope } from './clean-envelope.ts';
import { judgeData } from './envelope.ts';

/** Everything that one event shows by itself. Returns whether its envelope is valid. */
export function judgeEvent(event: Emitted, verdicts: Verdicts, locate: Locate): boolean {
  const valid = judgeEnvelope(event, verdicts, locate);
  judgeData(event, verdicts, locate);
  return valid;
}
