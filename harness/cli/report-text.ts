import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { Interruption, UsageError } from '../errors.ts';
import type { Io } from './command-spec.ts';

/** The text of a report that a user names; `-` is standard input, which is awaited, because nothing could interrupt a read that blocks. */
export async function reportText(word: string, io: Io): Promise<string> {
  try {
    if (word !== '-') return readFileSync(resolve(io.cwd, word), 'utf8');
    return await textOf(addAbortSignal(io.signal, process.stdin));
  } catch (error) {
    if (io.signal.aborted) throw new Interruption();
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      'unreadable',
      `${word} can't be read (${code ?? 'unknown'})`,
      'name a report written with --reporter json=<file>',
    );
  }
}
