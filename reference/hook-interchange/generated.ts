import type { JsonMap } from './document.ts';
import type { Unit } from './encode.ts';

const MARK = 'Generated from a hook manifest. Do not edit: change the manifest and generate again.';

/** JSON that is also safe inside a script: no line separators, no closing tags, nothing that a template would expand. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('</', '<\\/');
}

function plain(unit: Unit): JsonMap {
  return { event: unit.event, ...(unit.matcher === undefined ? {} : { matcher: unit.matcher }), ...unit.entry };
}

const RUNTIME = `function run(hook, payload) {
  const done = spawnSync(hook.command, { shell: true, input: JSON.stringify(payload), encoding: 'utf8' });
  if (done.status === 2) throw new Error(done.stderr || 'blocked by a hook');
  return done;
}

function matches(hook, tool) {
  return hook.matcher === undefined || new RegExp('^(?:' + hook.matcher + ')$').test(tool);
}

function fire(name, payload, tool) {
  for (const hook of HOOKS) if (hook.event === name && (tool === undefined || matches(hook, tool))) run(hook, payload);
}`;

/** OpenCode has no configuration file for hooks: a plugin module that holds the hooks as data and runs them. */
export function pluginFor(units: readonly Unit[]): string {
  const named = ['tool.execute.before', 'tool.execute.after'];
  const events = [...new Set(units.map((unit) => unit.event))];
  const handlers = events
    .filter((event) => named.includes(event))
    .map(
      (event) =>
        `  ${JSON.stringify(event)}: async (input, output) => fire(${JSON.stringify(event)}, { input, output }, input.tool),`,
    );
  const direct = events
    .filter((event) => !named.includes(event) && !/^(session|file|permission)\./.test(event))
    .map(
      (event) =>
        `  ${JSON.stringify(event)}: async (input, output) => fire(${JSON.stringify(event)}, { input, output }),`,
    );
  return `// ${MARK}
import { spawnSync } from 'node:child_process';

const HOOKS = ${literal(units.map(plain))};

${RUNTIME}

export const Hooks = async () => ({
${[...handlers, ...direct, '  event: async ({ event }) => fire(event.type, event),'].join('\n')}
});
`;
}

/** The hooks of a module that {@link pluginFor} wrote; null for any other module, which is code and cannot be read back. */
export function readPlugin(text: string): JsonMap[] | null {
  if (!text.includes(MARK)) return null;
  const from = text.indexOf('const HOOKS = ') + 'const HOOKS = '.length;
  const to = text.indexOf('\n];', from);
  const data = to < 0 ? text.slice(from, text.indexOf(';', from)) : text.slice(from, to + 2);
  return JSON.parse(data) as JsonMap[];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Cline finds hooks by file name: one script an event, which runs the hooks in order and passes the first failure on. */
export function scriptsFor(units: readonly Unit[]): Record<string, string> {
  const files: Record<string, string> = {};
  for (const event of new Set(units.map((unit) => unit.event))) {
    const own = units.filter((unit) => unit.event === event);
    const lines = own.map(
      (unit) => `printf '%s' "$payload" | sh -c ${quote(String(unit.entry['command']))} || exit $?`,
    );
    const data = own.map((unit) => `# hook ${encodeURIComponent(JSON.stringify(plain(unit)))}`);
    files[event] = ['#!/bin/sh', `# ${MARK}`, ...data, 'payload=$(cat)', ...lines, ''].join('\n');
  }
  return files;
}

export function readScript(text: string): JsonMap[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('# hook '))
    .map((line) => JSON.parse(decodeURIComponent(line.slice('# hook '.length))) as JsonMap);
}
