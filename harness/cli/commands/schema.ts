import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { packageRoot } from '../../assets.ts';
import { UsageError } from '../../errors.ts';
import { makeFolder } from '../../text/make-folder.ts';
import { didYouMean } from '../../text/nearest.ts';
import { localSchema } from '../../validate/local-schema.ts';
import { type Io, type OptionValues, text } from '../command-spec.ts';

interface Kind {
  readonly folder: string;
  readonly ending: string;
  readonly noun: string;
  readonly command: string;
}

function names(kind: Kind): string[] {
  const folder = join(packageRoot(), kind.folder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(kind.ending))
    .map((file) => file.slice(0, -kind.ending.length).replaceAll('\\', '/'))
    .sort();
}

function read(kind: Kind, name: string): string {
  return readFileSync(join(packageRoot(), kind.folder, `${name}${kind.ending}`), 'utf8');
}

/** Lists, prints one, or writes all into a folder with the paths that their references expect. */
async function show(kind: Kind, words: readonly string[], options: OptionValues, io: Io): Promise<number> {
  const known = names(kind);
  const out = text(options, 'out');
  const wanted = words[0];
  if (wanted !== undefined && !known.includes(wanted)) {
    const inside = known.filter((name) => name.endsWith(`/${wanted}`));
    if (inside.length === 1 && inside[0] !== undefined) return show(kind, [inside[0]], options, io);
    throw new UsageError(
      'unknown-name',
      `there is no ${kind.noun} "${wanted}"${didYouMean(wanted, known)}`,
      `see hookconf ${kind.command}`,
    );
  }
  if (out !== undefined) {
    const chosen = wanted === undefined ? known : [wanted];
    try {
      for (const name of chosen) {
        const file = join(resolve(io.cwd, out), `${name}${kind.ending}`);
        makeFolder(dirname(file));
        writeFileSync(file, kind.ending === '.schema.json' ? localSchema(read(kind, name)) : read(kind, name));
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : (code ?? 'error');
      throw new UsageError('unwritable', `${out} can't be written (${why})`, 'name another folder');
    }
    io.out(`wrote ${chosen.length} file${chosen.length === 1 ? '' : 's'} into ${out}\n`);
    return 0;
  }
  io.out(wanted === undefined ? known.map((name) => `${name}\n`).join('') : read(kind, wanted));
  return 0;
}

const SCHEMAS: Kind = { folder: 'schemas', ending: '.schema.json', noun: 'schema', command: 'schema' };
const TYPES: Kind = { folder: 'types/generated', ending: '.d.ts', noun: 'type file', command: 'types' };

/** `hookconf schema [name]`. */
export const schema = (words: readonly string[], options: OptionValues, io: Io): Promise<number> =>
  show(SCHEMAS, words, options, io);

/** `hookconf types [name]`. */
export const types = (words: readonly string[], options: OptionValues, io: Io): Promise<number> =>
  show(TYPES, words, options, io);
