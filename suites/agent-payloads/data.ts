import { data } from '../../harness/assets.ts';

/** What a member of an emitted line must be. */
export type Wanted =
  | 'present'
  | string
  | { readonly from: readonly string[]; readonly prefix?: string }
  | { readonly count: string };

interface Emission {
  readonly events: readonly {
    readonly row: string;
    readonly vendor: string;
    readonly event: string;
    readonly kinds: readonly string[];
    readonly members: Readonly<Record<string, Wanted>>;
  }[];
  readonly tools: readonly {
    readonly row: string;
    readonly tools: readonly string[];
    readonly kind?: string;
    readonly members: Readonly<Record<string, Wanted>>;
  }[];
  readonly semantic: {
    readonly tools: readonly string[];
    readonly members: readonly {
      readonly row: string;
      readonly member: string;
      readonly required?: boolean;
      readonly words?: readonly string[];
    }[];
  };
  readonly results: readonly {
    readonly row: string;
    readonly tools: readonly string[];
    readonly member?: string;
    readonly not?: readonly string[];
  }[];
  readonly codex: {
    readonly events: Readonly<Record<string, string>>;
    readonly tools: Readonly<Record<string, string>>;
  };
  readonly unhandled: { readonly row: string; readonly events: readonly string[] };
}

export const emission: Emission = data<Emission>('suites/agent-payloads/emission');

/** Whether a list of native tool names (`mcp__*` stands for every MCP tool, `*` for any) holds this one. */
export function names(tools: readonly string[], tool: string): boolean {
  return tools.some((one) => one === '*' || (one.endsWith('*') ? tool.startsWith(one.slice(0, -1)) : one === tool));
}
