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

interface Documented {
  readonly vendor: string;
  readonly event: string;
  readonly source: string;
  readonly answer: unknown;
}

const table = parse(readFileSync(join(root, 'test/native/answers.yaml'), 'utf8')) as {
  readonly documented: readonly Documented[];
  readonly dialects: Readonly<Record<string, unknown>>;
  readonly reads: Readonly<Record<string, readonly string[]>>;
};

describe('what the vendors document', () => {
  test.each(table.documented.map((one) => [`${one.vendor} ${one.event}`, one] as const))('%s', (_, one) => {
    expect(refused(one.vendor, one.event, one.answer)).toBe('');
  });

  test('there is an example of every vendor that reads JSON', () => {
    const shown = new Set(table.documented.map((one) => one.vendor));
    const reads = VENDORS.filter((slug) => eventNames(slug).some((event) => readsJson(answers(slug), event)));
    expect(reads.filter((slug) => !shown.has(slug))).toEqual([]);
  });
});

describe.each(Object.entries(table.reads))('%s', (of, reads) => {
  const [slug = '', event = ''] = of.split(' ');
  const say = (dialect: string): unknown =>
    JSON.parse(JSON.stringify(table.dialects[dialect]).replaceAll('$event', event));

  test('reads a refusal in its own words, and in nobody else’s', () => {
    const taken = Object.keys(table.dialects).filter((dialect) => refused(slug, event, say(dialect)) === '');
    expect(taken.sort()).toEqual([...reads].sort());
  });
});

test('every vendor whose tool calls a hook can hold up by its answer has a row of dialects', () => {
  const rows = new Set(Object.keys(table.reads).map((of) => of.split(' ')[0]));
  const gating = VENDORS.filter((slug) =>
    Object.entries(vendor(slug).events).some(([name, { gates }]) => gates === 'tool' && readsJson(answers(slug), name)),
  );
  expect(gating.filter((slug) => !rows.has(slug))).toEqual([]);
});

interface Leaf {
  readonly path: readonly string[];
  readonly words: readonly string[];
}

/** Where a schema of an answer asks for one of some words. */
function wordsIn(part: unknown, path: readonly string[] = []): Leaf[] {
  if (!isObject(part)) return [];
  const exact = part['const'] === undefined ? part['enum'] : [part['const']];
  const here = Array.isArray(exact) ? [{ path, words: exact as string[] }] : [];
  const members = isObject(part['properties']) ? Object.entries(part['properties']) : [];
  return [...here, ...members.flatMap(([member, inner]) => wordsIn(inner, [...path, member]))];
}

function placed(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, member) => ({ [member]: inner }), value);
}

describe.each(VENDORS)('%s: words and places', (slug) => {
  const read = eventNames(slug).filter((name) => readsJson(answers(slug), name));

  test.runIf(read.length > 0)('a word that is not the vendor’s is refused wherever a word is asked for', () => {
    for (const event of read) {
      const name = answerSchemaName(slug, event, vendor(slug).events[event]);
      const file: unknown = JSON.parse(readFileSync(join(root, 'schemas', `${name}.schema.json`), 'utf8'));
      for (const { path, words } of wordsIn(file)) {
        for (const wrong of [`${words[0]}x`, String(words[0]).toUpperCase(), true, null, ['deny']]) {
          if (words.includes(wrong as string)) continue;
          const at = `/${path.join('/')}`;
          expect([event, at, wrong, refused(slug, event, placed(path, wrong)).includes(at)]).toEqual([
            event,
            at,
            wrong,
            true,
          ]);
        }
      }
    }
  });

  test.runIf(read.length > 0)('a member in the wrong place is refused', () => {
    for (const event of read) {
      const name = answerSchemaName(slug, event, vendor(slug).events[event]);
      const file = JSON.parse(readFileSync(join(root, 'schemas', `${name}.schema.json`), 'utf8')) as {
        properties: Record<string, { properties?: Record<string, unknown> }>;
      };
      const top = Object.keys(file.properties);
      const inner = Object.keys(file.properties['hookSpecificOutput']?.properties ?? {});
      for (const member of inner.filter((one) => !top.includes(one)))
        expect([event, member, refused(slug, event, { [member]: 'x' }) !== '']).toEqual([event, member, true]);
      for (const member of top.filter((one) => !inner.includes(one) && one !== 'hookSpecificOutput')) {
        const wrong = { hookSpecificOutput: { hookEventName: event, [member]: 'x' } };
        expect([event, member, refused(slug, event, wrong) !== '']).toEqual([event, member, true]);
      }
    }
  });
});
