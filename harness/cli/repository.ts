import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Report } from '../../types/generated/report.ts';
import { configOf } from '../report/view.ts';
import type { Io } from './command-spec.ts';

/** The repository that a folder belongs to; the folder itself where it is in none. */
export function repositoryOf(folder: string): string {
  for (let here = folder; ; here = dirname(here)) {
    if (existsSync(join(here, '.git'))) return here;
    if (dirname(here) === here) return folder;
  }
}

/** Where the words of the report's subjects were resolved: the folder of its configuration, else the one that ran it. */
export function subjectFolder(
  report: Report,
  io: Pick<Io, 'cwd'>,
): { readonly folder: string; readonly place: string } {
  const { words = [] } = report.options ?? {};
  const config = configOf(report);
  if (config !== undefined) return { folder: dirname(resolve(io.cwd, config)), place: `the folder of ${config}` };
  const discovered = words.length === 0 && !existsSync(join(io.cwd, 'hookconf.json'));
  return { folder: discovered ? repositoryOf(io.cwd) : io.cwd, place: 'this folder' };
}

/** The path below a folder, with `/`; undefined where it is not below it. */
function below(folder: string, path: string): string | undefined {
  const inside = relative(folder, path);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? undefined : inside.replaceAll('\\', '/');
}

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/**
 * Where a file lies in the repository, as a code host names it: below the checkout of a CI job where it says so
 * (`GITHUB_WORKSPACE`, `CI_PROJECT_DIR`), else below the repository that the caller's folder is in. A file that lies
 * elsewhere keeps the name that it was given.
 */
export function locate({ cwd, env }: Pick<Io, 'cwd' | 'env'>, folder: string, file: string): string {
  const here = real(cwd);
  const named = [env['GITHUB_WORKSPACE'], env['CI_PROJECT_DIR']].filter((one) => one !== undefined && one !== '');
  const checkout = named.map((one) => real(one ?? '')).find((one) => one === here || below(one, here) !== undefined);
  const path = resolve(real(folder), file);
  // A link is named by where it stands, as the repository has it.
  return below(checkout ?? repositoryOf(here), path) ?? file;
}
