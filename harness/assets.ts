import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let root: string | undefined;

/**
 * The folder that holds package.json, whether this runs from the sources or from the bundle. Everything that ships as data
 * (schemas/, fixtures/, registries/) and everything that the build makes of it (dist/data, dist/validators) is found from here.
 */
export function packageRoot(): string {
  if (root !== undefined) return root;
  let here = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(here, 'package.json'))) {
    const parent = dirname(here);
    if (parent === here) throw new Error('hookconf is not installed whole: its package.json cannot be found');
    here = parent;
  }
  root = here;
  return here;
}

const cache = new Map<string, unknown>();

/**
 * Data compiled by `npm run build` from the YAML that people edit: `dist/data/<name>.json`. The caller names the type that
 * the build has validated; nothing is validated again here, because start-up time is a feature.
 */
export function data<T>(name: string): T {
  let value = cache.get(name);
  if (value === undefined) {
    value = JSON.parse(readFileSync(join(packageRoot(), 'dist/data', `${name}.json`), 'utf8'));
    cache.set(name, value);
  }
  return value as T;
}
