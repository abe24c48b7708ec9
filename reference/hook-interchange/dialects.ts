import type { Provider } from './tables.ts';

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** How one provider writes hooks down: everything that differs between two files that say the same. */
export interface Dialect {
  /** groups: event → [{matcher, hooks: [entry]}]; list: event → [entry]; plugin: generated module; scripts: one file an event. */
  readonly style: 'groups' | 'list' | 'plugin' | 'scripts';
  readonly version?: number;
  /** exact: A|B are names, anything else an expression; search: unanchored; whole: anchored; glob: one name or glob an entry. */
  readonly syntax: 'exact' | 'search' | 'whole' | 'glob' | 'none';
  readonly commandMember: 'command' | 'bash';
  readonly timeout?: { readonly member: string; readonly perSecond: number };
  readonly envMember?: string;
  readonly cwdMember?: string;
  readonly platform?: 'systems' | 'shells';
  readonly async?: boolean;
  /** Handler types that the file can hold beside command. */
  readonly types: readonly string[];
  readonly mcp?: { readonly prefix: string; readonly between: string; readonly all: string };
  /** Members of an entry without a canonical counterpart, and their types. */
  readonly members: Readonly<Record<string, Kind>>;
  /** The same for a group. */
  readonly groupMembers: Readonly<Record<string, Kind>>;
  /** Native events on which a hook can stop something, for `blocking` when decoding. */
  readonly gates: readonly string[];
  /** Names under the hooks member that are no events. */
  readonly switches: readonly string[];
  /** Events that the provider has and the registry has not, by the canonical event that they are nearest to. */
  readonly more: Readonly<Record<string, string>>;
}

const plain = { groupMembers: {}, switches: [], more: {}, members: {}, types: [], commandMember: 'command' } as const;
const doubleUnderscore = { prefix: 'mcp__', between: '__', all: '.*' };
const seconds = { member: 'timeout', perSecond: 1 };
const PASCAL = {
  PreToolUse: 'before_tool_execute',
  PostToolUse: 'after_tool_execute',
  SessionStart: 'session_start',
  SessionEnd: 'session_end',
  UserPromptSubmit: 'before_prompt',
};

