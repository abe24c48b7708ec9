/** A collector of Claude Code and Codex payloads: keeps what the agent did, never what came of it. */
import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';

type Json = Record<string, unknown>;
type Draft = readonly [kind: string, metadata: Json, lane?: string];

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const text = (...values: unknown[]): string | undefined =>
  values.find((one): one is string => typeof one === 'string' && one.trim() !== '');

/** Inputs are stored without bodies of files and patches, and no text longer than this. */
const LONGEST = 400;

function cut(value: string, most: number): string {
  return value.length <= most ? value : `${value.slice(0, most)}…`;
}

function summary(input: Json): Json {
  const kept: Json = {};
  for (const [name, value] of Object.entries(input))
    if (typeof value !== 'object') kept[name] = typeof value === 'string' ? cut(value, LONGEST) : value;
  return kept;
}

/** The files that a patch touches; of its body nothing is read. */
function patchPaths(input: Json): string[] {
  const patch = text(input['input'], input['command'], input['patch']) ?? '';
  return [...patch.matchAll(/^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gm)].map(([, path = '']) =>
    path.trim(),
  );
}

function paths(command: string): string[] {
  return command.split(/\s+/).filter((word) => /^[\w./-]+\.\w+$/.test(word));
}

const FAMILY: Record<string, string> = {
  Bash: 'terminal',
  PowerShell: 'terminal',
  BashOutput: 'terminal',
  KillShell: 'terminal',
  Edit: 'file',
  Write: 'file',
  NotebookEdit: 'file',
  MultiEdit: 'file',
  apply_patch: 'file',
};
const EXPLORE = ['Read', 'Grep', 'Glob', 'WebSearch', 'WebFetch', 'LSP', 'ToolSearch'];
const KINDS: Record<string, string> = {
  terminal: 'terminal.command',
  file: 'file.changed.by.tool',
  explore: 'tool.explored',
  coordination: 'tool.coordinated',
};

function afterTool(tool: string, input: Json, payload: Json): Draft {
  const mcp = tool.startsWith('mcp__');
  const family = FAMILY[tool] ?? (EXPLORE.includes(tool) ? 'explore' : 'coordination');
  const metadata: Json = {
    subtypeKey: tool === 'LSP' ? 'grep_code' : tool.toLowerCase(),
    subtypeGroup: family,
    toolFamily: family,
    operation: tool === 'LSP' ? `lsp_${String(input['operation'])}` : tool.toLowerCase(),
    sourceTool: tool,
    importance: 'normal',
  };
  const command = text(input['command']) ?? '';
  if (family === 'terminal' && tool !== 'apply_patch')
    Object.assign(metadata, {
      commandAnalysis: { program: command.split(/\s/)[0] ?? '' },
      timeoutMs: input['timeout'],
      runInBackground: input['run_in_background'],
      filePaths: paths(command),
      entityName: text(input['bash_id']),
    });
  if (EXPLORE.includes(tool)) metadata['toolInput'] = summary(input);
  const own: Record<string, Json> = {
    Read: { readOffset: input['offset'], readLimit: input['limit'] },
    Grep: {
      searchPattern: input['pattern'],
      searchPath: input['path'] ?? '.',
      searchGlob: input['glob'],
      grepOutputMode: input['output_mode'],
      grepCaseInsensitive: input['-i'],
      grepMultiline: input['multiline'],
    },
    Glob: { searchPattern: input['pattern'], searchPath: input['path'] ?? '.' },
    WebSearch: {
      webQuery: input['query'],
      webAllowedDomains: input['allowed_domains'] ?? [],
      webBlockedDomains: input['blocked_domains'] ?? [],
      webUrls: [],
    },
    WebFetch: { webQuery: input['url'], webPrompt: input['prompt'], webUrls: [input['url']] },
    Edit: { editReplaceAll: input['replace_all'] ?? false, filePaths: [input['file_path']] },
    Agent: {
      agentName: text(input['subagent_type'], input['name']) ?? 'agent',
      agentModel: text(input['model']) ?? 'inherit',
      agentRunInBackground: input['run_in_background'] ?? false,
    },
    Monitor: {
      monitorScript: input['script'] ?? input['command'],
      monitorDescription: text(input['description']) ?? '',
    },
    CronCreate: { entityName: text(input['schedule'], input['cron']) },
    CronDelete: { entityName: text(input['id'], input['cron_id']) },
    ToolSearch: { entityName: input['query'] },
    TaskCreate: { todoState: 'added', todoId: todoId(input) },
  };
  Object.assign(metadata, own[tool] ?? {});
  if (mcp) Object.assign(metadata, { server: tool.split('__')[1], tool: tool.split('__').at(-1) });
  if (tool === 'apply_patch' || mcp) {
    const patch = text(input['input'], input['command']) ?? '';
    const touched = patchPaths(input);
    Object.assign(metadata, {
      crossCheck: {
        source: 'hook',
        dedupeKey: dedupeKey(tool, text(payload['tool_use_id']), payload['turn_id'], patch),
      },
      ...(mcp ? {} : { filePaths: touched }),
    });
  }
  return [tool === 'Monitor' ? 'monitor.observed' : (KINDS[family] ?? 'tool.used'), metadata];
}

