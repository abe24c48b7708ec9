import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../harness/model/json.ts';
import { formOf } from '../native/forms.ts';
import type { NativeConfig, NativeHook } from '../native/read.ts';
import { callsOf, canonicalSelects, nativeSelects } from '../native/select.ts';
import { type CodeAspect, codeMismatch } from './code.ts';
import type { Mismatch } from './judge.ts';
import type { ConverterContext, Expectation } from './scenario.ts';
import { sameNative } from './trips.ts';
import { type Answer, hooksWith, mentions, nativeOf, type View, warns } from './view.ts';

const LOSS =
  /unsupport|not support|no support|drop|lost|los[es]|ignor|degrad|not available|unavailable|lack|exclu|cannot|can't|not honou?red|no effect/i;
const BLOCKING = /block|prevent|observ|honou?r/i;

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

interface Seen {
  readonly answer: Answer | undefined;
  readonly native: NativeConfig;
  readonly text: boolean;
  readonly vendor: string;
}

/** For providers whose hooks are code: the event's name and the command somewhere in it are all that can be asked. */
function eventInText(seen: Seen, marker: string, any: readonly string[]): boolean {
  return mentions(seen.native.text, marker) && any.some((event) => seen.native.text.includes(event));
}

function stands(seen: Seen, marker: string): boolean {
  return seen.text ? mentions(seen.native.text, marker) : hooksWith(seen.native, marker).length > 0;
}

/** Kiro's display names are written in any spelling. */
function sameName(vendor: string, a: string, b: string): boolean {
  const plain = (name: string): string => (vendor === 'kiro' ? name.toLowerCase().replace(/[^a-z]/g, '') : name);
  return plain(a) === plain(b);
}

function event(seen: Seen, marker: string, any: readonly string[]): Mismatch | undefined {
  const expected = `the hook under ${any.join(' or ')}`;
  if (seen.text)
    return eventInText(seen, marker, any) ? undefined : { expected, actual: seen.answer?.problem ?? 'it is not there' };
  const own = hooksWith(seen.native, marker).map((hook) => hook.event);
  const wrong = own.filter((name) => !any.some((one) => sameName(seen.vendor, one, name)));
  if (own.length > 0 && wrong.length === 0) return undefined;
  return {
    expected,
    actual:
      seen.answer?.problem ?? (own.length === 0 ? 'it is left out' : `it stands under ${list([...new Set(own)])}`),
  };
}

function absent(
  seen: Seen,
  expect: Extract<Expectation, { kind: 'absent' }>,
  mayRefuse: boolean,
): Mismatch | undefined {
  const { marker, known, words } = expect;
  const refused = seen.answer?.code !== 0;
  if (refused && mayRefuse) return undefined;
  const own = hooksWith(seen.native, marker).map((hook) => hook.event);
  const there = stands(seen, marker);
  const foreign = own.filter((name) => !known.some((one) => sameName(seen.vendor, one, name)));
  if (there && !seen.text && foreign.length === 0) return undefined;
  if (there && seen.text && known.some((name) => seen.native.text.includes(name))) return undefined;
  const expected = `the hook left out with a warning about ${words[0] ?? 'it'}`;
  if (refused || there) return { expected, actual: seen.answer?.problem ?? `it stands under ${list(own)}` };
  return warns(seen.answer, words) ? undefined : { expected, actual: 'it is left out without a word' };
}

function selects(
  seen: Seen,
  expect: Extract<Expectation, { kind: 'selects' }>,
  mayRefuse: boolean,
): Mismatch | undefined {
  const { marker, literals, beside, words } = expect;
  if (seen.answer?.code !== 0)
    return mayRefuse ? undefined : { expected: 'a configuration', actual: seen.answer?.problem ?? 'nothing' };
  const hooks = hooksWith(seen.native, marker);
  const calls = callsOf(seen.vendor, literals);
  const meant = calls.filter((call) => canonicalSelects(expect.matcher ?? undefined, call)).map(({ label }) => label);
  const chosen = calls
    .filter((call) => hooks.some((hook) => nativeSelects(seen.vendor, hook, call)))
    .map(({ label }) => label);
  const wider = chosen.filter((label) => !meant.includes(label) && !beside.includes(label));
  const matchers = list(hooks.map((hook) => `${hook.event} ${JSON.stringify(hook.matcher) ?? 'without matcher'}`));
  if (wider.length > 0 && formOf(seen.vendor).ignoresMatchers !== true)
    return { expected: `a hook for ${list(meant)} only`, actual: `it fires for ${list(wider)} too (${matchers})` };
  const less = meant.filter((label) => !chosen.includes(label));
  if (less.length > 0 && !warns(seen.answer, words))
    return {
      expected: `a hook for ${list(meant)}, or a warning`,
      actual: `it does not fire for ${list(less)} (${matchers}), and no warning says so`,
    };
  return undefined;
}

