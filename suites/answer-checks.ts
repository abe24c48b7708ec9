/** What the judges of a hook's answer share, whatever the specification: one JSON object, members of a type, one finding a rule. */
import type { Finding } from '../harness/model/finding.ts';
import { isObject } from '../harness/model/json.ts';
import type { End } from '../harness/model/observation.ts';

/** What a hook answered, decoded as UTF-8. */
export interface HookAnswer {
  readonly end: End;
  readonly stdout: string;
  readonly stderr: string;
}

export type JsonTypeName = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';

export function jsonType(value: unknown): JsonTypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return typeof value as JsonTypeName;
  return 'object';
}

/** What stands on stdout: nothing, one JSON object, JSON of another kind, or text that is no JSON document. */
export type Printed =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'object'; readonly document: Readonly<Record<string, unknown>> }
  | { readonly kind: 'json'; readonly type: JsonTypeName }
  | { readonly kind: 'text'; readonly holdsJson: boolean; readonly because: string };

/** What makes a text no JSON document, as far as a person could not see it in the text. */
function hidden(stdout: string): string | undefined {
  if (stdout.includes('\0')) return 'it is UTF-16, not UTF-8';
  return stdout.startsWith('\uFEFF') ? 'a byte order mark stands before it' : undefined;
}

export function printed(stdout: string): Printed {
  const text = stdout.trim();
  if (text === '') return { kind: 'nothing' };
  const [line = ''] = text.split('\n', 1);
  const because = hidden(stdout) ?? `it begins with ${shown(line)}`;
  // A mark before the document is no JSON, and trim() has taken it for white space.
  if (stdout.startsWith('\uFEFF')) return { kind: 'text', holdsJson: true, because };
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { kind: 'object', document: value } : { kind: 'json', type: jsonType(value) };
  } catch {
    return { kind: 'text', holdsJson: /[{[]\s*("|[}\]])/.test(text.replaceAll('\0', '')), because };
  }
}

/** A value as a person wants to see it in a message. */
export function shown(value: unknown): string {
  const text =
    typeof value === 'string' && value.length > 0 ? JSON.stringify(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

export function endOf(end: End): string {
  switch (end.kind) {
    case 'exit':
      return `exit ${end.code}`;
    case 'signal':
      return `killed by ${end.signal}`;
    case 'timeout':
      return 'still running at its limit';
    case 'not-started':
      return 'not started';
  }
}

export function met(requirement: string): Finding {
  return { kind: 'met', requirement };
}

export function broken(requirement: string, message: string, expected: string, actual: string): Finding {
  return { kind: 'broken', requirement, message, expected, actual };
}
