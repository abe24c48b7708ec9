import { RE2JS } from 're2js';
import { isObject } from '../../harness/model/json.ts';
import type { HifEdition } from './documents.ts';
import { isToolEvent, nativeTool, toolNames } from './vocabulary.ts';

/**
 * The contract of Hook Interchange as a pure function: which hooks of a manifest an event is for, and what their exit codes
 * and outputs make of the action. Whatever a text leaves open is `either`, so that nobody fails for one of two readings.
 */

export type Matcher =
  | string
  | { readonly pattern: string }
  | { readonly mcp: { readonly server: string; readonly tool?: string } }
  | readonly Matcher[];

export interface ModelHook {
  readonly event: string;
  readonly matcher?: Matcher;
  readonly blocking?: boolean;
  readonly exit: number;
  readonly stdout: string;
}

export interface ModelEvent {
  readonly event: string;
  /** Canonical tool name, or `mcp__<server>__<tool>`; absent for events that are not about tools. */
  readonly tool?: string;
  readonly provider: string;
}

/** `either`: the edition leaves it open. */
export type Maybe = 'yes' | 'no' | 'either';

/** What one hook does, and the requirement that says so. */
export interface Effect {
  readonly blocks: Maybe;
  readonly warns: Maybe;
  readonly because: string;
}

export interface Prediction {
  readonly selected: readonly Maybe[];
  /** Why a hook is or is not selected. */
  readonly selectedBecause: readonly string[];
  readonly effects: readonly Effect[];
  /** Indexes that must have run, and those that may. */
  readonly must: readonly number[];
  readonly may: readonly number[];
  readonly decisions: readonly ('allow' | 'block' | 'ask')[];
  /** A warning must be there when the action goes on. */
  readonly warns: boolean;
}

function and(a: Maybe, b: Maybe): Maybe {
  if (a === 'no' || b === 'no') return 'no';
  return a === 'yes' && b === 'yes' ? 'yes' : 'either';
}

function or(a: Maybe, b: Maybe): Maybe {
  if (a === 'yes' || b === 'yes') return 'yes';
  return a === 'no' && b === 'no' ? 'no' : 'either';
}

function yes(value: boolean): Maybe {
  return value ? 'yes' : 'no';
}

/** Edition 1.0 doesn't say which name a pattern is compared with, nor whether it is anchored; 0.1 binds the native name. */
function patternMatches(pattern: string, tool: string, provider: string, edition: HifEdition): Maybe {
  const compiled = RE2JS.compile(pattern);
  const native = nativeTool(tool, provider) ?? tool;
  const names = edition === '0.1' ? [native] : [native, tool];
  const answers = names.flatMap((name) => [compiled.matcher(name).find(), compiled.matcher(name).matches()]);
  if (answers.every((answer) => answer)) return 'yes';
  return answers.some((answer) => answer) ? 'either' : 'no';
}

function matches(matcher: Matcher, { tool = '', provider }: ModelEvent, edition: HifEdition): Maybe {
  if (typeof matcher === 'string') {
    if (toolNames().includes(matcher)) {
      if (matcher === tool) return 'yes';
      const same =
        nativeTool(matcher, provider) !== undefined && nativeTool(matcher, provider) === nativeTool(tool, provider);
      return same ? 'either' : 'no';
    }
    return yes(matcher !== '' && (matcher === tool || matcher === nativeTool(tool, provider)));
  }
  if (Array.isArray(matcher))
    return (matcher as readonly Matcher[]).reduce<Maybe>(
      (all, one) => or(all, matches(one, { event: '', tool, provider }, edition)),
      'no',
    );
  if ('pattern' in matcher) return patternMatches(matcher.pattern, tool, provider, edition);
  if (!('mcp' in matcher)) return 'no';
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  return yes(server === matcher.mcp.server && (matcher.mcp.tool === undefined || matcher.mcp.tool === name));
}

const EVENT_IDS: Readonly<Record<string, string>> = {
  before_tool_execute: 'HIF-EVT-002',
  after_tool_execute: 'HIF-EVT-003',
  session_start: 'HIF-EVT-004',
  session_end: 'HIF-EVT-005',
  before_prompt: 'HIF-EVT-006',
  agent_stop: 'HIF-EVT-007',
};

function selection(hook: ModelHook, event: ModelEvent, edition: HifEdition): { selected: Maybe; because: string } {
  if (hook.event !== event.event) return { selected: 'no', because: EVENT_IDS[event.event] ?? 'HIF-EVT-002' };
  const { matcher } = hook;
  if (!isToolEvent(event.event))
    return matcher === undefined
      ? { selected: 'yes', because: EVENT_IDS[event.event] ?? 'HIF-EVT-002' }
      : { selected: edition === '0.1' ? 'yes' : 'either', because: 'HIF-MAT-022' };
  if (matcher === undefined) return { selected: 'yes', because: 'HIF-MAT-021' };
  const because =
    typeof matcher === 'string'
      ? 'HIF-MAT-001'
      : Array.isArray(matcher)
        ? 'HIF-MAT-016'
        : 'pattern' in matcher
          ? 'HIF-MAT-005'
          : 'mcp' in matcher && matcher.mcp.tool === undefined
            ? 'HIF-MAT-015'
            : 'HIF-MAT-012';
  return { selected: matches(matcher, event, edition), because };
}

