/**
 * `npm run bench [-- --json] [-- --only <part>] [-- --quick]`: everything in one run on one machine, and the bounds that it
 * has to keep. Ratios are what counts: absolute numbers belong to the machine. Ends with 1 where a bound is broken.
 */
import { parseArgs } from 'node:util';
import { bundled } from './bundled.ts';
import { events } from './events.ts';
import { overshoot } from './hang.ts';
import { leakScan } from './leaks.ts';
import { type Figure, holds } from './measure.ts';
import { reporters } from './reporters.ts';
import { spawners } from './spawners.ts';
import { startup } from './startup.ts';
import { streams } from './streams.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, only: { type: 'string', multiple: true }, quick: { type: 'boolean' } },
});
const size = (full: number): number => (values.quick === true ? Math.ceil(full / 10) : full);

const PARTS: Readonly<Record<string, () => Promise<Figure[]> | Figure[]>> = {
  spawn: () => bundled('spawn-main.ts', 'spawn', `${size(500)}`),
  wall: () => bundled('spawn-main.ts', 'wall', `${size(500)}`),
  startup: () => startup(size(10)),
  reporters,
  leaks: () => leakScan(size(100)),
  hang: overshoot,
  events: () => events(size(30_000)),
  streams: () => streams(size(200_000)),
  spawners: () => spawners(size(200)),
};

const rounded = (value: number): number => Math.round(value * 100) / 100;

const wanted = values.only ?? Object.keys(PARTS);
const unknown = wanted.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  process.stderr.write(`there is no part ${unknown}; there are ${Object.keys(PARTS).join(', ')}\n`);
  process.exit(2);
}
const all: (Figure & { readonly part: string; readonly holds: boolean | null })[] = [];
for (const part of wanted) {
  for (const figure of (await PARTS[part]?.()) ?? []) {
    all.push({ part, ...figure, holds: holds(figure) ?? null });
    if (values.json === true) continue;
    const { most, least } = figure.bound ?? {};
    const bound =
      most !== undefined ? `at most ${rounded(most)}` : least !== undefined ? `at least ${rounded(least)}` : '';
    const verdict = { true: 'ok', false: 'BROKEN', null: '' }[`${holds(figure) ?? null}`];
    const value = figure.value.toFixed(figure.value < 100 ? 2 : 0);
    process.stdout.write(
      `${part.padEnd(10)} ${figure.name.padEnd(50)} ${value.padStart(9)} ${figure.unit.padEnd(10)} ${bound.padEnd(14)} ${verdict}\n`,
    );
  }
}
if (values.json === true) process.stdout.write(`${JSON.stringify({ node: process.version, figures: all }, null, 2)}\n`);
process.exitCode = all.some((figure) => figure.holds === false) ? 1 : 0;
