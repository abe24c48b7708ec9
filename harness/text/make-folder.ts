import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, one at a time. `mkdir` with `recursive` never ends where a file system refuses a new folder
 * with ENOENT, as /proc does: Node then makes the folder above, which is there, and tries again.
 * @param folder absolute path
 * @throws the error of the system for the first folder that can't be made
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder);
  } catch (error) {
    const made = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(folder).isDirectory();
    if (!made) throw error;
  }
}
