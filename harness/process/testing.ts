import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Case, SpawnPlan } from '../model/case.ts';
import type { Captured } from '../model/observation.ts';
import type { Launch } from './launch.ts';

/** Path of a program of test/hooks, each of which misbehaves in one way. */
export function hook(name: string): string {
  return fileURLToPath(new URL(`../../test/hooks/${name}`, import.meta.url));
}

/** Whether a program is not installed here: what needs it is skipped then, by name. */
export function lacks(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return !folders.some((folder) => folder !== '' && existsSync(join(folder, program)));
}

/** The same of what one of test/hooks is written in. */
export function lacksFor(name: string): boolean {
  return name.endsWith('.py') && lacks('python3');
}

/** A launch that always starts the same program. */
export function launching(program: string, ...args: string[]): () => Launch {
  return () => ({ program, args, shell: null, cwd: 'project', env: {}, home: 'private' });
}

/** Its time is long: who reaches it on a busy machine does so because the test means it to. */
export function spawnPlan(changes: Partial<SpawnPlan> = {}): SpawnPlan {
  return { placeholders: {}, appendArgs: [], stdin: { kind: 'empty' }, env: {}, timeoutMs: 50_000, ...changes };
}

export function testCase(changes: Partial<Case> = {}): Case {
  return {
    id: 'engine/test',
    title: 'a case of the engine itself',
    requirements: [],
    spawns: [spawnPlan()],
    files: [],
    substitutions: [],
    lingerMs: 0,
    observeFiles: false,
    canaries: [],
    context: null,
    ...changes,
  };
}

export function text(captured: Captured | undefined): string {
  return captured?.bytes.toString('utf8') ?? '';
}
