/**
 * Writes schemas/native/ from vendors/<slug>/payloads.yaml and answers.yaml. `--check` writes nothing and fails where a file
 * differs; test/native/schemas.test.ts does the same.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nativeSchemas } from './native/all.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'schemas/native');
const wanted = nativeSchemas(root);
const present = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.schema.json'))
  : [];
const differing = [...wanted].filter(([file, text]) => {
  const path = join(root, file);
  return !existsSync(path) || readFileSync(path, 'utf8') !== text;
});
const gone = present.filter((file) => !wanted.has(`schemas/native/${file.replaceAll('\\', '/')}`));
if (process.argv.includes('--check')) {
  for (const [file] of differing) process.stderr.write(`${file} differs from what it is made of\n`);
  for (const file of gone) process.stderr.write(`schemas/native/${file} is made of nothing\n`);
  process.exitCode = differing.length + gone.length > 0 ? 1 : 0;
} else {
  for (const file of gone) rmSync(join(folder, file));
  for (const [file, text] of differing) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  process.stdout.write(`${wanted.size} schemas, ${differing.length} written, ${gone.length} removed\n`);
}
