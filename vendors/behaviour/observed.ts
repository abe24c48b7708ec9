/**
 * What a recording shows that the vendor did, in the words of an outcome: read from what was observed, never from the
 * answer. Several effects where the observation cannot tell them apart (a tool that ran says nothing about a question that
 * would not have been asked anyway).
 */
import { isObject } from '../../harness/model/json.ts';
import type { Adds, Effect } from '../../harness/model/words.ts';
import type { RecordedCase } from './recorded.ts';

export interface Observed {
  readonly effects: readonly Effect[];
  /** What was added, of context, input, result; a message or an unread part does not always leave a trace. */
  readonly adds: readonly Adds[];
}

type Entry = Readonly<Record<string, unknown>>;

const WENT_ON: readonly Effect[] = ['none', 'allow'];

/** The effects and additions that an observation is consistent with. */
export function observedIn({ vendor, event, entry }: Pick<RecordedCase, 'vendor' | 'event' | 'entry'>): Observed {
  switch (vendor) {
    case 'claude-code':
      return typeof entry['observed_in_words'] === 'string'
        ? inWords(entry['observed_in_words'])
        : claude(event, entry['observed'] as Entry, entry);
    case 'gemini-cli':
      return gemini(event, entry['observed'] as Entry);
    case 'qwen-code':
      return qwen(event, entry['observed'] as Entry);
    case 'codex':
    case 'copilot-cli':
    case 'opencode':
      return byWord(event, String(entry['outcome']), entry);
  }
}

/** Files that state an outcome in words of their own. */
function byWord(event: string, word: string, entry: Entry): Observed {
  const failed =
    word.includes('hook reported as failed') || lines(entry['hook_lines_on_screen']).includes('Hook failed');
  const shown = lines(entry['hook_status_shown']);
  const logged = lines(entry['log_lines']);
  const after = /^post|\.after$|text\.complete/i.test(event);
  const errored = failed || /fail-closed|execution failed|Error in |timed out/.test(logged);
  if (word.startsWith('tool blocked')) {
    const closed = JSON.stringify(entry['tool_output_seen_by_model'] ?? '').includes('hook errored');
    // Nobody could be asked: what the vendor does then is refuse.
    const asked = JSON.stringify(entry['tool_output_seen_by_model'] ?? '').includes('unable to ask user');
    return { effects: closed ? ['error-closed'] : asked ? ['ask'] : ['deny'], adds: [] };
  }
  if (word.startsWith('tool ran; its result was replaced')) return { effects: ['none'], adds: ['result'] };
  if (word.startsWith('proceeded, context added')) return { effects: WENT_ON, adds: ['context'] };
  if (word.startsWith('rewritten')) return { effects: WENT_ON, adds: [after ? 'result' : 'input'] };
  if (word.startsWith('turn stopped'))
    return { effects: /Stopped/.test(shown) ? ['stop'] : ['deny', 'stop'], adds: [] };
  if (word.startsWith('agent continued')) return { effects: ['continue'], adds: [] };
  if (word.startsWith('allowed without asking')) return { effects: ['allow'], adds: [] };
  if (word.startsWith('turn ended as normal') && /Stopped/.test(shown)) return { effects: ['stop'], adds: [] };
  const went = /^(proceeded|turn ended as normal|hook had no effect)/.test(word);
  if (!went) return { effects: ['unknown'], adds: [] };
  if (errored) return { effects: ['error-open'], adds: [] };
  // A hook whose throw nobody sees has failed, and nothing tells it from one that did nothing.
  return {
    effects: event === 'event' ? [...WENT_ON, 'error-open'] : word.startsWith('hook had') ? ['none'] : WENT_ON,
    adds: [],
  };
}

function lines(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : '';
}

function inWords(words: string): Observed {
  if (/turn interrupted/.test(words)) return { effects: ['stop'], adds: [] };
  if (/hook allowed it/.test(words)) return { effects: ['allow'], adds: [] };
  if (/^Call not run|did not happen/.test(words)) return { effects: ['deny'], adds: [] };
  if (/the dialog came up/.test(words)) return { effects: ['ask'], adds: [] };
  if (/showed the replacement/.test(words)) return { effects: ['none'], adds: ['result'] };
  if (/^Not a denial|no blocking effect/.test(words)) return { effects: ['none', 'error-open'], adds: [] };
  return { effects: ['unknown'], adds: [] };
}

