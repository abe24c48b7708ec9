/** The hooks that a repository's own vendor configurations register (`vendors/<slug>/config.yaml` says where and how). */
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { data, packageRoot } from '../harness/assets.ts';
import { isObject } from '../harness/model/json.ts';
import { VENDORS } from './slugs.ts';
import { eventsNamed, nativeEventOf } from './vendor.ts';

interface ConfigFile {
  readonly path: string;
  readonly plugin?: boolean;
  readonly listed?: Listed;
  /** The events may stand at the top, without `hooks` around them. */
  readonly bare?: boolean;
}

/**
 * A form in which `hooks` is a list whose items name their event: the members that hold the event, the action, the switch, and
 * the limit with its unit (0: none).
 */
interface Listed {
  readonly event: string;
  readonly in: string;
  readonly off: string;
  readonly timeout: string;
  readonly unit: 's' | 'ms';
}

/** How a vendor's configuration of hooks is read. */
interface ConfigForm {
  /**
   * `grouped`: event → groups with a matcher, each with a list of hooks. `flat`: event → hooks. `scripts`: an executable file
   * in a folder, named after its event.
   */
  readonly form: 'grouped' | 'flat' | 'scripts';
  readonly files: readonly ConfigFile[];
  /** Members that hold the command, the first that is there. */
  readonly command: readonly string[];
  /** Member that holds the limit, and its unit. */
  readonly timeout: string | null;
  readonly unit: 's' | 'ms';
  /** The shell that is given the command; null: the file is started as it is. */
  readonly shell: string | null;
}

export interface DiscoveredHook {
  readonly vendor: string;
  /** Relative to the folder that was searched, with forward slashes. */
  readonly file: string;
  /** Native event, as it is written there. */
  readonly event: string;
  /** As it is written; null: everything. */
  readonly matcher: string | null;
  readonly command: string;
  readonly shell: string | null;
  /** Milliseconds; null: the vendor's own. */
  readonly timeoutMs: number | null;
  /** Folder in which it is started, relative; null: the repository's own. */
  readonly cwd: string | null;
  /** Variables that its entry sets. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of the plugin, relative, for hooks that a plugin registers. */
  readonly pluginRoot: string | null;
}

/** Something in a configuration that is no hook which could be run, and why. */
export interface Skipped {
  readonly vendor: string;
  readonly file: string;
  readonly reason: string;
}

export interface Discovery {
  readonly hooks: readonly DiscoveredHook[];
  readonly skipped: readonly Skipped[];
}

function formOf(slug: string): ConfigForm | undefined {
  const name = `vendors/${slug}/config`;
  return existsSync(join(packageRoot(), 'dist/data', `${name}.json`)) ? data<ConfigForm>(name) : undefined;
}

/** Every hook that the configurations below `folder` register, vendor by vendor, in the order of the files. */
export function discoverHooks(folder: string): Discovery {
  const hooks: DiscoveredHook[] = [];
  const skipped: Skipped[] = [];
  for (const slug of VENDORS) {
    const form = formOf(slug);
    if (form === undefined) continue;
    for (const at of form.files) {
      for (const file of filesAt(folder, at.path)) {
        const found = form.form === 'scripts' ? scripts(folder, slug, file) : configured(folder, slug, form, file, at);
        hooks.push(...found.hooks);
        skipped.push(...found.skipped);
      }
    }
  }
  return { hooks, skipped };
}

