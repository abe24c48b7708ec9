import { RE2JS } from 're2js';
import { parseDocument } from 'yaml';
import { CAPABILITY_NAMES, type Edition, eventClass, isEvent, isProvider, isTool, isToolEvent } from './registry.ts';

export type Json = null | boolean | number | string | Json[] | JsonMap;
export interface JsonMap {
  [member: string]: Json;
}
export type Matcher = string | { pattern: string } | { mcp: { server: string; tool?: string } };

export interface Hook {
  readonly event: string;
  readonly name?: string;
  /** Absent: every tool. An empty list matches nothing. */
  readonly matchers?: readonly Matcher[];
  readonly handler: JsonMap & { type: string };
  readonly blocking: boolean;
  readonly degradation: ReadonlyMap<string, 'block' | 'warn' | 'exclude'>;
  readonly providerData: ReadonlyMap<string, JsonMap>;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
  /** Position in the manifest, from 1; absent where the whole document is meant. */
  readonly hook?: number;
}

export interface Manifest {
  readonly edition: Edition;
  readonly hooks: readonly Hook[];
}

export interface Reading {
  readonly manifest?: Manifest;
  readonly errors: string[];
  readonly warnings: Warning[];
}

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How a hook is called in messages: by its name, else by its position from 1. */
export function label(index: number, name?: string): string {
  return name === undefined ? `Hook ${index + 1}` : `Hook ${index + 1} (${name})`;
}

/** JSON, or YAML where the text is not JSON. A byte order mark is skipped. */
export function parseText(text: string): { value?: unknown; error?: string } {
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return { value: JSON.parse(clean) as unknown };
  } catch (jsonError) {
    const first = clean.trimStart()[0];
    if (first === '{' || first === '[' || first === undefined)
      return { error: `the document is not JSON: ${(jsonError as Error).message}` };
    const document = parseDocument(clean, { version: '1.2' });
    const problem = document.errors[0];
    if (problem) return { error: `the document is neither JSON nor YAML: ${problem.message.split('\n')[0]}` };
    return { value: document.toJS({ maxAliasCount: 100 }) as unknown };
  }
}

/** The regular expression in RE2's dialect; null where it needs more than RE2 offers. */
export function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}

class Reader {
  readonly errors: string[] = [];
  readonly warnings: Warning[] = [];
  readonly edition: Edition;
  constructor(edition: Edition) {
    this.edition = edition;
  }

  private type(value: unknown, pointer: string, is: (value: unknown) => boolean, what: string): boolean {
    if (value === undefined || is(value)) return value !== undefined;
    this.errors.push(`${pointer} must be ${what}`);
    return false;
  }

  private matcher(value: unknown, pointer: string, nested: boolean): Matcher[] {
    if (typeof value === 'string') return value === '' ? [] : [value];
    if (Array.isArray(value)) {
      if (nested) this.errors.push(`${pointer} must not be a list inside a list`);
      else return value.flatMap((element, index) => this.matcher(element, `${pointer}/${index}`, true));
      return [];
    }
    if (!isMap(value)) {
      this.errors.push(`${pointer} must be a string, an object or an array`);
      return [];
    }
    const hasPattern = Object.hasOwn(value, 'pattern');
    if (hasPattern === Object.hasOwn(value, 'mcp')) {
      this.errors.push(`${pointer} must hold either pattern or mcp`);
      return [];
    }
    return hasPattern ? this.pattern(value['pattern'], `${pointer}/pattern`) : this.mcp(value['mcp'], `${pointer}/mcp`);
  }

  private pattern(value: unknown, pointer: string): Matcher[] {
    if (typeof value !== 'string') {
      this.errors.push(`${pointer} must be a string`);
      return [];
    }
    if (compile(value)) return [{ pattern: value }];
    if (this.edition === '0.1') this.errors.push(`${pointer} is not an RE2 expression: ${value}`);
    else this.warnings.push({ code: 'pattern-not-re2', message: `${pointer} is not an RE2 expression: ${value}` });
    return [{ pattern: value }];
  }

  private mcp(value: unknown, pointer: string): Matcher[] {
    if (!isMap(value) || typeof value['server'] !== 'string') {
      this.errors.push(`${pointer}/server must be a string`);
      return [];
    }
    const tool = value['tool'];
    if (tool === undefined) return [{ mcp: { server: value['server'] } }];
    if (typeof tool === 'string') return [{ mcp: { server: value['server'], tool } }];
    this.errors.push(`${pointer}/tool must be a string`);
    return [];
  }

