import type { Hook } from './config.ts';
import { execute } from './execute.ts';

/** What the runner answers for one event. */
export interface Answer {
  action: string;
  additionalContext: string[];
  warnings: string[];
  modifiedInput?: unknown;
  modifiedOutput?: unknown;
  reason?: string;
}

type Event = Readonly<Record<string, unknown>>;
type Response = Readonly<Record<string, unknown>>;

/** Weakest first: the answer's action is the strongest of the chain. */
const ACTIONS = ['passThrough', 'injectContext', 'modify', 'block'];

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function toolOf(event: Event): Readonly<Record<string, unknown>> {
  const tool = event['tool'];
  return typeof tool === 'object' && tool !== null ? (tool as Record<string, unknown>) : {};
}

/** Ascending priority; the sort is stable, so that ties keep the order of registration. */
function inOrder(hooks: readonly Hook[]): Hook[] {
  return [...hooks].sort((a, b) => (a.priority === b.priority ? 0 : a.priority - b.priority));
}

function strongest(one: string, other: string): string {
  return ACTIONS.indexOf(other) > ACTIONS.indexOf(one) ? other : one;
}

/** Takes what a modification changes into the answer, and gives the event for the next hook. */
function modified(event: Event, response: Response, answer: Answer): Event {
  const tool = { ...toolOf(event) };
  if (response['modifiedInput'] !== undefined) {
    answer.modifiedInput = response['modifiedInput'];
    tool['input'] = response['modifiedInput'];
  }
  if (response['modifiedOutput'] !== undefined) {
    answer.modifiedOutput = response['modifiedOutput'];
    tool['output'] = response['modifiedOutput'];
  }
  return { ...event, tool };
}

function note(hook: Hook, event: Event, what: string): void {
  process.stderr.write(`${new Date().toISOString()} ${String(event['hook'])} ${hook.name}: ${what}\n`);
}

/** Runs the hooks of one event, each after the one before it. */
export async function runChain(hooks: readonly Hook[], first: Event, warnings: readonly string[]): Promise<Answer> {
  const answer: Answer = { action: 'passThrough', additionalContext: [], warnings: [...warnings] };
  let event = first;
  let blocked = false;
  for (const hook of inOrder(hooks.filter(({ point }) => point === first['hook']))) {
    if (blocked && !hook.telemetryOnly) continue;
    const result = await execute(hook, event);
    if (result.kind === 'failed') {
      answer.warnings.push(`Hook ${hook.name} failed: ${result.why}`);
      note(hook, event, result.why);
      continue;
    }
    if (result.kind === 'nothing' || blocked) continue;
    const { response } = result;
    const action = response['action'];
    if (typeof action !== 'string' || !ACTIONS.includes(action)) {
      answer.warnings.push(`Hook ${hook.name} answered with an unknown action, which is passed through`);
      continue;
    }
    answer.action = strongest(answer.action, action);
    answer.additionalContext.push(...texts(response['additionalContext']));
    answer.warnings.push(...texts(response['warnings']));
    if (action === 'modify') {
      note(hook, event, 'modifies');
      event = modified(event, response, answer);
    }
    if (action === 'block') {
      blocked = true;
      answer.reason = typeof response['reason'] === 'string' ? response['reason'] : `blocked by ${hook.name}`;
      note(hook, event, `blocks: ${answer.reason}`);
    }
  }
  return answer;
}
