import { type Document, isMap, isPair, isScalar, isSeq, LineCounter, parseAllDocuments, visit } from 'yaml';
import type { JsonProblem, Location } from './json-scan.ts';

/** A YAML text read as the JSON value that it stands for. */
export interface ReadYaml {
  readonly value: unknown;
  readonly problems: readonly JsonProblem[];
  locate(pointer: string): Location | null;
}

/** Aliases may repeat a value only so often: beyond it the text is an attack on memory, not a document. */
const MAX_ALIASES = 100;

/** Reads one YAML document; only what JSON can say is meant, so dates stay strings (YAML 1.2 core schema). */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  let document: Document.Parsed | undefined;
  try {
    const documents = parseAllDocuments(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: true,
      schema: 'core',
    });
    if (!Array.isArray(documents) || documents.length === 0) return failure('syntax', 0, 'the text is empty');
    if (documents.length > 1)
      return failure('syntax', documents[1]?.range[0] ?? 0, 'the text holds more than one document');
    document = documents[0];
  } catch (error) {
    if (error instanceof RangeError) return failure('too-deep', 0, 'the text nests too deeply');
    throw error;
  }
  if (document === undefined) return failure('syntax', 0, 'the text is empty');
  const duplicates: JsonProblem[] = [];
  for (const error of document.errors) {
    const offset = error.pos[0];
    if (error.code === 'RESOURCE_EXHAUSTION') return failure('too-deep', offset, 'the text nests too deeply');
    if (error.code !== 'DUPLICATE_KEY') return failure('syntax', offset, firstLine(error.message));
    duplicates.push({
      code: 'duplicate-member',
      offset,
      message: 'this member is there twice; readers disagree on which one counts',
    });
  }
  try {
    const looped = brokenAlias(document);
    if (looped !== undefined) return looped;
    // Through JSON, so that nothing but JSON values remains.
    const value: unknown = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIASES })) ?? 'null');
    const parsed = document;
    return { value, problems: duplicates, locate: (pointer) => locate(parsed, pointer) };
  } catch (error) {
    if (error instanceof RangeError) return failure('too-deep', 0, 'the text nests too deeply');
    if (error instanceof ReferenceError)
      return failure('syntax', 0, 'the text has too many aliases, or an alias without an anchor');
    return failure('syntax', 0, error instanceof Error ? firstLine(error.message) : 'the text is not YAML');
  }
}

/** An alias that stands for nothing, or inside the very value that it repeats, which no JSON can be. */
function brokenAlias(document: Document.Parsed): ReadYaml | undefined {
  let found: ReadYaml | undefined;
  visit(document, {
    Alias(_, alias, path) {
      const target = alias.resolve(document);
      if (target !== undefined && !path.includes(target)) return undefined;
      const why = target === undefined ? 'has no anchor before it' : 'stands inside the value that it repeats';
      found = failure('syntax', alias.range?.[0] ?? 0, `the alias *${alias.source} ${why}`);
      return visit.BREAK;
    },
  });
  return found;
}

function firstLine(message: string): string {
  return message.split('\n')[0] ?? message;
}

function failure(code: JsonProblem['code'], offset: number, message: string): ReadYaml {
  return { value: undefined, problems: [{ code, offset, message }], locate: () => null };
}

function locate(document: Document.Parsed, pointer: string): Location | null {
  const tokens = pointer === '' ? [] : pointer.slice(1).split('/');
  let node: unknown = document.contents;
  let name: number | null = null;
  for (const raw of tokens) {
    const token = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    if (isMap(node)) {
      const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === token);
      if (pair === undefined) return null;
      name = isScalar(pair.key) ? (pair.key.range?.[0] ?? null) : null;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(token)];
      name = null;
    } else return null;
  }
  const range = (node as { readonly range?: readonly [number, number, number] } | null | undefined)?.range;
  const at = range?.[0] ?? name;
  return at === null || at === undefined ? null : { value: at, name };
}
