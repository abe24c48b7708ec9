import { isDeepStrictEqual } from 'node:util';
import { isObject, at as pointerAt } from '../../../harness/model/json.ts';
import { type CanonicalMatcher, callsOf, canonicalSelects } from '../native/select.ts';
import { tierOf } from '../vocabulary.ts';
import type { Mismatch } from './judge.ts';
import type { ConverterContext, Expectation } from './scenario.ts';
import { sameCanonical } from './trips.ts';
import { type Answer, decodedWith, manifestHooks, type View } from './view.ts';

function list(values: readonly unknown[]): string {
  return values.length === 0
    ? 'none'
    : values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
}

type Hook = Readonly<Record<string, unknown>>;

function selectedBy(
  vendor: string,
  matchers: readonly (CanonicalMatcher | null)[],
  literals: readonly string[],
): readonly string[] {
  const calls = callsOf(vendor, literals);
  return calls
    .filter((call) => matchers.some((matcher) => canonicalSelects(matcher ?? undefined, call)))
    .map(({ label }) => label);
}

function selects(
  vendor: string,
  hooks: readonly Hook[],
  expect: Extract<Expectation, { kind: 'decoded-selects' }>,
  answer: Answer | undefined,
): Mismatch | undefined {
  const seen = hooks.map((hook) => (hook['matcher'] ?? null) as CanonicalMatcher | null);
  const chosen = selectedBy(vendor, seen, expect.literals);
  const wanted = expect.any.map((matcher) => selectedBy(vendor, [matcher], expect.literals));
  if (hooks.length > 0 && wanted.some((labels) => isDeepStrictEqual(labels, chosen))) return undefined;
  return {
    expected: `a matcher for ${list(wanted[0] ?? [])}`,
    actual: answer?.problem ?? (hooks.length === 0 ? 'the hook is lost' : `matcher ${list(seen)} for ${list(chosen)}`),
  };
}

/** An MCP matcher in its structured form, alone or as an element. */
function mcp(hooks: readonly Hook[], server: string, tool: string | null): boolean {
  const elements = hooks.flatMap((hook) =>
    Array.isArray(hook['matcher']) ? (hook['matcher'] as unknown[]) : [hook['matcher']],
  );
  return elements.some((element) => {
    const own = isObject(element) && isObject(element['mcp']) ? element['mcp'] : undefined;
    return own?.['server'] === server && (tool === null ? own['tool'] === undefined : own['tool'] === tool);
  });
}

/** What a manifest calls itself: this format, with major and minor and nothing behind them. */
function version(spec: unknown): Mismatch | undefined {
  return typeof spec === 'string' && /^hooks\/\d+\.\d+$/.test(spec)
    ? undefined
    : { expected: 'spec hooks/<major>.<minor>', actual: `spec ${JSON.stringify(spec)}` };
}

/** What every decoded manifest must be, whatever it holds: a list of hooks of this format. */
function valid(answer: Answer | undefined): Mismatch | undefined {
  const manifest = answer?.result?.['manifest'];
  if (!isObject(manifest)) return { expected: 'a manifest', actual: answer?.problem ?? 'none' };
  const hooks = manifest['hooks'];
  const misnamed = version(manifest['spec']);
  if (misnamed) return misnamed;
  if (!Array.isArray(hooks) || hooks.length === 0) return { expected: 'hooks', actual: 'no hooks' };
  for (const hook of hooks) {
    const handler = isObject(hook) ? hook['handler'] : undefined;
    if (
      !isObject(hook) ||
      typeof hook['event'] !== 'string' ||
      !isObject(handler) ||
      typeof handler['type'] !== 'string'
    )
      return { expected: 'hooks with event and handler', actual: JSON.stringify(hook).slice(0, 200) };
    if (handler['type'] === 'command' && typeof handler['command'] !== 'string')
      return { expected: 'a command', actual: JSON.stringify(handler).slice(0, 200) };
    if (hook['blocking'] !== undefined && typeof hook['blocking'] !== 'boolean')
      return { expected: 'blocking true or false', actual: JSON.stringify(hook['blocking']) };
    if (tierOf(hook['event'], '0.1') === undefined && tierOf(hook['event'], '1.0') === undefined)
      return { expected: 'canonical event names only', actual: hook['event'] };
  }
  return undefined;
}

/** Compares the expectation about a decoding with the manifest that was printed. */
export function decodeMismatch(
  expect: Expectation,
  view: View,
  at: number,
  context: ConverterContext,
): Mismatch | undefined {
  const answer = view.answers[at];
  const marker = 'marker' in expect ? expect.marker : '';
  const hooks = decodedWith(answer, marker);
  const none = answer?.problem ?? 'the hook is lost';
  switch (expect.kind) {
    case 'decoded-event': {
      const events = hooks.map((hook) => hook['event']);
      const met = hooks.length > 0 && events.every((event) => expect.any.some((one) => one === event));
      return met
        ? undefined
        : { expected: `event ${expect.any.join(' or ')}`, actual: hooks.length === 0 ? none : `event ${list(events)}` };
    }
    case 'decoded-selects':
      return selects(context.vendor, hooks, expect, answer);
    case 'decoded-member': {
      const values = hooks.map((hook) => pointerAt(hook, expect.pointer));
      const wanted = expect.value === null ? undefined : expect.value;
      const met = hooks.length > 0 && values.every((value) => isDeepStrictEqual(value, wanted));
      return met
        ? undefined
        : {
            expected: `${expect.pointer} is ${JSON.stringify(expect.value)}`,
            actual: hooks.length === 0 ? none : `it is ${list(values.map((value) => value ?? 'absent'))}`,
          };
    }
    case 'decoded-mcp':
      return mcp(hooks, expect.server, expect.tool)
        ? undefined
        : {
            expected: `an mcp matcher for ${expect.server}${expect.tool === null ? '' : ` and ${expect.tool}`}`,
            actual: hooks.length === 0 ? none : `matcher ${list(hooks.map((hook) => hook['matcher'] ?? 'absent'))}`,
          };
    case 'decoded-not': {
      const met = hooks.length > 0 && hooks.every((hook) => hook['matcher'] !== expect.value);
      return met
        ? undefined
        : {
            expected: `anything but the bare matcher ${expect.value}`,
            actual: hooks.length === 0 ? none : 'that matcher',
          };
    }
    case 'decoded-observing': {
      const met = hooks.length > 0 && hooks.every((hook) => hook['blocking'] !== true);
      return met
        ? undefined
        : { expected: 'a hook that is not blocking', actual: hooks.length === 0 ? none : 'blocking is true' };
    }
    case 'ambiguous': {
      const back = mcp(manifestHooks(answer), expect.server, expect.tool);
      const said =
        [...(view.answers[0]?.warnings ?? []), ...(answer?.warnings ?? [])].length > 0 || view.answers[0]?.code !== 0;
      return back || said
        ? undefined
        : {
            expected: `server ${expect.server} and tool ${expect.tool}, or a warning`,
            actual: `matcher ${list(manifestHooks(answer).map((hook) => hook['matcher'] ?? 'absent'))}`,
          };
    }
    case 'decoded-valid':
      return valid(answer);
    case 'decoded-version': {
      const manifest = answer?.result?.['manifest'];
      if (isObject(manifest)) return version(manifest['spec']);
      return { expected: 'a manifest', actual: none, silentOn: ['HIF-VER-001'] };
    }
    case 'canonical-trip':
      return answer?.result
        ? sameCanonical(context.vendor, expect.manifest, manifestHooks(answer))
        : { expected: 'the source manifest', actual: none };
    default:
      return undefined;
  }
}