function claude(event: string, seen: Entry, entry: Entry): Observed {
  const result = isObject(seen['result']) ? seen['result'] : {};
  const tool = isObject(seen['tool_result']) ? seen['tool_result'] : {};
  const told = String(tool['content'] ?? '');
  const words = String(result['result'] ?? '');
  const saw = Object.keys(isObject(seen['model_saw']) ? seen['model_saw'] : {}).map((mark) => mark.split('-')[0]);
  const fired = (seen['hooks_fired'] as string[]).filter((name) => name === event).length;
  const hooks = (seen['hook'] as Entry[]).map((hook) => hook['outcome']);
  const context = saw.some((mark) => ['MKCTX', 'MKINIT', 'MKSTDOUT'].includes(mark ?? ''));
  const adds: Adds[] = [];
  if (context || (saw.includes('MKREASON') && event === 'UserPromptSubmit')) adds.push('context');
  if (saw.includes('MKOUT')) adds.push('result');
  const swapped = seen['swapped_ran'] === true;
  if (swapped) adds.push('input');
  const ends = String(result['terminal_reason'] ?? '');
  if (['hook_stopped', 'stop_hook_prevented', 'tool_deferred'].includes(ends)) return { effects: ['stop'], adds };
  if (words.startsWith('Operation stopped by hook')) return { effects: ['stop'], adds };
  if (
    words.includes('operation blocked by hook') ||
    /Task(Created|Completed) hook feedback/.test(JSON.stringify(seen['model_saw']))
  ) {
    return { effects: ['deny'], adds };
  }
  // The event fired again because the agent was sent on.
  if (/Stop$/.test(event) && fired > 1) return { effects: ['continue'], adds };
  if (event === 'PreToolUse' && seen['tool_ran'] !== true && !swapped) {
    // The vendor's own rules refused: the hook changed nothing about that.
    if (/has been denied|was blocked\. For security/.test(told)) return { effects: WENT_ON, adds };
    return { effects: ['deny', 'ask'], adds };
  }
  if (/^PostTool/.test(event) && saw.some((mark) => mark === 'MKSTDERR' || mark === 'MKREASON')) {
    return { effects: ['none'], adds: ['context', ...adds] };
  }
  const failed = hooks.some((outcome) => outcome === 'error' || outcome === 'cancelled');
  // Hooks that run when the session is over are not reported on: nothing tells a failed one.
  const untold = hooks.length === 0 ? (['none', 'allow', 'error-open'] as const) : undefined;
  const granted = event === 'PreToolUse' && !JSON.stringify(entry['base'] ?? {}).includes('Bash');
  return { effects: failed ? ['error-open'] : (untold ?? (granted ? ['allow'] : WENT_ON)), adds };
}

function gemini(event: string, seen: Entry): Observed {
  const shown = lines(seen['stderr_hook_lines'] ?? seen['shown_on_stderr']);
  const calls = seen['model_calls'];
  const reply = JSON.stringify(seen['model_saw'] ?? '');
  const adds: Adds[] = [];
  if (seen['context_reached_model'] === true || reply.includes('<hook_context>')) adds.push('context');
  if (seen['rewritten_tool_ran'] === true || seen['rewrite_reached_model'] === true) adds.push('input');
  if (JSON.stringify(seen['model_asked'] ?? '').includes('pro')) adds.push('input');
  const mode = isObject(seen['tool_config']) ? JSON.stringify(seen['tool_config']) : '';
  if (/"(NONE|ANY)"/.test(mode)) adds.push('input');
  if (/HOOK-(SYNTH|REPLACED)/.test(String(seen['stdout'] ?? ''))) adds.push('result');
  if (shown.includes('Agent execution stopped')) return { effects: ['stop'], adds };
  if (event === 'BeforeTool') {
    if (seen['outcome'] === 'blocked') {
      return {
        effects: seen['agent_continued'] === false || seen['screen_markers'] !== undefined ? ['ask'] : ['deny'],
        adds,
      };
    }
    if (seen['screen_markers'] !== undefined) return { effects: ['ask'], adds };
  }
  if (event === 'AfterTool' && reply.includes('"error"')) return { effects: ['none'], adds: ['result', ...adds] };
  if (event === 'AfterAgent' && calls === 2) return { effects: ['continue'], adds };
  if (shown.includes('Agent execution blocked') || (/^Before(Agent|Model)$/.test(event) && calls === 0)) {
    return { effects: ['deny'], adds };
  }
  if (event === 'AfterModel' && shown.includes('failed for event')) return { effects: ['deny', 'error-open'], adds };
  if (shown.includes('failed for event')) return { effects: ['error-open'], adds };
  // The short form of the recordings leaves out the line that tells of a failed hook.
  const told = seen['stderr_hook_lines'] !== undefined && !shown.includes('Hook execution error');
  return { effects: told ? WENT_ON : [...WENT_ON, 'error-open'], adds };
}

function qwen(event: string, seen: Entry): Observed {
  const sent = seen['hook_text_as_sent'];
  const adds: Adds[] = typeof sent === 'string' && sent !== '' ? ['context'] : [];
  if (seen['rewritten_tool_ran'] === true) adds.push('input');
  if (event === 'UserPromptSubmit') {
    return { effects: seen['model_calls'] === 0 ? ['deny', 'stop'] : [...WENT_ON, 'error-open'], adds };
  }
  const ran = seen['tool_ran'] ?? seen['ran'];
  if (ran === true) return { effects: [...WENT_ON, 'error-open'], adds };
  // The vendor's own rules refused: the hook changed nothing about that.
  if (/Matching deny rule/.test(String(seen['model_saw'] ?? ''))) return { effects: WENT_ON, adds };
  return { effects: ['deny', 'ask'], adds };
}
