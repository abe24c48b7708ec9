import { DIALECTS, type Dialect } from './dialects.ts';
import { type Hook, isMap, type Json, type JsonMap } from './document.ts';
import { defaultStrategy, type Edition, type Strategy, supports } from './registry.ts';
import type { Provider } from './tables.ts';

type Warn = (code: string, message: string) => void;

/**
 * What a hook needs beyond exit codes, from its members alone: the list that an author writes decides nothing. Inference of
 * structured_output from `blocking` is a rule of 0.1; what a handler prints cannot be seen, so input_rewrite shows only where
 * the author names a fallback for it.
 */
export function inferCapabilities(hook: Hook, edition: Edition): string[] {
  const { handler, degradation } = hook;
  const has = (member: string): boolean => handler[member] !== undefined;
  const rewrites = degradation.has('input_rewrite');
  const found: Readonly<Record<string, boolean>> = {
    structured_output: degradation.has('structured_output') || (edition === '0.1' && (hook.blocking || rewrites)),
    input_rewrite: rewrites,
    llm_evaluated: handler.type === 'prompt' || handler.type === 'agent',
    http_handler: handler.type === 'http',
    async_execution: handler['async'] === true,
    platform_commands: has('platform'),
    custom_env: has('env'),
    configurable_cwd: has('cwd'),
  };
  return Object.keys(found).filter((capability) => found[capability] === true);
}

/** A command that stops the action and says why, in place of a hook that may not run with less. */
function blockingEntry(dialect: Dialect, provider: Provider, missing: readonly string[]): JsonMap {
  const reason = `Blocked: this hook needs ${missing.join(' and ')}, which ${provider} does not have.`;
  const entry: JsonMap = { [dialect.commandMember]: `sh -c 'echo "${reason}" >&2; exit 2'` };
  if (dialect.platform === 'shells') entry['powershell'] = `[Console]::Error.WriteLine('${reason}'); exit 2`;
  return dialect.style === 'groups' || dialect.commandMember === 'bash' ? { type: 'command', ...entry } : entry;
}

const STRICTEST: readonly Strategy[] = ['block', 'exclude', 'warn'];

function platformMembers(dialect: Dialect, provider: Provider, hook: Hook, warn: Warn): JsonMap {
  const { platform, command } = hook.handler;
  if (!isMap(platform)) return {};
  if (dialect.platform === 'systems') {
    const { windows, linux, osx, darwin } = platform;
    const mac = osx ?? darwin;
    return {
      ...(windows === undefined ? {} : { windows }),
      ...(linux === undefined ? {} : { linux }),
      ...(mac === undefined ? {} : { osx: mac }),
    };
  }
  if (dialect.platform !== 'shells') return {};
  for (const system of ['linux', 'osx', 'darwin'])
    if (platform[system] !== undefined && platform[system] !== command)
      warn(
        'platform-lost',
        `platform_commands: ${provider} has one command for every Unix, so platform.${system} is dropped`,
      );
  return platform['windows'] === undefined ? {} : { powershell: platform['windows'] };
}

function timing(dialect: Dialect, provider: Provider, hook: Hook, warn: Warn): JsonMap {
  const { timeout } = hook.handler;
  if (hook.handler['timeout_action'] === 'block')
    warn('timeout-action-lost', `${provider} has no timeout_action: a hook that runs out of time will not block`);
  if (typeof timeout !== 'number' || timeout === 0) return {};
  if (!dialect.timeout) {
    warn('timeout-lost', `${provider} has no timeout: ${timeout} seconds are dropped`);
    return {};
  }
  const { member, perSecond } = dialect.timeout;
  const value = timeout * perSecond;
  return { [member]: perSecond === 1 ? value : Math.max(1, Math.round(value)) };
}

/** Members of the canonical entry that provider data may never replace. */
const OWN = ['command', 'bash', 'hooks', 'matcher', 'event', 'timeout', 'timeoutSec', 'timeout_ms', '__proto__'];

function kindOf(value: Json): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

