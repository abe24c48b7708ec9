import { DIALECTS, GENERIC, SPLIT } from './dialects.ts';
import { type Hook, type Json, type JsonMap, label, type Manifest, type Matcher, type Warning } from './document.ts';
import { entryFor } from './entry.ts';
import { pluginFor, scriptsFor } from './generated.ts';
import { ANY_SERVER, renderMatchers } from './matchers.ts';
import { blockingEffect, type Edition, isToolEvent, nativeEvents } from './registry.ts';
import type { Provider } from './tables.ts';

/** One native registration. */
export interface Unit {
  readonly event: string;
  readonly matcher?: string;
  readonly entry: JsonMap;
  readonly group: JsonMap;
}

export interface Encoded {
  readonly config: Json;
  readonly files: Readonly<Record<string, string>>;
  readonly warnings: Warning[];
}

type Warn = (code: string, message: string) => void;
interface Place {
  readonly event: string;
  readonly matcher?: string;
}

/** Which kind of tool a matcher is about, for providers whose events stand for tools. */
function toolKind(matcher: Matcher): string | undefined {
  if (typeof matcher === 'string') return matcher;
  return 'mcp' in matcher ? 'mcp' : undefined;
}

function splitPlaces(
  provider: Provider,
  hook: Hook,
  table: Readonly<Record<string, string>>,
  edition: Edition,
  warn: Warn,
): Place[] {
  const natives = nativeEvents(hook.event, provider, edition);
  if (hook.matchers === undefined) {
    if (provider === 'cursor') warn('partial-coverage', `${natives.join(', ')} do not cover every tool of ${provider}`);
    return natives.map((event) => ({ event }));
  }
  const places: Place[] = [];
  const add = (place: Place): void => {
    if (!places.some((other) => other.event === place.event && other.matcher === place.matcher)) places.push(place);
  };
  for (const matcher of hook.matchers) {
    const kind = toolKind(matcher);
    const event = kind !== undefined && Object.hasOwn(table, kind) ? table[kind] : undefined;
    const { texts, notes } = renderMatchers(provider, [matcher]);
    const generic = provider === 'cursor' ? GENERIC[hook.event] : undefined;
    if (event !== undefined && kind === 'mcp' && provider === 'windsurf') {
      warn(
        'matcher-lost',
        `windsurf's ${event} has no matcher and fires for every MCP tool: matcher ${JSON.stringify(matcher)}`,
      );
      add({ event });
    } else if (event !== undefined && kind === 'mcp') {
      for (const note of notes) warn('matcher', note);
      const any = typeof matcher === 'object' && 'mcp' in matcher && matcher.mcp.server === ANY_SERVER;
      for (const text of texts) add(any ? { event } : { event, matcher: text });
    } else if (event !== undefined) add({ event });
    else if (generic !== undefined && texts.length > 0) {
      warn(
        'generic-event',
        `no event of ${provider} stands for the matcher ${JSON.stringify(matcher)}: ${generic} is used`,
      );
      for (const text of texts) add({ event: generic, matcher: text });
    } else warn('matcher-lost', `${provider} cannot express the matcher ${JSON.stringify(matcher)}, which is left out`);
  }
  return places;
}

function toolPlaces(provider: Provider, hook: Hook, native: string, warn: Warn): Place[] {
  if (hook.matchers === undefined) return [{ event: native }];
  if (DIALECTS[provider].syntax === 'none') {
    warn('matcher-lost', `${provider} has no matchers, and without its matcher the hook would fire for every tool`);
    return [];
  }
  const { texts, notes } = renderMatchers(provider, hook.matchers);
  for (const note of notes) warn('matcher', note);
  if (provider === 'vs-code-copilot') warn('matcher-ignored', `vs-code-copilot reads the matcher and ignores it`);
  if (provider === 'copilot-cli')
    warn(
      'matcher',
      `the registry knows no matcher on copilot-cli; newer builds compare ${texts.join(', ')} with the tool name`,
    );
  return texts.map((matcher) => ({ event: native, matcher }));
}

