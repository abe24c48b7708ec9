/** Hooks that a repository's own vendor configurations register, as subjects that run as their vendor runs them. */
import { isAbsolute, relative, resolve } from 'node:path';
import type { DiscoveredHook } from '../../vendors/discover.ts';
import { UsageError } from '../errors.ts';
import type { JsonObject } from '../model/json.ts';
import type { Launch } from '../process/launch.ts';
import { shellWord, wordsOfText } from '../text/shell.ts';
import { checkShellText, resolveCommand } from './command.ts';
import type { ConfigSubject } from './config.ts';

/** What a configuration registers, with what its vendor has to say of it. */
export interface RegisteredHook extends Omit<DiscoveredHook, 'pluginRoot'> {
  /** Folder of the plugin that registers it, relative, and the variables that name that folder to it. */
  readonly plugin: { readonly root: string; readonly variables: readonly string[] } | null;
  /** Variables that name the repository to it. */
  readonly projectVariables: readonly string[];
  /** The matcher is compared with the tool's name. */
  readonly matchesTool: boolean;
}

/** A subject with the way in which it is started. */
export interface DiscoveredSubject {
  readonly entry: ConfigSubject;
  readonly raw: JsonObject;
  readonly launch: Launch;
  /** One line for the list that a person says yes to. */
  readonly line: string;
  /** The configuration that registers it, relative. */
  readonly file: string;
  /** What its command names, from the folder that was searched: words that may be files there. */
  readonly words: (folder: string) => readonly string[];
  /** Throws a UsageError where the program that it names is not there, as far as its first words tell. */
  readonly check: (folder: string, path: string) => void;
}

/** One that is registered in the same words for several events is one subject; everything else that differs parts them. */
export function discoveredSubjects(hooks: readonly RegisteredHook[]): readonly DiscoveredSubject[] {
  const groups = new Map<string, RegisteredHook[]>();
  for (const hook of hooks) {
    const { event: _, matcher, matchesTool, ...same } = hook;
    const key = JSON.stringify([same, matchesTool ? matcher : null]);
    groups.set(key, [...(groups.get(key) ?? []), hook]);
  }
  const names = new Map<string, number>();
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const events = [...new Set(group.map(({ event }) => event))];
    const tools = first.matchesTool && first.matcher !== null ? first.matcher : undefined;
    const about = `${first.vendor} ${events.join(', ')}${tools === undefined ? '' : ` (${tools})`}`;
    const count = (names.get(about) ?? 0) + 1;
    names.set(about, count);
    const entry: ConfigSubject = {
      name: count === 1 ? about : `${about}, number ${count}`,
      role: 'hook',
      command: [first.command],
      vendors: [first.vendor],
      events: { [first.vendor]: events as [string, ...string[]] },
      project: '.',
      ...(first.shell === null ? {} : { shell: first.shell }),
      ...(tools === undefined ? {} : { tools: [tools] }),
      ...(first.timeoutMs === null ? {} : { timeout: first.timeoutMs / 1000 }),
    };
    const line = `${about}: ${first.command}  [${first.file}]`;
    const check = (folder: string, path: string): void => checkStart(first, folder, path);
    const { file } = first;
    const words = (folder: string): readonly string[] => wordsNamed(first, folder);
    return [{ entry, raw: entry as unknown as JsonObject, launch: launchOf(first), line, file, words, check }];
  });
}

/**
 * The command as a shell would see its plain words, with the variables filled in that name a folder of the repository: by
 * the way to it from where the command stands, as the repository's own path may hold a space.
 */
function filled({ command, cwd, plugin, projectVariables }: RegisteredHook): string {
  const way = (to: string): string => relative(resolve('/', cwd ?? '.'), resolve('/', to)).replaceAll('\\', '/') || '.';
  const folders = new Map(projectVariables.map((name) => [name, way('.')]));
  for (const name of plugin?.variables ?? []) folders.set(name, way(plugin?.root ?? '.'));
  return command
    .replaceAll(
      /("?)\$(?:(\w+)|\{(\w+)\})\1/g,
      (whole, _quote, bare, braced) => folders.get((bare ?? braced) as string) ?? whole,
    )
    .replaceAll(/"([\w./:@%+,-]+)"/g, '$1');
}

/** The words of a command with its variables filled in, as paths from the folder; what lies elsewhere is left out. */
function wordsNamed(hook: RegisteredHook, folder: string): readonly string[] {
  const place = resolve(folder, hook.cwd ?? '.');
  const words = hook.shell === null ? [hook.command] : wordsOfText(filled(hook));
  return words.flatMap((word) => {
    const path = relative(folder, resolve(place, word)).replaceAll('\\', '/');
    return word.startsWith('-') || path === '' || path.startsWith('..') || isAbsolute(path) ? [] : [path];
  });
}

/**
 * Refuses a hook whose program isn't there: a shell would end with 127 on every payload, and a slip in a path would be
 * judged as a hook. What the first words don't tell is left to the shell.
 */
function checkStart(hook: RegisteredHook, folder: string, path: string): void {
  const { command, shell, cwd, env, file } = hook;
  const place = resolve(folder, cwd ?? '.');
  try {
    if (shell === null) resolveCommand([command], place, path);
    else checkShellText(filled(hook), shell, place, env['PATH'] ?? path);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // Its author wrote the variable, or nothing.
    const message = error.message.replaceAll(`${folder}/`, '').replaceAll(' ./', ' ');
    const hint = error.code === 'shell-not-found' ? 'its vendor runs it in that shell' : `correct it in ${file}`;
    throw new UsageError(error.code, message, hint);
  }
}

/** Nothing of the command is resolved here: its vendor starts it in the project, and so does a case, in its own copy. */
function launchOf({ command, shell, env, cwd, plugin }: RegisteredHook): Launch {
  const common = { args: [], cwd: 'project', env, home: 'private' } as const;
  if (shell === null) return { ...common, program: command, shell: null };
  const below = (folder: string): string => (folder === '.' ? '"$PWD"' : `"$PWD"/${shellWord(folder)}`);
  const before = [
    ...(plugin?.variables ?? []).map((name) => `export ${name}=${below(plugin?.root ?? '.')}`),
    ...(cwd === null ? [] : [`cd ${shellWord(cwd)} || exit`]),
  ];
  return { ...common, program: [...before, command].join('\n'), shell };
}