function todoId(of: Json): string {
  const name = text(of['task_name'], of['task_subject'], of['subject']) ?? '';
  return createHash('sha256').update(name).digest('hex').slice(0, 16);
}

function drafts(vendor: string, event: string, payload: Json): readonly Draft[] {
  const tool = text(payload['tool_name']) ?? '';
  const input = object(payload['tool_input']);
  const calls = Array.isArray(payload['tool_calls']) ? payload['tool_calls'] : [];
  switch (event) {
    case 'SessionStart':
      return [['session.started', { source: payload['source'] }]];
    case 'SessionEnd':
      return [['session.ended', { reason: payload['reason'] }]];
    case 'UserPromptSubmit':
      return [['user.message', { promptLength: (text(payload['prompt']) ?? '').length }, 'user']];
    case 'PreToolUse':
      return [['tool.requested', { toolName: tool, toolUseId: payload['tool_use_id'] }]];
    case 'PostToolUse':
      return tool === '' ? [] : [afterTool(tool, input, payload)];
    case 'PostToolUseFailure':
      return [['tool.failed', { toolName: tool, isInterrupt: payload['is_interrupt'] }]];
    case 'PostToolBatch':
      return [['context.saved', { trigger: 'tool_batch_completed', itemCount: calls.length }]];
    case 'PermissionDenied':
      return [['rule.logged', { ruleOutcome: 'auto_deny', rulePolicy: 'auto_mode_classifier', toolName: tool }]];
    case 'PermissionRequest': {
      const suggestions = payload['permission_suggestions'];
      const told = {
        toolName: tool,
        toolUseId: payload['tool_use_id'],
        toolInputSummary: cut(JSON.stringify(summary(input)), LONGEST),
        suggestionCount: Array.isArray(suggestions) ? suggestions.length : 0,
      };
      if (vendor === 'codex')
        return [['rule.logged', { ruleStatus: 'requested', ruleOutcome: 'observed', rulePolicy: 'codex_permission' }]];
      return [['permission.request', told, 'coordination']];
    }
    case 'TaskCreated':
      return [['todo.logged', { todoState: 'added', todoId: todoId(payload) }]];
    case 'TaskCompleted':
      return [['todo.logged', { todoState: 'completed', todoId: todoId(payload) }]];
    case 'StopFailure':
      return [
        ['assistant.response', { stopReason: `error:${text(payload['error_type'], payload['error']) ?? 'unknown'}` }],
      ];
    case 'Stop':
      return [['assistant.response', { stopReason: vendor === 'codex' ? 'stop_hook' : 'end_turn' }]];
    case 'SubagentStart':
      return [['subagent.started', { agentType: text(payload['agent_type'], payload['subagent_type']) }]];
    case 'SubagentStop':
      return [['subagent.stopped', { stopReason: payload['stop_reason'] }]];
    case 'CwdChanged':
      return [['context.saved', { trigger: 'cwd_changed' }]];
    case 'FileChanged': {
      const path = text(payload['file_path']) ?? '';
      return [
        [
          'file.changed',
          { filePath: path, relPath: relative(text(payload['cwd']) ?? '/', path) || basename(path) },
          'background',
        ],
      ];
    }
    case 'WorktreeCreate':
      return [['worktree.create', { name: text(payload['worktree_path'], payload['name']) }, 'background']];
    case 'WorktreeRemove':
      return [['worktree.remove', { name: text(payload['worktree_path']) }, 'background']];
    case 'Setup':
      return [['setup.triggered', { trigger: payload['trigger'] }, 'planning']];
    case 'UserPromptExpansion': {
      const prompt = text(payload['prompt'], payload['expanded_prompt']) ?? '';
      return [
        [
          'user.prompt.expansion',
          {
            expansionType: text(payload['expansion_type']) ?? 'slash_command',
            commandName: payload['command_name'],
            commandArgs: payload['command_args'],
            commandSource: payload['command_source'],
            expandedPromptSnippet: cut(prompt, 2047),
            expandedPromptBytes: Buffer.byteLength(prompt),
          },
          'user',
        ],
      ];
    }
    case 'Notification':
      return [['context.saved', { trigger: `notification:${String(payload['notification_type'])}` }]];
    case 'ConfigChange':
      return [
        [
          'context.saved',
          { trigger: `config_change:${text(payload['config_source'], payload['source']) ?? 'unknown'}` },
        ],
      ];
    case 'PreCompact':
    case 'PostCompact':
      return [
        [
          'context.saved',
          { trigger: `${event === 'PreCompact' ? 'before' : 'after'}_compact:${text(payload['trigger']) ?? 'manual'}` },
        ],
      ];
    case 'StatusLine':
      return [
        [
          'context.snapshot',
          { contextWindow: object(payload['context_window'])['used_percentage'] ?? null },
          'telemetry',
        ],
      ];
    default:
      return [];
  }
}

