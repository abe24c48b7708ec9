import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Thin commands around the two example implementations of upstream, so that they can be asked as converters: nothing but
 * reading arguments and stdin, and printing what they return. A provider that they do not have is refused by name.
 */

const TYPESCRIPT = (source: string): string => `
import { readFileSync } from 'node:fs';
import { parseManifest, validateManifest } from ${JSON.stringify(join(source, 'manifest.ts'))};
import * as claude from ${JSON.stringify(join(source, 'claudeCode.ts'))};
import * as gemini from ${JSON.stringify(join(source, 'geminiCli.ts'))};
const [verb, , provider] = process.argv.slice(2);
const adapter = { 'claude-code': claude, 'gemini-cli': gemini }[provider];
const refuse = (why) => { process.stderr.write(why + '\\n'); process.exit(1); };
const print = (value) => process.stdout.write(JSON.stringify(value));
if (!adapter) refuse(provider + ' is not supported');
const text = readFileSync(0, 'utf8');
try {
  if (verb === 'decode') print({ manifest: adapter.decode(JSON.parse(text)), warnings: [] });
  else {
    const manifest = parseManifest(text);
    const errors = validateManifest(manifest);
    if (verb === 'validate') print({ errors, warnings: [], capabilities: [] });
    else if (errors.length > 0) refuse(errors.join('\\n'));
    else print({ config: adapter.encode(manifest), files: {}, warnings: [] });
  }
} catch (error) { refuse(String(error)); }
`;

const PYTHON = `
import json, sys
from hooks_interchange import claude_code, gemini_cli
from hooks_interchange.manifest import parse_manifest, validate_manifest

verb, _, provider = sys.argv[1:4]
adapter = {"claude-code": claude_code, "gemini-cli": gemini_cli}.get(provider)
if adapter is None:
    sys.exit(provider + " is not supported")
text = sys.stdin.read()
try:
    if verb == "decode":
        print(json.dumps({"manifest": adapter.decode(json.loads(text)), "warnings": []}))
    else:
        try:
            manifest = parse_manifest(text, "json")
        except ValueError:
            manifest = parse_manifest(text, "yaml")
        errors = validate_manifest(manifest)
        if verb == "validate":
            print(json.dumps({"errors": errors, "warnings": [], "capabilities": []}))
        elif errors:
            sys.exit("\\n".join(errors))
        else:
            print(json.dumps({"config": adapter.encode(manifest), "files": {}, "warnings": []}))
except SystemExit:
    raise
except Exception as error:
    sys.exit(str(error))
`;

/** The command of an example implementation, made runnable in `folder`. */
export async function exampleCommand(
  language: 'typescript' | 'python',
  examples: string,
  folder: string,
): Promise<string[]> {
  if (language === 'python') {
    const file = join(folder, 'adapter.py');
    const path = JSON.stringify(join(examples, 'python'));
    writeFileSync(file, `import sys\nsys.path.insert(0, ${path})\n${PYTHON}`);
    return ['python3', file];
  }
  const entry = join(folder, 'adapter.mjs');
  const outfile = join(folder, 'adapter.bundle.mjs');
  writeFileSync(entry, TYPESCRIPT(join(examples, 'typescript/src')));
  const stub = join(folder, 'js-yaml.mjs');
  // The example reads YAML with another package; ours stands in for it.
  writeFileSync(stub, `import { parse } from 'yaml';\nexport default { load: (text) => parse(text) };\n`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: { 'js-yaml': stub },
    nodePaths: [join(import.meta.dirname, '../../node_modules')],
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    logLevel: 'error',
    resolveExtensions: ['.ts', '.mjs', '.js'],
  });
  return ['node', outfile];
}