function places(provider: Provider, hook: Hook, edition: Edition, warn: Warn): Place[] {
  const own = hook.providerData.get(provider);
  const named = own?.['event'];
  const filter = typeof own?.['matcher'] === 'string' ? own['matcher'] : undefined;
  const natives = nativeEvents(hook.event, provider, edition);
  if (typeof named === 'string' && named !== '__proto__') {
    if (filter !== undefined || !isToolEvent(hook.event))
      return [{ event: named, ...(filter === undefined ? {} : { matcher: filter }) }];
    return toolPlaces(provider, hook, named, warn);
  }
  const [native] = natives;
  if (native === undefined) {
    warn('event-unsupported', `${provider} has no event for ${hook.event}`);
    return [];
  }
  const table = SPLIT[provider]?.[hook.event];
  const found = table
    ? splitPlaces(provider, hook, table, edition, warn)
    : isToolEvent(hook.event)
      ? toolPlaces(provider, hook, native, warn)
      : [{ event: native }];
  if (filter === undefined) return found;
  return found.map((place) => (place.matcher === undefined ? { ...place, matcher: filter } : place));
}

/** Says where a blocking hook cannot block, and where a hook comes too late. */
function warnOfEffect(provider: Provider, hook: Hook, found: readonly Place[], warn: Warn): void {
  const late = hook.event === 'before_tool_execute' && found.some((place) => /^(after|post)/.test(place.event));
  if (late)
    warn(
      'timing-shift',
      `TIMING SHIFT: on ${provider} the hook runs after the edit: it can observe but not prevent it`,
    );
  if (!hook.blocking) return;
  const effect = blockingEffect(hook.event, provider);
  if (effect === 'observe')
    warn('blocking-lost', `blocking has no effect on ${hook.event} of ${provider}: the hook can only observe`);
  if (provider === 'cursor' && hook.event === 'session_start')
    warn('blocking-uncertain', 'cursor may not honour blocking on sessionStart');
  if (hook.handler['async'] === true) warn('async-blocking', 'an async hook cannot block, whatever blocking says');
}

function warnOfNeighbours(provider: Provider, hook: Hook, warn: Warn): void {
  if (provider === 'windsurf' && hook.event === 'agent_stop')
    warn('approximation', 'post_cascade_response of windsurf only comes near agent_stop');
  if (provider === 'copilot-cli' && (hook.event === 'error_occurred' || hook.event === 'tool_use_failure'))
    warn(
      'merged-event',
      `errorOccurred of copilot-cli stands for error_occurred and tool_use_failure alike: ${hook.event} may come back as the other`,
    );
  if (provider === 'cursor' && hook.event === 'before_prompt')
    warn(
      'output-members',
      'cursor reads only continue from the answer to beforeSubmitPrompt; decision, reason and context are lost',
    );
}

function units(provider: Provider, hook: Hook, edition: Edition, warn: Warn): Unit[] {
  const found = places(provider, hook, edition, warn);
  if (found.length === 0) {
    warn('hook-dropped', `the hook on ${hook.event} is left out for ${provider}`);
    return [];
  }
  warnOfEffect(provider, hook, found, warn);
  warnOfNeighbours(provider, hook, warn);
  const made = entryFor(provider, hook, edition, warn);
  if (!made) return [];
  return found.map((place) => ({ ...place, entry: made.entry, group: made.group }));
}

function layOut(provider: Provider, all: readonly Unit[]): JsonMap {
  const dialect = DIALECTS[provider];
  const hooks: JsonMap = {};
  for (const unit of all) {
    const matcher = unit.matcher === undefined ? {} : { matcher: unit.matcher };
    const made: Json =
      dialect.style === 'groups' ? { ...matcher, ...unit.group, hooks: [unit.entry] } : { ...unit.entry, ...matcher };
    const present = Object.hasOwn(hooks, unit.event) ? hooks[unit.event] : undefined;
    if (Array.isArray(present)) present.push(made);
    else hooks[unit.event] = [made];
  }
  return dialect.version === undefined ? { hooks } : { version: dialect.version, hooks };
}

/** Writes a provider's configuration. Every loss is a warning; a hook that cannot be said there is left out, never widened. */
export function encode(provider: Provider, manifest: Manifest): Encoded {
  const warnings: Warning[] = [];
  const all: Unit[] = [];
  manifest.hooks.forEach((hook, index) => {
    const warn: Warn = (code, message) => {
      warnings.push({ code, message: `${label(index, hook.name)}: ${message}`, hook: index + 1 });
    };
    all.push(...units(provider, hook, manifest.edition, warn));
  });
  if (all.length === 0)
    warnings.push({ code: 'nothing-left', message: `no hook of the manifest can run on ${provider}` });
  const { style } = DIALECTS[provider];
  if (style === 'plugin') return { config: pluginFor(all), files: {}, warnings };
  if (style === 'scripts') return { config: {}, files: scriptsFor(all), warnings };
  return { config: layOut(provider, all), files: {}, warnings };
}
