import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** A folder that every case gets its own copy of. What is to be copied is found once, not per case. */
export interface ProjectCopy {
  into(folder: string): void;
}

interface Entry {
  readonly path: string;
  readonly kind: 'folder' | 'file' | 'link';
  readonly target: string;
}

/** Parts of `.git` that a working copy does not need, or that would let a subject write into the original. */
const GIT_LEFT_OUT: ReadonlySet<string> = new Set(['objects', 'lfs', 'logs', 'worktrees', 'modules', 'hooks']);

/** Ignored files and folders, relative, without a closing slash. Without git: what is never part of a project. */
function ignoredBy(project: string): ReadonlySet<string> {
  try {
    const listed = execFileSync(
      'git',
      ['-C', project, 'ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 },
    );
    return new Set(listed.split('\0').flatMap((path) => (path === '' ? [] : [path.replace(/\/$/, '')])));
  } catch {
    return new Set(['node_modules', '.venv']);
  }
}

/**
 * What a folder holds; nothing where it can't be read. What a hook couldn't read either, and a name that is no UTF-8, is left
 * out of the copy: it must not keep everything else from being tried.
 */
function readable(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Copies a file; one that is gone since the project was listed is gone from the copy, too. */
function copyOne(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    const mode = lstatSync(from).mode & 0o777;
    if ((mode & 0o200) === 0) chmodSync(to, mode | 0o200);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** Lists a project once; each case then costs its copies alone. Ignored entries are linked, so that they cost nothing. */
export function projectCopy(project: string): ProjectCopy {
  const root = realpathSync(project);
  const ignored = ignoredBy(root);
  const entries: Entry[] = [];

  const list = (folder: string, leftOut: ReadonlySet<string>): void => {
    for (const entry of readable(folder)) {
      const from = join(folder, entry.name);
      const path = relative(root, from);
      if (leftOut.has(entry.name)) continue;
      if (folder === root && entry.name === '.git') {
        if (entry.isDirectory()) {
          entries.push({ path, kind: 'folder', target: from });
          list(from, GIT_LEFT_OUT);
        }
        continue;
      }
      if (ignored.has(path.replaceAll('\\', '/'))) entries.push({ path, kind: 'link', target: from });
      else if (entry.isSymbolicLink()) {
        // A link within the project is copied as it stands; one that leaves it keeps its target.
        const target = readlinkSync(from);
        const leaves = relative(root, resolve(folder, target)).startsWith('..');
        entries.push({ path, kind: 'link', target: leaves ? resolve(folder, target) : target });
      } else if (entry.isDirectory()) {
        entries.push({ path, kind: 'folder', target: from });
        list(from, new Set());
      } else if (entry.isFile() && isReadable(from)) entries.push({ path, kind: 'file', target: from });
    }
  };
  list(root, new Set());
  const objects = join(root, '.git', 'objects');
  const hasObjects = existsSync(objects) && lstatSync(join(root, '.git')).isDirectory();

  const into = (folder: string): void => {
    mkdirSync(folder, { recursive: true });
    for (const { path, kind, target } of entries) {
      const to = join(folder, path);
      if (kind === 'folder') mkdirSync(to);
      else if (kind === 'link') symlinkSync(target, to);
      else copyOne(target, to);
    }
    if (hasObjects) {
      // Git reads the original's objects and writes new ones here.
      mkdirSync(join(folder, '.git/objects/info'), { recursive: true });
      writeFileSync(join(folder, '.git/objects/info/alternates'), `${objects}\n`);
    }
  };
  return { into };
}
