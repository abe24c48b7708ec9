/** A program of somebody who installed the package: compiled and run by test/package.test.ts against the packed tarball. */
import { checkFiles, kinds, preloadValidators, type ValidationResult, validate, validateWith } from 'hookconf';
import { REGISTRIES, registry } from 'hookconf/registries';
import eventSchema from 'hookconf/schemas/openhook/0.1/event.schema.json' with { type: 'json' };
import {
  type AgentHooksEvent,
  type ClaudeCodePayload,
  type ClaudeCodeToolCall,
  type HookManifest,
  isTool,
  type OpenHookEvent,
  type PayloadOf,
  type ToolCallOf,
} from 'hookconf/types';

declare const console: { log(text: string): void };

function ofAgentHooks(event: AgentHooksEvent): string {
  switch (event.event_type) {
    case 'Session.Start':
      return event.data?.start_reason ?? 'new';
    case 'Action.Before':
      return event.data?.decision?.outcome === 'deny' ? 'denied' : (event.data?.action?.name ?? '');
    case 'Model.Responded': {
      const tokens: number = event.data?.output_tokens ?? 0;
      return String(tokens);
    }
    case 'Session.End':
      // @ts-expect-error The end of a session has no start_reason.
      return event.data?.start_reason ?? '';
    default:
      return event.event_type;
  }
}

function ofOpenHook(event: OpenHookEvent): string {
  if (event.type === 'file.write') return event.data?.path ?? '';
  // @ts-expect-error There is no such event.
  if (event.type === 'file.read') return '';
  return event.session_id;
}

function ofClaudeCode(payload: ClaudeCodePayload): string {
  switch (payload.hook_event_name) {
    case 'UserPromptSubmit':
      return payload.prompt;
    case 'SessionEnd':
      return payload.reason;
    default:
      return payload.session_id;
  }
}

function ofToolCall(call: ClaudeCodeToolCall): string {
  return call.tool_name === 'Bash' ? call.tool_input.command : call.tool_name;
}

/** A payload as it comes from a vendor: its tool may be one that nobody knows. */
function ofPayload(payload: PayloadOf<'claude-code', 'PreToolUse'>): string {
  if (isTool('claude-code', payload, 'Bash')) {
    const seconds: number | undefined = payload.tool_input.timeout;
    return `${payload.tool_input.command} ${seconds ?? ''}`;
  }
  if (isTool('claude-code', payload, 'Write')) return payload.tool_input.file_path;
  // @ts-expect-error There is no such tool.
  if (isTool('claude-code', payload, 'Bsh')) return '';
  return payload.tool_name;
}

function ofKnownTool(call: ToolCallOf<'claude-code', 'PostToolUse'>): string {
  if (call.tool_name === 'Bash') return call.tool_input.command + (call.tool_response.stdout ?? '');
  // @ts-expect-error Reading a file takes no command.
  if (call.tool_name === 'Read') return call.tool_input.command;
  return call.tool_name;
}

// @ts-expect-error There is no such registry.
export const noRegistry = (): unknown => registry('evnts');

const manifest: HookManifest = {
  spec: 'hooks/1.0',
  hooks: [
    {
      event: 'before_tool_execute',
      matcher: ['shell', { mcp: { server: 'github' } }],
      handler: { type: 'command', command: './check.sh' },
      degradation: { input_rewrite: 'block' },
    },
  ],
};
// @ts-expect-error A manifest of edition 1.0 does not call itself 0.1.
const wrong: HookManifest = { ...manifest, spec: 'hooks/0.1' };

const result: ValidationResult = await validate(manifest, { spec: 'hook-interchange' });
const refused = await validate(wrong, { spec: 'hook-interchange', edition: '1.0' });
await preloadValidators(['openhook/0.1/event']);
const issues = validateWith('openhook/0.1/event', { type: 'file.write' });
const checked = await checkFiles(['no-such-file.json']);
console.log(
  JSON.stringify({
    valid: result.valid,
    schema: result.schema,
    refused: refused.findings
      .filter(({ severity }) => severity === 'fail')
      .map(({ pointer, requirement }) => `${pointer} ${requirement}`),
    issues: issues.length > 0,
    exitCode: checked.exitCode,
    kinds: kinds().length > 20,
    registries: REGISTRIES.every((name) => typeof registry(name) === 'object'),
    tables: [
      registry('native-config').providers['claude-code']?.timeout.unit,
      registry('codex').events.find(({ event }) => event === 'Stop')?.scope,
      registry('events').events.length > 20,
    ],
    title: eventSchema.title,
    narrowed: [ofAgentHooks, ofOpenHook, ofClaudeCode, ofToolCall, ofKnownTool].length,
    tool: ofPayload({ tool_name: 'Bash', tool_input: { command: 'ls' } } as unknown as PayloadOf<
      'claude-code',
      'PreToolUse'
    >),
  }),
);
