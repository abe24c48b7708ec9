import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { validate } from '@hyperjump/json-schema/draft-2020-12';
import { afterAll, expect, test } from 'vitest';
import { readSchemas } from '../../scripts/build/schema-sources.ts';
import { localSchema } from './local-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('schemas written to a folder find each other there', async () => {
  for (const { file, text } of readSchemas(join(import.meta.dirname, '../..'))) {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    const local = localSchema(text);
    expect(local).not.toContain('"$id"');
    expect(local).toContain(`"$comment": "Published as https://hookconf.dev/schemas/${file}"`);
    writeFileSync(target, local);
  }
  const schema = pathToFileURL(join(folder, 'openhook/0.1/event.schema.json')).href;
  const event = {
    openhook: '0.1',
    id: '1',
    source: 'cursor',
    type: 'file.write',
    time: '2026-02-23T10:15:30Z',
    session_id: 's',
  };
  expect((await validate(schema, { ...event, data: { path: 'a' } })).valid).toBe(true);
  expect((await validate(schema, { ...event, data: {} })).valid).toBe(false);
});
