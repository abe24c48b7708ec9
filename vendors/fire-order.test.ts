import { describe, expect, test } from 'vitest';
import { dialectsOf, fireOrderOf } from './fire-order.ts';
import { VENDORS } from './slugs.ts';
import { eventNames } from './vendor.ts';

describe('fire order', () => {
  test.each(VENDORS)('%s asks before it acts, and every event is one of its own', (slug) => {
    for (const dialect of dialectsOf(slug)) {
      const order = fireOrderOf(slug, dialect);
      expect(order.toolBefore.length + order.turnStart.length, String(dialect)).toBeGreaterThan(0);
      for (const events of Object.values(order)) for (const event of events) expect(eventNames(slug)).toContain(event);
      expect(order.start.length).toBeLessThanOrEqual(1);
      expect(order.end.length).toBeLessThanOrEqual(1);
    }
  });

  test('Claude Code has one event for a tool that failed, and no dialects', () => {
    expect(dialectsOf('claude-code')).toEqual([undefined]);
    expect(fireOrderOf('claude-code')).toMatchObject({
      start: ['SessionStart'],
      toolBefore: ['PreToolUse', 'PermissionRequest'],
      toolAfter: ['PostToolUse'],
      toolFailed: ['PostToolUseFailure'],
      end: ['SessionEnd'],
    });
  });

  test('dialects are told apart', () => {
    expect(fireOrderOf('copilot-cli', 'PascalCase').turnEnd).toEqual(['Stop']);
    expect(fireOrderOf('copilot-cli', 'camelCase').turnEnd).toEqual(['agentStop']);
  });
});
