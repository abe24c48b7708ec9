import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../harness/assets.ts';
import { childCpu, type Figure, median } from './measure.ts';

/**
 * `hookconf check` on a log of events beside two other validators. They are yardsticks, installed into a temporary folder and
 * never depended on: ajv-cli, and Sourcemeta's jsonschema (AGPL), whose command line knows JSON Lines.
 */
const YARDSTICKS = ['@sourcemeta/jsonschema@16', 'ajv-cli@5', 'ajv-formats@3'];

/** Tells how much memory a process of Node had at most, in KiB, when it ends. */
const TELL_RSS =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("RSS="+process.resourceUsage().maxRSS+"\\n"))';

interface Cost {
  readonly cpuMs: number;
  readonly rssMb: number;
}

/** A valid log: sessions of forty events, actions in pairs, inputs of up to 300 characters. */
function writeLog(folder: string, count: number): { lines: string; list: string } {
  const lines = join(folder, 'events.jsonl');
  const list = join(folder, 'events.json');
  const [first, second] = [openSync(lines, 'w'), openSync(list, 'w')];
  const began = Date.parse('2026-02-08T19:22:11.123Z');
  for (let index = 0; index < count; index++) {
    const text = JSON.stringify(eventAt(index, new Date(began + index * 1500).toISOString()));
    writeSync(first, `${text}\n`);
    writeSync(second, `${index === 0 ? '[' : ','}${text}`);
  }
  writeSync(second, ']');
  closeSync(first);
  closeSync(second);
  return { lines, list };
}

function eventAt(index: number, timestamp: string): unknown {
  const place = index % 40;
  const pair = (place - 1) >> 1;
  const session = `session-${Math.floor(index / 40)}`;
  const input = { command: `echo ${'x'.repeat((Math.max(pair, 0) * 37) % 300)} ${pair}` };
  const action = { name: 'shell', input };
  const [type, data] =
    place === 0
      ? ['Session.Start', { start_reason: 'new' }]
      : place === 39
        ? ['Session.End', {}]
        : place % 2 === 1
          ? ['Action.Before', { action }]
          : ['Action.After', { action: { ...action, result: { success: true } } }];
  const source = { tool: 'claude-code', version: '2.1.0' };
  const ids = { event_id: randomUUID(), event_type: type, timestamp, source, session_id: session };
  return { spec_version: '0.1.0', ...ids, agent_mode: 'agent', data };
}

function costOf(command: string, args: readonly string[]): Cost {
  const before = childCpu();
  const { status, stderr, stdout } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${(stderr || stdout).slice(0, 400)}`);
  const rss = /RSS=(\d+)/.exec(stderr)?.[1];
  return { cpuMs: childCpu() - before, rssMb: rss === undefined ? Number.NaN : Number(rss) / 1024 };
}

/** CPU and memory of checking a log of so many events, side by side, interleaved. */
export function streams(count: number): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'hookconf-bench-'));
  try {
    const { lines, list } = writeLog(folder, count);
    const schema = join(packageRoot(), 'schemas/agent-hooks/0.1.0/event.schema.json');
    const listSchema = join(folder, 'list.schema.json');
    const $ref = 'https://hookconf.dev/schemas/agent-hooks/0.1.0/event.schema.json';
    const draft = 'https://json-schema.org/draft/2020-12/schema';
    writeFileSync(listSchema, JSON.stringify({ $schema: draft, type: 'array', items: { $ref } }));
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...YARDSTICKS], { cwd: folder });
    const bin = (name: string): string => join(folder, 'node_modules/.bin', name);
    const ours = (...args: string[]) => [join(packageRoot(), 'dist/bin.js'), 'check', ...args, lines];
    const ajv = ['validate', '--spec=draft2020', '-c', 'ajv-formats', '--strict=false', '-s', listSchema, '-r', schema];
    const subjects: Record<string, readonly [string, readonly string[]]> = {
      envelope: [process.execPath, ours('--spec', 'agent-hooks', '--kind', 'envelope')],
      all: [process.execPath, ours()],
    };
    if (installed.status === 0) {
      subjects['sourcemeta'] = [bin('jsonschema'), ['validate', '--fast', '--format-assertion', schema, lines]];
      subjects['ajv-cli'] = [bin('ajv'), [...ajv, '-d', list]];
    } else
      process.stderr.write('streams: the yardsticks could not be installed, so that nothing is compared with them\n');
    const costs = new Map(Object.keys(subjects).map((name) => [name, [] as Cost[]]));
    for (let round = 0; round < 3; round++)
      for (const [name, [command, args]] of Object.entries(subjects)) costs.get(name)?.push(costOf(command, args));
    const cpu = (name: string): number => median((costs.get(name) ?? []).map(({ cpuMs }) => cpuMs));
    const { rssMb } = costOf(process.execPath, [`--import=${TELL_RSS}`, ...ours()]);
    const figures: Figure[] = Object.keys(subjects).map((name) => ({
      name: `CPU, ${name}`,
      value: cpu(name),
      unit: 'ms',
    }));
    figures.push(
      { name: 'memory, all judges', value: rssMb, unit: 'MB', bound: { most: 200 } },
      { name: 'all judges / envelope alone', value: cpu('all') / cpu('envelope'), unit: 'times', bound: { most: 3 } },
    );
    if (installed.status === 0)
      figures.push(
        {
          name: 'envelope / sourcemeta',
          value: cpu('envelope') / cpu('sourcemeta'),
          unit: 'times',
          bound: { most: 1 },
        },
        {
          name: 'envelope / ajv-cli',
          value: cpu('envelope') / cpu('ajv-cli'),
          unit: 'times',
          bound: { most: 1 / 1.5 },
        },
      );
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
