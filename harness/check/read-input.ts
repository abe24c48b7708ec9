import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createGunzip, gunzipSync } from 'node:zlib';
import { didYouMean } from '../text/nearest.ts';
import { MAX_LINE, type StreamLine } from './check-text.ts';

/** Largest file that is held in memory; larger ones are read as streams of lines. */
export const MAX_WHOLE: number = 64 * 1024 * 1024;

export type Input =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'lines';
      readonly lines: AsyncIterable<StreamLine>;
      /** After the last line: why what follows it could not be read, or null. */
      readonly broken: () => string | null;
    }
  | { readonly kind: 'unusable'; readonly message: string };

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the file may not be read; check its permissions',
  EPERM: 'the file may not be read; check its permissions',
  EISDIR: 'this is a directory; name the files in it',
  ELOOP: 'the file is a link that leads to itself',
  ENAMETOOLONG: 'the name is longer than the system allows',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function missing(path: string): Promise<string> {
  const names = await readdir(dirname(path) || '.').catch(() => [] as string[]);
  return `there is no such file${didYouMean(basename(path), names)}`;
}

/** Opens what a user named. Says in one sentence what is wrong with it, and never throws. */
export async function readInput(path: string): Promise<Input> {
  try {
    if (path === '-') return await gather(process.stdin);
    const facts = await stat(path);
    if (facts.isDirectory()) return { kind: 'unusable', message: 'this is a directory; name the files in it' };
    // A packed stream may hold far more than its size says.
    if (facts.size > MAX_WHOLE || /\.(?:jsonl|ndjson)\.gz$/i.test(path)) return large(path, facts.size);
    return await gather(createReadStream(path));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'unusable', message: await missing(path) };
    return { kind: 'unusable', message: REASONS[code] ?? `the file cannot be read (${code || 'unknown reason'})` };
  }
}

async function gather(stream: AsyncIterable<Uint8Array>): Promise<Input> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_WHOLE)
      return {
        kind: 'unusable',
        message: `this is more than ${MAX_WHOLE / 1048576} MiB; give a stream as a file with one document a line`,
      };
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (!isGzip(bytes)) return { kind: 'whole', bytes };
  try {
    return { kind: 'whole', bytes: gunzipSync(bytes, { maxOutputLength: MAX_WHOLE }) };
  } catch (error) {
    const tooLarge = codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
    const limit = MAX_WHOLE / 1048576;
    return {
      kind: 'unusable',
      message: tooLarge
        ? `unpacked this is more than ${limit} MiB; a stream with one document a line is read at any size when its name ends in .jsonl.gz`
        : 'the compressed data is damaged or cut off',
    };
  }
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function startsAsGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return isGzip(buffer);
  } finally {
    await file.close();
  }
}

async function large(path: string, size: number): Promise<Input> {
  if (/\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(path)) {
    const state: { broken: string | null } = { broken: null };
    return { kind: 'lines', lines: linesOf(path, state), broken: () => state.broken };
  }
  const megabytes = Math.round(size / 1048576);
  return {
    kind: 'unusable',
    message: `the file has ${megabytes} MiB and a document may have ${MAX_WHOLE / 1048576}; a stream with one document a line is read at any size when its name ends in .jsonl`,
  };
}

/** The lines of a file, one in memory at a time. An overlong line is cut just above the limit, so that it is reported. */
async function* linesOf(path: string, state: { broken: string | null }): AsyncGenerator<StreamLine> {
  let parts: Uint8Array[] = [];
  let held = 0;
  let number = 1;
  const take = (part: Uint8Array): void => {
    if (held <= MAX_LINE) parts.push(part);
    held += part.length;
  };
  const raw = createReadStream(path, { highWaterMark: 1 << 20 });
  const chunks = (await startsAsGzip(path)) ? raw.pipe(createGunzip({ chunkSize: 1 << 18 })) : raw;
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
        take(chunk.subarray(start, end));
        yield { bytes: parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts), number };
        number += 1;
        start = end + 1;
        parts = [];
        held = 0;
      }
      take(chunk.subarray(start));
    }
  } catch (error) {
    state.broken = codeOf(error).startsWith('Z_')
      ? 'the compressed data is damaged or cut off after this'
      : `the file cannot be read any further (${codeOf(error) || 'unknown reason'})`;
  }
  if (held > 0) yield { bytes: Buffer.concat(parts), number };
}

/** The captured payloads in a folder, by name; anything that is no folder as it is, even if it is not there. */
export async function payloadFiles(path: string): Promise<readonly string[]> {
  const facts = path === '-' ? undefined : await stat(path).catch(() => undefined);
  if (facts?.isDirectory() !== true) return [path];
  const names = await readdir(path, { recursive: true }).catch(() => [] as string[]);
  const found = names.filter((name) => /\.(json|jsonl|ndjson)$/.test(name)).sort();
  // An empty folder is told as a folder that holds nothing to check.
  return found.length === 0 ? [path] : found.map((name) => join(path, name));
}
