import { type Document, isMap, isPair, isScalar, isSeq, LineCounter, parseAllDocuments, visit } from 'yaml';
import { tokensOf } from '../model/json.ts';
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
      // Warnings become problems here; the parser would print them.
      logLevel: 'silent',
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
  const problems: JsonProblem[] = [];
  for (const error of document.errors) {
    const offset = error.pos[0];
    if (error.code === 'RESOURCE_EXHAUSTION') return failure('too-deep', offset, 'the text nests too deeply');
    if (error.code !== 'DUPLICATE_KEY') return failure('syntax', offset, firstLine(error.message));
    problems.push({
      code: 'duplicate-member',
      offset,
      message: 'this member is there twice; readers disagree on which one counts',
    });
  }
  try {
    const beyond = beyondJson(document);
    const fatal = beyond.find(({ code }) => code === 'syntax');
    if (fatal !== undefined) return failure(fatal.code, fatal.offset, fatal.message);
    problems.push(...beyond);
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES }) ?? null;
    const parsed = document;
    return { value, problems, locate: (pointer) => locate(parsed, pointer) };
  } catch (error) {
    if (error instanceof RangeError) return failure('too-deep', 0, 'the text nests too deeply');
    if (error instanceof ReferenceError)
      return failure('syntax', 0, `the text repeats more than ${MAX_ALIASES} values by aliases; write them out`);
    return failure('syntax', 0, error instanceof Error ? firstLine(error.message) : 'the text is not YAML');
  }
}

/** What the text has that no JSON has: as `syntax` what cannot be read as JSON at all, else what readers take differently. */
function beyondJson(document: Document.Parsed): JsonProblem[] {
  const found: JsonProblem[] = document.warnings.map((warning) => ({
    code: 'yaml-tag',
    offset: warning.pos[0],
    message: 'this tag means nothing in JSON and is ignored; leave it out',
  }));
  visit(document, {
    Alias(_, alias, path) {
      const target = alias.resolve(document);
      if (target !== undefined && !path.includes(target)) return;
      const why = target === undefined ? 'has no anchor before it' : 'stands inside the value that it repeats';
      found.push({ code: 'syntax', offset: alias.range?.[0] ?? 0, message: `the alias *${alias.source} ${why}` });
    },
    Pair(_, pair) {
      const { key } = pair;
      const range = (key as { readonly range?: readonly number[] | null } | null)?.range;
      if (isMap(key) || isSeq(key))
        found.push({ code: 'syntax', offset: range?.[0] ?? 0, message: "a member's name is a list or a map here" });
      else if (isScalar(key) && key.value === '<<' && key.source === '<<' && key.type === 'PLAIN')
        found.push({
          code: 'yaml-merge',
          offset: range?.[0] ?? 0,
          message: 'merging with << is of YAML 1.1; here it is a member named "<<", so write the members out',
        });
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
  let node: unknown = document.contents;
  let name: number | null = null;
  for (const token of tokensOf(pointer)) {
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
