import { RE2JS } from 're2js';
import { isObject } from '../../harness/model/json.ts';
import { vendor } from '../../vendors/vendor.ts';
import { addressNotices } from './addresses.ts';
import type { HifEdition } from './documents.ts';
import { misspeltMembers } from './members.ts';
import { formOf } from './native/forms.ts';
import {
  blockingRows,
  capabilityRows,
  isToolEvent,
  nativeEvents,
  nativeTool,
  providers,
  toolNames,
} from './vocabulary.ts';

/**
 * What an author of a manifest wants to know beyond its validity: hooks that can never fire, blocking that nothing honours,
 * timeouts that a target cuts short, and what is lost where. House rules: notices that never change a verdict. Pure.
 */

export interface ManifestNotice {
  readonly requirement: string;
  readonly pointer: string;
  readonly message: string;
  /** What a specification asks of those who run the document: a warning about the document. Absent: a notice. */
  readonly severity?: 'warn';
  /** It is about the member's name. */
  readonly atName?: boolean;
}

type Hook = Readonly<Record<string, unknown>>;

function patternsOf(matcher: unknown, pointer: string): { pattern: string; pointer: string }[] {
  if (Array.isArray(matcher)) return matcher.flatMap((one, index) => patternsOf(one, `${pointer}/${index}`));
  if (!isObject(matcher) || typeof matcher['pattern'] !== 'string') return [];
  return [{ pattern: matcher['pattern'], pointer: `${pointer}/pattern` }];
}

/** Every native tool name of the registries, and one name of an MCP tool in each provider's form. */
function knownTools(): readonly string[] {
  return providers().flatMap((provider) => [
    ...toolNames().map((tool) => nativeTool(tool, provider) ?? ''),
    ...Object.values(formOf(provider).aliases ?? {}).flat(),
    ...formOf(provider).mcp.map((name) => name.replace('{server}', 'server').replace('{tool}', 'tool')),
  ]);
}

/** A pattern of one server or tool, such as `mcp__github__.*`, names what no registry can know. */
function namesMcp(pattern: string): boolean {
  return /mcp|__|\/|@/.test(pattern);
}

function deadPatterns(hook: Hook, at: string): ManifestNotice[] {
  return patternsOf(hook['matcher'], `${at}/matcher`).flatMap(({ pattern, pointer }): ManifestNotice[] => {
    let compiled: RE2JS;
    try {
      compiled = RE2JS.compile(pattern);
    } catch {
      return [];
    }
    if (namesMcp(pattern) || knownTools().some((name) => name !== '' && compiled.matcher(name).find())) return [];
    return [
      {
        requirement: 'HC-PATTERN',
        pointer,
        message: `the pattern ${pattern} matches no tool name that any provider is known to have; filter on the tool's input in the hook itself`,
      },
    ];
  });
}

function uselessBlocking(hook: Hook, at: string): ManifestNotice[] {
  const event = String(hook['event']);
  const row = blockingRows().find((one) => one.event === event);
  if (hook['blocking'] !== true || !row) return [];
  const honoured = Object.values(row.cells).some(({ upstream }) => upstream === 'prevent' || upstream === 'retry');
  if (honoured) return [];
  return [
    {
      requirement: 'HC-BLOCKING',
      pointer: `${at}/blocking`,
      message: `no provider lets a hook on ${event} block; leave blocking out`,
    },
  ];
}

/** The longest that a provider gives a hook on this event, in seconds, where it has a limit and not only a default. */
function limitOf(provider: string, event: string): number {
  const { events, timeout } = vendor(provider);
  const limits = Object.entries(timeout.most ?? {}).filter(([native]) => events[native]?.canonical === event);
  return Math.min(...limits.map(([, most]) => (timeout.unit === 'ms' ? most / 1000 : most)));
}

function longTimeouts(hook: Hook, at: string): ManifestNotice[] {
  const handler = hook['handler'];
  const timeout = isObject(handler) ? handler['timeout'] : undefined;
  if (typeof timeout !== 'number' || !Number.isFinite(timeout)) return [];
  const event = String(hook['event']);
  const short = providers()
    .map((provider): readonly [string, number] => [provider, limitOf(provider, event)])
    .filter(([, limit]) => limit < timeout)
    .map(([provider, limit]) => `${provider} gives a hook on ${event} (${limit})`);
  const none = providers().filter(
    (provider) => formOf(provider).style !== 'text' && formOf(provider).timeout === undefined,
  );
  return [
    ...(short.length > 0
      ? [
          {
            requirement: 'HC-TIMEOUT',
            pointer: `${at}/handler/timeout`,
            message: `${timeout} seconds are more than ${short.join(' and ')}; it is ended earlier there`,
          },
        ]
      : []),
    ...(timeout > 600
      ? [
          {
            requirement: 'HC-TIMEOUT',
            pointer: `${at}/handler/timeout`,
            message: `${timeout} seconds are more than the ten minutes that any provider waits by default; timeouts are in seconds${none.length > 0 ? `, and ${none.join(' and ')} has none` : ''}`,
          },
        ]
      : []),
  ];
}

