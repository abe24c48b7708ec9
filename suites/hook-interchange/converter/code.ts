import { Script } from 'node:vm';
import type { Mismatch } from './judge.ts';

/** Rules for code that a converter generates (upstream security 2.6). The code is compiled to see whether it parses, never run. */

const IMPORT = /^\s*import\b[^'"]*['"]([^'"]+)['"];?\s*$/gm;

function parses(code: string): boolean {
  const plain = code
    .replace(IMPORT, '')
    .replace(/^\s*export\s+(default\s+)?/gm, (_, isDefault: string | undefined) =>
      isDefault === undefined ? '' : 'void ',
    );
  try {
    new Script(plain);
    return true;
  } catch {
    return false;
  }
}

/** TypeScript can't be judged by a JavaScript parser. */
function isTypeScript(code: string): boolean {
  return /\bimport type\b|:\s*Plugin\b|\bas const\b|\bsatisfies\b/.test(code);
}

export function codeMismatch(aspect: 'parses' | 'imports' | 'marked', code: string): Mismatch | undefined {
  switch (aspect) {
    case 'parses':
      return isTypeScript(code) || parses(code)
        ? undefined
        : { expected: 'code that parses', actual: 'a syntax error' };
    case 'imports': {
      const modules = [...code.matchAll(IMPORT), ...code.matchAll(/\b(?:require|import)\(\s*['"]([^'"]+)['"]/g)].map(
        ([, name = '']) => name,
      );
      const foreign = modules.find(
        (name) =>
          !/^(node:|\.|@opencode-ai\/)/.test(name) && !/^(child_process|fs|path|os|url|util|process)$/.test(name),
      );
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
