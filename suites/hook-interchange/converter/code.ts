import { createRequire, isBuiltin } from 'node:module';
import type { ParserPlugin } from '@babel/parser';
import { isObject } from '../../../harness/model/json.ts';
import type { Mismatch } from './judge.ts';

/**
 * Rules for code that a converter generates (upstream security 2.6). The code is read, never run: as a module in JavaScript or
 * TypeScript, for a host of plugins takes either, and as a script, which older ones take.
 */

type Tree = Readonly<Record<string, unknown>>;
type Parser = typeof import('@babel/parser');

const load = createRequire(import.meta.url);
let parser: Parser | undefined;

/** Loaded where code is to be read, for it takes longer to load than everything else of this suite. */
function parserOf(): Parser {
  parser ??= load('@babel/parser') as Parser;
  return parser;
}

const GRAMMARS: readonly (readonly ['module' | 'script', readonly ParserPlugin[]])[] = [
  ['module', []],
  ['module', ['typescript']],
  ['script', []],
];

/** The syntax tree; undefined where no grammar takes the code. */
function treeOf(code: string): Tree | undefined {
  for (const [sourceType, plugins] of GRAMMARS) {
    try {
      return parserOf().parse(code, { sourceType, plugins: [...plugins] }).program as unknown as Tree;
    } catch {
      // The next grammar may take it.
    }
  }
  return undefined;
}

/** What a piece of the tree names as a module: `import … from`, `export … from`, `import()`, `require()`. */
function moduleOf(node: Tree): unknown {
  const { type, source, callee } = node;
  if (typeof type === 'string' && /^(Import|Export)\w*Declaration$|^ImportExpression$/.test(type)) return source;
  const called = isObject(callee) ? (callee['type'] === 'Import' ? 'import' : callee['name']) : undefined;
  const [first] = Array.isArray(node['arguments']) ? (node['arguments'] as readonly unknown[]) : [];
  return type === 'CallExpression' && (called === 'require' || called === 'import') ? first : undefined;
}

function modulesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(modulesIn);
  if (!isObject(node)) return [];
  const module = moduleOf(node);
  const own = isObject(module) && typeof module['value'] === 'string' ? [module['value']] : [];
  return [...own, ...Object.values(node).flatMap(modulesIn)];
}

/** Modules that the host brings: those of the runtime, of the plugin itself and of the host's own packages. */
function isOfHost(name: string): boolean {
  return isBuiltin(name) || /^(node:|bun(:|$)|\.|@opencode-ai\/)/.test(name);
}

export type CodeAspect = 'parses' | 'imports' | 'marked';

export function codeMismatch(aspect: CodeAspect, code: string): Mismatch | undefined {
  switch (aspect) {
    case 'parses':
      return treeOf(code) === undefined ? { expected: 'code that parses', actual: 'a syntax error' } : undefined;
    case 'imports': {
      const foreign = modulesIn(treeOf(code)).find((name) => !isOfHost(name));
      return foreign === undefined
        ? undefined
        : { expected: 'imports of what the host brings', actual: `an import of ${foreign}` };
    }
    case 'marked':
      return /generated|do not edit|don't edit/i.test(code)
        ? undefined
        : { expected: 'a comment that says it is generated', actual: 'none' };
  }
}
