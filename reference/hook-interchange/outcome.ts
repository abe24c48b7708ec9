import { isMap, type JsonMap } from './document.ts';
import type { Ended } from './execute.ts';

/** What one hook did to the action. */
export interface Verdict {
  readonly decision: 'allow' | 'block' | 'ask';
  readonly warnings: readonly string[];
  readonly reason?: string;
  readonly output: JsonMap;
}

export interface Policy {
  readonly blocking: boolean;
  readonly timeoutAction: 'warn' | 'block';
  readonly interactive: boolean;
  /** False on events that can only be observed. */
  readonly canBlock: boolean;
}

function said(ended: Ended): string {
  const words = [ended.stderr.trim(), ended.stdout.trim()].filter((text) => text !== '');
  return words.length === 0 ? '' : `: ${words.join(' ')}`;
}

function error(what: string, ended: Ended): Verdict {
  return { decision: 'allow', warnings: [`${what}${said(ended)}`], output: {} };
}

function block(reason: string, policy: Policy): Verdict {
  if (policy.canBlock) return { decision: 'block', reason, warnings: [], output: {} };
  return { decision: 'allow', warnings: [`cannot block this event: ${reason}`], output: {} };
}

/** Empty stdout is an empty object; anything but one JSON object is a hook error. */
function outputOf(stdout: string): JsonMap | null {
  if (stdout.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(stdout);
    return isMap(value) ? value : null;
  } catch {
    return null;
  }
}

function decided(ended: Ended, output: JsonMap, policy: Policy): Verdict {
  const { decision } = output;
  const reason = typeof output['reason'] === 'string' ? output['reason'] : '';
  const own = reason === '' ? {} : { reason };
  if (decision === undefined || decision === 'allow') return { decision: 'allow', warnings: [], ...own, output };
  if (decision === 'deny') return { ...block(reason, policy), output };
  if (decision === 'ask') {
    if (policy.interactive && policy.canBlock) return { decision: 'ask', warnings: [], ...own, output };
    return { ...block(reason === '' ? 'nobody can be asked' : reason, policy), output };
  }
  return error(`unknown decision ${JSON.stringify(decision)}`, ended);
}

/** The exit code contract: the non-blocking downgrade first, then the exit code, then the decision on stdout. */
export function judge(ended: Ended, policy: Policy): Verdict {
  if (ended.timedOut) {
    if (policy.blocking && policy.timeoutAction === 'block') return block('the hook ran out of time', policy);
    return error('the hook ran out of time', ended);
  }
  if (ended.code === null) return error(`the hook did not end by itself (${ended.failed ?? 'no exit code'})`, ended);
  if (ended.code === 2 && policy.blocking) return block(ended.stderr.trim() || 'blocked by a hook', policy);
  if (ended.code !== 0) return error(`the hook failed with exit code ${ended.code}`, ended);
  const output = outputOf(ended.stdout);
  return output === null ? error('stdout is not one JSON object', ended) : decided(ended, output, policy);
}

const RANK = { allow: 0, ask: 1, block: 2 };

/** The canonical outcome of a chain of hooks: the strongest decision, every context, the last rewritten input. */
export function combine(verdicts: readonly Verdict[], canRewrite: boolean): JsonMap {
  let decision: Verdict['decision'] = 'allow';
  const reasons: string[] = [];
  const contexts: string[] = [];
  const messages: string[] = [];
  const outcome: JsonMap = {};
  for (const verdict of verdicts) {
    if (RANK[verdict.decision] > RANK[decision]) {
      decision = verdict.decision;
      reasons.length = 0;
    }
    if (verdict.reason !== undefined && verdict.decision === decision) reasons.push(verdict.reason);
    const { context, system_message, suppress_output, updated_input } = verdict.output;
    if (typeof context === 'string') contexts.push(context);
    if (typeof system_message === 'string') messages.push(system_message);
    if (suppress_output === true) outcome['suppress_output'] = true;
    if (verdict.output['continue'] === false) outcome['continue'] = false;
    if (isMap(updated_input) && canRewrite) outcome['updated_input'] = updated_input;
  }
  if (decision === 'block') delete outcome['updated_input'];
  if (reasons.length > 0) outcome['reason'] = reasons.join('\n');
  if (contexts.length > 0) outcome['context'] = contexts.join('\n');
  if (messages.length > 0) outcome['system_message'] = messages.join('\n');
  return { decision, ...outcome, warnings: verdicts.flatMap((verdict) => [...verdict.warnings]) };
}
