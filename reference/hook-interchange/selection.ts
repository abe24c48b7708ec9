import { compile, type Hook, type JsonMap, type Matcher } from './document.ts';
import { isTool, isToolEvent, nativeTool } from './registry.ts';

/** The tool call of an event: its canonical name, the provider's own, and the two parts of an MCP tool's name. */
export interface Call {
  readonly tool: string;
  readonly native: string;
  readonly mcp?: { readonly server: string; readonly tool: string };
}

export function callOf(payload: JsonMap): Call {
  const tool = typeof payload['tool_name'] === 'string' ? payload['tool_name'] : '';
  const native = typeof payload['native_tool_name'] === 'string' ? payload['native_tool_name'] : tool;
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? /^mcp__(.+?)__(.+)$/.exec(native) ?? [];
  return server === undefined || name === undefined ? { tool, native } : { tool, native, mcp: { server, tool: name } };
}

function patternMatches(pattern: string, native: string): boolean {
  const compiled = compile(pattern);
  if (compiled) return compiled.matcher(native).find();
  try {
    return new RegExp(pattern).test(native);
  } catch {
    return false;
  }
}

function matches(matcher: Matcher, call: Call, provider: string): boolean {
  if (typeof matcher === 'string') {
    if (!isTool(matcher)) return matcher === call.native;
    return call.tool === matcher || call.native === nativeTool(matcher, provider);
  }
  if ('pattern' in matcher) return patternMatches(matcher.pattern, call.native);
  if (!call.mcp || call.mcp.server !== matcher.mcp.server) return false;
  return matcher.mcp.tool === undefined || matcher.mcp.tool === call.mcp.tool;
}

/** Whether a hook is meant by an event: its event, and for events about tools its matcher. */
export function selects(hook: Hook, event: string, call: Call, provider: string): boolean {
  if (hook.event !== event) return false;
  if (!isToolEvent(event) || hook.matchers === undefined) return true;
  return hook.matchers.some((matcher) => matches(matcher, call, provider));
}
