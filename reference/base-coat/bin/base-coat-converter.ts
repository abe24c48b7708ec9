/** Reference converter of Base Coat: hook point names to and from the names of the platforms. */
import { readFileSync } from 'node:fs';
import { NAMES, nameOf, pointOf } from '../names.ts';

type Hooks = Record<string, unknown[]>;

const TARGETS = ['vs-code', 'copilot-cli', 'cloud-agent', 'claude-code'];

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

function entriesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Why a point can't be written for the target; undefined where it can. */
function refusal(point: string, target: string): string | undefined {
  const name = nameOf(point);
  if (name === undefined) return `${point} is no Base Coat hook point`;
  if (name.native === null) return `${point} has no platform name; put it into middleware`;
  if (target === 'cloud-agent' && !name.cloud) return `${point} is not available to the cloud agent`;
  return undefined;
}

/** The key in the target's file; Claude Code writes every name with a capital. */
function keyFor(point: string, target: string): string {
  const native = NAMES.find((name) => name.point === point)?.native ?? point;
  return target === 'claude-code' ? native.charAt(0).toUpperCase() + native.slice(1) : native;
}

function encode(hooks: Hooks, target: string): object {
  const warnings: string[] = [];
  const written: Hooks = {};
  for (const [point, entries] of Object.entries(hooks)) {
    const why = refusal(point, target);
    if (why !== undefined) warnings.push(why);
    else written[keyFor(point, target)] = target === 'claude-code' ? [{ hooks: entries }] : entriesOf(entries);
  }
  const config = target === 'claude-code' ? { hooks: written } : { version: 1, hooks: written };
  return { config, files: {}, warnings };
}

function decode(hooks: Hooks, target: string): object {
  const warnings: string[] = [];
  const read: Hooks = {};
  for (const [key, entries] of Object.entries(hooks)) {
    const point = pointOf(key);
    if (point === undefined) {
      warnings.push(`${key} is no event of ${target}`);
      continue;
    }
    const list = entriesOf(entries);
    const flat =
      target === 'claude-code' ? list.flatMap((group) => (group as { hooks?: unknown[] }).hooks ?? []) : list;
    read[point] = [...(read[point] ?? []), ...flat];
  }
  return { manifest: { hooks: read }, warnings };
}

const [verb, , target = ''] = process.argv.slice(2);
if (!TARGETS.includes(target)) fail(`${target} is no platform that this converter knows`);
const document = JSON.parse(readFileSync(0, 'utf8')) as { hooks?: Hooks };
const hooks = document.hooks ?? fail('the document has no hooks');
if (verb === 'encode') console.log(JSON.stringify(encode(hooks, target)));
else if (verb === 'decode') console.log(JSON.stringify(decode(hooks, target)));
else if (verb === 'validate') {
  const warnings = Object.keys(hooks).flatMap((point) => refusal(point, target) ?? []);
  console.log(JSON.stringify({ errors: [], warnings, capabilities: [] }));
} else fail(`${verb ?? 'nothing'} is no command; write encode, decode or validate`);