/** A name that stands by itself in a program, outside of lines that are comments: "Do not edit" names no tool. */
function standsIn(program: string, name: string): boolean {
  const code = program.replaceAll(/^\s*(\/\/|#|\*|\/\*).*$/gm, '');
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^\\w-])${escaped}($|[^\\w-])`).test(code);
}

function matcherText(seen: Seen, expect: Extract<Expectation, { kind: 'matcher-text' }>): Mismatch | undefined {
  const matchers = hooksWith(seen.native, expect.marker).map((hook) => hook.matcher ?? '');
  const found = seen.text
    ? expect.any.some((text) => standsIn(seen.native.text, text))
    : expect.any.some((text) =>
        matchers.some((matcher) => (expect.exact === true ? matcher === text : matcher.includes(text))),
      );
  if (found || (expect.words && warns(seen.answer, expect.words))) return undefined;
  return {
    expected: `a matcher with ${expect.any.join(' or ')}`,
    actual: seen.answer?.problem ?? `matchers: ${list(matchers)}`,
  };
}

function timeout(seen: Seen, marker: string, seconds: number): Mismatch | undefined {
  const own = hooksWith(seen.native, marker).map((hook) => hook.timeout);
  const unheard = formOf(seen.vendor).timeout === undefined;
  const lost = unheard || own.every((value) => value === undefined);
  if (own.length > 0 && own.every((value) => value === seconds)) return undefined;
  if (own.length > 0 && lost && warns(seen.answer, ['timeout', 'time'])) return undefined;
  // Seconds that are lost with the hook, or where a provider has no timeouts, were converted to no wrong unit.
  const gone = seen.answer?.result !== undefined && (own.length === 0 || unheard);
  return {
    expected: `a timeout of ${seconds} seconds in the provider's unit`,
    actual: seen.answer?.problem ?? `timeouts in seconds: ${list(own.map((value) => String(value ?? 'none')))}`,
    ...(gone ? { silentOn: ['HIF-PIPE-019'] } : {}),
  };
}

