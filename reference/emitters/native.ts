/** Reads the native hook payloads of fifteen coding tools into one shape. Knows members by name, imports nothing. */

import { KINDS, type Kind } from './native-kinds.ts';

export type { Kind };

export type Json = Record<string, unknown>;

export interface Native {
  readonly vendor: string;
  readonly event: string;
  readonly kind: Kind;
  readonly payload: Json;
  readonly session: string;
  readonly agentId: string | undefined;
  readonly agentType: string | undefined;
  readonly callId: string | undefined;
  /** Tool as the vendor calls it. */
  readonly tool: string | undefined;
  /** What it is asked to do, in one of the words below, or `mcp` with the tool's name. */
  readonly action: string | undefined;
  readonly input: Json;
  readonly result: unknown;
  readonly prompt: string | undefined;
  readonly response: string | undefined;
  readonly model: string | undefined;
  readonly transcript: string | undefined;
  readonly timestamp: string | undefined;
  readonly trigger: string | undefined;
  readonly cwd: string | undefined;
}

/** Tools in the vendors' words, by what they do. */
const ACTIONS: Record<string, readonly string[]> = {
  shell: [
    ...['Bash', 'bash', 'shell', 'Shell', 'powershell', 'run_shell_command', 'execute_command', 'execute_bash'],
    ...['launch-process', 'shell_command', 'Execute', 'run_in_terminal', 'runTerminalCommand', 'execute_cmd'],
  ],
  read: [...['Read', 'read', 'view', 'read_file', 'read_many_files', 'readFile', 'TabRead', 'fs_read']],
  write: [
    ...['Write', 'write', 'create', 'Create', 'write_file', 'write_to_file', 'save-file', 'create_file', 'createFile'],
    ...[
      'Edit',
      'edit',
      'MultiEdit',
      'NotebookEdit',
      'StrReplace',
      'str_replace_editor',
      'str-replace-editor',
      'fs_write',
    ],
    ...['replace', 'replace_in_file', 'edit_file', 'apply_patch', 'patch', 'TabWrite', 'replace_string_in_file'],
    ...['multi_replace_string_in_file', 'insert_edit_into_file', 'editFiles'],
  ],
  search: ['WebSearch', 'web_search', 'google_web_search', 'web-search', 'websearch'],
  fetch: ['WebFetch', 'web_fetch', 'web-fetch', 'webfetch', 'FetchUrl', 'fetch_webpage', 'read_web_page'],
};
const ACTION_OF = new Map(Object.entries(ACTIONS).flatMap(([action, names]) => names.map((name) => [name, action])));

/** Events that stand for a tool, where the payload names none. */
const STANDS_FOR: Record<string, string> = {
  beforeShellExecution: 'shell',
  afterShellExecution: 'shell',
  beforeReadFile: 'read',
  afterFileEdit: 'write',
  afterTabFileEdit: 'inline-edit',
  pre_run_command: 'shell',
  post_run_command: 'shell',
  pre_read_code: 'read',
  post_read_code: 'read',
  pre_write_code: 'write',
  post_write_code: 'write',
};

const MCP_EVENTS = [
  'beforeMCPExecution',
  'afterMCPExecution',
  'preMcpToolCall',
  'pre_mcp_tool_use',
  'post_mcp_tool_use',
];

