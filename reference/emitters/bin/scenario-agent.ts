/** Reference agent: plays a scenario from stdin and emits the events of the session, in the format that its argument names. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { agentHooksEvents } from '../agent-hooks.ts';
import type { Json, Kind, Native } from '../native.ts';
import { openHookEvents } from '../openhook.ts';

interface Step {
  do: string;
  text?: string;
  tool?: string;
  input?: Json;
  output?: string;
  exit_code?: number;
  type?: string;
  trigger?: string;
  reason?: string;
  steps?: Step[];
}

const ACTIONS: Record<string, string> = {
  shell: 'shell',
  file_read: 'read',
  file_write: 'write',
  web_search: 'search',
};

function play(
  steps: readonly Step[],
  session: string,
  agent: string | undefined,
  emit: (native: Native) => void,
): void {
  const native = (kind: Kind, more: Partial<Native> = {}): Native => ({
    vendor: 'scenario-agent',
    event: kind,
    kind,
    payload: {},
    session,
    agentId: agent,
    agentType: undefined,
    callId: undefined,
    tool: undefined,
    action: undefined,
    input: {},
    result: undefined,
    prompt: undefined,
    response: undefined,
    model: undefined,
    transcript: undefined,
    timestamp: undefined,
    trigger: undefined,
    cwd: undefined,
    ...more,
  });
  for (const step of steps) {
    if (step.do === 'start') emit(native('session-start'));
    if (step.do === 'prompt') emit(native('prompt', { prompt: step.text }));
    if (step.do === 'compact') emit(native('compaction', { trigger: step.trigger }));
    if (step.do === 'end') emit(native('session-end', { payload: { reason: step.reason } }));
    if (step.do === 'tool') {
      const tool = step.tool ?? 'shell';
      const mcp = tool.startsWith('mcp:') ? `mcp:${tool.split('/').at(-1)}` : undefined;
      const call = { tool, action: mcp ?? ACTIONS[tool], input: step.input ?? {}, callId: randomUUID() };
      emit(native('before', call));
      emit(native(step.exit_code === 0 ? 'after' : 'failure', { ...call, result: { exit_code: step.exit_code } }));
    }
    if (step.do === 'subagent') {
      const id = randomUUID();
      emit(native('subagent-start', { agentType: step.type, agentId: id }));
      play(step.steps ?? [], session, id, emit);
    }
  }
}

const format = process.argv[2] ?? 'agent-hooks';
const scenario = JSON.parse(readFileSync(0, 'utf8')) as { session_id?: string; steps: Step[] };
play(scenario.steps, scenario.session_id ?? randomUUID(), undefined, (native) => {
  const events = format === 'openhook' ? openHookEvents(native, new Date()) : agentHooksEvents(native, new Date());
  for (const event of events) process.stdout.write(`${JSON.stringify(event)}\n`);
});
