import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { nameOf, pointOf } from './names.ts';

export type Surface = 'middleware' | 'vs-code' | 'copilot-cli' | 'cloud-agent' | 'claude-code';

/** One hook as it will be run. */
export interface Hook {
  readonly point: string;
  readonly name: string;
  readonly command: string;
  readonly priority: number;
  readonly telemetryOnly: boolean;
  readonly cwd: string | undefined;
  readonly timeoutMs: number;
}

export interface Registration {
  readonly hooks: Hook[];
  readonly warnings: string[];
}

/** Section 7: one to three seconds where nothing else is said. */
const DEFAULT_TIMEOUT_MS = 2500;

type Entry = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  type: 'string',
  bash: 'string',
  powershell: 'string',
  command: 'string',
  cwd: 'string',
  timeoutSec: 'number',
};

/** The command of a native entry: the shell's own first, `command` where there is none. */
function commandOf(entry: Entry): string | undefined {
  const own = process.platform === 'win32' ? entry['powershell'] : entry['bash'];
  return text(own) ?? text(entry['command']);
}

function nativeEntry(point: string, entry: unknown, place: string, found: Registration): void {
  if (!isObject(entry)) {
    found.warnings.push(`${place}: an entry is no object and is left out`);
    return;
  }
  for (const [member, type] of Object.entries(TYPES)) {
    if (entry[member] === undefined || typeof entry[member] === type) continue;
    found.warnings.push(`${place}: ${member} of an entry is no ${type}, so that the entry is left out`);
    return;
  }
  const command = commandOf(entry);
  if (command === undefined) return;
  const seconds = entry['timeoutSec'];
  found.hooks.push({
    point,
    name: command,
    command,
    priority: Number.POSITIVE_INFINITY,
    telemetryOnly: false,
    cwd: text(entry['cwd']),
    timeoutMs: typeof seconds === 'number' ? seconds * 1000 : DEFAULT_TIMEOUT_MS,
  });
}

function nativeHooks(hooks: unknown, surface: Surface, place: string, found: Registration): void {
  if (!isObject(hooks)) {
    found.warnings.push(`${place}: hooks is no object`);
    return;
  }
  for (const [key, entries] of Object.entries(hooks)) {
    const point = pointOf(key);
    if (point === undefined || (surface === 'cloud-agent' && nameOf(point)?.cloud !== true)) {
      found.warnings.push(`${place}: ${surface} never fires ${key}`);
      continue;
    }
    const list = Array.isArray(entries) ? entries : [entries];
    const flat = surface === 'claude-code' ? list.flatMap((group) => (isObject(group) ? group['hooks'] : [])) : list;
    for (const entry of flat) nativeEntry(point, entry, place, found);
  }
}

function middlewareHooks(hooks: unknown, place: string, found: Registration): void {
  if (!isObject(hooks)) return;
  for (const [point, entries] of Object.entries(hooks)) {
    if (nameOf(point) === undefined) {
      const meant = pointOf(point);
      found.warnings.push(`${place}: ${point} is no Base Coat name${meant === undefined ? '' : `; write ${meant}`}`);
      continue;
    }
    for (const entry of Array.isArray(entries) ? entries : []) {
      if (!isObject(entry)) continue;
      const command = text(entry['command']);
      const name = text(entry['tool']) ?? command;
      if (command === undefined || name === undefined) {
        found.warnings.push(`${place}: ${name ?? 'an entry'} has no command, so that nothing can be run`);
        continue;
      }
      const priority = entry['priority'];
      found.hooks.push({
        point,
        name,
        command,
        priority: typeof priority === 'number' ? priority : Number.POSITIVE_INFINITY,
        telemetryOnly: entry['telemetryOnly'] === true,
        cwd: undefined,
        timeoutMs: DEFAULT_TIMEOUT_MS,
      });
    }
  }
}

function read(path: string, found: Registration): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    found.warnings.push(`${path.split('/').at(-1) ?? path} cannot be read: ${(error as Error).name}`);
    return undefined;
  }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

/** The front matter of an agent's file, between its first two lines of dashes. */
function frontMatter(path: string): unknown {
  const [, yaml = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(readFileSync(path, 'utf8')) ?? [];
  return parse(yaml);
}

function readNative(path: string, surface: Surface, found: Registration): void {
  const content = read(path, found);
  if (!isObject(content)) return;
  const place = path.split('/').at(-1) ?? path;
  if (surface !== 'claude-code' && content['version'] !== 1) found.warnings.push(`${place}: version is not 1`);
  nativeHooks(content['hooks'], surface, place, found);
}

/** Everything that is registered for a surface, in the order of the files and of their entries. */
export function registered(surface: Surface, config: readonly string[], agent: string | undefined): Registration {
  const found: Registration = { hooks: [], warnings: [] };
  switch (surface) {
    case 'middleware':
      for (const path of config) {
        const content = read(path, found);
        if (isObject(content)) middlewareHooks(content['hooks'], path, found);
      }
      break;
    case 'claude-code':
      readNative('.claude/settings.json', surface, found);
      break;
    default:
      for (const path of filesIn('.github/hooks')) readNative(path, surface, found);
      if (surface === 'copilot-cli')
        for (const path of filesIn(join(homedir(), '.copilot/hooks'))) readNative(path, surface, found);
      if (surface === 'vs-code' && agent !== undefined && existsSync(`${agent}.agent.md`)) {
        const front = frontMatter(`${agent}.agent.md`);
        if (isObject(front)) nativeHooks(front['hooks'], surface, `${agent}.agent.md`, found);
      }
  }
  return found;
}
