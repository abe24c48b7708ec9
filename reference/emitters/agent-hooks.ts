/** Turns one native payload into Agent Hooks 0.1.0 events: hashes and lengths by default, never what was said or printed. */
import { createHash, randomUUID } from 'node:crypto';
import type { Json, Native } from './native.ts';

const TOOL_NAMES: Record<string, string> = { 'copilot-cli': 'copilot', 'copilot-cloud-agent': 'copilot' };
const ACTION_NAMES: Record<string, string> = {
  shell: 'shell',
  read: 'read_file',
  write: 'write_file',
  'inline-edit': 'code_edit',
  search: 'web_search',
  fetch: 'web_search',
};

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;

/** Members of a tool's input that say what is done, and to what; everything else may be content. */
const SAID = new Set([
  ...[
    'command',
    'command_line',
    'cmd',
    'file_path',
    'filePath',
    'path',
    'absolute_path',
    'target_file',
    'notebook_path',
  ],
  ...['url', 'query', 'pattern', 'cwd', 'description', 'timeout', 'offset', 'limit', 'server', 'tool'],
]);

function inputOf(native: Native): Json {
  const kept: Json = {};
  for (const [member, value] of Object.entries(native.input)) {
    if (typeof value !== 'string') kept[member] = typeof value === 'object' ? '[removed]' : value;
    else if (SAID.has(member) && !(member === 'command' && native.action === 'write'))
      kept[member] = value.slice(0, 2000);
    else if (native.action === 'write' && /\*\*\* (Add|Update|Delete) File: /.test(value))
      kept[member] = touched(value);
    else kept[member] = `[removed, ${value.length} characters]`;
  }
  return kept;
}

/** The files that a patch touches, without what it writes into them. */
function touched(patch: string): string {
  return [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: .*$/gm)].map(([line]) => line).join('\n');
}

function result(native: Native): Json {
  const { result: given } = native;
  const members = typeof given === 'object' && given !== null ? (given as Json) : {};
  const exit = members['exit_code'] ?? members['exitCode'];
  const failed =
    native.kind === 'failure' ||
    members['error'] !== undefined ||
    members['success'] === false ||
    native.payload['tool_error'] !== undefined ||
    (native.payload['postToolUse'] as Json | undefined)?.['success'] === false ||
    native.payload['status'] === 'error' ||
    members['resultType'] === 'failure' ||
    (typeof exit === 'number' && exit !== 0);
  const length = given === undefined ? 0 : (typeof given === 'string' ? given : JSON.stringify(given)).length;
  return {
    success: !failed,
    ...(Number.isInteger(exit) ? { exit_code: exit } : {}),
    output: `[${length} characters, not kept]`,
  };
}

function action(native: Native, after: boolean): Json {
  const name = native.action ?? native.tool ?? native.event;
  return {
    name: ACTION_NAMES[name] ?? name,
    input: inputOf(native),
    ...(after ? { result: result(native) } : {}),
  };
}

const START_REASONS: Record<string, string> = {
  startup: 'new',
  new: 'new',
  resume: 'resume',
  clear: 'restart',
  compact: 'restart',
};
const END_REASONS: Record<string, string> = {
  clear: 'manual_reset',
  logout: 'exit',
  prompt_input_exit: 'exit',
  exit: 'exit',
  complete: 'completed',
  completed: 'completed',
  error: 'error',
  other: 'exit',
};

type Draft = readonly [type: string, data: Json, actor?: string];