  private strings(value: unknown, pointer: string): boolean {
    if (!this.type(value, pointer, isMap, 'an object of strings')) return false;
    for (const [key, text] of Object.entries(value as JsonMap))
      if (typeof text !== 'string') this.errors.push(`${pointer}/${key} must be a string`);
    return true;
  }

  private handler(value: unknown, pointer: string, at: string): (JsonMap & { type: string }) | undefined {
    if (!isMap(value)) {
      this.errors.push(value === undefined ? `${pointer} is required` : `${pointer} must be an object`);
      return undefined;
    }
    const type = value['type'];
    if (typeof type !== 'string') {
      this.errors.push(`${pointer}/type ${type === undefined ? 'is required' : 'must be a string'}`);
      return undefined;
    }
    const known = ['command', 'http', 'prompt', 'agent'].includes(type);
    if (!known && this.edition === '1.0') this.errors.push(`${pointer}/type must be command, http, prompt or agent`);
    if (!known && this.edition === '0.1')
      this.warnings.push({ code: 'unknown-handler-type', message: `${at}: handler type ${type} is not known` });
    const isString = (member: unknown): boolean => typeof member === 'string';
    if (type === 'command' && value['command'] === undefined) this.errors.push(`${pointer}/command is required`);
    this.type(value['command'], `${pointer}/command`, isString, 'a string');
    this.type(value['cwd'], `${pointer}/cwd`, isString, 'a string');
    this.type(value['async'], `${pointer}/async`, (member) => typeof member === 'boolean', 'true or false');
    const seconds = (member: unknown): boolean => typeof member === 'number' && member >= 0;
    this.type(value['timeout'], `${pointer}/timeout`, seconds, 'a number of seconds, not negative');
    this.strings(value['env'], `${pointer}/env`);
    if (this.strings(value['platform'], `${pointer}/platform`)) this.platform(value['platform'] as JsonMap, at);
    if (this.edition === '0.1') {
      const action = (member: unknown): boolean => member === 'warn' || member === 'block';
      this.type(value['timeout_action'], `${pointer}/timeout_action`, action, 'warn or block');
      this.type(value['status_message'], `${pointer}/status_message`, isString, 'a string');
      this.http(value, pointer, at);
    }
    return value as JsonMap & { type: string };
  }

  private platform(value: JsonMap, at: string): void {
    const mac = this.edition === '1.0' ? 'osx' : 'darwin';
    for (const key of Object.keys(value))
      if (!['windows', 'linux', mac].includes(key))
        this.warnings.push({ code: 'unknown-platform', message: `${at}: platform key ${key} is not used` });
  }

