import fc from 'fast-check';
import type { JsonObject } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { formOf } from '../native/forms.ts';
import type { NativeEntry } from '../native/write.ts';
import { mcpName } from '../native/write.ts';
import { demandedEvents, nativeEvents, nativeTool, toolNames } from '../vocabulary.ts';

/** Random manifests and random native configurations, whose hooks are found again by their commands `./g-<n>.sh`. */

const EVENTS = [
  'before_tool_execute',
  'after_tool_execute',
  'before_prompt',
  'agent_stop',
  'session_start',
  'session_end',
  'notification',
  'before_compact',
  'subagent_stop',
];
const TOOL_EVENTS = ['before_tool_execute', 'after_tool_execute'];

export function markerAt(index: number): string {
  return `./g-${index + 1}.sh`;
}

function maybe<T>(arbitrary: fc.Arbitrary<T>, rarity: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: rarity, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

function only(members: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}

function canonicalMatcher(vendor: string): fc.Arbitrary<JsonObject[string]> {
  const bare = fc.constantFrom(...toolNames());
  const mcp = fc.constantFrom({ mcp: { server: 'github', tool: 'create_issue' } }, { mcp: { server: 'github' } });
  const names = toolNames()
    .map((tool) => nativeTool(tool, vendor))
    .filter((name) => name !== undefined);
  // Where an event stands for the tool, no text says what a pattern is compared with.
  const patterns = formOf(vendor).covers ? [] : names.map((name) => ({ pattern: `^${name}$` }));
  const one: fc.Arbitrary<JsonObject[string]> = fc.oneof(
    { weight: 5, arbitrary: bare },
    { weight: 2, arbitrary: mcp },
    ...(patterns.length === 0 ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...patterns) }]),
  );
  return fc.oneof(
    { weight: 3, arbitrary: one },
    { weight: 1, arbitrary: fc.uniqueArray(bare, { minLength: 1, maxLength: 3 }) },
  );
}

/** Seconds: whole ones, and fractions that stay exact in milliseconds. */
const seconds = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 600 }) },
  { weight: 1, arbitrary: fc.constantFrom(0.5, 1.5, 2.25, 90.5) },
);

/** A path as Windows writes it. */
const WINDOWS = { windows: 'tools\\g-other.ps1' };

/** Hooks of a manifest, without their commands. */
export function canonicalHooks(vendor: string): fc.Arbitrary<readonly JsonObject[]> {
  const hook = fc
    .record({
      event: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...TOOL_EVENTS) },
        { weight: 2, arbitrary: fc.constantFrom(...EVENTS) },
      ),
      matcher: maybe(canonicalMatcher(vendor), 1),
      blocking: fc.constantFrom(true, false, undefined),
      timeout: maybe(seconds, 1),
      env: maybe(fc.constant({ G_WORD: 'value-9e1', g_more: 'value-9e2' }), 6),
      cwd: maybe(fc.constant('g-folder'), 6),
      platform: maybe(fc.constantFrom(WINDOWS, { ...WINDOWS, linux: './g-linux.sh' }), 6),
      async: maybe(fc.constantFrom(true, true, false), 5),
    })
    .map(({ event, matcher, blocking, ...handler }) =>
      only({
        event,
        matcher: TOOL_EVENTS.includes(event) ? matcher : undefined,
        blocking,
        handler: only({ type: 'command', ...handler }),
      }),
    );
  return fc.array(hook, { minLength: 1, maxLength: 5 });
}

/** Entries of a native configuration as the provider's own documentation has them. */
export function nativeEntries(vendor: string, edition: HifEdition): fc.Arbitrary<readonly NativeEntry[]> {
  const form = formOf(vendor);
  const plain = ['before_prompt', 'agent_stop', 'session_start']
    .flatMap((event) => nativeEvents(event, vendor).slice(0, 1))
    .filter((event) => event !== '');
  const demanded = TOOL_EVENTS.map((event) => demandedEvents(event, vendor, edition));
  const tool = demanded.flatMap((events) => (form.covers ? events : events.slice(0, 1)));
  const names = [
    ...new Set(toolNames().map((name) => nativeTool(name, vendor) ?? '')),
    ...form.mcp.slice(0, 1).map((name) => mcpName(name, 'github', 'create_issue')),
  ].filter((name) => name !== '');
  return fc
    .array(
      fc.record({
        event: fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...tool) },
          { weight: 1, arbitrary: fc.constantFrom(...plain) },
        ),
        matcher: maybe(fc.constantFrom(...names), 1),
        timeout: maybe(seconds, 1),
        more: maybe(fc.constant(form.vendorOnly ?? {}), 2),
        filtered: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((entries) =>
      entries.map(({ event, matcher, timeout, more, filtered }, index): NativeEntry => {
        const filter = form.filters?.[event];
        const matched = matcher !== undefined && tool.includes(event) && !form.covers;
        return {
          event,
          command: markerAt(index),
          ...(matched ? { matcher } : {}),
          ...(filtered && filter !== undefined ? { matcher: filter } : {}),
          ...(timeout === undefined || !form.timeout ? {} : { timeout }),
          ...(more === undefined ? {} : { more }),
        };
      }),
    );
}