function drafts(native: Native): readonly Draft[] {
  const { kind, payload } = native;
  const word = (member: string): string => (typeof payload[member] === 'string' ? payload[member] : '');
  switch (kind) {
    case 'session-start':
      return [['Session.Start', { start_reason: START_REASONS[word('source')] ?? 'new' }, 'user']];
    case 'session-end':
      return [['Session.End', { end_reason: END_REASONS[word('reason')] ?? 'exit' }]];
    case 'prompt': {
      const prompt = native.prompt ?? '';
      return [['Prompt.Submitted', { prompt_hash: sha256(prompt), prompt_length: prompt.length }, 'user']];
    }
    case 'before':
      return [['Action.Before', { action: action(native, false) }, 'ai_agent']];
    case 'after':
      return [['Action.After', { action: action(native, true) }, 'ai_agent']];
    case 'failure':
      return [
        ['Action.After', { action: action(native, true) }, 'ai_agent'],
        [
          'Agent.Error',
          { error_type: 'ToolFailed', error_message: 'a tool call failed', origin_event: 'Action.After' },
          'ai_agent',
        ],
      ];
    case 'response': {
      const response = native.response;
      const data = response === undefined ? {} : { response_length: response.length, response_hash: sha256(response) };
      return [['Agent.Response', { ...data, final: true }, 'ai_agent']];
    }
    case 'subagent-start':
      return native.agentType === 'Plan'
        ? [['Agent.Plan.Start', { plan_type: 'plan' }, 'ai_agent']]
        : [[custom(native), {}, 'ai_agent']];
    case 'model-request':
      return [['Model.Requested', {}, 'ai_agent']];
    case 'model-response':
      return [['Model.Responded', modelData(native), 'ai_agent']];
    case 'compaction': {
      const auto = native.trigger === 'auto';
      return [['Context.Compaction', { trigger: auto ? 'auto' : 'manual' }, auto ? 'system' : 'user']];
    }
    case 'notification':
      return [['Agent.Notification', notification(word('notification_type')), 'ai_agent']];
    case 'permission':
      return [['Agent.Notification', { type: 'ToolPermission', message: 'a tool asks for permission' }, 'ai_agent']];
    case 'error':
      return [['Agent.Error', { error_type: 'ModelError', error_message: 'the agent reported an error' }]];
    default:
      return native.payload['hook_event_name'] === 'NotARealEvent' ? [] : [[custom(native), {}]];
  }
}

const custom = (native: Native): string => `vendor.${native.vendor}.${native.event === '' ? 'Unknown' : native.event}`;

function notification(type: string): Json {
  if (/permission/i.test(type)) return { type: 'ToolPermission', message: 'the agent asks for permission' };
  if (/idle/i.test(type)) return { type: 'IdleTimeout', message: 'the agent waits' };
  return { message: 'the agent notifies' };
}

function modelData(native: Native): Json {
  const usage = ((native.payload['llm_response'] as Json | undefined)?.['usageMetadata'] ?? {}) as Json;
  const model = native.model;
  return {
    ...(model === undefined ? {} : { model_id: model.includes('/') ? model : `google/${model}` }),
    ...(Number.isInteger(usage['totalTokenCount']) ? { output_tokens: usage['totalTokenCount'] } : {}),
  };
}

const METADATA: Record<string, string> = {
  'claude-code': 'com.anthropic',
  codex: 'com.openai',
  cursor: 'dev.cursor',
  'gemini-cli': 'com.google',
};

export function agentHooksEvents(native: Native, now: Date): Json[] {
  const own = native.agentId === undefined ? native.session : `${native.session}/${native.agentId}`;
  return drafts(native).map(([event_type, data, actor]) => ({
    spec_version: '0.1.0',
    event_id: randomUUID(),
    event_type,
    timestamp: native.timestamp ?? now.toISOString(),
    source: { tool: TOOL_NAMES[native.vendor] ?? native.vendor },
    session_id: own,
    ...(own === native.session ? {} : { parent_session_id: native.session }),
    ...(actor === undefined ? {} : { actor: { type: actor } }),
    ...(native.payload['permission_mode'] === 'plan' ? { agent_mode: 'plan' } : {}),
    data,
    ...(event_type === 'Action.Before' ? { risk: risk(native) } : {}),
    metadata: { [METADATA[native.vendor] ?? `dev.${native.vendor}`]: { native_event: native.event } },
  }));
}

function risk(native: Native): Json {
  const command = String(native.input['command'] ?? '');
  if (/\brm\s+-\w*[rf]/.test(command)) return { score: 90, level: 'critical', factors: ['DESTRUCTIVE_OP'] };
  return native.action === 'shell' ? { score: 30, level: 'medium' } : { score: 5, level: 'low' };
}
