import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Subject } from '../model/subject.ts';
import type { Launch } from '../process/launch.ts';
import { checkShellText, resolveCommand, resolveShellText } from './command.ts';
import type { ConfigSubject } from './config.ts';
import { hookUrl } from './http-hook.ts';

/** The command that serves a hook's URL, among a subject's launches. */
export const START = 'start';

/** How a subject's commands are started: `''` is its `command`, the others its named `commands`. */
export type Launches = ReadonlyMap<string, Launch>;

function launchOf(
  words: readonly string[],
  entry: ConfigSubject,
  folder: string,
  path: string,
  project: string | null,
): Launch {
  const cwd = entry.cwd === 'configuration' ? folder : 'project';
  const common = { cwd, env: (entry.env ?? {}) as Record<string, string>, home: entry.home ?? 'private' } as const;
  if (entry.shell !== undefined && entry.shell !== false) {
    const shell = entry.shell === true ? '/bin/sh' : entry.shell;
    checkShellText(words.join(' '), shell, folder, common.env['PATH'] ?? path, project);
    return { ...common, program: resolveShellText(words.join(' '), folder), args: [], shell };
  }
  const { program, args } = resolveCommand(words, folder, path, project);
  return { ...common, program, args, shell: null };
}

/**
 * Resolves all commands of a subject once, from the folder of its configuration (contract, section 2).
 * @throws UsageError when one can't be started.
 */
export function resolveLaunches(
  subject: Subject,
  entry: ConfigSubject,
  folder: string,
  path: string,
  project: string | null = null,
  allowedHosts: readonly string[] = [],
): Launches {
  if (typeof entry.command === 'string' && (entry.shell === undefined || entry.shell === false)) {
    throw new UsageError(
      'command-text',
      `the command of ${subject.name} is one text`,
      'write it as a list of words, or set "shell": true',
    );
  }
  const launches = new Map<string, Launch>();
  if (subject.command.length > 0) launches.set('', launchOf(subject.command, entry, folder, path, project));
  for (const [name, words] of Object.entries(subject.commands))
    launches.set(name, launchOf(words, entry, folder, path, project));
  const url = hookUrl(subject, allowedHosts);
  if (url !== undefined) {
    const nothing = { program: '', args: [], shell: null, cwd: 'project', env: {}, home: 'private' } as const;
    launches.set('', { ...nothing, url });
    if (entry.start !== undefined) launches.set(START, launchOf(entry.start, entry, folder, path, project));
  }
  return launches;
}

/**
 * The folder that is copied into every case, absolute; null for an empty repository.
 * @throws UsageError when it isn't a folder.
 */
export function projectFolder(
  entry: ConfigSubject,
  override: string | undefined,
  folder: string,
  cwd: string,
): string | null {
  const named = override ?? entry.project;
  if (named === undefined) return null;
  const path = override === undefined ? resolve(folder, named) : resolve(cwd, named);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return path;
  throw new UsageError(
    'project-not-a-folder',
    found === undefined ? `there is no project folder ${named}` : `the project ${named} is not a folder`,
    override === undefined ? 'name a folder in "project", relative to hookconf.json' : 'name a folder with --project',
  );
}
