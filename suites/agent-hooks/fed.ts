import type { CaseFacts, FedEvent, PlanContext } from '../../harness/model/suite.ts';
import { nativeTool } from '../../vendors/vendor.ts';
import { type FedPayload, fedEvents } from '../fed.ts';
import { feedOf } from '../feed.ts';
import type { EmitterContext } from '../native-case.ts';
import type { AgentHooksFacts } from './judge.ts';
import { absentSurface, beyondFor, cellsFor } from './mapping.ts';

/** Native event by emitted type: what section 8 wants of each payload that was fed by itself. Pure. */
export function fedToAgentHooks(facts: readonly CaseFacts[], context: PlanContext): readonly FedEvent[] {
  const { subject } = context;
  if (subject.role !== 'emitter' || subject.drive === 'scenario') return [];
  const payloads = facts.flatMap((one): FedPayload[] => {
    const { kind, inputs } = one.case.context as EmitterContext;
    const fixture = inputs[0];
    if (kind !== 'payload' || fixture === undefined || one.facts === undefined) return [];
    const cells = cellsFor(fixture);
    const absent = cells.map((cell) => absentSurface(subject, cell.emits)).find((surface) => surface !== undefined);
    const emitted = (one.facts as AgentHooksFacts).emitted.flatMap(([, types]) => types);
    const beyond = beyondFor(fixture).filter((_, __, all) => !all.some((type) => emitted.includes(type)));
    return [
      {
        vendor: fixture.vendor,
        event: fixture.event,
        tool: nativeTool(fixture),
        wanted: cells.filter((cell) => absentSurface(subject, cell.emits) === undefined).map((cell) => cell.emits),
        emitted,
        note:
          absent !== undefined
            ? `the subject declares that it has no ${absent}`
            : beyond.length > 0
              ? `no cell in section 8; ${beyond.join(' or ')} would fit`
              : 'no cell in section 8',
      },
    ];
  });
  return fedEvents(payloads, feedOf(context).leftOut);
}
