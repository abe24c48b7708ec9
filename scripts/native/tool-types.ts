/** TypeScript of what a vendor's tools take and give back, made of `schemas/native/<slug>/tools.schema.json`. Pure. */
import { isObject } from '../../harness/model/json.ts';

/** The members of a payload that hold a tool's name, its arguments, its result; empty: they stand deeper, or nowhere. */
export interface ToolMembers {
  readonly name: readonly string[];
  readonly input: readonly string[];
  readonly result: readonly string[];
}

function quoted(words: readonly string[]): string {
  return words.length === 0 ? 'never' : words.map((word) => `'${word}'`).join(' | ');
}

/** `interface ClaudeCodeNativeTools`, and where its payloads hold them. */
export function toolsText(
  title: string,
  name: string,
  schema: unknown,
  members: ToolMembers,
  typeText: (schema: unknown, indent: string) => string,
): string {
  const tools = isObject(schema) && isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const lines = tools.map(([tool, parts]) => {
    const { input, result } = (isObject(parts) && isObject(parts['properties']) ? parts['properties'] : {}) as {
      input?: unknown;
      result?: unknown;
    };
    return `  '${tool}': {\n    input: ${typeText(input, '    ')};\n    result: ${typeText(result, '    ')};\n  };`;
  });
  return `/** What the known tools of ${name} take and give back. */
export interface ${title}NativeTools {
${lines.join('\n')}
}

/** The members of ${name}’s payloads that hold a tool’s name, arguments and result. */
export interface ${title}ToolMembers {
  name: ${quoted(members.name)};
  input: ${quoted(members.input)};
  result: ${quoted(members.result)};
}
`;
}

/** What the joining module says of tools; `map` lists one type of every vendor. */
export function toolIndexText(map: (what: string) => string): string {
  return `
/** Known tools by vendor, then the name that a payload gives them. */
export interface NativeTools {
${map('NativeTools')}
}

interface NativeToolMembers {
${map('ToolMembers')}
}

/** The known tools of a vendor; it may have others, and those of MCP servers. */
export type ToolName<V extends NativeVendor> = keyof NativeTools[V] & string;

/** What a known tool takes: \`ToolInputOf<'claude-code', 'Bash'>\`. */
export type ToolInputOf<V extends NativeVendor, T extends ToolName<V>> = NativeTools[V][T] extends { input: infer I }
  ? I
  : unknown;

/** What a known tool gives back; \`unknown\` where nobody has seen it. */
export type ToolResultOf<V extends NativeVendor, T extends ToolName<V>> = NativeTools[V][T] extends { result: infer R }
  ? R
  : unknown;

/** The members of a payload that a known tool types. */
export type ToolMembersOf<V extends NativeVendor, T extends ToolName<V>, P = Record<string, unknown>> = {
  [M in NativeToolMembers[V]['name'] & keyof P]: T;
} & {
  [M in NativeToolMembers[V]['input'] & keyof P]: P[M] extends string ? string : Extract<P[M], string> | ToolInputOf<V, T>;
} & {
  [M in NativeToolMembers[V]['result'] & keyof P]: unknown extends ToolResultOf<V, T> ? P[M] : ToolResultOf<V, T>;
};

/** A payload whose tool is known: \`isTool('claude-code', payload, 'Bash')\` narrows to it. */
export type ToolPayloadOf<V extends NativeVendor, E extends keyof NativePayloads[V], T extends ToolName<V>> = Omit<
  PayloadOf<V, E>,
  keyof ToolMembersOf<V, T, PayloadOf<V, E>>
> &
  ToolMembersOf<V, T, PayloadOf<V, E>>;

/**
 * Any payload of an event whose tool is known, as a union that the name of the tool narrows:
 * \`call.tool_name === 'Bash' && call.tool_input.command\`. Tools that are not known are
 * not in it.
 */
export type ToolCallOf<V extends NativeVendor, E extends keyof NativePayloads[V]> = {
  [T in ToolName<V>]: ToolPayloadOf<V, E, T>;
}[ToolName<V>];

/** True when the payload speaks of this tool; its arguments and its result are typed then. A payload that nobody has checked
 * may still hold anything there. */
export declare function isTool<V extends NativeVendor, P, T extends ToolName<V>>(
  vendor: V,
  payload: P,
  tool: T,
): payload is P & ToolMembersOf<V, T, P>;
`;
}
