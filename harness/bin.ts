#!/usr/bin/env node
import { isSimpleList } from './simple-list.ts';
import { version } from './version.ts';

// The commonest question of a script costs no more than starting Node: nothing else is loaded for it.
const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`${version()}\n`);
} else {
  const { start } = isSimpleList(argv) ? await import('./list.ts') : await import('./cli/start.ts');
  await start(argv);
}