/** How the vendors name the tools of MCP servers; the last part is the tool. */
const MCP_NAMES: Record<string, RegExp> = {
  'gemini-cli': /^mcp_(?!_)[^_]+_(.+)$/,
  'vs-code-copilot': /^mcp_(?!_)[^_]+_(.+)$/,
  'copilot-cli': /^[^-/]+[-/](.+)$/,
  'copilot-cloud-agent': /^[^-/]+[-/](.+)$/,
  kiro: /^@[^/]+\/(.+)$/,
  cursor: /^MCP:(.+)$/,
  opencode: /^[^_]+_(.+)$/,
  cline: /^.+?__(.+)$/,
  augment: /^(.+)_[^_]+$/,
};
const MCP_NAME = /^mcp__.+?__(.+)$/;

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function text(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** In-process tools hand over a call: the hook's name and its arguments. */
function flattened(payload: Json): Json {
  if (!Array.isArray(payload['args'])) return payload;
  const [first, second] = payload['args'] as unknown[];
  return { ...object(first), input: object(first), output: object(second) };
}

/** The event under the name that the product sends; a table of names elsewhere prints them in Pascal case. */
function eventName(vendor: string, named: string): string {
  if (vendor !== 'windsurf' || !/^(Pre|Post)[A-Z]/.test(named)) return named;
  return named
    .replace('MCP', 'Mcp')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase();
}

export function readNative(vendor: string, given: string | undefined, parsed: unknown): Native {
  const payload = flattened(object(parsed));
  const info = object(payload['tool_info']);
  const pre = object(payload['preToolUse']);
  const post = object(payload['postToolUse']);
  const input = object(payload['input']);
  const output = object(payload['output']);
  const properties = object(object(payload['event'])['properties']);
  const named = text(
    payload['hook_event_name'],
    payload['hookEventName'],
    payload['agent_action_name'],
    payload['hookName'],
  );
  // A payload that names an event says more than whoever registered the command; two vendors name some of theirs otherwise.
  const event = eventName(vendor, text(given, named) ?? '');
  const kind = KINDS[event] ?? 'other';
  const session = text(
    payload['session_id'],
    payload['sessionId'],
    payload['conversation_id'],
    payload['trajectory_id'],
    payload['taskId'],
    payload['thread-id'],
    object(payload['thread'])['id'],
    input['sessionID'],
    properties['sessionID'],
    object(properties['info'])['id'],
    deepSession(payload, 6),
  );
  const events = Array.isArray(payload['hook_events']) ? object(payload['hook_events'][0]) : {};
  const tool = text(
    payload['tool_name'],
    payload['toolName'],
    payload['tool'],
    pre['toolName'],
    post['toolName'],
    info['mcp_tool_name'],
    input['tool'],
    object(payload['tool_call'])['name'],
    object(payload['tool_result'])['name'],
    events['tool_name'],
  );
  const mcpInput = object(pre['parameters'] ?? post['parameters']);
  return {
    vendor,
    event,
    kind,
    payload,
    session: session ?? `folder-${text(payload['cwd'], payload['workspace']) ?? 'unknown'}`,
    agentId: text(payload['agent_id'], payload['agentId'], payload['subagent_id']),
    agentType: text(payload['agent_type'], payload['agentType'], payload['subagent_type']),
    callId: text(
      payload['tool_use_id'],
      payload['toolCallId'],
      payload['tool_call_id'],
      payload['toolUseID'],
      input['callID'],
      object(payload['tool_call'])['id'],
      object(payload['tool_result'])['id'],
    ),
    tool,
    action: actionOf(vendor, event, tool === 'use_mcp_tool' ? `mcp__x__${String(mcpInput['tool_name'])}` : tool),
    input: toolInput(payload, info, pre, post, input, output, events),
    result: resultOf(payload, info, post, output, events),
    prompt: text(
      payload['prompt'],
      payload['initialPrompt'],
      payload['initial_prompt'],
      payload['message'],
      payload['submitted_prompt'],
      info['user_prompt'],
      object(payload['userPromptSubmit'])['prompt'],
      object(payload['conversation'])['userPrompt'],
      promptParts(output),
    ),
    response: text(
      payload['last_assistant_message'],
      payload['prompt_response'],
      payload['response'],
      payload['text'],
      payload['assistant_response'],
      info['response'],
    ),
    model: text(
      payload['model'],
      object(payload['model'])['id'],
      payload['model_name'],
      object(payload['llm_request'])['model'],
    ),
    transcript: text(payload['transcript_path'], payload['transcriptPath'], info['transcript_path']),
    timestamp: timestampOf(payload),
    trigger: text(payload['trigger']),
    cwd: text(payload['cwd']),
  };
}

/** Some calls of an in-process tool name the session deep inside what they hand over. */
function deepSession(value: unknown, depth: number): string | undefined {
  if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
  const own = text((value as Json)['sessionID']);
  if (own !== undefined) return own;
  for (const member of Object.values(value)) {
    const found = deepSession(member, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function promptParts(output: Json): string | undefined {
  const parts = Array.isArray(output['parts']) ? (output['parts'] as unknown[]) : [];
  const texts = parts.map((part) => text(object(part)['text'])).filter((one) => one !== undefined);
  return texts.length === 0 ? undefined : texts.join('\n');
}

function actionOf(vendor: string, event: string, tool: string | undefined): string | undefined {
  const stands = STANDS_FOR[event];
  if (stands !== undefined) return stands;
  if (tool === undefined) return undefined;
  const known = ACTION_OF.get(tool);
  const mcp = MCP_EVENTS.includes(event);
  if (known !== undefined && !mcp) return known;
  const name = (MCP_NAME.exec(tool) ?? MCP_NAMES[vendor]?.exec(tool))?.[1];
  if (mcp || name !== undefined) return `mcp:${name ?? tool}`;
  return undefined;
}

function parsedObject(value: unknown): Json {
  if (typeof value !== 'string') return object(value);
  try {
    return object(JSON.parse(value));
  } catch {
    return { text: value };
  }
}

function toolInput(payload: Json, info: Json, pre: Json, post: Json, input: Json, output: Json, events: Json): Json {
  const candidates = [
    payload['tool_input'],
    payload['toolArgs'],
    payload['toolInput'],
    payload['arguments'],
    pre['parameters'],
    post['parameters'],
    info['mcp_tool_arguments'],
    output['args'],
    input['args'],
    object(payload['tool_call'])['input'],
    object(payload['tool_result'])['input'],
    events['tool_input'],
    payload['thread'] === undefined ? undefined : payload['input'],
  ];
  const found = candidates.find((one) => one !== undefined);
  if (found !== undefined) return parsedObject(found);
  const single: Json = {};
  for (const member of ['command', 'file_path', 'url'])
    if (payload[member] !== undefined) single[member] = payload[member];
  for (const member of ['command_line', 'file_path', 'cwd'])
    if (info[member] !== undefined) single[member] = info[member];
  return single;
}

function resultOf(payload: Json, info: Json, post: Json, output: Json, events: Json): unknown {
  const candidates = [
    payload['tool_response'],
    payload['toolResult'],
    payload['tool_result'],
    payload['tool_output'],
    payload['result_json'],
    payload['error'],
    payload['error_message'],
    info['mcp_result'],
    post['result'],
    output['output'],
    events['tool_response'],
  ];
  return candidates.find((one) => one !== undefined);
}

function timestampOf(payload: Json): string | undefined {
  const given = payload['timestamp'] ?? object(payload['context'])['timestamp'];
  const time = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (typeof time !== 'string' && typeof time !== 'number') return undefined;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
