import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../harness/assets.ts';
import { loadRequirements } from './catalogue.ts';

/** Every program file that judges or reports, without its tests. */
function sources(folder: string): readonly string[] {
  return readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(packageRoot(), folder, name), 'utf8'));
}

test('every house rule that is told is explained, and every one that is explained is told', () => {
  const told = new Set(
    ['harness', 'suites', 'vendors'].flatMap(sources).flatMap((text) => text.match(/\bHC-[A-Z][A-Z-]*[A-Z]\b/g) ?? []),
  );
  expect([...told].sort()).toEqual(
    loadRequirements('house')
      .map(({ id }) => id)
      .sort(),
  );
});
