import type { CaseFacts, FedEvent, PlanContext } from '../../harness/model/suite.ts';
import { expectationsOf } from '../../vendors/equivalence.ts';
import { canonicalEvent, nativeTool } from '../../vendors/vendor.ts';
import { type FedPayload, fedEvents } from '../fed.ts';
import { feedOf } from '../feed.ts';
import type { EmitterContext } from '../native-case.ts';
import { members } from './envelope.ts';
import type { OpenHookFacts } from './judge.ts';

/** Native event by emitted type, of each payload that was fed by itself. Pure. */
export function fedToOpenHook(facts: readonly CaseFacts[], context: PlanContext): readonly FedEvent[] {
  if (context.subject.role !== 'emitter' || context.subject.drive === 'scenario') return [];
  const payloads = facts.flatMap((one): FedPayload[] => {
    const { kind, inputs } = one.case.context as EmitterContext;
    const fixture = inputs[0];
    if (kind !== 'payload' || fixture === undefined || one.facts === undefined) return [];
    const ask = members.asks[canonicalEvent(fixture.vendor, fixture.event) ?? ''];
    const absent = ask?.type === 'session.end' && !context.subject.surface.session_end;
    const writes = expectationsOf(fixture.name).some(({ expected }) => expected.openhook?.artifact !== undefined);
    const wanted = ask === undefined || absent ? [] : [ask.type, ...(writes ? ['file.write'] : [])];
    return [
      {
        vendor: fixture.vendor,
        event: fixture.event,
        tool: nativeTool(fixture),
        wanted: wanted.map((type) => [type]),
        emitted: (one.facts as OpenHookFacts).emitted.flatMap(({ came }) => came),
        note: absent ? 'the subject declares that it has no session_end' : 'no type of the seed is about it',
      },
    ];
  });
  return fedEvents(payloads, feedOf(context).leftOut);
}
