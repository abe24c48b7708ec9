import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { type NativeHook, readNative } from '../../suites/hook-interchange/native/read.ts';
import { callsOf, nativeSelects } from '../../suites/hook-interchange/native/select.ts';

/** One published file put to the reference converter. */
export interface VectorResult {
  readonly name: string;
  readonly same: boolean;
  /** What differs, in words. */
  readonly difference?: string;
}

async function convert(
  converter: readonly string[],
  args: readonly string[],
  input: string,
): Promise<{ code: number; result: Record<string, unknown> }> {
  const [program = 'node', ...rest] = converter;
  const done = await execa(program, [...rest, ...args], { input, reject: false });
  return {
    code: done.exitCode ?? -1,
    result: done.exitCode === 0 ? (JSON.parse(done.stdout) as Record<string, unknown>) : {},
  };
}

/** What the provider would do with a hook, without how it is written down. */
function meaning(provider: string, hook: NativeHook): string {
  const tools = callsOf(provider)
    .filter((call) => nativeSelects(provider, hook, call))
    .map(({ label }) => label);
  const command = hook.command?.includes('exit 2') === true ? 'always blocks' : hook.command;
  return JSON.stringify([hook.event, command, hook.timeout ?? null, hook.cwd ?? null, hook.env ?? null, tools]);
}

function difference(provider: string, published: unknown, written: unknown): string | undefined {
  const wanted = readNative(provider, published)
    .hooks.map((hook) => meaning(provider, hook))
    .sort();
  const got = readNative(provider, written)
    .hooks.map((hook) => meaning(provider, hook))
    .sort();
  const missing = wanted.filter((one) => !got.includes(one));
  const extra = got.filter((one) => !wanted.includes(one));
  if (missing.length + extra.length === 0) return undefined;
  return `published ${missing.join(' ') || 'nothing more'}, ours ${extra.join(' ') || 'nothing more'}`;
}

/** Every published conversion and every invalid manifest, put to the converter. */
export async function runVectors(folder: string, converter: readonly string[]): Promise<VectorResult[]> {
  const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const results: VectorResult[] = [];
  for (const provider of readdirSync(folder).filter(
    (name) => !name.includes('.') && name !== 'canonical' && name !== 'invalid',
  ))
    for (const file of readdirSync(join(folder, provider)).filter((name) => !name.startsWith('roundtrip'))) {
      const { code, result } = await convert(converter, ['encode', '--to', provider], text(`canonical/${file}`));
      const published: unknown = JSON.parse(text(`${provider}/${file}`));
      const odd = code === 0 ? difference(provider, published, result['config']) : 'ours refuses';
      results.push({
        name: `${provider}/${file}`,
        same: odd === undefined,
        ...(odd === undefined ? {} : { difference: odd }),
      });
    }
  for (const file of readdirSync(join(folder, 'invalid'))) {
    const { code } = await convert(converter, ['encode', '--to', 'claude-code'], text(`invalid/${file}`));
    results.push({
      name: `invalid/${file}`,
      same: code !== 0,
      ...(code === 0 ? { difference: 'ours accepts it' } : {}),
    });
  }
  const source = text('claude-code/roundtrip-source.json');
  const decoded = await convert(converter, ['decode', '--from', 'claude-code'], source);
  const { _comment: _, ...canonical } = JSON.parse(text('claude-code/roundtrip-canonical.json')) as Record<
    string,
    unknown
  >;
  const same = JSON.stringify(decoded.result['manifest']) === JSON.stringify(canonical);
  results.push({
    name: 'claude-code/roundtrip',
    same,
    ...(same ? {} : { difference: JSON.stringify(decoded.result['manifest']) }),
  });
  return results;
}