/** The hook's own section for this provider: wrong types and members that would replace ours are not copied. */
function vendorMembers(
  dialect: Dialect,
  provider: Provider,
  hook: Hook,
  warn: Warn,
): { entry: JsonMap; group: JsonMap } {
  const entry: JsonMap = {};
  const group: JsonMap = {};
  for (const [member, value] of Object.entries(hook.providerData.get(provider) ?? {})) {
    if (member === 'event' || member === 'matcher') continue;
    const inGroup = Object.hasOwn(dialect.groupMembers, member);
    const known = inGroup ? dialect.groupMembers[member] : dialect.members[member];
    if (OWN.includes(member) || (member === 'type' && hook.handler.type === 'command' && value === 'command'))
      warn(
        'provider-data',
        `provider_data.${provider}.${member} would replace a member of the hook and is not written`,
      );
    else if (Object.hasOwn(dialect.members, member) || inGroup) {
      if (known !== kindOf(value))
        warn('provider-data', `provider_data.${provider}.${member} must be of type ${known}`);
      else if (typeof value === 'string' && /^(http:|\.\.\/|~)|\/\.\.\//.test(value))
        warn('provider-data', `provider_data.${provider}.${member} points outside: ${value} is not written`);
      else (inGroup ? group : entry)[member] = value;
    } else {
      warn('provider-data', `provider_data.${provider}.${member} is not known there and is written as it is`);
      entry[member] = value;
    }
  }
  return { entry, group };
}

function body(dialect: Dialect, provider: Provider, hook: Hook, warn: Warn): JsonMap {
  const { handler } = hook;
  if (handler.type !== 'command') {
    const { timeout: _timeout, timeout_action: _action, status_message: _status, async: _async, ...rest } = handler;
    return rest;
  }
  const entry: JsonMap = dialect.style === 'groups' || dialect.commandMember === 'bash' ? { type: 'command' } : {};
  const { command, env, cwd } = handler;
  if (command !== undefined) entry[dialect.commandMember] = command;
  if (env !== undefined && dialect.envMember !== undefined) entry[dialect.envMember] = env;
  if (cwd !== undefined && dialect.cwdMember !== undefined) entry[dialect.cwdMember] = cwd;
  return { ...entry, ...platformMembers(dialect, provider, hook, warn) };
}

const LOST: Readonly<Record<string, string>> = {
  async_execution: 'the hook runs synchronously and may block the agent while it runs',
  platform_commands: 'the platform overrides are dropped and command is used everywhere',
  custom_env: 'the env variables are dropped',
  configurable_cwd: 'cwd is dropped and the hook runs in a directory of the target’s choice',
  structured_output: 'only the exit code of the hook is read there',
};

/** The entry of one hook, or undefined where it is left out. Missing capabilities degrade as the author or the registry says. */
export function entryFor(
  provider: Provider,
  hook: Hook,
  edition: Edition,
  warn: Warn,
): { entry: JsonMap; group: JsonMap } | undefined {
  const dialect = DIALECTS[provider];
  const missing = inferCapabilities(hook, edition).filter((capability) => !supports(provider, capability));
  const strategy = (capability: string): Strategy => hook.degradation.get(capability) ?? defaultStrategy(capability);
  const worst = STRICTEST.find((candidate) => missing.some((capability) => strategy(capability) === candidate));
  for (const capability of missing) {
    const kept = capability === 'custom_env' && dialect.envMember !== undefined;
    const lost = kept ? 'the registry knows no env there; it is written all the same' : LOST[capability];
    warn(
      'degraded',
      `${capability} is not available on ${provider} (${strategy(capability)}): ${lost ?? 'the hook degrades'}`,
    );
  }
  if (worst === 'block') {
    warn('blocked', `the hook is replaced by one that always blocks on ${provider}`);
    return {
      entry: blockingEntry(
        dialect,
        provider,
        missing.filter((name) => strategy(name) === 'block'),
      ),
      group: {},
    };
  }
  const back = hook.providerData.get(provider)?.['type'] === hook.handler.type;
  const known = hook.handler.type === 'command' || dialect.types.includes(hook.handler.type) || back;
  if (worst === 'exclude' || !known) {
    warn('hook-dropped', `the ${hook.handler.type} hook on ${hook.event} is left out for ${provider}`);
    return undefined;
  }
  const vendor = vendorMembers(dialect, provider, hook, warn);
  const entry: JsonMap = {
    ...body(dialect, provider, hook, warn),
    ...timing(dialect, provider, hook, warn),
    ...(hook.handler['async'] === true && dialect.async === true ? { async: true } : {}),
    ...vendor.entry,
  };
  const status = hook.handler['status_message'];
  if (typeof status === 'string' && Object.hasOwn(dialect.members, 'statusMessage')) entry['statusMessage'] = status;
  return { entry, group: vendor.group };
}
