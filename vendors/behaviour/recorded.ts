/**
 * The recorded behaviour of the real programs (`vendors/<slug>/behaviour.json`) in one shape, to hold the outcome function to
 * it. The files keep the form in which each was recorded; what differs between them is told here and nowhere else.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../harness/assets.ts';
import type { JsonValue } from '../../harness/model/json.ts';
import { isObject } from '../../harness/model/json.ts';
import type { End } from '../../harness/model/observation.ts';
import type { Answer } from '../answer.ts';
import { answerOfCommand } from './command-text.ts';

export const RECORDED_VENDORS = ['claude-code', 'codex', 'gemini-cli', 'qwen-code', 'copilot-cli', 'opencode'] as const;
export type RecordedVendor = (typeof RECORDED_VENDORS)[number];

type Entry = Readonly<Record<string, unknown>>;

export interface RecordedCase {
  readonly vendor: RecordedVendor;
  /** Unique within the vendor's file. */
  readonly name: string;
  readonly event: string;
  /** What each hook answered; several hooks only where the recording has several. Empty: none of them ran. */
  readonly answers: readonly Answer[];
  /** What a payload of the recording said that decides something. */
  readonly payload: JsonValue;
  /** The entry of the file. */
  readonly entry: Entry;
}

/** All recorded cases of a vendor that are answers of a hook, in the order of its file. */
export function recordedCases(vendor: RecordedVendor): readonly RecordedCase[] {
  const file = JSON.parse(readFileSync(join(packageRoot(), 'vendors', vendor, 'behaviour.json'), 'utf8')) as Entry;
  const entries = (file['cases'] ?? file['rows']) as Entry[];
  return entries.flatMap((entry) => {
    const answers = answersOf(vendor, entry);
    if (answers === undefined) return [];
    const name = String(entry['id'] ?? `${String(entry['event'])}/${String(entry['case'])}`);
    return [{ vendor, name, event: String(entry['event']), answers, payload: payloadOf(vendor, entry), entry }];
  });
}

/** Undefined for what is recorded beside answers of a hook: a key that the user pressed. */
function answersOf(vendor: RecordedVendor, entry: Entry): readonly Answer[] | undefined {
  switch (vendor) {
    case 'claude-code':
      return claudeAnswers(entry);
    case 'gemini-cli':
    case 'qwen-code':
      return geminiAnswers(entry['hook'] as Entry, entry);
    case 'codex':
    case 'copilot-cli':
      return plainAnswers(entry);
    case 'opencode':
      return [{ end: { kind: 'exit', code: 0 }, stdout: text(entry['answer']), stderr: '' }];
  }
}

function text(value: unknown): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

function ended(code: unknown, signal?: unknown): End {
  if (typeof signal === 'string') return { kind: 'signal', signal };
  return { kind: 'exit', code: typeof code === 'number' ? code : 0 };
}

const TIMED_OUT: End = { kind: 'timeout', timeoutMs: 1000, forced: false };

function claudeAnswers(entry: Entry): readonly Answer[] | undefined {
  const scripted = entry['scripted'];
  if (!isObject(scripted)) return undefined;
  const extra = isObject(scripted['hookExtra']) ? scripted['hookExtra'] : {};
  // An asynchronous hook is not waited for: nothing of its answer reaches the vendor.
  if (extra['async'] === true) return [];
  if (typeof extra['command'] === 'string') return [answerOfCommand(extra['command'])];
  const limit = typeof extra['timeout'] === 'number' ? extra['timeout'] * 1000 : 600_000;
  const slept = typeof scripted['sleepMs'] === 'number' ? scripted['sleepMs'] : 0;
  const end = slept > limit ? TIMED_OUT : ended(scripted['exit']);
  return [{ end, stdout: slept > limit ? '' : text(scripted['stdout']), stderr: text(scripted['stderr']) }];
}

function geminiAnswers(hook: Entry, entry: Entry): readonly Answer[] {
  const config = hook['config'];
  if (Array.isArray(config)) return configured(config as Entry[], entry);
  const slept = Math.max(number(hook['sleeps_ms_before_output']), number(hook['sleeps_ms_after_output']));
  const limit = typeof hook['timeout_s'] === 'number' ? hook['timeout_s'] * 1000 : number(hook['timeout_ms'], 60_000);
  const end = slept > limit ? TIMED_OUT : ended(hook['exit'], hook['signal']);
  const printed = slept <= limit || hook['sleeps_ms_before_output'] === undefined;
  return [{ end, stdout: printed ? text(hook['stdout']) : '', stderr: text(hook['stderr']) }];
}

function number(value: unknown, otherwise = 0): number {
  return typeof value === 'number' ? value : otherwise;
}

/** The answers of the hooks in a configuration that match the tool which the recordings call. */
function configured(groups: readonly Entry[], entry: Entry): readonly Answer[] {
  // A configuration under a name that is no event of the vendor registers nothing.
  if (String(entry['id']).endsWith('config_unknown_event')) return [];
  return groups.flatMap((group) => {
    const hooks = matchesRecordedTool(group['matcher']) ? (group['hooks'] as Entry[]) : [];
    return hooks.flatMap((hook) =>
      hook['type'] === 'command' ? [answerOfCommand(String(hook['command']), hook['env'] as Entry | undefined)] : [],
    );
  });
}

function matchesRecordedTool(matcher: unknown): boolean {
  if (typeof matcher !== 'string') return true;
  try {
    return new RegExp(matcher).test('run_shell_command');
  } catch {
    return matcher === 'run_shell_command';
  }
}

function plainAnswers(entry: Entry): readonly Answer[] {
  const answer = entry['answer'];
  // A list is what the hook said the first and every later time: the first is what is judged.
  const first = (Array.isArray(answer) ? answer[0] : answer) as Entry;
  if (Array.isArray(first['command'])) return (first['command'] as string[]).map((one) => answerOfCommand(one));
  const end = number(first['sleep']) > 1000 ? TIMED_OUT : ended(first['exit']);
  return [{ end, stdout: text(first['stdout']), stderr: text(first['stderr']) }];
}

/** Only a rewritten input is held to a tool, and every recording that has one calls the shell, unless it says otherwise. */
function payloadOf(vendor: RecordedVendor, entry: Entry): JsonValue {
  const label = String(entry['case'] ?? entry['id'] ?? '');
  if (label.startsWith('mcp')) return { tool_name: 'mcp__notes__echo' };
  switch (vendor) {
    case 'gemini-cli':
    case 'qwen-code':
      return { tool_name: 'run_shell_command' };
    case 'copilot-cli':
      return { toolName: 'bash' };
    case 'claude-code':
    case 'codex':
    case 'opencode':
      return { tool_name: 'Bash' };
  }
}
