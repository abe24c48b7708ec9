import { closeSync, constants, createReadStream, openSync, type ReadStream } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { didYouMean } from '../text/nearest.ts';
import { looksLikeLines } from './looks-like-lines.ts';

/** Largest document that is held in memory; streams of lines are read at any size. */
const MAX_WHOLE: number = 64 * 1024 * 1024;

export type Input =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'lines';
      readonly chunks: AsyncIterable<Buffer>;
      /** After the last chunk: why what follows it could not be read, or null. */
      readonly broken: () => string | null;
    }
  | { readonly kind: 'unusable'; readonly message: string };

/** What a folder is told that was named where a file belongs. */
export const FOLDER: string = 'this is a directory; name the files in it';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the file may not be read; check its permissions',
  EPERM: 'the file may not be read; check its permissions',
  EISDIR: FOLDER,
  ELOOP: 'the file is a link that leads to itself',
  ENAMETOOLONG: 'the name is longer than the system allows',
  ABORT_ERR: 'interrupted before it was read to its end',
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code.startsWith('Z_')) return 'the compressed data is damaged or cut off';
  return REASONS[code] ?? `the file cannot be read (${code || 'unknown reason'})`;
}

async function missing(path: string): Promise<string> {
  const link = await lstat(path).catch(() => undefined);
  if (link?.isSymbolicLink() === true) return 'this is a link to a file that is not there';
  const names = await readdir(dirname(path) || '.').catch(() => [] as string[]);
  return `there is no such file${didYouMean(basename(path), names)}`;
}

/** Larger ones are no faster, and what has been read waits longer for the garbage collector. In bytes. */
const CHUNK = 256 * 1024;

/** Opens what a user named. An aborted `signal` ends the reading. Says in one sentence what is wrong with it, and never throws. */
export async function readInput(path: string, signal?: AbortSignal): Promise<Input> {
  try {
    if (path === '-') return await readFrom(ending(process.stdin, signal), path);
    const facts = await stat(path);
    if (facts.isDirectory()) return { kind: 'unusable', message: FOLDER };
    const stream = ending(createReadStream(path, { highWaterMark: CHUNK }), signal);
    if (facts.isFIFO() && !(await hasWriter(stream, path))) {
      return { kind: 'unusable', message: 'nothing writes into this pipe; start its writer first, or pipe into -' };
    }
    return await readFrom(stream, path, facts.size);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'unusable', message: await missing(path) };
    return { kind: 'unusable', message: reasonOf(error) };
  }
}

/** The stream, which ends with an error when the user interrupts. */
function ending<Stream extends Readable>(stream: Stream, signal: AbortSignal | undefined): Stream {
  return signal === undefined ? stream : addAbortSignal(signal, stream);
}

/** How long a named pipe may stay without a writer, in milliseconds. */
const PIPE_WAIT = 5000;

/** Opening a named pipe waits for a writer, for ever; after a while it is opened from this end, which lets the waiting one go. */
async function hasWriter(stream: ReadStream, path: string): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
      stream.once('close', () => closeSync(descriptor));
    }, PIPE_WAIT);
    stream.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    stream.once('open', () => {
      clearTimeout(timer);
      if (late) stream.destroy();
      resolve(!late);
    });
  });
}

/** One document as a whole, or the lines of a stream, which its name or its first line tells. */
async function readFrom(source: NodeJS.ReadableStream, path: string, size = 0): Promise<Input> {
  const chunks = unpacked(source);
  const state: { broken: string | null } = { broken: null };
  const held: Buffer[] = [];
  const lines = (rest: AsyncIterator<Buffer>): Input => ({
    kind: 'lines',
    chunks: joined(held, rest, state),
    broken: () => state.broken,
  });
  const iterator = chunks[Symbol.asyncIterator]();
  if (/\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(path)) return lines(iterator);
  let total = 0;
  let asked = false;
  let ended = false;
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return { kind: 'whole', bytes: Buffer.concat(held) };
    held.push(next.value);
    total += next.value.length;
    // The first line and something of the second tell whether this is a stream of lines.
    ended ||= next.value.includes(0x0a);
    if (!asked && ended) {
      const all = Buffer.concat(held);
      const end = all.indexOf(0x0a);
      asked = end >= 0 && end < all.length - 1;
      held.splice(0, held.length, all);
      if (asked && looksLikeLines(all)) return lines(iterator);
    }
    if (total <= MAX_WHOLE) continue;
    source.removeAllListeners('data');
    if ('destroy' in source) (source as NodeJS.ReadableStream & { destroy(): void }).destroy();
    const limit = MAX_WHOLE / 1048576;
    return {
      kind: 'unusable',
      message:
        size > MAX_WHOLE
          ? `the file has ${Math.round(size / 1048576)} MiB and a document may have ${limit}; a stream with one document a line is read at any size when its name ends in .jsonl`
          : `this is more than ${limit} MiB, and a document may have no more; a stream with one document a line is read at any size`,
    };
  }
}

/** The bytes of a source, decompressed where they begin as gzip does. */
async function* unpacked(source: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  const iterator = (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let first = await iterator.next();
  // A pipe may give its first byte alone.
  if (first.done !== true && first.value.length === 1) {
    const second = await iterator.next();
    if (second.done !== true) first = { value: Buffer.concat([first.value, second.value]), done: false };
  }
  if (first.done === true) return;
  const plain = rest(first.value, iterator);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* plain;
    return;
  }
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  const { pipeline, Readable } = await import('node:stream');
  // Its failure is the reader's: the iteration below throws it.
  pipeline(Readable.from(plain), gunzip, () => {});
  yield* gunzip as AsyncIterable<Buffer>;
}

async function* rest(first: Buffer, iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
}

/** What was read already and what follows; a source that breaks ends here, and `state` says why. */
async function* joined(
  held: readonly Buffer[],
  iterator: AsyncIterator<Buffer>,
  state: { broken: string | null },
): AsyncGenerator<Buffer> {
  yield* held;
  try {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } catch (error) {
    const code = codeOf(error);
    if (code.startsWith('Z_')) state.broken = 'the compressed data is damaged or cut off after this';
    else state.broken = REASONS[code] ?? `the file cannot be read any further (${code || 'unknown reason'})`;
  }
}

/** The captured payloads in a folder, by name; anything that is no folder as it is, even if it is not there. */
export async function payloadFiles(path: string): Promise<readonly string[]> {
  const facts = path === '-' ? undefined : await stat(path).catch(() => undefined);
  if (facts?.isDirectory() !== true) return [path];
  const found = (await filesBelow(path)).filter((name) => /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i.test(name));
  // An empty folder is told as a folder that holds nothing to check.
  return found.length === 0 ? [path] : found;
}

/** Files, sorted; a link to a folder is not followed, because it may lead back here. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await filesBelow(path)));
    else if (!entry.isSymbolicLink() || (await stat(path).catch(() => undefined))?.isDirectory() !== true)
      found.push(path);
  }
  return found;
}
