import type { JsonObject } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { type Check, encode, hook, manifestOf, type Scenario } from './scenario.ts';

/** Hooks that need a capability, one for each, and what a warning about its loss may name. */

export interface Need {
  /** Members that make a hook need the capability. */
  readonly handler: JsonObject;
  readonly hook: JsonObject;
  /** What a warning about it may name. */
  readonly words: readonly string[];
  /** A text that must not stand in the configuration where the member is dropped. */
  readonly trace?: string;
}

export const COMMAND = './c.sh';

export const NEEDS: Readonly<Record<string, Need>> = {
  structured_output: {
    handler: {},
    hook: { degradation: { structured_output: 'warn' }, blocking: true },
    words: ['structured_output', 'structured output', 'json output'],
  },
  input_rewrite: {
    handler: {},
    hook: { degradation: { input_rewrite: 'warn' } },
    words: ['input_rewrite', 'rewrite', 'updated_input'],
  },
  llm_evaluated: {
    handler: { type: 'prompt', prompt: `Is it safe? ${COMMAND}` },
    hook: {},
    words: ['llm', 'prompt', 'agent'],
  },
  http_handler: {
    handler: { type: 'http', url: `https://hooks.example/${COMMAND.slice(2)}` },
    hook: {},
    words: ['http'],
  },
  async_execution: { handler: { async: true }, hook: {}, words: ['async', 'synchron'] },
  platform_commands: {
    handler: { platform: { windows: 'c-other.ps1' } },
    hook: {},
    words: ['platform', 'windows'],
    trace: 'c-other.ps1',
  },
  custom_env: { handler: { env: { C_WORD: 'value-41c' } }, hook: {}, words: ['env'], trace: 'value-41c' },
  configurable_cwd: { handler: { cwd: 'c-folder' }, hook: {}, words: ['cwd', 'directory'], trace: 'c-folder' },
};

/** The other type of handler that a model decides for: whoever knows prompts alone writes agents where nothing reads them. */
export const AGENT: Need = {
  handler: { type: 'agent', prompt: `Is it safe? ${COMMAND}` },
  hook: {},
  words: ['llm', 'prompt', 'agent'],
};

/** A marker that finds the hook: its command, its address or its prompt. */
export function markerOf(name: string): string {
  return name === 'http_handler' ? 'hooks.example' : name === 'llm_evaluated' ? 'Is it safe?' : COMMAND;
}

export function hookOf(need: Need, degradation?: JsonObject): JsonObject {
  const { handler } = need;
  const made =
    'type' in handler ? { event: 'before_tool_execute', handler } : hook('before_tool_execute', COMMAND, {}, handler);
  const own = degradation === undefined ? need.hook : { ...need.hook, degradation };
  return { ...made, ...own };
}

/** Cells where drop and keep are both right, whatever the registry says (READINGS 9; E-HIF-40). */
export function isOpen(name: string, vendor: string): boolean {
  return (
    (name === 'custom_env' && ['copilot-cli', 'gemini-cli'].includes(vendor)) ||
    (name === 'platform_commands' && ['claude-code', 'cline'].includes(vendor)) ||
    (name === 'llm_evaluated' && vendor === 'kiro') ||
    (name === 'structured_output' && ['copilot-cli', 'opencode'].includes(vendor))
  );
}

export function one(
  vendor: string,
  edition: HifEdition,
  id: string,
  title: string,
  made: JsonObject,
  checks: readonly Check[],
  mayRefuse: boolean,
): Scenario {
  return {
    id: `capability/${vendor}-${id}`,
    title: `${title}, encoded for ${vendor}`,
    vendor,
    steps: [encode(manifestOf(edition, [made]))],
    checks,
    mayRefuse,
  };
}
