import type { Emitted, Locate } from '../stream/emitted.ts';
import type { Verdicts } from '../stream/verdicts.ts';
import { judgeEnvelope } from './clean-envelope.ts';
import { judgePrivacyOfEvent } from './privacy.ts';
import { judgeData, judgeName } from './taxonomy.ts';

/** Everything that one event shows by itself, whether a process wrote it or it stands in a stream. */
export function judgeEvent(event: Emitted, verdicts: Verdicts, locate: Locate): boolean {
  const valid = judgeEnvelope(event, verdicts, locate);
  judgeName(event, verdicts, locate);
  judgeData(event, verdicts, locate);
  judgeAttribution(event, verdicts, locate);
  judgePrivacyOfEvent(event, verdicts, locate);
  return valid;
}

/** Who acts: prompts come from the user, tool calls from the agent (section 4). */
function judgeAttribution(event: Emitted, verdicts: Verdicts, locate: Locate): void {
  const { event_type: type, actor } = event.value;
  const acts = (actor as { type?: unknown } | undefined)?.type;
  if (typeof type !== 'string' || typeof acts !== 'string') return;
  const wanted = type === 'Prompt.Submitted' ? 'user' : type.startsWith('Action.') ? 'ai_agent' : undefined;
  if (wanted === undefined || !['user', 'ai_agent', 'system'].includes(acts)) return;
  verdicts.check('AH-ACT-009', acts === wanted, () => {
    const where = locate(event, '/actor/type');
    return {
      message: `${type}: actor.type is "${acts}"; such events come from "${wanted}"`,
      expected: wanted,
      actual: acts,
      input: event.text,
      ...(where === undefined ? {} : { where }),
    };
  });
}