export const DIALECTS: Readonly<Record<Provider, Dialect>> = {
  'claude-code': {
    ...plain,
    style: 'groups',
    syntax: 'exact',
    timeout: seconds,
    async: true,
    types: ['http', 'prompt', 'agent'],
    mcp: doubleUnderscore,
    members: {
      statusMessage: 'string',
      once: 'boolean',
      if: 'string',
      shell: 'string',
      args: 'array',
      asyncRewake: 'boolean',
      server: 'string',
      tool: 'string',
      input: 'object',
      type: 'string',
    },
    gates: ['PreToolUse', 'UserPromptSubmit', 'Stop', 'PermissionRequest'],
  },
  'gemini-cli': {
    ...plain,
    style: 'groups',
    syntax: 'search',
    timeout: { member: 'timeout', perSecond: 1000 },
    envMember: 'env',
    mcp: { prefix: 'mcp_', between: '_', all: '.*' },
    members: { name: 'string', description: 'string', source: 'string', type: 'string' },
    groupMembers: { sequential: 'boolean' },
    gates: ['BeforeTool', 'BeforeAgent', 'AfterAgent'],
    switches: ['enabled', 'disabled', 'notifications'],
  },
  cursor: {
    ...plain,
    style: 'list',
    version: 1,
    syntax: 'search',
    timeout: seconds,
    mcp: { prefix: '', between: '__', all: '.*' },
    members: { failClosed: 'boolean', loop_limit: 'number', type: 'string', prompt: 'string', model: 'string' },
    gates: ['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeSubmitPrompt', 'preToolUse'],
    more: { preToolUse: 'before_tool_execute', postToolUse: 'after_tool_execute', preCompact: 'before_compact' },
  },
  windsurf: {
    ...plain,
    style: 'list',
    syntax: 'none',
    cwdMember: 'working_directory',
    members: { show_output: 'boolean', powershell: 'string', working_directory: 'string' },
    gates: ['pre_read_code', 'pre_write_code', 'pre_run_command', 'pre_mcp_tool_use', 'pre_user_prompt'],
  },
  'vs-code-copilot': {
    ...plain,
    style: 'list',
    syntax: 'exact',
    timeout: seconds,
    envMember: 'env',
    cwdMember: 'cwd',
    platform: 'systems',
    mcp: doubleUnderscore,
    gates: ['PreToolUse', 'UserPromptSubmit', 'Stop'],
  },
  'copilot-cli': {
    ...plain,
    style: 'list',
    version: 1,
    syntax: 'whole',
    commandMember: 'bash',
    timeout: { member: 'timeoutSec', perSecond: 1 },
    envMember: 'env',
    cwdMember: 'cwd',
    platform: 'shells',
    mcp: { prefix: '', between: '/', all: '.*' },
    members: {
      comment: 'string',
      exec: 'string',
      args: 'array',
      url: 'string',
      headers: 'object',
      allowedEnvVars: 'array',
      prompt: 'string',
      type: 'string',
    },
    gates: ['preToolUse', 'PreToolUse'],
    more: {
      ...PASCAL,
      agentStop: 'agent_stop',
      Stop: 'agent_stop',
      subagentStart: 'subagent_start',
      subagentStop: 'subagent_stop',
      preCompact: 'before_compact',
      notification: 'notification',
      permissionRequest: 'permission_request',
    },
  },
  kiro: {
    ...plain,
    style: 'list',
    syntax: 'glob',
    timeout: { member: 'timeout_ms', perSecond: 1000 },
    mcp: { prefix: 'mcp__', between: '__', all: '*' },
    members: { cache_ttl_seconds: 'number', max_output_size: 'number', only_when_turn_complete: 'boolean' },
    gates: ['preToolUse'],
    more: { agentSpawn: 'session_start' },
  },
  opencode: { ...plain, style: 'plugin', syntax: 'whole', gates: ['tool.execute.before', 'permission.asked'] },
  'factory-droid': {
    ...plain,
    style: 'groups',
    syntax: 'exact',
    timeout: seconds,
    mcp: doubleUnderscore,
    gates: ['PreToolUse', 'UserPromptSubmit', 'Stop'],
  },
  codex: {
    ...plain,
    style: 'groups',
    syntax: 'exact',
    timeout: seconds,
    async: true,
    types: ['prompt', 'agent'],
    members: { statusMessage: 'string', scope: 'string' },
    gates: ['PreToolUse', 'UserPromptSubmit', 'Stop'],
    more: {
      SessionEnd: 'session_end',
      SubagentStart: 'subagent_start',
      SubagentStop: 'subagent_stop',
      PreCompact: 'before_compact',
      PermissionRequest: 'permission_request',
    },
  },
  cline: { ...plain, style: 'scripts', syntax: 'none', gates: ['PreToolUse', 'UserPromptSubmit', 'TaskStart'] },
};

/** Providers with one native event for each kind of tool: what stands for which tools, before and after the call. */
export const SPLIT: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  cursor: {
    before_tool_execute: {
      shell: 'beforeShellExecution',
      mcp: 'beforeMCPExecution',
      file_read: 'beforeReadFile',
      file_write: 'afterFileEdit',
      file_edit: 'afterFileEdit',
    },
    after_tool_execute: {
      shell: 'afterShellExecution',
      mcp: 'afterMCPExecution',
      file_write: 'afterFileEdit',
      file_edit: 'afterFileEdit',
    },
  },
  windsurf: {
    before_tool_execute: {
      shell: 'pre_run_command',
      mcp: 'pre_mcp_tool_use',
      file_read: 'pre_read_code',
      file_write: 'pre_write_code',
      file_edit: 'pre_write_code',
    },
    after_tool_execute: {
      shell: 'post_run_command',
      mcp: 'post_mcp_tool_use',
      file_read: 'post_read_code',
      file_write: 'post_write_code',
      file_edit: 'post_write_code',
    },
  },
};

/** Cursor's event for every tool, which takes a matcher; the registry does not list it. */
export const GENERIC: Readonly<Record<string, string>> = {
  before_tool_execute: 'preToolUse',
  after_tool_execute: 'postToolUse',
};
