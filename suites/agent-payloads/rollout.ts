/** Codex rollouts: the file of a session, read beside the hooks that told of the same calls (Hook - rollout cross-check). */
import { data } from '../../harness/assets.ts';
import { makeCanary } from '../../harness/leaks/canary.ts';
import type { Canary, Case } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import { at, isObject, type JsonValue } from '../../harness/model/json.ts';
import { transcriptFiles } from '../../vendors/payload-case.ts';
import type { PlantScope } from '../canaries.ts';
import { derived, mapStrings, withValue } from '../fixture-edit.ts';
import { shown, type Verdicts } from '../stream/verdicts.ts';
import type { Line } from './emitted.ts';
import type { MakeCase } from './make-case.ts';
import { patchText } from './patch-text.ts';

interface Rollout {
  readonly query: string;
  readonly search_id: string;
  readonly lines: readonly JsonValue[];
}

const rollout = data<Rollout>('suites/agent-payloads/rollout');

/** What `{event}` is where the lines of a rollout stand on stdin: no hook has that name. */
const ROLLOUT_EVENT = 'rollout';

/**
 * Three spawns in one private tree: a patch and an MCP call, told by their hooks, then the rollout in which both stand again. The
 * file lies where the payloads say (`transcript_path`), and the last spawn has its lines on stdin: a reader may take either.
 */
export function rolloutCases(
  patchHook: Fixture,
  mcpHook: Fixture,
  make: MakeCase,
  scope: (name: string) => PlantScope,
): readonly Case[] {
  const name = 'codex/rollout';
  const plant = { ...scope(name), spawn: 2 };
  const body = makeCanary(plant, 'custom_tool_call.input', 'file-content');
  const patchResult = makeCanary(plant, 'custom_tool_call_output.output', 'tool-result');
  const mcpResult = makeCanary(plant, 'function_call_output.output', 'tool-result');
  const patch = patchText(body.value, 'x');
  const told = derived(patchHook, 'rollout', withValue(patchHook.stdin ?? {}, '/tool_input', { command: patch }));
  const tool = String(at(mcpHook.stdin, '/tool_name'));
  const [, server = '', mcpName = ''] = tool.split('__');
  const filled: Readonly<Record<string, string>> = {
    session: String(at(told.stdin, '/session_id')),
    turn: String(at(told.stdin, '/turn_id')),
    patch_id: String(at(told.stdin, '/tool_use_id')),
    mcp_id: String(at(mcpHook.stdin, '/tool_use_id')),
    mcp_tool: tool,
    mcp_server: server,
    mcp_name: mcpName,
    patch,
    patch_result: patchResult.value,
    mcp_result: mcpResult.value,
    query: rollout.query,
    search_id: rollout.search_id,
  };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (all, word: string) => filled[word] ?? all);
  const text = rollout.lines.map((line) => `${JSON.stringify(mapStrings(line, fill))}\n`).join('');
  const { stdin: _stdin, ...rest } = derived(told, 'lines', null);
  const lines: Fixture = { ...rest, name, event: ROLLOUT_EVENT, raw: Buffer.from(text).toString('base64') };
  const canaries: readonly Canary[] = [body, patchResult, mcpResult];
  const transcript = transcriptFiles(told).map((file) => ({ ...file, content: text }));
  return [
    make('rollout', name, 'a rollout and the hooks of its calls', [told, mcpHook, lines], canaries, { transcript }),
  ];
}

interface Copy {
  readonly line: Line;
  readonly source: unknown;
  readonly key: unknown;
}

function copiesIn(lines: readonly Line[]): readonly Copy[] {
  return lines.flatMap((line) => {
    const check = line.member('crossCheck');
    return isObject(check) ? [{ line, source: check['source'], key: check['dedupeKey'] }] : [];
  });
}

/** Judges the copies that hooks and rollout gave of the same calls; `lines` are those of each spawn. */
export function judgeRollout(
  inputs: readonly Fixture[],
  lines: readonly (readonly Line[])[],
  attributed: boolean,
  verdicts: Verdicts,
): void {
  const all = copiesIn(lines.flat());
  const last = attributed ? copiesIn(lines[2] ?? []) : [];
  const ofRollout = all.filter(({ source }) => source === 'rollout');
  const unmarked = last.find(({ source }) => source !== 'rollout');
  verdicts.check('AP-XCK-002', ofRollout.length > 0 && unmarked === undefined, () => ({
    message:
      unmarked === undefined
        ? 'nothing that came of a rollout with a patch, an MCP call and a web search is marked as a copy; give it crossCheck.source "rollout"'
        : `crossCheck.source is ${shown(unmarked.source)} for an event that came of a rollout; it should be "rollout"`,
    expected: 'rollout',
    actual: unmarked === undefined ? 'no event with crossCheck.source "rollout"' : shown(unmarked.source),
  }));
  // Without any copy there is nothing to compare, and AP-XCK-002 has said so.
  if (ofRollout.length === 0) return;
  for (const index of [0, 1]) {
    const tool = String(at(inputs[index]?.stdin, '/tool_name'));
    const hook = attributed
      ? copiesIn(lines[index] ?? []).find(({ source }) => source !== 'rollout')
      : all.find(({ source, key }) => source !== 'rollout' && key === at(inputs[index]?.stdin, '/tool_use_id'));
    if (hook === undefined) continue;
    verdicts.check(
      'AP-XCK-005',
      ofRollout.some(({ key }) => key === hook.key),
      () => ({
        message: `the hook gave one call of ${tool} the dedupeKey ${shown(hook.key)} and no event of the rollout has it; the call_id there is the tool_use_id here`,
        expected: shown(hook.key),
        actual: ofRollout.map(({ key }) => shown(key)).join(', '),
      }),
    );
  }
  const searches = lines
    .flat()
    .filter(({ text }) => [rollout.query, rollout.search_id].some((one) => text.includes(one)));
  const marked = searches.some((line) =>
    copiesIn([line]).some(({ source, key }) => source === 'rollout' && typeof key === 'string'),
  );
  verdicts.check('AP-XCK-007', marked, () => ({
    message:
      searches.length === 0
        ? 'a web_search_call of the rollout gave no event; no hook tells of it'
        : 'the event of a web_search_call has no crossCheck of source "rollout" with a dedupeKey; mark it as the other copies are',
    expected: 'an event with crossCheck.source "rollout"',
    actual: searches.length === 0 ? 'no event' : shown(searches[0]?.member('crossCheck')),
  }));
}
