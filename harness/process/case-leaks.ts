import { closeSync, openSync, readSync } from 'node:fs';
import { type ChannelScan, LeakScanner } from '../leaks/scanner.ts';
import type { Canary } from '../model/case.ts';
import type {
  FileObservation,
  LeakHit,
  RequestObservation,
  SpawnObservation,
  TreePaths,
} from '../model/observation.ts';
import { decodedBody } from './bodies/content.ts';
import type { SeenChild } from './child-watch.ts';

/** The rest of a larger file is not read. */
const MOST_OF_A_FILE = 256 * 1024 * 1024;

/** Looks for a case's canaries on every channel. */
export class CaseLeaks {
  readonly #scanner: LeakScanner;
  readonly #streams: { readonly stdout: ChannelScan; readonly stderr: ChannelScan }[] = [];
  readonly #hits: LeakHit[] = [];

  constructor(canaries: readonly Canary[]) {
    this.#scanner = new LeakScanner(canaries);
  }

  /** For {@link ProcessRequest.tap}: what is cut off at the cap is searched all the same. */
  tap(spawn: number): (stream: 'stdout' | 'stderr', chunk: Buffer) => void {
    const scans = {
      stdout: this.#scanner.open({ channel: 'stdout', name: 'stdout', spawn }),
      stderr: this.#scanner.open({ channel: 'stderr', name: 'stderr', spawn }),
    };
    this.#streams[spawn] = scans;
    return (stream, chunk) => scans[stream].push(chunk);
  }

  streams(spawns: readonly SpawnObservation[]): void {
    for (const [index, { stdout, stderr }] of spawns.entries()) {
      this.#add(this.#streams[index]?.stdout.finish(stdout.bytes));
      this.#add(this.#streams[index]?.stderr.finish(stderr.bytes));
    }
  }

  /** Content and name of what was written. */
  files(files: readonly FileObservation[], tree: TreePaths): void {
    for (const { area, path, bytes, change, truncated } of files) {
      const info = { channel: 'file', name: `${area}/${path}`, spawn: -1 } as const;
      if (change === 'deleted') continue;
      this.#add(this.#scanner.scan({ ...info, name: `name of a file in ${area}` }, Buffer.from(path)));
      if (!truncated) {
        this.#add(this.#scanner.scan(info, bytes));
        continue;
      }
      const scan = this.#scanner.open(info);
      readInto(`${tree[area]}/${path}`, scan);
      this.#add(scan.finish(bytes));
    }
  }

  requests(requests: readonly RequestObservation[]): void {
    for (const { method, url, headers, body, content, spawn } of requests) {
      const name = `${method} ${url.split('?', 1)[0]}`;
      const info = (part: string) => ({ channel: 'request', name: `${name} ${part}`, spawn }) as const;
      this.#add(this.#scanner.scan(info('address'), Buffer.from(url)));
      this.#add(this.#scanner.scan(info('headers'), Buffer.from(JSON.stringify(headers))));
      // Decoded where that can be done: places then are JSON Pointers, and what no scanner undoes (brotli) is searched.
      const { format, documents } = content;
      const decoded = format === 'otlp' ? Buffer.from(JSON.stringify(documents[0])) : decodedBody(headers, body.bytes);
      this.#add(this.#scanner.scan(info('body'), decoded));
    }
  }

  /** `given`: environment entries that the case itself gave; that a child inherits them is no leak. */
  children(children: readonly SeenChild[], given: Readonly<Record<string, string>>, spawn: number): void {
    for (const { argv, environment } of children) {
      const name = 'command line of a child';
      this.#add(this.#scanner.scan({ channel: 'argv', name, spawn }, Buffer.from(spaced(argv))));
      const own = environment
        .toString('utf8')
        .split('\0')
        .filter((entry) => given[entry.slice(0, entry.indexOf('='))] !== entry.slice(entry.indexOf('=') + 1));
      const info = { channel: 'environment', name: 'environment of a child', spawn } as const;
      this.#add(this.#scanner.scan(info, Buffer.from(own.join('\n'))));
    }
  }

  /** Each place once: several children may have been given the same. */
  get hits(): readonly LeakHit[] {
    const seen = new Map(this.#hits.map((hit) => [JSON.stringify(hit), hit]));
    return [...seen.values()];
  }

  #add(hits: readonly LeakHit[] | undefined): void {
    if (hits !== undefined) this.#hits.push(...hits);
  }
}

function spaced(argv: Buffer): string {
  return argv.toString('utf8').replaceAll('\0', ' ');
}

function readInto(path: string, scan: ChannelScan): void {
  const block = Buffer.allocUnsafe(1024 * 1024);
  try {
    const handle = openSync(path, 'r');
    try {
      for (let at = 0; at < MOST_OF_A_FILE; ) {
        const count = readSync(handle, block, 0, block.length, at);
        if (count === 0) break;
        scan.push(block.subarray(0, count));
        at += count;
      }
    } finally {
      closeSync(handle);
    }
  } catch {
    // Gone meanwhile: what was kept of it is searched.
  }
}