/** One JSON object, nothing for empty stdout; else the clause of edition 0.1 that makes it an error of the hook (E-HIF-22). */
function outputOf(stdout: string): Record<string, unknown> | 'HIF-DEC-007' | 'HIF-DEC-011' {
  if (stdout.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : 'HIF-DEC-011';
  } catch {
    return 'HIF-DEC-007';
  }
}

/** What may block: before_tool_execute and before_prompt; the texts call the others observational or leave it to the provider. */
function canBlock(event: string): Maybe {
  if (event === 'before_tool_execute' || event === 'before_prompt') return 'yes';
  return event === 'agent_stop' ? 'either' : 'no';
}

/** That a hook cannot undo what an event only tells of; a warning at most (E-HIF-43). */
const OBSERVED = 'HIF-EVT-052';

/** What a hook's exit code and stdout mean (seed, section 3; upstream 4 and 5.2), the non-blocking downgrade first. */
function effectOf(hook: ModelHook, event: string, edition: HifEdition): Effect {
  const blocking = hook.blocking === true;
  if (hook.exit === 2 && blocking) {
    const blocks = canBlock(event);
    return {
      blocks,
      warns: blocks === 'yes' ? 'no' : 'either',
      because: blocks === 'no' ? OBSERVED : 'HIF-EXIT-006',
    };
  }
  if (hook.exit === 2) return { blocks: 'no', warns: edition === '0.1' ? 'yes' : 'either', because: 'HIF-EXIT-007' };
  if (hook.exit === 1) return { blocks: 'no', warns: 'yes', because: 'HIF-EXIT-004' };
  if (hook.exit !== 0) return { blocks: 'no', warns: 'yes', because: 'HIF-EXIT-010' };
  const output = outputOf(hook.stdout);
  if (typeof output === 'string')
    return edition === '0.1'
      ? { blocks: 'no', warns: 'yes', because: output }
      : { blocks: 'no', warns: 'either', because: 'HIF-EXIT-001' };
  const { decision } = output;
  if (decision === undefined || decision === 'allow') return { blocks: 'no', warns: 'no', because: 'HIF-EXIT-001' };
  const denies = decision === 'deny' || decision === 'ask';
  // Errata E-HIF-03 and E-HIF-04: what a denial of a hook that is not blocking does is at most a warning.
  if (denies && !blocking)
    return {
      blocks: canBlock(event) === 'no' ? 'no' : 'either',
      warns: 'either',
      because: canBlock(event) === 'no' ? OBSERVED : decision === 'ask' ? 'HIF-TT-015' : 'HIF-TT-009',
    };
  const stays = canBlock(event) === 'no' ? OBSERVED : undefined;
  if (decision === 'deny') return { blocks: canBlock(event), warns: 'either', because: stays ?? 'HIF-EXIT-002' };
  if (decision === 'ask')
    return {
      blocks: edition === '0.1' ? canBlock(event) : and(canBlock(event), 'either'),
      warns: 'either',
      because: stays ?? 'HIF-DEC-005',
    };
  return { blocks: stays === undefined ? 'either' : 'no', warns: 'either', because: stays ?? 'HIF-OUT-006' };
}

/** What must, may and must not happen. Nobody is there to be asked. */
export function predict(hooks: readonly ModelHook[], event: ModelEvent, edition: HifEdition): Prediction {
  const picked = hooks.map((hook) => selection(hook, event, edition));
  const effects = hooks.map((hook) => effectOf(hook, event.event, edition));
  const must: number[] = [];
  const may: number[] = [];
  let stopped: Maybe = 'no';
  let warns = false;
  for (const [index, { selected }] of picked.entries()) {
    const effect = effects[index];
    if (selected === 'no' || !effect) continue;
    may.push(index);
    // Whether later hooks run after a block is left open.
    if (selected === 'yes' && stopped === 'no') must.push(index);
    if (selected === 'yes' && stopped === 'no' && effect.warns === 'yes') warns = true;
    stopped = or(stopped, and(selected, effect.blocks));
  }
  // What an event only tells of cannot be blocked; that somebody is asked about it is not forbidden.
  const observed = may.some((index) => effects[index]?.because === OBSERVED);
  const going = observed ? (['allow', 'ask'] as const) : (['allow'] as const);
  const decisions = stopped === 'yes' ? (['block'] as const) : stopped === 'no' ? going : (['allow', 'block'] as const);
  return {
    selected: picked.map(({ selected }) => selected),
    selectedBecause: picked.map(({ because }) => because),
    effects,
    must,
    may,
    decisions,
    warns,
  };
}
