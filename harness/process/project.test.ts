import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectCopy } from './project.ts';

test.skipIf(process.platform === 'win32')('what cannot be copied keeps nothing else from being copied', () => {
  const folder = mkdtempSync(join(tmpdir(), 'project-'));
  const project = join(folder, 'from');
  mkdirSync(join(project, 'closed'), { recursive: true });
  for (const name of ['a', 'two words', 'gone', 'secret']) writeFileSync(join(project, name), name);
  // A name in another encoding, which Linux allows and this program cannot say.
  try {
    writeFileSync(Buffer.concat([Buffer.from(`${project}/`), Buffer.from([0x62, 0xff])]), '');
  } catch {}
  execFileSync('mkfifo', [join(project, 'pipe')]);
  symlinkSync('.', join(project, 'here'));
  symlinkSync('nowhere', join(project, 'dangling'));
  chmodSync(join(project, 'secret'), 0);
  chmodSync(join(project, 'closed'), 0);
  const copy = projectCopy(project);
  unlinkSync(join(project, 'gone'));
  copy.into(join(folder, 'to'));
  const root = process.getuid?.() === 0;
  expect(readdirSync(join(folder, 'to')).sort()).toEqual(
    ['a', 'closed', 'dangling', 'here', ...(root ? ['secret'] : []), 'two words'].sort(),
  );
  chmodSync(join(project, 'closed'), 0o700);
  rmSync(folder, { recursive: true });
});
