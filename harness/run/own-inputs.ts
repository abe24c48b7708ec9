/** What subjects are fed, held to the schemas that the plan says it keeps; see harness/validate/own.ts. */
import { type Breach, OwnFault } from '../errors.ts';
import type { Case, Kept } from '../model/case.ts';
import { breachOf } from '../validate/own.ts';

interface Input {
  readonly what: string;
  readonly keeps: readonly Kept[];
  /** The document as it is fed. */
  readonly whole: () => unknown;
}

/** Every input of a case that keeps a schema by plan. */
function inputsOf({ id, spawns, files }: Case): Input[] {
  const inputs: Input[] = [];
  for (const { stdin } of spawns) {
    if (stdin.kind === 'payload')
      inputs.push({ what: `input of ${id}`, keeps: stdin.keeps ?? [], whole: () => stdin.payload });
    if (stdin.kind === 'bytes')
      inputs.push({
        what: `input of ${id}`,
        keeps: stdin.keeps ?? [],
        whole: () => JSON.parse(stdin.bytes.toString('utf8')) as unknown,
      });
  }
  for (const { path, content, keeps = [] } of files)
    inputs.push({ what: `file ${path} of ${id}`, keeps, whole: () => JSON.parse(content.toString()) as unknown });
  return inputs;
}

/** Every planned input that breaks a schema which it keeps by plan. A document that many cases share is looked at once. */
export async function breaches(cases: readonly Case[]): Promise<readonly Breach[]> {
  const seen = new Map<string, Set<unknown>>();
  const found: Breach[] = [];
  for (const { what, keeps, whole } of cases.flatMap(inputsOf)) {
    for (const { schema, document } of keeps) {
      const before = seen.get(schema) ?? new Set();
      seen.set(schema, before);
      let value: unknown = document;
      try {
        value ??= whole();
      } catch {
        found.push({ what, schema, pointer: '', message: 'it is no JSON' });
        continue;
      }
      if (before.has(value)) continue;
      before.add(value);
      const breach = await breachOf(what, schema, value);
      if (breach !== undefined) found.push(breach);
    }
  }
  return found;
}

/**
 * Holds the inputs of planned cases to their schemas.
 * @throws OwnFault for the first that breaks its own.
 */
export async function holdInputs(cases: readonly Case[]): Promise<void> {
  const [first] = await breaches(cases);
  if (first !== undefined) throw new OwnFault(first);
}
