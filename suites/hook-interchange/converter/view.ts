import { isObject } from '../../../harness/model/json.ts';
import type { Observation, SpawnObservation } from '../../../harness/model/observation.ts';
import { type NativeConfig, type NativeHook, readNative } from '../native/read.ts';

/** What one spawn of a converter answered. */
export interface Answer {
  readonly code: number | undefined;
  readonly timedOut: boolean;
  readonly stderr: string;
  readonly result?: Readonly<Record<string, unknown>>;
  /** Each warning as text: strings as they are, objects with all of their members. */
  readonly warnings: readonly string[];
  /** Why there is no result, in words. */
  readonly problem?: string;
}

export interface View {
  readonly answers: readonly Answer[];
  readonly files: readonly string[];
}

function answerOf(spawn: SpawnObservation): Answer {
  const code = spawn.end.kind === 'exit' ? spawn.end.code : undefined;
  const stderr = spawn.stderr.bytes.toString('utf8');
  const base = { code, timedOut: spawn.end.kind === 'timeout', stderr };
  const why = stderr.trim().split('\n')[0]?.slice(0, 200) ?? '';
  if (code !== 0)
    return { ...base, warnings: [], problem: `it was refused${why === '' ? ' without a word' : `: ${why}`}` };
  try {
    const result: unknown = JSON.parse(spawn.stdout.bytes.toString('utf8'));
    if (!isObject(result)) return { ...base, warnings: [], problem: 'stdout is no JSON object' };
    const list = Array.isArray(result['warnings']) ? result['warnings'] : [];
    return { ...base, result, warnings: list.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))) };
  } catch {
    return { ...base, warnings: [], problem: 'stdout is no JSON' };
  }
}

export function viewOf(observation: Observation): View {
  return { answers: observation.spawns.map(answerOf), files: observation.files.map(({ path }) => path) };
}

/** Whether any warning speaks of one of the words, letter case aside. */
export function warns(answer: Answer | undefined, words: readonly string[]): boolean {
  return (answer?.warnings ?? []).some((warning) =>
    words.some((word) => warning.toLowerCase().includes(word.toLowerCase())),
  );
}

/** The native configuration that an encoding printed. */
export function nativeOf(answer: Answer | undefined, vendor: string): NativeConfig {
  const files = answer?.result?.['files'];
  return readNative(vendor, answer?.result?.['config'], isObject(files) ? files : {});
}

/** Does the value hold the text anywhere? Escaped forms count: a generated script may quote a command. */
export function mentions(value: unknown, text: string): boolean {
  return (typeof value === 'string' ? value : JSON.stringify(value ?? null)).includes(text);
}

export function hooksWith(native: NativeConfig, marker: string): readonly NativeHook[] {
  return native.hooks.filter((hook) => mentions(hook.entry, marker));
}

/** The hooks of a decoded manifest. */
export function manifestHooks(answer: Answer | undefined): readonly Readonly<Record<string, unknown>>[] {
  const manifest = answer?.result?.['manifest'];
  const hooks = isObject(manifest) ? manifest['hooks'] : undefined;
  return Array.isArray(hooks) ? hooks.filter(isObject) : [];
}

export function decodedWith(answer: Answer | undefined, marker: string): readonly Readonly<Record<string, unknown>>[] {
  return manifestHooks(answer).filter((hook) => mentions(hook['handler'], marker));
}
