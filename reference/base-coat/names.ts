/** The platform name table (section 5): each hook point with its name in native files, and whether the cloud agent has it. */
export interface PlatformName {
  readonly point: string;
  readonly native: string | null;
  readonly cloud: boolean;
}

export const NAMES: readonly PlatformName[] = [
  { point: 'SessionStart', native: 'SessionStart', cloud: true },
  { point: 'SessionEnd', native: 'Stop', cloud: true },
  { point: 'UserPromptSubmitted', native: 'UserPromptSubmit', cloud: true },
  { point: 'PreToolUse', native: 'preToolUse', cloud: true },
  { point: 'PostToolUse', native: 'postToolUse', cloud: true },
  { point: 'SubagentStart', native: 'SubagentStart', cloud: false },
  { point: 'SubagentStop', native: 'SubagentStop', cloud: false },
  { point: 'PreCompact', native: 'PreCompact', cloud: false },
  { point: 'PostCompact', native: null, cloud: false },
  { point: 'OnError', native: 'errorOccurred', cloud: true },
  { point: 'OnBudgetExceeded', native: null, cloud: false },
];

/** Spellings that platforms use beside the table's. */
const ALIASES: Readonly<Record<string, string>> = {
  userpromptsubmitted: 'UserPromptSubmitted',
  sessionend: 'SessionEnd',
};

/** The hook point of a native key, whatever its letter case; undefined for a key that no platform fires. */
export function pointOf(key: string): string | undefined {
  const wanted = key.toLowerCase();
  return NAMES.find(({ native }) => native?.toLowerCase() === wanted)?.point ?? ALIASES[wanted];
}

export function nameOf(point: string): PlatformName | undefined {
  return NAMES.find((name) => name.point === point);
}