/** The key by which hook and rollout tell of one call: its id, else what both know of it. */
function dedupeKey(tool: string, id: string | undefined, turn: unknown, patch: string): string {
  if (id !== undefined) return id;
  if (tool !== 'apply_patch') return `${tool}:${String(turn ?? '')}`;
  return `apply_patch:${patchPaths({ patch })[0] ?? ''}:${patch.length}`;
}

/** What the records of a Codex rollout tell of calls that hooks tell of, too, and of web searches, which have no hook. */
export function collectedFromRollout(records: readonly unknown[]): Json[] {
  let session: string | undefined;
  let turn: unknown;
  return records.flatMap((record) => {
    const { type, payload } = object(record);
    const item = object(payload);
    if (type === 'session_meta') session = text(item['id']);
    if (type === 'turn_context') turn = item['turn_id'];
    if (type !== 'response_item' || session === undefined) return [];
    const search = item['type'] === 'web_search_call';
    const tool = search ? 'web_search' : (text(item['name']) ?? '');
    if (!search && tool !== 'apply_patch' && !tool.startsWith('mcp__')) return [];
    const patch = tool === 'apply_patch' ? (text(item['input']) ?? '') : '';
    const crossCheck = {
      source: 'rollout',
      dedupeKey: dedupeKey(tool, text(item['call_id'], item['id']), turn, patch),
    };
    const own = search
      ? { webQuery: object(item['action'])['query'] }
      : tool === 'apply_patch'
        ? { filePaths: patchPaths({ patch }) }
        : { server: tool.split('__')[1], tool: tool.split('__').at(-1) };
    const kind = KINDS[tool === 'apply_patch' ? 'file' : search ? 'explore' : 'coordination'];
    return [{ kind, sessionId: session, runtimeSource: 'codex', metadata: { sourceTool: tool, ...own, crossCheck } }];
  });
}

export function collected(vendor: string, given: string | undefined, parsed: unknown): Json[] {
  const payload = object(parsed);
  const session = text(payload['session_id']);
  if (session === undefined) return [];
  const event = text(payload['hook_event_name']) ?? given ?? '';
  const agent = text(payload['agent_id']);
  return drafts(vendor, event, payload).map(([kind, metadata, lane]) => ({
    kind,
    ...(lane === undefined ? {} : { lane }),
    sessionId: agent === undefined ? session : `sub--${agent}`,
    ...(agent === undefined ? {} : { parentSessionId: session }),
    runtimeSource: vendor,
    metadata,
  }));
}
