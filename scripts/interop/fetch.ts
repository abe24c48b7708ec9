import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** Why a commit could not be had, in one sentence. */
export class NotFetched extends Error {}

/** Is this something that `git fetch` can read, rather than a folder of files? */
export function isRepository(source: string): boolean {
  return /^[a-z+]+:\/\//.test(source) || [join(source, 'HEAD'), join(source, '.git')].some(existsSync);
}

/**
 * The files of one commit, fetched alone and kept under the temporary folder for the next time. Whole or not there: a fetch
 * that breaks off leaves nothing behind.
 * @throws NotFetched when the repository or the commit is not to be had.
 */
export async function checkout(repository: string, commit: string, cacheIn: string = tmpdir()): Promise<string> {
  const cache = join(cacheIn, `hookconf-source-${commit.slice(0, 12)}`);
  if (existsSync(cache)) return cache;
  mkdirSync(cacheIn, { recursive: true });
  const fresh = mkdtempSync(join(cacheIn, 'hookconf-fetch-'));
  const git = (...args: string[]): Promise<{ exitCode?: number | undefined; stderr: string }> =>
    execa('git', args, { cwd: fresh, reject: false, env: { GIT_TERMINAL_PROMPT: '0' } });
  for (const args of [
    ['init', '--quiet'],
    ['fetch', '--quiet', '--depth', '1', repository, commit],
    ['checkout', '--quiet', 'FETCH_HEAD'],
  ]) {
    const { exitCode, stderr } = await git(...args);
    if (exitCode === 0) continue;
    rmSync(fresh, { recursive: true, force: true });
    const why = stderr.trim().split('\n').at(-1) ?? '';
    throw new NotFetched(
      `${repository} at ${commit.slice(0, 12)} could not be fetched (${why}); give a clone of it or its folder as the second word`,
    );
  }
  try {
    renameSync(fresh, cache);
  } catch {
    // Somebody else was faster.
    rmSync(fresh, { recursive: true, force: true });
  }
  return cache;
}
