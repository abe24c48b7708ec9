import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';

/** The modules that the package exports. */
const ENTRIES = ['harness/index.ts', 'harness/registries.ts'];

/**
 * Writes dist/types: the declarations of the public modules and of what they mention, file by file. No type checker is needed
 * for that, because every exported thing has an explicit type (`isolatedDeclarations`).
 */
export async function buildDeclarations(root: string): Promise<void> {
  const out = join(root, 'dist/types');
  const cacheFile = join(out, '.hash');
  const sources = mentioned(root);
  const hash = createHash('sha256').update(readFileSync(join(root, 'scripts/build/declarations.ts')));
  for (const [file, text] of sources) hash.update(file).update('\0').update(text);
  const digest = hash.digest('hex');
  if (existsSync(cacheFile) && readFileSync(cacheFile, 'utf8') === digest) return;
  rmSync(out, { recursive: true, force: true });
  const { default: ts } = await import('typescript');
  const wanted = new Set(ENTRIES);
  for (const file of wanted) {
    const text = sources.get(file);
    if (text === undefined) throw new Error(`${file} is mentioned by a public type and does not exist`);
    const { outputText, diagnostics } = ts.transpileDeclaration(text, {
      fileName: file,
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, isolatedDeclarations: true },
      reportDiagnostics: true,
    });
    const [problem] = diagnostics ?? [];
    if (problem !== undefined) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
    const target = join(out, file.replace(/\.ts$/, '.d.ts'));
    mkdirSync(dirname(target), { recursive: true });
    for (const specifier of specifiers(outputText)) wanted.add(posix.join(posix.dirname(file), specifier));
    // Consumers resolve .js; a .ts ending is ours alone.
    writeFileSync(target, outputText.replaceAll(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2'));
  }
  writeFileSync(cacheFile, digest);
}

function specifiers(text: string): string[] {
  return [...text.matchAll(/(?:from |import\()['"](\.[^'"]+\.ts)['"]/g)].flatMap((match) => match[1] ?? []);
}

/** The sources that the entries import, directly or not, with their texts. */
function mentioned(root: string): Map<string, string> {
  const found = new Map<string, string>();
  const queue = [...ENTRIES];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const path = join(root, file);
    if (found.has(file) || !existsSync(path)) continue;
    const text = readFileSync(path, 'utf8');
    found.set(relative(root, path).replaceAll('\\', '/'), text);
    queue.push(...specifiers(text).map((specifier) => posix.join(posix.dirname(file), specifier)));
  }
  return found;
}
