import { describe, expect, test } from 'vitest';
import { loadCorpus } from '../harness/run/corpus.ts';
import {
  canonicalEvent,
  canonicalTools,
  canonicalToolsOf,
  eventNamedBy,
  eventsNamed,
  mcpTool,
  substitutionsFor,
  transcriptsOf,
} from './vendor.ts';

const corpus = await loadCorpus(['claude-code', 'gemini-cli']);

describe('what a payload says of itself', () => {
  test.each(['claude-code', 'gemini-cli'])('%s names the event of every fixture that names one', (vendor) => {
    for (const fixture of corpus.fixtures(vendor)) {
      const named = eventNamedBy(vendor, fixture.stdin);
      expect([fixture.name, named]).toEqual([fixture.name, fixture.event === 'StatusLine' ? undefined : fixture.event]);
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
