import type { CaseFacts, FedEvent, PlanContext } from '../../harness/model/suite.ts';
import { type FedPayload, fedEvents } from '../fed.ts';
import type { EmitterContext } from '../native-case.ts';
import { emission, names } from './data.ts';
import type { PayloadFacts } from './judge.ts';
import { feedForPayloads } from './payload-feed.ts';
import { toolOf } from './plan.ts';

/** Native event by emitted kind; kinds are wanted only where the seed names one. Pure. */
export function fedToCollector(facts: readonly CaseFacts[], context: PlanContext): readonly FedEvent[] {
  const { subject } = context;
  if (subject.role !== 'emitter') return [];
  const payloads = facts.flatMap((one): FedPayload[] => {
    const { kind, inputs } = one.case.context as EmitterContext;
    const fixture = inputs[0];
    if (!['payload', 'seed', 'tool'].includes(kind) || fixture === undefined || one.facts === undefined) return [];
    const { vendor, event } = fixture;
    const tool = toolOf(fixture);
    const ofEvent = emission.events
      .filter((rule) => rule.vendor === vendor && rule.event === event && !rule.kinds.includes('*'))
      .map(({ kinds }) => kinds);
    const ofTool =
      kind === 'tool'
        ? emission.tools.flatMap(({ tools, kind: wanted }) =>
            wanted !== undefined && names(tools, tool) ? [[wanted]] : [],
          )
        : [];
    const { kinds } = one.facts as PayloadFacts;
    return [
      {
        vendor,
        event,
        tool: tool === '' ? undefined : tool,
        // Without lines that have a kind a collector is judged by its privacy alone (contract, section 2).
        wanted: [...ofEvent, ...ofTool],
        emitted: kinds[0] ?? [],
        note: 'the seed names no kind for it',
      },
    ];
  });
  const lines = payloads.some(({ emitted }) => emitted.length > 0);
  const told = lines
    ? payloads
    : payloads.map((one) => ({ ...one, wanted: [], note: 'the subject writes no lines with a kind' }));
  return fedEvents(told, feedForPayloads(context).leftOut);
}