  /** The security rules of 0.1 for HTTP handlers: HTTPS only (loopback aside), and a word about secrets in headers. */
  private http(value: JsonMap, pointer: string, at: string): void {
    if (value.type !== 'http') return;
    const url = value['url'];
    if (typeof url === 'string' && !/^https:/i.test(url) && !/^http:\/\/(localhost|127\.|\[::1\])/i.test(url))
      this.errors.push(`${pointer}/url must be an https address`);
    if (/\$\{?\w/.test(JSON.stringify(value['headers'] ?? '')))
      this.warnings.push({ code: 'secret-in-header', message: `${at}: headers carry environment variables` });
  }

  private degradation(value: unknown, pointer: string, at: string): Hook['degradation'] {
    if (!this.type(value, pointer, isMap, 'an object')) return new Map();
    const strategies = new Map<string, 'block' | 'warn' | 'exclude'>();
    for (const [capability, strategy] of Object.entries(value as JsonMap)) {
      if (strategy === 'block' || strategy === 'warn' || strategy === 'exclude') strategies.set(capability, strategy);
      else this.errors.push(`${pointer}/${capability} must be block, warn or exclude`);
      if (!CAPABILITY_NAMES.includes(capability))
        this.warnings.push({ code: 'unknown-capability', message: `${at}: capability ${capability} is not known` });
    }
    return strategies;
  }

  private providerData(value: unknown, pointer: string): Hook['providerData'] {
    if (!this.type(value, pointer, isMap, 'an object keyed by provider')) return new Map();
    const data = new Map<string, JsonMap>();
    for (const [provider, section] of Object.entries(value as JsonMap)) {
      if (isMap(section)) data.set(provider, section);
      else this.errors.push(`${pointer}/${provider} must be an object`);
      if (!isProvider(provider))
        this.warnings.push({ code: 'unknown-provider', message: `${pointer}: provider ${provider} is not known` });
    }
    return data;
  }

  hook(value: unknown, index: number): Hook | undefined {
    const pointer = `/hooks/${index}`;
    if (!isMap(value)) {
      this.errors.push(`${pointer} must be an object`);
      return undefined;
    }
    const before = this.warnings.length;
    const named = this.edition === '0.1' ? value['name'] : undefined;
    this.type(named, `${pointer}/name`, (member) => typeof member === 'string', 'a string');
    const at = label(index, typeof named === 'string' ? named : undefined);
    const event = value['event'];
    if (typeof event !== 'string')
      this.errors.push(`${pointer}/event ${event === undefined ? 'is required' : 'must be a string'}`);
    else if (eventClass(event, this.edition) === undefined)
      this.warnings.push({ code: 'unknown-event', message: `${at}: event ${event} is not in this edition's registry` });
    this.type(value['blocking'], `${pointer}/blocking`, (member) => typeof member === 'boolean', 'true or false');
    if (this.edition === '0.1') this.capabilities(value['capabilities'], `${pointer}/capabilities`);
    const handler = this.handler(value['handler'], `${pointer}/handler`, at);
    const hasMatcher = Object.hasOwn(value, 'matcher');
    const matchers = hasMatcher ? this.matcher(value['matcher'], `${pointer}/matcher`, false) : undefined;
    this.matcherWarnings(matchers, at, typeof event === 'string' && isToolEvent(event));
    const degradation = this.degradation(value['degradation'], `${pointer}/degradation`, at);
    const providerData = this.providerData(value['provider_data'], `${pointer}/provider_data`);
    for (let at = before; at < this.warnings.length; at++) {
      const warning = this.warnings[at];
      if (warning) this.warnings[at] = { ...warning, hook: index + 1 };
    }
    if (typeof event !== 'string' || !handler) return undefined;
    return {
      event: event === 'file_saved' && this.edition === '0.1' && isEvent(event) ? 'file_changed' : event,
      ...(typeof named === 'string' ? { name: named } : {}),
      ...(matchers === undefined ? {} : { matchers }),
      handler,
      blocking: value['blocking'] === true,
      degradation,
      providerData,
    };
  }

  private matcherWarnings(matchers: readonly Matcher[] | undefined, at: string, toolEvent: boolean): void {
    if (matchers === undefined) return;
    if (!toolEvent)
      this.warnings.push({
        code: 'matcher-ignored',
        message: `${at}: the matcher is ignored, the event is not about tools`,
      });
    else if (matchers.length === 0)
      this.warnings.push({ code: 'matcher-empty', message: `${at}: the matcher matches nothing` });
    for (const matcher of matchers)
      if (typeof matcher === 'string' && !isTool(matcher))
        this.warnings.push({
          code: 'unknown-tool',
          message: `${at}: ${matcher} is no canonical tool and is taken literally`,
        });
  }

  private capabilities(value: unknown, pointer: string): void {
    if (!this.type(value, pointer, Array.isArray, 'an array of strings')) return;
    (value as unknown[]).forEach((element, index) => {
      this.type(element ?? null, `${pointer}/${index}`, (member) => typeof member === 'string', 'a string');
    });
  }
}

const SPECS = new Map<string, Edition>([
  ['hooks/1.0', '1.0'],
  ['hooks/0.1', '0.1'],
]);

/** Reads a manifest: its errors refuse it as a whole, its warnings do not. Unknown members are ignored at every level. */
export function readManifest(value: unknown): Reading {
  if (!isMap(value)) return { errors: ['the manifest must be an object'], warnings: [] };
  const spec = value['spec'];
  const edition = typeof spec === 'string' ? SPECS.get(spec) : undefined;
  const reader = new Reader(edition ?? '1.0');
  if (spec === undefined) reader.errors.push('/spec is required');
  else if (typeof spec !== 'string') reader.errors.push('/spec must be a string');
  else if (!edition) reader.errors.push(`/spec ${spec} is not hooks/1.0 or hooks/0.1`);
  const hooks = value['hooks'];
  if (hooks === undefined) reader.errors.push('/hooks is required');
  else if (!Array.isArray(hooks)) reader.errors.push('/hooks must be an array');
  else if (hooks.length === 0) reader.errors.push('/hooks must hold at least one hook');
  const read = Array.isArray(hooks) ? hooks.map((hook, index) => reader.hook(hook, index)) : [];
  const { errors, warnings } = reader;
  if (errors.length > 0 || !edition) return { errors, warnings };
  return { manifest: { edition, hooks: read.filter((hook) => hook !== undefined) }, errors, warnings };
}
