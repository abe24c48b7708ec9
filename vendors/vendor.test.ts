import { describe, expect, test } from 'vitest';
import { loadCorpus } from '../harness/run/corpus.ts';
import { VENDORS } from './slugs.ts';
import {
  canonicalEvent,
  canonicalSlug,
  canonicalTools,
  canonicalToolsOf,
  defaultTimeoutMs,
  deliveredPayload,
  eventNamedBy,
  eventsNamed,
  gates,
  mcpTool,
  nativeEventOf,
  nativeTool,
  substitutionsFor,
  transcriptsOf,
  vendor,
} from './vendor.ts';

const corpus = await loadCorpus(VENDORS);

describe('what a payload says of itself', () => {
  test.each(VENDORS)('%s knows the event of every fixture, by the name that the payload gives', (slug) => {
    for (const fixture of corpus.fixtures(slug)) {
      const event = nativeEventOf(slug, fixture.event);
      expect([fixture.name, event !== undefined]).toEqual([fixture.name, true]);
      // What names itself names itself rightly; two spellings of one event may share a name.
      const named = eventNamedBy(slug, fixture.stdin);
      const canonical = named === undefined ? undefined : canonicalEvent(slug, named);
      if (named !== undefined) expect([fixture.name, canonical]).toEqual([fixture.name, event?.canonical ?? null]);
      else if (vendor(slug).namedBy.length > 0 && fixture.how === 'recorded') expect(event?.named).toBe(null);
    }
  });

  test('every fixture of a tool event names its tool or belongs to an event that stands for one', () => {
    for (const fixture of VENDORS.flatMap((slug) => corpus.fixtures(slug))) {
      if (gates(fixture.vendor, fixture.event) !== 'tool' || fixture.event === 'subagentStart') continue;
      const facts = nativeEventOf(fixture.vendor, fixture.event);
      expect([fixture.name, (nativeTool(fixture) ?? facts?.tool) !== undefined]).toEqual([fixture.name, true]);
    }
  });

  test('a recorded sub-agent payload names both of its transcripts', () => {
    const stop = corpus.fixtures('claude-code').find((fixture) => fixture.event === 'SubagentStop');
    expect(stop && transcriptsOf(stop).map(({ pointer }) => pointer)).toEqual([
      '/transcript_path',
      '/agent_transcript_path',
    ]);
  });
});

describe('names', () => {
  test('canonical and native event names select events', () => {
    expect(eventsNamed('gemini-cli', 'before_tool_execute')).toEqual(['BeforeTool']);
    expect(eventsNamed('gemini-cli', 'BeforeTool')).toEqual(['BeforeTool']);
    expect(eventsNamed('gemini-cli', 'PreToolUse')).toEqual([]);
    expect(canonicalEvent('claude-code', 'toString')).toBe(null);
  });

  test('tools map to the vocabulary, MCP tools to their server', () => {
    expect(canonicalTools('claude-code', 'Bash')).toEqual(['shell']);
    expect(canonicalTools('claude-code', 'Nope')).toEqual([]);
    expect(mcpTool('claude-code', 'mcp__acme__look_up')).toEqual({ server: 'acme', tool: 'look_up' });
    expect(mcpTool('gemini-cli', 'mcp_tickets_close_ticket')).toEqual({ server: 'tickets', tool: 'close_ticket' });
    const shell = corpus.fixtures('gemini-cli').find((one) => one.name.endsWith('007-BeforeTool-run_shell_command'));
    expect(shell && canonicalToolsOf(shell)).toEqual(['shell']);
  });
});

describe('paths to rewrite', () => {
  test('the recorded places come longest first', () => {
    const recorded = { cwd: '/home/dev/acme-app/src', transcript_path: '/home/dev/.claude/x.jsonl' };
    expect(substitutionsFor('claude-code', 'PreToolUse', recorded)).toEqual([
      { from: '/home/dev/acme-app', to: 'project' },
      { from: '/home/dev', to: 'home' },
      { from: '/tmp', to: 'tmp' },
    ]);
  });

  test('a payload of another machine brings its own project and home', () => {
    const captured = { cwd: '/Users/ann/work/shop', transcript_path: '/Users/ann/.claude/x.jsonl' };
    expect(substitutionsFor('claude-code', 'PreToolUse', captured).slice(0, 2)).toEqual([
      { from: '/Users/ann/work/shop', to: 'project' },
      { from: '/home/dev/acme-app', to: 'project' },
    ]);
    expect(substitutionsFor('claude-code', 'PreToolUse', captured)).toContainEqual({ from: '/Users/ann', to: 'home' });
  });
});

describe('what is delivered', () => {
  test('an in-process vendor describes the call', () => {
    const before = corpus.fixtures('opencode').find((one) => one.event === 'tool.execute.before');
    const stdin = before?.stdin as { input: unknown; output: unknown };
    expect(before && deliveredPayload(before, stdin as never)).toEqual({
      hook: 'tool.execute.before',
      args: [stdin.input, stdin.output],
    });
    const bus = corpus.fixtures('opencode').find((one) => one.event === 'event.session.created');
    expect(bus && deliveredPayload(bus, bus.stdin ?? null)).toEqual({ hook: 'event', args: [bus?.stdin] });
    const call = corpus.fixtures('amp').find((one) => one.event === 'tool.call');
    expect(call && deliveredPayload(call, call.stdin ?? null)).toEqual({ hook: 'tool.call', args: [call?.stdin] });
    const delegate = corpus.fixtures('amp').find((one) => one.event === 'delegate');
    expect(delegate && deliveredPayload(delegate, delegate.stdin ?? null)).toEqual(delegate?.stdin);
  });
});

describe('slugs and limits', () => {
  test('aliases of the contract', () => {
    expect(canonicalSlug('copilot')).toBe('copilot-cli');
    expect(canonicalSlug('copilot-vscode')).toBe('vs-code-copilot');
    expect(canonicalSlug('nope')).toBe(undefined);
  });

  test('limits are compared in milliseconds', () => {
    expect(defaultTimeoutMs('claude-code')).toBe(600_000);
    expect(defaultTimeoutMs('gemini-cli')).toBe(60_000);
    expect(defaultTimeoutMs('windsurf')).toBe(null);
    expect(defaultTimeoutMs('cline', 'PreToolUse')).toBe(30_000);
    expect(defaultTimeoutMs('cline', 'tool_call')).toBe(120_000);
    expect(defaultTimeoutMs('kiro', 'PreToolUse')).toBe(60_000);
  });
});
