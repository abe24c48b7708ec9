/**
 * `npm run interop`: this suite against programs and files of others, fetched and never kept. With `-- syllago [folder or
 * clone]` upstream's test vectors and example implementations of Hook Interchange; alone the public hook packages of subjects/.
 */
import { join } from 'node:path';
import { execa } from 'execa';
import { NotFetched } from './interop/fetch.ts';
import { syllago } from './interop/syllago.ts';

const [name, folder] = process.argv.slice(2);
if (name === 'syllago') {
  try {
    process.exitCode = (await syllago(folder)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error;
    console.error(`interop: ${error.message}`);
    process.exitCode = 2;
  }
} else if (name === undefined) {
  const reports = join(import.meta.dirname, 'reports.ts');
  const ran = await execa('npx', ['tsx', reports, 'interop'], { reject: false, stdio: 'inherit' });
  process.exitCode = ran.exitCode ?? 2;
} else {
  console.error(`interop: there is no "${name}"; write syllago, or nothing for the packages of subjects/`);
  process.exitCode = 2;
}
