import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isObject } from '../../harness/model/json.ts';
import { type Answers, answerSchemaName, readsJson } from '../../scripts/native/compile.ts';
import { VENDORS } from '../../vendors/slugs.ts';
import { eventNames, vendor } from '../../vendors/vendor.ts';
import { refusals, root, schema } from './ajv.ts';

function answers(slug: string): Answers {
  return parse(readFileSync(join(root, 'vendors', slug, 'answers.yaml'), 'utf8')) as Answers;
}

function refused(slug: string, event: string, answer: unknown): string {
  return refusals(schema(answerSchemaName(slug, event, vendor(slug).events[event])), answer);
}

interface Case {
  readonly event: string;
  readonly label: string;
  readonly answer: Record<string, unknown>;
  readonly taken: boolean;
}

/** What the real program made of a JSON answer at exit 0: taken, or reported as broken. */
function recorded(slug: string, read: (row: Record<string, unknown>) => Omit<Case, 'event'> | undefined): Case[] {
  const file: unknown = JSON.parse(readFileSync(join(root, 'vendors', slug, 'behaviour.json'), 'utf8'));
  const rows = isObject(file) && Array.isArray(file['cases']) ? (file['cases'] as Record<string, unknown>[]) : [];
  return rows.flatMap((row) => {
    const found = read(row);
    return found ? [{ event: String(row['event']), ...found }] : [];
  });
}

describe('what the real programs took and refused', () => {
  const claude = recorded('claude-code', (row) => {
    const { scripted, observed, label } = row;
    if (!isObject(scripted) || !isObject(scripted['stdout']) || scripted['exit'] !== undefined || !isObject(observed))
      return;
    const outcomes = Array.isArray(observed['hook']) ? (observed['hook'] as { outcome?: string }[]) : [];
    const [first] = outcomes;
    if (first?.outcome !== 'success' && first?.outcome !== 'error') return;
    return { label: String(label), answer: scripted['stdout'], taken: first.outcome === 'success' };
  });

  // Claude Code passes over a member that it does not know; the schema says that nothing is read from it.
  test.each(
    claude
      .filter((one) => one.label !== 'json-unknown-field')
      .map((one) => [`${one.event} ${one.label}`, one] as const),
  )('Claude Code: %s', (_, { event, answer, taken }) => {
    expect(refused('claude-code', event, answer) === '').toBe(taken);
  });

  const codex = recorded('codex', (row) => {
    const { answer, hook_status_shown: shown } = row;
    if (!isObject(answer) || answer['exit'] !== 0 || !isObject(answer['stdout']) || !Array.isArray(shown)) return;
    return { label: String(row['case']), answer: answer['stdout'], taken: !String(shown[0]).endsWith('Failed') };
  });

  // Beside its schema Codex has rules about meaning (an allow needs a rewrite, a deny a reason): not every valid answer is taken.
  test.each(
    codex
      .filter((one) => one.taken && one.event !== 'PreModelRequest')
      .map((one) => [`${one.event} ${one.label}`, one] as const),
  )('Codex: %s', (_, { label, event, answer }) => {
    if (label === 'json-wrong-event-name') expect(refused('codex', event, answer)).toContain('hookEventName');
    else expect(refused('codex', event, answer)).toBe('');
  });

  test('Codex refuses a member that it does not know, and a flat decision', () => {
    for (const label of ['json-unknown-field', 'json-decision-deny-flat', 'json-unknown-decision']) {
      const found = codex.find((one) => one.label === label);
      expect([label, found?.taken, found && refused('codex', found.event, found.answer) === '']).toEqual([
        label,
        false,
        false,
      ]);
    }
  });
});

describe.each(VENDORS)('%s', (slug) => {
  test('every answer schema takes an answer that says nothing, and refuses what no vendor reads', () => {
    for (const event of eventNames(slug).filter((name) => readsJson(answers(slug), name))) {
      if (event !== 'tool.call') expect([event, refused(slug, event, {})]).toEqual([event, '']);
      for (const wrong of [[], 'deny', null, { permisionDecision: 'deny' }, { vendorExtra: 1 }]) {
        expect([event, refused(slug, event, wrong) !== '']).toEqual([event, true]);
      }
    }
  });
});
