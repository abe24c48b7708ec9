import { describe, expect, test } from 'vitest';
import { data } from '../harness/assets.ts';
import { PAYLOAD_PARTS } from './model.ts';
import { VENDORS } from './slugs.ts';
import { canonicalTools, eventNames, eventsNamed, nativeEventOf, vendor } from './vendor.ts';

interface Cell {
  readonly seed?: readonly string[];
  readonly upstream?: readonly string[];
}
interface Row {
  readonly name: string;
  readonly cells?: Readonly<Record<string, Cell>>;
}

const events = data<{ readonly events: readonly Row[] }>('registries/events').events;
const tools = data<{ readonly tools: readonly Row[] }>('registries/tools').tools;

/**
 * Where the registry and the vendor disagree, and the vendor's own program or page is right (CONFLICTS in the registry's own
 * audit): events that do not exist at the vendor, display names that no file uses.
 */
const NOT_AT_THE_VENDOR: Readonly<Record<string, readonly string[]>> = {
  cursor: ['beforeAgentResponse', 'beforeToolSelection'],
  kiro: [
    'Agent Stop',
    'File Save',
    'File Create',
    'File Delete',
    'Pre Task Execution',
    'Post Task Execution',
    'Manual Trigger',
  ],
  opencode: ['command.execute.after', 'tui.prompt.append', 'tui.command.execute'],
  'factory-droid': ['SubagentStart'],
  cline: ['Notification', 'TaskCancel (partial)', 'TaskResume (merged)'],
};
/** Cells that put a native event under another canonical one than we do: an event can stand in two rows, and does in one of ours. */
const ELSEWHERE: readonly string[] = ['copilot-cli errorOccurred tool_use_failure'];

describe.each(VENDORS)('%s', (slug) => {
  test('names only canonical events and tools that the registries have', () => {
    const known = new Set(events.map((event) => event.name));
    for (const event of eventNames(slug)) {
      const facts = nativeEventOf(slug, event);
      for (const name of [facts?.canonical ?? null, ...(facts?.also ?? [])]) {
        if (name !== null) expect([event, name, known.has(name)]).toEqual([event, name, true]);
      }
    }
    const vocabulary = new Set([...tools.map((tool) => tool.name), 'mcp']);
    const named = [
      ...Object.values(vendor(slug).tools).flat(),
      ...eventNames(slug).map((event) => nativeEventOf(slug, event)?.tool),
    ];
    expect(named.filter((tool) => tool !== undefined && !vocabulary.has(tool))).toEqual([]);
  });

  test('has every native event of the registry where the registry has it', () => {
    for (const row of events) {
      const cell = row.cells?.[slug];
      for (const written of cell?.upstream ?? cell?.seed ?? []) {
        const native = slug === 'opencode' && !nativeEventOf(slug, written) ? `event.${written}` : written;
        if (NOT_AT_THE_VENDOR[slug]?.includes(written) || ELSEWHERE.includes(`${slug} ${written} ${row.name}`))
          continue;
        expect([row.name, native, eventsNamed(slug, row.name).includes(native)]).toEqual([row.name, native, true]);
      }
    }
  });

  test('what is said not to be at the vendor is not', () => {
    for (const event of NOT_AT_THE_VENDOR[slug] ?? []) expect(nativeEventOf(slug, event)).toBe(undefined);
  });

  test('has every tool name of the registry', () => {
    for (const row of tools) {
      const cell = row.cells?.[slug];
      for (const native of cell?.upstream ?? cell?.seed ?? []) {
        if (slug === 'cursor') continue; // its hooks match other names than the registry's (Shell, Read, Write, …)
        expect([native, canonicalTools(slug, native)]).toEqual([native, expect.arrayContaining([row.name])]);
      }
    }
  });

  test('says where the parts of a payload stand, in JSON Pointers', () => {
    const facts = vendor(slug);
    const lists = [facts.payload, ...eventNames(slug).map((event) => nativeEventOf(slug, event)?.payload ?? {})];
    for (const list of lists) {
      for (const [part, pointers] of Object.entries(list)) {
        expect(PAYLOAD_PARTS as readonly string[]).toContain(part);
        for (const pointer of pointers ?? []) expect(pointer === '' || pointer.startsWith('/')).toBe(true);
      }
    }
    expect(facts.slug).toBe(slug);
    if (facts.mcp) expect(() => new RegExp(facts.mcp?.pattern ?? '', 'u')).not.toThrow();
    expect(facts.timeout.default === null || facts.timeout.unit !== null).toBe(true);
    expect(facts.timeout.source).not.toBe('');
    for (const native of Object.keys(facts.timeout.most ?? {})) expect(eventNames(slug)).toContain(native);
  });
});