/** Words of a matcher that a provider cannot say; undefined where the whole hook cannot be said. */
function lostMatcher(matcher: unknown, provider: string): readonly string[] | undefined {
  if (matcher === undefined) return [];
  const elements = Array.isArray(matcher) ? matcher : [matcher];
  const form = formOf(provider);
  const covered = new Set(Object.values(form.covers ?? {}).flat());
  const lost = elements.filter((one) => {
    if (typeof one === 'string')
      return toolNames().includes(one)
        ? nativeTool(one, provider) === undefined && !covered.has(one)
        : form.syntax === 'none';
    return isObject(one) && (Object.hasOwn(one, 'mcp') ? form.mcp.length === 0 : form.syntax === 'none');
  });
  return lost.length === elements.length ? undefined : lost.map((one) => JSON.stringify(one));
}

function capabilitiesOf(hook: Hook): readonly string[] {
  const handler = isObject(hook['handler']) ? hook['handler'] : {};
  const degradation = isObject(hook['degradation']) ? hook['degradation'] : {};
  const has = (member: string): boolean => handler[member] !== undefined;
  return [
    ...(Object.hasOwn(degradation, 'input_rewrite') ? ['input_rewrite'] : []),
    ...(handler['type'] === 'prompt' || handler['type'] === 'agent' ? ['llm_evaluated'] : []),
    ...(handler['type'] === 'http' ? ['http_handler'] : []),
    ...(handler['async'] === true ? ['async_execution'] : []),
    ...(has('platform') ? ['platform_commands'] : []),
    ...(has('env') ? ['custom_env'] : []),
    ...(has('cwd') ? ['configurable_cwd'] : []),
  ];
}

/** What one provider makes of a hook: null where it runs whole, a text where something is lost, undefined where it cannot run. */
export function lossOn(provider: string, hook: Hook): string | null | undefined {
  const event = String(hook['event']);
  if (nativeEvents(event, provider).length === 0) return undefined;
  const lost = isToolEvent(event) ? lostMatcher(hook['matcher'], provider) : [];
  if (lost === undefined) return undefined;
  const degradation = isObject(hook['degradation']) ? hook['degradation'] : {};
  const words = [...lost.map((one) => `matcher ${one}`)];
  for (const row of capabilityRows()) {
    if (
      !capabilitiesOf(hook).includes(row.name) ||
      !['unsupported', 'undocumented'].includes(row.cells[provider]?.status ?? '')
    )
      continue;
    const strategy = degradation[row.name] ?? row.default_degradation.value;
    if (strategy === 'exclude') return undefined;
    words.push(strategy === 'block' ? `it always blocks without ${row.name}` : row.name);
  }
  const effect = blockingRows().find((row) => row.event === event)?.cells[provider]?.upstream;
  if (hook['blocking'] === true && effect === 'observe') words.push('blocking');
  return words.length === 0 ? null : words.join(', ');
}

/** Which providers can run the manifest, and what is lost on the way, in one sentence. */
export function reachOf(hooks: readonly Hook[]): string {
  const whole: string[] = [];
  const part: string[] = [];
  const never: string[] = [];
  for (const provider of providers()) {
    const losses = hooks.map((hook) => lossOn(provider, hook));
    if (losses.every((loss) => loss === undefined)) never.push(provider);
    else if (losses.every((loss) => loss === null)) whole.push(provider);
    else {
      const told = losses.flatMap((loss, index) =>
        loss === null ? [] : [`hook ${index + 1}${loss === undefined ? '' : ` without ${loss}`}`],
      );
      const gone = losses.some((loss) => loss === undefined);
      part.push(`${provider} (${gone ? 'lost or reduced: ' : ''}${told.join('; ')})`);
    }
  }
  const parts = [
    whole.length > 0 ? `whole on ${whole.join(', ')}` : '',
    part.length > 0 ? `in part on ${part.join(', ')}` : '',
    never.length > 0 ? `not at all on ${never.join(', ')}` : '',
  ].filter((text) => text !== '');
  return `this manifest runs ${parts.join('; ')}`;
}

/** Notices about a manifest that is well formed enough to be read. */
export function manifestNotices(document: unknown, edition: HifEdition): readonly ManifestNotice[] {
  const misspelt = misspeltMembers(document, edition);
  const list = isObject(document) ? document['hooks'] : undefined;
  const hooks = Array.isArray(list) ? list.map((hook): Hook => (isObject(hook) ? hook : {})) : [];
  if (hooks.length === 0) return misspelt;
  const each = hooks.flatMap((hook, index) => {
    const at = `/hooks/${index}`;
    return [
      ...deadPatterns(hook, at),
      ...uselessBlocking(hook, at),
      ...longTimeouts(hook, at),
      ...addressNotices(hook, at, edition),
    ];
  });
  return [...misspelt, ...each, { requirement: 'HC-REACH', pointer: '', message: reachOf(hooks) }];
}
