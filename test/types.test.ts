import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateTypes } from '../scripts/generate-types.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'types/generated');

test('the committed types are what the schemas give; run `npm run types` after changing a schema', async () => {
  const files = await generateTypes(root);
  expect(
    readdirSync(folder)
      .filter((file) => file !== 'native')
      .sort(),
  ).toEqual([...files.keys()].sort());
  for (const [file, text] of files) expect(readFileSync(join(folder, file), 'utf8'), file).toBe(text);
});