/** Words that a shell, Python or JavaScript program uses to end with 2. */
const ENDS_WITH_2 = /exit\s*\(?\s*2\b|ExitProcess 2|return 2\b/;

function blocks(seen: Seen, marker: string): Mismatch | undefined {
  if (seen.answer?.code !== 0) return undefined;
  const expected = 'a command that exits 2 in place of the hook, or a refusal';
  // A hook may have a command of its own for each system: the original may run on none of them.
  const commands = seen.text
    ? [seen.native.text]
    : seen.native.hooks.flatMap(({ command, windows }) => [command ?? '', ...(windows === undefined ? [] : [windows])]);
  const escaped = marker.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const runsOriginal = new RegExp(`(^|[;&|\\n]\\s*|\\$\\(|exec\\s+|sh\\s+|"command": ")${escaped}`);
  if (commands.some((command) => runsOriginal.test(command.trim())))
    return { expected, actual: 'the original command still runs' };
  const ends =
    commands.length > 0 &&
    (commands.some((command) => ENDS_WITH_2.test(command)) || ENDS_WITH_2.test(seen.native.text));
  return ends
    ? undefined
    : { expected, actual: commands.length === 0 ? 'the hook is left out' : 'nothing there exits 2' };
}

function entry(seen: Seen, expect: Extract<Expectation, { kind: 'entry' }>): Mismatch | undefined {
  const own = hooksWith(seen.native, expect.marker);
  const value = (hook: NativeHook): unknown => hook.entry[expect.member];
  if (own.length > 0 && own.every((hook) => isDeepStrictEqual(value(hook), expect.value))) return undefined;
  const actual = own.map((hook) => JSON.stringify(value(hook)) ?? 'absent');
  return {
    expected: `${expect.member} is ${JSON.stringify(expect.value)}`,
    actual: seen.answer?.problem ?? `${expect.member} is ${list(actual)}`,
  };
}

/** Leaving out in silence is no copying; whether it must be said is the business of other rows. */
function notCopied(
  { answer, native }: Seen,
  expect: Extract<Expectation, { kind: 'not-copied' }>,
): Mismatch | undefined {
  const copied = expect.texts.find((text) => mentions(native.text, text));
  if (copied === undefined || warns(answer, expect.words)) return undefined;
  return { expected: `${copied} left out, or a warning about provider_data`, actual: 'it is copied without a warning' };
}

function untainted({ answer, native }: Seen): Mismatch | undefined {
  const expected = 'an answer or a refusal with a reason';
  if (answer?.code === undefined) return { expected, actual: 'the converter crashed' };
  if (answer.code !== 0)
    return answer.stderr.trim() === '' ? { expected, actual: 'a refusal without a word' } : undefined;
  if (answer.result === undefined) return { expected, actual: answer.problem ?? 'nothing' };
  const odd = native.hooks.find((hook) => hook.timeout === 99 || Object.hasOwn(hook.entry, 'zzz_polluted'));
  return odd ? { expected: 'no effect of __proto__', actual: JSON.stringify(odd.entry).slice(0, 200) } : undefined;
}

/** Files of other kinds (a manifest of a package, a script) may stand beside the code. */
const CODE_FILE = /\.[cm]?[jt]sx?$/;

function code(answer: Answer | undefined, aspect: CodeAspect): Mismatch | undefined {
  if (!answer?.result) return { expected: 'generated code', actual: answer?.problem ?? 'nothing' };
  const { config, files } = answer.result;
  const named = isObject(files) ? Object.entries(files).filter(([path]) => CODE_FILE.test(path)) : [];
  const texts = [...(typeof config === 'string' ? [config] : []), ...named.map(([, text]) => String(text))];
  if (texts.length === 0) return { expected: 'generated code', actual: 'a configuration without code' };
  return texts.map((text) => codeMismatch(aspect, text)).find((found) => found !== undefined);
}

function plain(answer: Answer | undefined): unknown {
  if (!answer?.result) return { refused: answer?.code };
  const { warnings: _warnings, ...rest } = answer.result;
  return { ...rest, warned: answer.warnings.length };
}

function same(view: View): Mismatch | undefined {
  const [first, ...others] = view.answers;
  const odd = others.find((other) => !isDeepStrictEqual(plain(other), plain(first)));
  if (!odd) return first?.result ? undefined : { expected: 'a configuration', actual: first?.problem ?? 'nothing' };
  return {
    expected: 'the same configuration and as many warnings',
    actual:
      odd.problem ??
      `${JSON.stringify(plain(odd)).slice(0, 200)} and not ${JSON.stringify(plain(first)).slice(0, 200)}`,
    // A document that is read otherwise was accepted, whatever is made of it.
    ...(view.answers.every(({ result }) => result !== undefined) ? { silentOn: ['HIF-DOC-003'] } : {}),
  };
}

/** Warnings that the blocking form has and the plain form has not, as far as they speak of blocking and of no capability. */
function blocking(view: View, lost: boolean): Mismatch | undefined {
  const [observing, blockingAnswer] = view.answers;
  if (!blockingAnswer?.result) return { expected: 'a configuration', actual: blockingAnswer?.problem ?? 'nothing' };
  const fresh = blockingAnswer.warnings.filter((warning) => !(observing?.warnings ?? []).includes(warning));
  const about = fresh.filter(
    (warning) =>
      BLOCKING.test(warning) && (lost || (LOSS.test(warning) && !/structured_output|structured output/i.test(warning))),
  );
  if (lost === about.length > 0) return undefined;
  return lost
    ? {
        expected: 'a warning that blocking has no effect there',
        actual: fresh[0] === undefined ? 'no warning' : `the warning ${fresh[0].slice(0, 160)}`,
      }
    : { expected: 'no warning that blocking is lost', actual: `the warning ${about[0]?.slice(0, 160) ?? ''}` };
}

function order(seen: Seen, markers: readonly string[]): Mismatch | undefined {
  const byEvent = new Map<string, string[]>();
  for (const hook of seen.native.hooks) {
    const marker = markers.find((one) => mentions(hook.entry, one));
    if (marker !== undefined) byEvent.set(hook.event, [...(byEvent.get(hook.event) ?? []), marker]);
  }
  const orders = [...byEvent.values()];
  const kept = (own: readonly string[]): boolean =>
    isDeepStrictEqual(
      [...new Set(own)],
      markers.filter((marker) => own.includes(marker)),
    );
  const all = new Set(orders.flat());
  if (orders.every(kept) && markers.every((marker) => all.has(marker))) return undefined;
  return {
    expected: `the order ${list(markers)}`,
    actual: seen.answer?.problem ?? list(orders.map((own) => own.join(', '))),
  };
}

/** Compares the expectation about an encoding with what was printed. */
export function encodeMismatch(
  expect: Expectation,
  view: View,
  at: number,
  context: ConverterContext,
): Mismatch | undefined {
  const answer = view.answers[at];
  const seen: Seen = {
    answer,
    native: nativeOf(answer, context.vendor),
    text: formOf(context.vendor).style === 'text',
    vendor: context.vendor,
  };
  switch (expect.kind) {
    case 'event':
      return event(seen, expect.marker, expect.any);
    case 'absent':
      return absent(seen, expect, context.mayRefuse);
    case 'selects':
      return selects(seen, expect, context.mayRefuse);
    case 'matcher-text':
      return matcherText(seen, expect);
    case 'timeout':
      return timeout(seen, expect.marker, expect.seconds);
    case 'warned':
      if (warns(answer, expect.words) || (context.mayRefuse && answer?.code !== 0)) return undefined;
      return {
        expected: `a warning about ${expect.words[0] ?? 'it'}`,
        actual:
          answer?.problem ??
          (answer?.warnings.length === 0
            ? 'no warning'
            : `warnings: ${list((answer?.warnings ?? []).map((text) => text.slice(0, 120)))}`),
      };
    case 'not-lost': {
      const odd = (answer?.warnings ?? []).find(
        (warning) => LOSS.test(warning) && expect.words.some((word) => warning.toLowerCase().includes(word)),
      );
      if (answer?.result && odd === undefined) return undefined;
      return {
        expected: `no word that ${expect.words[0] ?? 'it'} is lost`,
        actual: odd?.slice(0, 200) ?? answer?.problem ?? 'nothing',
      };
    }
    case 'present':
      if (expect.words && (warns(answer, expect.words) || (context.mayRefuse && answer?.code !== 0))) return undefined;
      return stands(seen, expect.marker)
        ? undefined
        : { expected: 'the hook in the configuration', actual: answer?.problem ?? 'it is left out' };
    case 'gone':
      if (answer?.code !== 0)
        return context.mayRefuse ? undefined : { expected: 'a configuration', actual: answer?.problem ?? 'nothing' };
      return stands(seen, expect.marker) ? { expected: 'the hook left out', actual: 'it is there' } : undefined;
    case 'blocks':
      return blocks(seen, expect.marker);
    case 'entry':
      return entry(seen, expect);
    case 'without':
      return mentions(seen.native.text, expect.text)
        ? { expected: `nothing of ${expect.text}`, actual: 'it is in the configuration' }
        : undefined;
    case 'not-copied':
      return notCopied(seen, expect);
    case 'done':
      return answer?.result && seen.native.problem === undefined
        ? undefined
        : {
            expected: 'a configuration in the provider’s form',
            actual: answer?.problem ?? seen.native.problem ?? 'nothing',
          };
    case 'untainted':
      return untainted(seen);
    case 'code':
      return code(answer, expect.aspect);
    case 'same':
      return same(view);
    case 'blocking':
      return blocking(view, expect.lost);
    case 'order':
      return order(seen, expect.markers);
    case 'hook-named':
      return warns(answer, expect.names)
        ? undefined
        : {
            expected: `a warning that says which hook (${expect.names[0] ?? ''})`,
            actual: answer?.problem ?? answer?.warnings[0]?.slice(0, 200) ?? 'no warning',
          };
    case 'round-trip':
      return answer?.result
        ? sameNative(context.vendor, expect.native, answer.result['config'])
        : {
            expected: 'the source configuration',
            actual: isObject(answer) ? (answer.problem ?? 'nothing') : 'nothing',
          };
    default:
      return undefined;
  }
}
