import type { Fixture } from '../../harness/model/corpus.ts';
import { isObject, type JsonValue } from '../../harness/model/json.ts';
import { derived } from '../fixture-edit.ts';
import { type PayloadField, registry } from '../registries.ts';

/** Values for members whose name says what is meant; everything else follows from its type. */
const BY_NAME: Readonly<Record<string, JsonValue>> = {
  agent_id: 'agent-7',
  command: 'cat foo.ts',
  cwd: '/home/dev/acme-app',
  file_path: '/home/dev/acme-app/src/a.ts',
  notebook_path: '/home/dev/acme-app/a.ipynb',
  path: '/home/dev/acme-app/src',
  url: 'https://example.org/page',
  prompt: 'Say what it does.',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_response: { stdout: 'some output', stderr: 'some warning' },
  tool_calls: [{ tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: { stdout: 'some output' } }],
  tool_use_ids: ['toolu_01'],
  tool_use_id: 'toolu_01',
  timeout: 60_000,
};

function sample(name: string, type: string | undefined, values: readonly string[] | undefined): JsonValue {
  if (values?.[0] !== undefined) return values[0];
  const named = BY_NAME[name];
  if (named !== undefined) return named;
  const kind = type ?? 'string';
  if (/^array of objects/.test(kind)) return [{}];
  if (/^(array|list)|\[\]$/.test(kind)) return ['one'];
  if (/^bool/.test(kind)) return true;
  if (/^(number|integer)/.test(kind)) return 3;
  if (/^object/.test(kind)) return {};
  return `a ${name.replaceAll('_', ' ')}`;
}

const common = (base: Fixture): Readonly<Record<string, JsonValue>> => {
  const members = isObject(base.stdin) ? base.stdin : {};
  const kept = ['session_id', 'transcript_path', 'cwd', 'permission_mode'].filter(
    (name) => members[name] !== undefined,
  );
  return Object.fromEntries(kept.map((name) => [name, members[name] as JsonValue]));
};

/** One payload for each event of the seed's table, in the seed's own form, every member given. */
export function seedEvents(base: Fixture): readonly Fixture[] {
  return registry('claude-code-payloads').events.map(({ event, fields }) => {
    const members = fields.map((field: PayloadField) => [field.name, sample(field.name, field.type, field.values)]);
    const stdin = { ...common(base), hook_event_name: event, ...Object.fromEntries(members) } as JsonValue;
    return { ...derived(base, 'seed', stdin), name: `claude-code/seed-${event}`, event };
  });
}

/** One PostToolUse for each tool of the seed's table, every member of its input given. */
export function seedTools(base: Fixture): readonly Fixture[] {
  return registry('claude-code-payloads').tools.map(({ tool, required, optional }) => {
    const input = Object.fromEntries(
      Object.entries({ ...required, ...optional }).map(([name, type]) => [name, sample(name, type, undefined)]),
    );
    const stdin: JsonValue = {
      ...common(base),
      hook_event_name: 'PostToolUse',
      tool_name: tool === 'mcp__*' ? 'mcp__acme__lookup' : tool.replace('*', 'x'),
      tool_input: input,
      tool_response: { stdout: 'some output', stderr: 'some warning', content: 'some content' },
      tool_use_id: 'toolu_01',
    };
    return {
      ...derived(base, 'seed', stdin),
      name: `claude-code/tool-${tool.replaceAll('*', 'any')}`,
      event: 'PostToolUse',
    };
  });
}
