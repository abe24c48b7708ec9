import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { TreeFile } from '../model/case.ts';
import type { TreePaths } from '../model/observation.ts';
import { withoutMounts } from './mounts.ts';
import type { ProjectCopy } from './project.ts';
import type { Rewriter } from './rewrite.ts';

/** True when `path` is `folder` or lies below it. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

export const HEAD = 'ref: refs/heads/main\n';

/**
 * The least that git itself takes for a repository, written without starting git: a configuration would only repeat its
 * defaults. Every case pays for each of these calls.
 */
function emptyRepository(project: string): void {
  mkdirSync(project);
  mkdirSync(`${project}/.git`);
  mkdirSync(`${project}/.git/objects`);
  mkdirSync(`${project}/.git/refs`);
  writeFileSync(`${project}/.git/HEAD`, HEAD);
}

/** Where the folders of a case are. */
export function treeAt(root: string): TreePaths {
  return { root, home: `${root}/home`, tmp: `${root}/tmp`, project: `${root}/project` };
}

/** The folders of a case. `root` must not exist yet; its path names nothing that tells a subject that it is tested. */
export function createTree(root: string, copy: ProjectCopy | null): TreePaths {
  const tree = treeAt(root);
  mkdirSync(root);
  mkdirSync(tree.home);
  mkdirSync(tree.tmp);
  if (copy === null) emptyRepository(tree.project);
  else copy.into(tree.project);
  return tree;
}

/** Writes a planned file; a path that ends in `/` makes a folder. Text is rewritten like the payload, bytes are not. */
export function writeTreeFile(tree: TreePaths, file: TreeFile, rewrite: Rewriter): void {
  const path = resolve(tree[file.area], file.path);
  if (!isWithin(tree[file.area], path)) throw new Error(`the case plans a file outside of its tree: ${file.path}`);
  if (file.path.endsWith('/')) {
    mkdirSync(path, { recursive: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof file.content === 'string' ? rewrite.text(file.content) : file.content);
  // Not by writeFileSync's own mode, which the umask would thin out.
  if (file.mode !== undefined) chmodSync(path, file.mode);
}

/** Makes a place that a payload names exist, if it lies in the tree and isn't there yet. */
export function ensureNamed(tree: TreePaths, path: string, kind: 'file' | 'folder', content: string): void {
  if (!isAbsolute(path) || !isWithin(tree.root, path) || existsSync(path)) return;
  mkdirSync(kind === 'folder' ? path : dirname(path), { recursive: true });
  if (kind === 'file') writeFileSync(path, content);
}

function makeDeletable(folder: string): void {
  try {
    if (!lstatSync(folder).isDirectory()) return;
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) makeDeletable(`${folder}/${entry.name}`);
    }
  } catch {
    // Gone meanwhile, or not ours: the removal that follows says so.
  }
}

/**
 * Removes a folder with everything in it, also where a subject took away its own permissions, and what lies so deep that
 * its path is longer than the system takes. False: something is left.
 */
export function removeTree(folder: string): boolean {
  if (withoutMounts([folder]).length === 0) return false;
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch {
    makeDeletable(folder);
  }
  for (let attempt = 0; attempt < 3 && existsSync(folder); attempt++) {
    if (process.platform === 'win32') rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    // It goes from folder to folder, where a path from the root would be too long.
    else spawnSync('/bin/rm', ['-rf', '--', folder], { stdio: 'ignore' });
    // Root's own: a file that not even root may remove, until it says that it may.
    if (existsSync(folder)) spawnSync('chattr', ['-R', '-f', '-i', '-a', folder], { stdio: 'ignore' });
  }
  return !existsSync(folder);
}
