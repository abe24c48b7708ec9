import { DIALECTS, type Dialect } from './dialects.ts';
import type { Matcher } from './document.ts';
import { canonicalTools, isTool, nativeTool } from './registry.ts';
import type { Provider } from './tables.ts';

/** Native matcher texts: one entry each; an empty list means that nothing of the matcher can be said there. */
export interface Rendered {
  readonly texts: readonly string[];
  readonly notes: readonly string[];
}

const NAME = /^[\w\- ]+$/;
/** A server that stands for every MCP server; the format itself has no such matcher. */
export const ANY_SERVER = '*';

function mcpText(dialect: Dialect, server: string, tool: string | undefined): string | undefined {
  if (!dialect.mcp) return undefined;
  const { prefix, between, all } = dialect.mcp;
  if (server === ANY_SERVER) return `${prefix}${all}${prefix === '' ? `${between}${all}` : ''}`;
  return `${prefix}${server}${between}${tool ?? all}`;
}

interface Piece {
  readonly text: string;
  readonly expression: boolean;
}

function piece(provider: Provider, matcher: Matcher, notes: string[]): Piece | undefined {
  const dialect = DIALECTS[provider];
  if (typeof matcher === 'string') {
    // VS Code reads Claude Code's files and names; the registry has no column for it.
    const native = isTool(matcher)
      ? nativeTool(matcher, provider === 'vs-code-copilot' ? 'claude-code' : provider)
      : matcher;
    if (native === undefined) notes.push(`${provider} has no tool ${matcher}`);
    return native === undefined ? undefined : { text: native, expression: false };
  }
  if ('pattern' in matcher) {
    if (dialect.syntax === 'glob')
      notes.push(`${provider} reads ${matcher.pattern} as a name or glob, not as an expression`);
    return { text: matcher.pattern, expression: true };
  }
  const { server, tool } = matcher.mcp;
  const text = mcpText(dialect, server, tool);
  if (text === undefined) notes.push(`${provider} has no name for MCP tools of ${server}`);
  else if (dialect.mcp && server.includes(dialect.mcp.between))
    notes.push(`the MCP name ${text} is ambiguous: the server's name holds the separator`);
  return text === undefined ? undefined : { text, expression: tool === undefined };
}

/** The provider's matcher for a canonical one. Whatever has no counterpart is left out with a note, never widened. */
export function renderMatchers(provider: Provider, matchers: readonly Matcher[]): Rendered {
  const notes: string[] = [];
  const { syntax } = DIALECTS[provider];
  const pieces = matchers.map((matcher) => piece(provider, matcher, notes)).filter((found) => found !== undefined);
  const unique = pieces.filter((one, index) => pieces.findIndex((other) => other.text === one.text) === index);
  if (syntax === 'glob') {
    if (unique.length > 1) notes.push(`${provider} has no alternatives in a matcher: one entry is written for each`);
    return { texts: unique.map((one) => one.text), notes };
  }
  if (unique.length === 0) return { texts: [], notes };
  // Among expressions a name must be anchored, or it would match longer names too.
  const anchor = syntax === 'exact' && unique.length > 1 && unique.some((one) => one.expression);
  const text = unique.map((one) => (anchor && !one.expression ? `^${one.text}$` : one.text)).join('|');
  return { texts: [text], notes };
}

function mcpParts(provider: Provider, name: string): Matcher | undefined {
  if (provider === 'kiro' && name.startsWith('@')) {
    const [server = '', tool] = name.slice(1).split('/');
    return server === 'builtin' ? undefined : { mcp: tool === undefined ? { server } : { server, tool } };
  }
  const mcp = DIALECTS[provider].mcp;
  if (!mcp || !name.startsWith(mcp.prefix)) return undefined;
  const rest = name.slice(mcp.prefix.length);
  if (mcp.prefix !== '' && rest === mcp.all) return { mcp: { server: ANY_SERVER } };
  const cut = rest.indexOf(mcp.between);
  if (cut <= 0) return undefined;
  const server = rest.slice(0, cut);
  const tool = rest.slice(cut + mcp.between.length);
  if (!NAME.test(server)) return undefined;
  if (tool === mcp.all) return { mcp: { server } };
  return NAME.test(tool) ? { mcp: { server, tool } } : undefined;
}

/** Cursor's own words for tools in preToolUse and postToolUse. */
const CURSOR_TOOLS: Readonly<Record<string, readonly string[]>> = {
  Shell: ['shell'],
  Read: ['file_read'],
  Write: ['file_write', 'file_edit'],
  Grep: ['search'],
  Task: ['agent'],
};

function named(provider: Provider, name: string, notes: string[]): Matcher[] {
  const vocabulary = provider === 'vs-code-copilot' ? 'claude-code' : provider;
  const known = canonicalTools(name, vocabulary);
  if (known.length > 0) return known;
  if (provider === 'cursor' && Object.hasOwn(CURSOR_TOOLS, name)) return [...(CURSOR_TOOLS[name] ?? [])];
  if (isTool(name)) {
    notes.push(`${name} is ${provider}'s own literal, not the canonical tool of that name`);
    return [{ pattern: `^${name}$` }];
  }
  notes.push(`${name} is in no vocabulary and is kept as it is`);
  return [name];
}

/** The canonical matcher of a native one; undefined where it selects every tool. */
export function readMatcher(provider: Provider, text: string, notes: string[]): Matcher[] | undefined {
  if (text === '' || text === '*') return undefined;
  const { syntax } = DIALECTS[provider];
  if (syntax === 'glob') {
    const mcp = mcpParts(provider, text);
    if (mcp) return [mcp];
    if (!/[*?]/.test(text)) return named(provider, text, notes);
    notes.push(`the glob ${text} is written as an expression`);
    const escaped = text.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    return [{ pattern: `^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$` }];
  }
  const parts = text.split(provider === 'claude-code' ? /[|,]/ : '|').map((part) => part.trim());
  const unanchored = parts.length > 1 ? parts.map((part) => part.replace(/^\^([\w-]+)\$$/, '$1')) : parts;
  const read = unanchored.map((part) => mcpParts(provider, part) ?? (NAME.test(part) ? part : undefined));
  if (read.some((part) => part === undefined)) return [{ pattern: text }];
  return read.flatMap((part) => (typeof part === 'string' ? named(provider, part, notes) : part ? [part] : []));
}

/** The form of a matcher in a manifest: one element stands alone, several are a list. */
export function canonicalForm(matchers: readonly Matcher[]): Matcher | Matcher[] {
  const [only] = matchers;
  return matchers.length === 1 && only !== undefined ? only : [...matchers];
}
