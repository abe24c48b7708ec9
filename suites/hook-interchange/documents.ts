import { data } from '../../harness/assets.ts';
import type { JsonObject, JsonValue } from '../../harness/model/json.ts';

export type HifEdition = '1.0' | '0.1';

/** What a reader of manifests owes a document (documents.yaml explains the words). */
export type Owed = 'accept' | 'refuse' | 'notice' | 'quiet' | 'aside';

/** One manifest that decides requirements by being taken or not. */
export interface ManifestCase {
  readonly id: string;
  readonly requirements: readonly string[];
  readonly text: string;
  readonly yaml: boolean;
  /** How many hooks it holds, whole and broken ones. */
  readonly hooks: number;
  readonly owed: Owed;
  /** What a notice must name, or what an accepted document must not be complained about. */
  readonly names: readonly string[];
  /** What is wrong or right with it, as the end of a sentence. */
  readonly says: string;
}

interface Row {
  readonly id: string;
  readonly requirements: readonly string[];
  readonly owed: Owed;
  readonly seed?: Owed;
  readonly says: string;
  readonly editions?: readonly HifEdition[];
  readonly names?: readonly string[];
  readonly text?: string;
  readonly top?: JsonObject;
  readonly hook?: JsonObject;
  readonly handler?: JsonObject;
  readonly more?: readonly JsonValue[];
  readonly without?: readonly string[];
}

export function specOf(edition: HifEdition): string {
  return `hooks/${edition}`;
}

/** A minimal manifest with members changed: a hook's `handler` replaces the whole handler. */
export function manifest(edition: HifEdition, hook: JsonObject = {}, top: JsonObject = {}): JsonObject {
  const base = { event: 'before_tool_execute', handler: { type: 'command', command: './probe.sh' } };
  return { spec: specOf(edition), hooks: [{ ...base, ...hook }], ...top };
}

function without(object: JsonObject, row: Row, prefix: string): JsonObject {
  const gone = new Set(row.without ?? []);
  return Object.fromEntries(Object.entries(object).filter(([member]) => !gone.has(`${prefix}${member}`)));
}

function documentOf(row: Row, edition: HifEdition): string {
  if (row.text !== undefined) return row.text;
  const handler = without({ type: 'command', command: './probe.sh', ...row.handler }, row, 'handler.');
  const hook = without({ event: 'before_tool_execute', handler, ...row.hook }, row, 'hook.');
  const whole = { spec: specOf(edition), hooks: [hook, ...(row.more ?? [])], ...row.top };
  return JSON.stringify(without(whole, row, '')).replaceAll('"SPEC"', JSON.stringify(specOf(edition)));
}

/** Every manifest that is judged by being taken or refused, in this edition. */
export function manifestCases(edition: HifEdition): readonly ManifestCase[] {
  return data<{ documents: readonly Row[] }>('suites/hook-interchange/documents')
    .documents.filter((row) => row.editions?.includes(edition) !== false)
    .map((row) => ({
      id: row.id,
      requirements: row.requirements,
      text: documentOf(row, edition),
      yaml: row.text?.trimStart().startsWith('{') === false,
      hooks: 1 + (row.more?.length ?? 0),
      owed: edition === '1.0' ? (row.seed ?? row.owed) : row.owed,
      names: row.names ?? [],
      says: row.says,
    }));
}
