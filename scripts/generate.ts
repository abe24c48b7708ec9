/** `npm run generate`: writes every committed file that follows from others. Tests hold each of them to its source. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const tsx = join(import.meta.dirname, '../node_modules/tsx/dist/cli.mjs');
for (const file of readdirSync(import.meta.dirname)
  .filter((name) => /^generate-.*\.ts$/.test(name))
  .sort()) {
  execFileSync(process.execPath, [tsx, join(import.meta.dirname, file)], { stdio: 'inherit' });
}
