/** The vendors of the contract (section 5), in its order. */
export const VENDORS = [
  'claude-code',
  'codex',
  'cursor',
  'windsurf',
  'gemini-cli',
  'qwen-code',
  'copilot-cli',
  'vs-code-copilot',
  'copilot-cloud-agent',
  'kiro',
  'opencode',
  'cline',
  'factory-droid',
  'augment',
  'amp',
] as const;
export type VendorSlug = (typeof VENDORS)[number];

/** The vendors that are tried when a subject names none (contract, section 3). */
export const DEFAULT_VENDORS: readonly VendorSlug[] = ['claude-code', 'codex', 'gemini-cli', 'cursor', 'copilot-cli'];
