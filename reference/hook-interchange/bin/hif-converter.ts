/**
 * A converter between the Hook Interchange Format and eleven native configurations:
 * `hif-converter [--edition 1.0|0.1] decode --from <provider> | encode --to <provider> | validate --to <provider>`.
 * One document on stdin, one JSON object on stdout; a refusal is an exit code of 1 with the reason on stderr.
 */
import { readFileSync } from 'node:fs';
import { decode, NotReadable } from '../decode.ts';
import { parseText, type Reading, readManifest } from '../document.ts';
import { encode } from '../encode.ts';
import { inferCapabilities } from '../entry.ts';
import { type Edition, isProvider } from '../registry.ts';
import { PROVIDERS } from '../tables.ts';

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

interface Options {
  readonly verb: string;
  readonly provider: string;
  readonly edition: Edition;
}

function options(args: readonly string[]): Options {
  let verb = '';
  let provider = '';
  let edition: Edition = '1.0';
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === '--from' || arg === '--to') provider = args[++at] ?? '';
    else if (arg === '--edition') edition = args[++at] === '0.1' ? '0.1' : '1.0';
    else if (arg !== undefined && verb === '') verb = arg;
    else refuse(`unexpected argument ${arg}`);
  }
  return { verb, provider, edition };
}

function read(text: string): Reading {
  const { value, error } = parseText(text);
  return error === undefined ? readManifest(value) : { errors: [error], warnings: [] };
}

function main(): void {
  const { verb, provider, edition } = options(process.argv.slice(2));
  if (!['decode', 'encode', 'validate'].includes(verb)) refuse('say decode, encode or validate');
  if (!isProvider(provider)) refuse(`provider ${provider} is not supported; known are ${PROVIDERS.join(', ')}`);
  const text = readFileSync(0, 'utf8');
  const print = (value: unknown): void => {
    process.stdout.write(`${JSON.stringify(value)}\n`);
  };
  if (verb === 'decode') {
    print(decode(provider, text, edition));
    return;
  }
  const { manifest, errors, warnings } = read(text);
  if (verb === 'validate') {
    const encoded = manifest ? encode(provider, manifest) : undefined;
    const capabilities = manifest?.hooks.map((hook) => inferCapabilities(hook, manifest.edition)) ?? [];
    print({ errors, warnings: [...warnings, ...(encoded?.warnings ?? [])], capabilities });
    return;
  }
  if (!manifest) refuse(errors.join('\n'));
  const { config, files, warnings: lost } = encode(provider, manifest);
  print({ config, files, warnings: [...warnings, ...lost] });
}

try {
  main();
} catch (error) {
  if (error instanceof NotReadable || error instanceof RangeError) refuse(error.message);
  throw error;
}
