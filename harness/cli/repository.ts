import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The repository that a folder belongs to; the folder itself where it is in none. */
export function repositoryOf(folder: string): string {
  for (let here = folder; ; here = dirname(here)) {
    if (existsSync(join(here, '.git'))) return here;
    if (dirname(here) === here) return folder;
  }
}