/** The files that a path names; `*` in its last part stands for any name. */
function filesAt(folder: string, path: string): string[] {
  if (!path.includes('*')) return existsSync(join(folder, path)) ? [path] : [];
  const parent = dirname(path);
  const ending = path.slice(path.lastIndexOf('*') + 1);
  if (!existsSync(join(folder, parent))) return [];
  return readdirSync(join(folder, parent))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${parent}/${name}`);
}

function scripts(folder: string, slug: string, path: string): Discovery {
  if (!statSync(join(folder, path)).isDirectory()) return { hooks: [], skipped: [] };
  const hooks: DiscoveredHook[] = [];
  for (const name of readdirSync(join(folder, path)).sort()) {
    const event = name.replace(/\.\w+$/, '');
    const file = `${path}/${name}`;
    if (nativeEventOf(slug, event) === undefined || !isExecutable(join(folder, file))) continue;
    hooks.push({
      vendor: slug,
      file,
      event,
      matcher: null,
      command: `./${file}`,
      shell: null,
      timeoutMs: null,
      cwd: null,
      env: {},
      pluginRoot: null,
    });
  }
  return { hooks, skipped: [] };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function configured(folder: string, slug: string, form: ConfigForm, file: string, at: ConfigFile): Discovery {
  const skip = (reason: string): Discovery => ({ hooks: [], skipped: [{ vendor: slug, file, reason }] });
  let document: unknown;
  try {
    const text = readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, '');
    document = file.endsWith('.toml') ? parseToml(text) : JSON.parse(text);
  } catch (error) {
    const [what = ''] = (error as Error).message.split('\n');
    return skip(`it is not ${file.endsWith('.toml') ? 'TOML' : 'JSON'}: ${what}`);
  }
  const held = isObject(document) ? document['hooks'] : undefined;
  const events = held === undefined && at.bare === true ? document : held;
  if (events === undefined) return { hooks: [], skipped: [] };
  if (at.listed !== undefined && Array.isArray(events)) return listed(slug, form, file, at.listed, events);
  if (!isObject(events)) return skip(`its member hooks is not ${at.listed === undefined ? 'an object' : 'a list'}`);
  const hooks: DiscoveredHook[] = [];
  const skipped: Skipped[] = [];
  for (const [event, list] of Object.entries(events)) {
    if (eventsNamed(slug, event).length === 0) {
      skipped.push({
        vendor: slug,
        file,
        reason: `it registers a hook for ${event}, which is no event of this vendor`,
      });
      continue;
    }
    const entries = Array.isArray(list) ? (list as unknown[]) : [list];
    for (const { entry, matcher } of form.form === 'grouped' ? grouped(entries) : flat(entries)) {
      const found = hookOf(slug, form, file, event, entry, matcher);
      if (found === undefined) skipped.push(noCommand(slug, file, event, entry));
      else hooks.push({ ...found, pluginRoot: at.plugin === true ? dirname(dirname(file)) : null });
    }
  }
  return { hooks, skipped };
}

function noCommand(slug: string, file: string, event: string, entry: Entry['entry']): Skipped {
  const kind = String(entry['type'] ?? 'without type');
  return { vendor: slug, file, reason: `an entry of ${event} is no command (${kind})` };
}

/** What one entry registers, or undefined for a hook of another kind than a command. */
function hookOf(
  slug: string,
  form: Pick<ConfigForm, 'command' | 'timeout' | 'unit' | 'shell'>,
  file: string,
  event: string,
  entry: Entry['entry'],
  matcher: string | null,
): DiscoveredHook | undefined {
  const command = commandOf(entry, form);
  if (command === undefined) return undefined;
  const limit = form.timeout === null ? undefined : entry[form.timeout];
  const shell = typeof entry['shell'] === 'string' ? entry['shell'] : form.shell;
  const timeoutMs = typeof limit === 'number' ? limit * (form.unit === 's' ? 1000 : 1) : null;
  const cwd = typeof entry['cwd'] === 'string' && entry['cwd'] !== '' ? entry['cwd'] : null;
  const env = isObject(entry['env']) ? entry['env'] : {};
  const texts = Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const found = { vendor: slug, file, event, matcher, command, shell, timeoutMs, cwd, env: Object.fromEntries(texts) };
  return { ...found, pluginRoot: null };
}

/** The hooks of a list whose items name their event. */
function listed(slug: string, form: ConfigForm, file: string, at: Listed, items: readonly unknown[]): Discovery {
  const hooks: DiscoveredHook[] = [];
  const skipped: Skipped[] = [];
  for (const item of items.filter(isObject)) {
    const event = String(item[at.event]);
    const action = item[at.in];
    const entry = { ...(isObject(action) ? action : {}), [at.timeout]: item[at.timeout] };
    const found = hookOf(slug, { ...form, timeout: at.timeout, unit: at.unit }, file, event, entry, matcherOf(item));
    if (eventsNamed(slug, event).length === 0)
      skipped.push({
        vendor: slug,
        file,
        reason: `it registers a hook for ${event}, which is no event of this vendor`,
      });
    else if (item[at.off] === false)
      skipped.push({ vendor: slug, file, reason: `a hook of ${event} is switched off (${at.off}: false)` });
    else if (found === undefined) skipped.push(noCommand(slug, file, event, entry));
    else hooks.push(found.timeoutMs === 0 ? { ...found, timeoutMs: null } : found);
  }
  return { hooks, skipped };
}

interface Entry {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly matcher: string | null;
}

function matcherOf(value: Readonly<Record<string, unknown>>): string | null {
  const { matcher } = value;
  return typeof matcher === 'string' && matcher !== '' && matcher !== '*' ? matcher : null;
}

function flat(entries: readonly unknown[]): Entry[] {
  return entries.filter(isObject).map((entry) => ({ entry, matcher: matcherOf(entry) }));
}

/** A group without a list of its own is an entry itself: older and looser writers leave the group out. */
function grouped(groups: readonly unknown[]): Entry[] {
  return groups.filter(isObject).flatMap((group) => {
    const inner = group['hooks'];
    if (!Array.isArray(inner)) return [{ entry: group, matcher: matcherOf(group) }];
    return inner.filter(isObject).map((entry) => ({ entry, matcher: matcherOf(group) }));
  });
}

/** The command as one text for the shell; arguments beside it are quoted. Undefined for hooks of another type. */
function commandOf(entry: Readonly<Record<string, unknown>>, form: Pick<ConfigForm, 'command'>): string | undefined {
  const type = entry['type'];
  if (type !== undefined && type !== 'command') return undefined;
  const command = form.command
    .map((member) => entry[member])
    .find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof command !== 'string') return undefined;
  const args = Array.isArray(entry['args']) ? entry['args'].filter((word) => typeof word === 'string') : [];
  return [command, ...args.map((word) => `'${word.replaceAll("'", `'\\''`)}'`)].join(' ');
}
