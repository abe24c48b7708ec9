import { data } from '../../../harness/assets.ts';
import type { JsonObject } from '../../../harness/model/json.ts';

/** How a provider writes hooks down; forms.yaml explains the members. */
export interface NativeForm {
  readonly style: 'groups' | 'list' | 'text';
  readonly version?: number;
  readonly syntax: 'exact' | 'search' | 'whole' | 'glob' | 'none';
  readonly everything: readonly string[];
  readonly ignoresMatchers?: boolean;
  readonly command: readonly string[];
  readonly typed?: boolean;
  readonly timeout?: { readonly members: readonly string[]; readonly perSecond: number };
  readonly env?: string;
  readonly cwd?: string;
  readonly windows?: string;
  readonly async?: string;
  readonly filters?: Readonly<Record<string, string>>;
  readonly mcp: readonly string[];
  readonly mcpServer?: string;
  readonly vendorOnly?: JsonObject;
  readonly privileged?: JsonObject;
  readonly gates?: readonly string[];
  /** Events on which `blocking` decodes to false, where the texts say so. */
  readonly open?: readonly string[];
  readonly covers?: Readonly<Record<string, readonly string[]>>;
  readonly generic?: Readonly<Record<string, string>>;
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
}

export function formOf(provider: string): NativeForm {
  const form = data<Readonly<Record<string, NativeForm>>>('suites/hook-interchange/native/forms')[provider];
  if (!form) throw new Error(`there is no native form of ${provider}`);
  return form;
}

/** Providers whose configuration is in the table that native-config.yaml agrees on; the others are judged more loosely. */
export const AGREED: readonly string[] = ['claude-code', 'gemini-cli', 'cursor', 'windsurf', 'copilot-cli', 'kiro'];
