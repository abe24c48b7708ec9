import fc from 'fast-check';
import type { JsonValue } from '../model/json.ts';

/** What happens in a session, before any vendor has given it names. */
export type Action =
  | { readonly do: 'tool'; readonly tool: string; readonly ok: boolean; readonly parallel: boolean }
  | { readonly do: 'subagent'; readonly type: string; readonly actions: readonly Action[] }
  | { readonly do: 'compact'; readonly trigger: 'auto' | 'manual' }
  | { readonly do: 'notice' };

export interface Turn {
  readonly prompt: string;
  readonly actions: readonly Action[];
}

export interface Session {
  readonly turns: readonly Turn[];
  readonly reason: string;
}

/**
 * In what order a vendor fires its events: data, one list for each moment, empty where the vendor has no event for it.
 * Several events of one moment fire in the order of the list.
 */
export interface FireOrder {
  readonly start: readonly string[];
  readonly end: readonly string[];
  readonly turnStart: readonly string[];
  readonly turnEnd: readonly string[];
  readonly toolBefore: readonly string[];
  readonly toolAfter: readonly string[];
  /** Instead of `toolAfter` when the tool failed; empty: `toolAfter` fires then, too. */
  readonly toolFailed: readonly string[];
  readonly subagentStart: readonly string[];
  readonly subagentEnd: readonly string[];
  readonly compactBefore: readonly string[];
  readonly compactAfter: readonly string[];
  /** Fire at any time between start and end. */
  readonly anytime: readonly string[];
}

/** One event of a session, with what ties it to others. */
export interface SessionStep {
  readonly event: string;
  readonly moment: keyof FireOrder;
  /** Number of the turn, from 0; -1 outside of turns. */
  readonly turn: number;
  /** Number of the tool call that before and after share; null elsewhere. */
  readonly call: number | null;
  readonly tool: string | null;
  readonly ok: boolean;
  /** Numbers of the sub-agents that it happens in, outermost first. */
  readonly agents: readonly number[];
  readonly agentType: string | null;
  readonly text: string | null;
}

export interface SessionOptions {
  /** Tools by the names that the caller can make payloads of. */
  readonly tools: readonly string[];
  readonly prompts?: readonly string[];
  readonly agentTypes?: readonly string[];
  readonly reasons?: readonly string[];
  readonly maxTurns?: number;
}

/** Any session. Shrinks to one turn in which nothing happens. */
export function sessionArbitrary(options: SessionOptions): fc.Arbitrary<Session> {
  const tool = fc.record({
    do: fc.constant('tool' as const),
    tool: fc.constantFrom(...options.tools),
    ok: fc.boolean().map((failed) => !failed),
    parallel: fc.boolean(),
  });
  const compact = fc.record({
    do: fc.constant('compact' as const),
    trigger: fc.constantFrom('auto' as const, 'manual' as const),
  });
  const notice = fc.constant<Action>({ do: 'notice' });
  const agentType = fc.constantFrom(...(options.agentTypes ?? ['general-purpose', 'explore']));
  const { actions } = fc.letrec<{ actions: readonly Action[]; action: Action }>((tie) => ({
    actions: fc.array(tie('action'), { maxLength: 4, depthIdentifier: 'session' }),
    action: fc.oneof(
      { maxDepth: 2, depthIdentifier: 'session' },
      { arbitrary: tool, weight: 5 },
      { arbitrary: notice, weight: 1 },
      { arbitrary: compact, weight: 1 },
      {
        arbitrary: fc.record({ do: fc.constant('subagent' as const), type: agentType, actions: tie('actions') }),
        weight: 2,
      },
    ),
  }));
  const prompt = fc.constantFrom(...(options.prompts ?? ['Fix the failing test.', 'Now explain it.', 'Thanks.']));
  return fc.record({
    turns: fc.array(fc.record({ prompt, actions }), { minLength: 1, maxLength: options.maxTurns ?? 3 }),
    reason: fc.constantFrom(...(options.reasons ?? ['exit', 'clear', 'other'])),
  });
}

/** The events that a vendor fires for a session. Parallel tools: all are asked for before the first has ended. */
export function steps(session: Session, order: FireOrder): readonly SessionStep[] {
  const fired: SessionStep[] = [];
  let calls = 0;
  let agentsSeen = 0;
  type Details = Partial<Omit<SessionStep, 'event' | 'moment'>>;
  const fire = (moment: keyof FireOrder, turn: number, agents: readonly number[], details: Details = {}): void => {
    for (const event of order[moment]) {
      fired.push({
        event,
        moment,
        turn,
        agents,
        call: null,
        tool: null,
        ok: true,
        agentType: null,
        text: null,
        ...details,
      });
    }
  };
  const run = (actions: readonly Action[], turn: number, agents: readonly number[]): void => {
    const open: Details[] = [];
    const close = (): void => {
      for (const details of open.splice(0)) {
        const failed = details.ok === false && order.toolFailed.length > 0;
        fire(failed ? 'toolFailed' : 'toolAfter', turn, agents, details);
      }
    };
    for (const action of actions) {
      if (action.do !== 'tool' || !action.parallel) close();
      if (action.do === 'tool') {
        const details = { call: calls++, tool: action.tool, ok: action.ok };
        fire('toolBefore', turn, agents, details);
        open.push(details);
      } else if (action.do === 'subagent') {
        const inner = [...agents, agentsSeen++];
        fire('subagentStart', turn, inner, { agentType: action.type });
        run(action.actions, turn, inner);
        fire('subagentEnd', turn, inner, { agentType: action.type });
      } else if (action.do === 'compact') {
        fire('compactBefore', turn, agents, { text: action.trigger });
        fire('compactAfter', turn, agents, { text: action.trigger });
      } else fire('anytime', turn, agents);
    }
    close();
  };
  fire('start', -1, []);
  for (const [turn, { prompt, actions }] of session.turns.entries()) {
    fire('turnStart', turn, [], { text: prompt });
    run(actions, turn, []);
    fire('turnEnd', turn, []);
  }
  fire('end', -1, [], { text: session.reason });
  return fired;
}

/** What a tool of a scenario is given and gives back. */
export interface ScenarioTool {
  readonly input: JsonValue;
  readonly output: string;
  readonly failure: { readonly output: string; readonly exit_code: number };
}

/** A session as a scenario of the contract (section 2), for an agent that plays it itself. */
export function scenario(
  name: string,
  sessionId: string,
  session: Session,
  tool: (name: string) => ScenarioTool,
): JsonValue {
  const played = (actions: readonly Action[]): JsonValue[] =>
    actions.flatMap((action): JsonValue[] => {
      if (action.do === 'tool') {
        const { input, output, failure } = tool(action.tool);
        const result = action.ok ? { output, exit_code: 0 } : failure;
        return [{ do: 'tool', tool: action.tool, input, ...result }];
      }
      if (action.do === 'subagent') return [{ do: 'subagent', type: action.type, steps: played(action.actions) }];
      return action.do === 'compact' ? [{ do: 'compact', trigger: action.trigger }] : [];
    });
  const turns = session.turns.flatMap(({ prompt, actions }) => [{ do: 'prompt', text: prompt }, ...played(actions)]);
  return {
    scenario: name,
    session_id: sessionId,
    steps: [{ do: 'start' }, ...turns, { do: 'end', reason: session.reason }],
  };
}
