import { RE2JS } from 're2js';
import { nativeTool, toolNames } from '../vocabulary.ts';
import { formOf, type NativeForm } from './forms.ts';
import type { NativeHook } from './read.ts';
import { mcpName } from './write.ts';

/** One tool call that a matcher may or may not select. */
export interface ToolCall {
  /** Canonical name, `mcp:<server>/<tool>`, or the literal of a tool that no vocabulary has. */
  readonly label: string;
  readonly tool?: string;
  readonly mcp?: { readonly server: string; readonly tool: string };
  /** Every name under which the provider may send it. */
  readonly names: readonly string[];
}

export type CanonicalMatcher =
  | string
  | { readonly pattern: string }
  | { readonly mcp: { readonly server: string; readonly tool?: string } }
  | readonly CanonicalMatcher[];

const SERVERS: readonly (readonly [string, string])[] = [
  ['github', 'create_issue'],
  ['github', 'close_issue'],
  ['gitlab', 'create_issue'],
  // A server whose name begins alike: a whole server is not a prefix.
  ['github2', 'create_issue'],
];

/** The calls that matchers are compared on: the provider's tools, four MCP tools, and literals of the case. */
export function callsOf(provider: string, literals: readonly string[] = []): readonly ToolCall[] {
  const form = formOf(provider);
  const covered = new Set(Object.values(form.covers ?? {}).flat());
  const tools = toolNames().flatMap((tool): ToolCall[] => {
    const native = nativeTool(tool, provider);
    const names = [...(native === undefined ? [] : [native]), ...(form.aliases?.[tool] ?? [])];
    return names.length > 0 || covered.has(tool) ? [{ label: tool, tool, names }] : [];
  });
  const mcp = SERVERS.map(
    ([server, tool]): ToolCall => ({
      label: `mcp:${server}/${tool}`,
      mcp: { server, tool },
      names: form.mcp.map((one) => mcpName(one, server, tool)),
    }),
  );
  return [...tools, ...mcp, ...literals.map((name) => ({ label: name, names: [name] }))];
}

/** What a canonical matcher means: bare names by the vocabulary, patterns by native names, no matcher everything. */
export function canonicalSelects(matcher: CanonicalMatcher | undefined, call: ToolCall): boolean {
  if (matcher === undefined) return true;
  if (typeof matcher === 'string')
    return matcher === call.tool || (call.tool === undefined && call.names.includes(matcher));
  if (Array.isArray(matcher))
    return (matcher as readonly CanonicalMatcher[]).some((one) => canonicalSelects(one, call));
  if ('mcp' in matcher) {
    const { server, tool } = matcher.mcp;
    // Ours: the format has no word for any server, and a converter may need one.
    return (
      call.mcp !== undefined &&
      (server === '*' || server === call.mcp.server) &&
      (tool === undefined || tool === call.mcp.tool)
    );
  }
  if (!('pattern' in matcher)) return false;
  try {
    const pattern = RE2JS.compile(matcher.pattern);
    return call.names.some((name) => pattern.matcher(name).find());
  } catch {
    return false;
  }
}

function expression(source: string, anchored: boolean): (name: string) => boolean {
  try {
    const compiled = new RegExp(anchored ? `^(?:${source})$` : source);
    return (name) => compiled.test(name);
  } catch {
    return anchored ? () => false : (name) => name.includes(source);
  }
}

function glob(pattern: string): (name: string) => boolean {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('\\.*', '*')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const whole = new RegExp(`^${escaped}(/.*)?$`);
  const exact = new RegExp(`^${escaped}$`);
  return (name) => (pattern.startsWith('@') && !pattern.includes('/') ? whole : exact).test(name);
}

function test(form: NativeForm, matcher: string): (name: string) => boolean {
  if (form.syntax === 'glob') return glob(matcher);
  if (form.syntax === 'whole') return expression(matcher, true);
  if (form.syntax === 'search') return expression(matcher, false);
  if (/^[\w\- ,|]+$/.test(matcher)) {
    const names = matcher.split(/[|,]/).map((name) => name.trim());
    return (name) => names.includes(name);
  }
  return expression(matcher, false);
}

/** Whether a native registration fires for a call, as the provider reads it. */
export function nativeSelects(provider: string, hook: NativeHook, call: ToolCall): boolean {
  const form = formOf(provider);
  const kinds = form.covers?.[hook.event];
  const { matcher } = hook;
  if (kinds) {
    const kind = call.mcp ? 'mcp' : call.tool;
    if (kind === undefined || !kinds.includes(kind)) return false;
    // A tool's name as the matcher of its own event selects by the event (READINGS 1); only MCP names narrow it.
    if (kind !== 'mcp' || form.syntax === 'none') return true;
  }
  if (matcher === undefined || form.everything.includes(matcher)) return true;
  if (form.ignoresMatchers === true) return true;
  return call.names.some(test(form, matcher));
}

/** Labels of the calls that any of these registrations fires for. */
export function selectedBy(
  provider: string,
  hooks: readonly NativeHook[],
  calls: readonly ToolCall[],
): readonly string[] {
  return calls.filter((call) => hooks.some((hook) => nativeSelects(provider, hook, call))).map(({ label }) => label);
}
