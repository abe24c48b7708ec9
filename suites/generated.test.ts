import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../harness/assets.ts';
import { violations } from '../harness/generate/check.ts';
import { SchemaStore } from '../harness/generate/schema-store.ts';
import type { JsonObject, JsonValue } from '../harness/model/json.ts';
import { adopt } from '../harness/run/adopt.ts';
import type { RunResult } from '../harness/run/run.ts';
import { VENDORS } from '../vendors/slugs.ts';
import { type GeneratedContext, madePayloads, simplerPayloads } from './generated.ts';
import { openHookSuite } from './openhook/index.ts';
import { runEntry } from './run-entry.ts';
import { contextOf, reference, subjectOf } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'made-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('made payloads', () => {
  test('are of every vendor, stay about the same call, and the nth is the same however many are asked for', async () => {
    const subject = subjectOf({ role: 'emitter', spec: 'openhook', vendors: [...VENDORS] });
    const context = await contextOf(openHookSuite, subject);
    const fixtures = VENDORS.flatMap((slug) => context.corpus.fixtures(slug));
    const made = madePayloads(context, fixtures, 120);
    expect(madePayloads(context, fixtures, 30)).toEqual(made.slice(0, 30));
    expect(new Set(made.map(({ fixture }) => fixture.vendor)).size).toBeGreaterThanOrEqual(12);
    for (const { fixture, made: how } of made) {
      expect(fixture.how).toBe('synthetic');
      if (how.mode === 'boundary') expect(how.extreme?.what).toBeTruthy();
    }
    const claude = made.find(
      ({ fixture }) => fixture.vendor === 'claude-code' && fixture.event === 'PermissionRequest',
    );
    const stdin = claude?.fixture.stdin as JsonObject;
    const template = claude?.made.template.stdin as JsonObject;
    for (const member of ['session_id', 'cwd', 'transcript_path', 'tool_name'])
      expect(stdin[member]).toEqual(template[member]);
    const store = SchemaStore.fromFolder(join(packageRoot(), 'schemas/native/claude-code'));
    const schema = store.get('https://hookconf.dev/schemas/native/claude-code/PermissionRequest.schema.json');
    expect(violations(store, schema, stdin)).toEqual([]);
    const extreme = made.find(({ made: how }) => (how.extreme?.pointer.length ?? 0) > 1);
    const length = (value: JsonValue | undefined): number => JSON.stringify(value).length;
    if (extreme === undefined) throw new Error('no payload is extreme');
    for (const smaller of simplerPayloads(extreme.fixture, extreme.made))
      expect(length(smaller.stdin)).toBeLessThanOrEqual(length(extreme.fixture.stdin) + 2);
  });
});

describe('an emitter that fails on what nobody recorded', () => {
  let result: RunResult;
  beforeAll(async () => {
    const program = join(folder, 'emit.sh');
    // Right on every payload of the corpus; a member of the vendor's next version breaks its line. It is
    // silent on what is too long to paste.
    writeFileSync(
      program,
      `#!/bin/sh\ninput=$(cat)\n[ \${#input} -lt 2000 ] || exit 0\ncase $input in *'"x_'*) echo '{"openhook":';; *) printf '%s' "$input" | "${process.execPath}" "${reference('openhook-emitter')}" "$@";; esac\n`,
    );
    chmodSync(program, 0o755);
    const entry = {
      role: 'emitter',
      spec: 'openhook',
      vendors: ['claude-code'],
      command: ['./emit.sh', '{vendor}', '{event}'],
    };
    result = await runEntry(entry, folder, {
      select: { only: ['openhook/generated/*', 'openhook/relation/*'], skip: [], shard: null },
      runs: 14,
      again: { options: [], command: ['./emit.sh', '{vendor}', '{event}'] },
    });
  });

  test('is caught, and the counterexample is small, replayable and pasteable', () => {
    const row = result.report.subjects[0]?.requirements.find(({ id }) => id === 'OH-ENV-001');
    expect(row?.verdict).toBe('fail');
    const [first] = row?.failures ?? [];
    expect(first?.case).toMatch(/^openhook\/(generated|relation)\/\d+$/);
    expect(first?.repro).toMatch(/^hookconf repro openhook\//);
    expect(first?.paste).toMatch(/^printf '%s\\n' '\{.*"x_.*\}' \| \.\/emit\.sh claude-code \w+$/);
    const notices = result.report.subjects[0]?.notices.map(({ id }) => id);
    expect(notices).toContain('HC-RELATION');
  });

  test('whose counterexamples can be kept as fixtures', async () => {
    const kept = join(folder, 'kept');
    const count = await adopt(result.runs, kept, 42);
    expect(count).toBeGreaterThan(0);
    expect(readdirSync(kept)).toHaveLength(count);
    for (const name of readdirSync(kept)) {
      const fixture = JSON.parse(readFileSync(join(kept, name), 'utf8')) as JsonObject;
      expect(fixture).toMatchObject({
        vendor: 'claude-code',
        how: 'synthetic',
        scenario: 'generated',
        delivery: 'stdin',
      });
    }
    expect(await adopt(result.runs, kept, 42)).toBe(count);
  });
});

test('every case of a made payload keeps what it was made of', async () => {
  const context = await contextOf(openHookSuite, subjectOf({ role: 'emitter', spec: 'openhook' }));
  const cases = openHookSuite.plan(context).cases.filter(({ generated }) => generated !== undefined);
  expect(cases.map(({ id }) => id)).toEqual([
    ...[1, 2, 3, 4].map((n) => `openhook/generated/${n}`),
    ...[1, 2].map((n) => `openhook/relation/${n}`),
    'openhook/generated/session-1',
  ]);
  for (const one of cases.slice(0, -1)) expect((one.context as GeneratedContext).made.template).toBeDefined();
});
