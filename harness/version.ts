import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './assets.ts';

/** The version of this package, as package.json has it. */
export function version(): string {
  return (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
