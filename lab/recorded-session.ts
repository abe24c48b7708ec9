import { at } from '../harness/model/json.ts';

/** Where the native session id stands, over all vendors that were recorded. */
const SESSION = ['/session_id', '/sessionId', '/thread-id'];
/** Where a sub-agent names the session that started it: its payloads belong to that one. */
const PARENT = ['/parentAgentId', '/parent_agent_id'];

/** The id of the session that a recorded payload belongs to; a sub-agent's payload belongs to its parent's. */
export function rootSession(payload: unknown): string | undefined {
  for (const pointer of [...PARENT, ...SESSION]) {
    const value = at(payload, pointer);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
