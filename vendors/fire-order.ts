/** In what order a vendor fires its events in a session: read off the canonical names of its events. Pure. */
import type { FireOrder } from '../harness/generate/sessions.ts';
import { eventNames, nativeEventOf } from './vendor.ts';

/** The moment at which an event of a canonical name fires; names that are missing here belong to no session's course. */
const MOMENTS: Readonly<Record<string, keyof FireOrder>> = {
  session_start: 'start',
  session_end: 'end',
  before_prompt: 'turnStart',
  agent_stop: 'turnEnd',
  before_tool_execute: 'toolBefore',
  permission_request: 'toolBefore',
  after_tool_execute: 'toolAfter',
  tool_use_failure: 'toolFailed',
  subagent_start: 'subagentStart',
  subagent_stop: 'subagentEnd',
  before_compact: 'compactBefore',
  after_compact: 'compactAfter',
  notification: 'anytime',
};
/** Of several events for these moments one fires: a session begins and ends once, whatever the ways to do so. */
const ONCE: ReadonlySet<keyof FireOrder> = new Set(['start', 'end']);

/** The dialects in which a vendor sends its events, in the order of its data; one without dialects has `undefined` alone. */
export function dialectsOf(slug: string): readonly (string | undefined)[] {
  return [...new Set(eventNames(slug).map((event) => nativeEventOf(slug, event)?.dialect))];
}

/** The events of each moment of a session, in the order of the vendor's data, for one of its dialects. */
export function fireOrderOf(slug: string, dialect: string | undefined = dialectsOf(slug)[0]): FireOrder {
  const order: Record<keyof FireOrder, string[]> = {
    start: [],
    end: [],
    turnStart: [],
    turnEnd: [],
    toolBefore: [],
    toolAfter: [],
    toolFailed: [],
    subagentStart: [],
    subagentEnd: [],
    compactBefore: [],
    compactAfter: [],
    anytime: [],
  };
  for (const event of eventNames(slug)) {
    const facts = nativeEventOf(slug, event);
    if (facts?.canonical == null || facts.hook === false) continue;
    if (facts.dialect !== undefined && facts.dialect !== dialect) continue;
    const moment = MOMENTS[facts.canonical];
    if (moment === undefined || (ONCE.has(moment) && order[moment].length > 0)) continue;
    order[moment].push(event);
  }
  return order;
}
