/**
 * Freezes the catalogue of every edition: `npm run sets [-- [<date>] [--unreleased]]`. Writes suites/<spec>/sets/<edition>@<date>.json
 * where the newest set of the edition is not what the catalogue says now, and its digest into suites/set-pins.json. What is
 * pinned is never written again, but for a set that no release holds yet, with `--unreleased`. `--release` says that the
 * package's version is published: it holds every set that there is, and none of them can be renewed any more.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueSpecs } from '../suites/catalogue.ts';
import { editionsOf, requirementsInEdition } from '../suites/editions.ts';
import type { RequirementSet, SetRow } from '../suites/sets.ts';
import { frozenNow, type Pins, pinsText, Refusal, released, setText } from './sets/freeze.ts';

/** The rows of an edition as a set states them. */
export function setRows(spec: string, edition: string): SetRow[] {
  return requirementsInEdition(spec, edition).map(({ id, keyword, grade, level }) => ({ id, keyword, grade, level }));
}

/** The sets that lie in suites/<spec>/sets/, by the name that their file gives them. */
export function setFiles(root: string): ReadonlyMap<string, RequirementSet> {
  const found = new Map<string, RequirementSet>();
  for (const { name: spec } of readdirSync(join(root, 'suites'), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  )) {
    const folder = join(root, 'suites', spec, 'sets');
    for (const file of existsSync(folder) ? readdirSync(folder).sort() : [])
      found.set(
        `${spec}/${file.replace(/\.json$/, '')}`,
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as RequirementSet,
      );
  }
  return found;
}

const PINS = 'suites/set-pins.json';

export function readPins(root: string): Pins {
  return JSON.parse(readFileSync(join(root, PINS), 'utf8')) as Pins;
}

function freeze(root: string, words: readonly string[]): void {
  const dates = words.filter((word) => !word.startsWith('--'));
  const odd = [
    ...words.filter((word) => word.startsWith('--') && !['--unreleased', '--release'].includes(word)),
    ...dates.filter((date) => !/^\d{4}-\d\d-\d\d$/.test(date)),
    ...dates.slice(1),
  ];
  if (odd.length > 0) throw new Refusal(`${odd[0]} is neither one date as 2026-12-01, --unreleased nor --release`);
  const editions = catalogueSpecs().flatMap((spec) =>
    editionsOf(spec).map((edition) => ({ spec, edition, rows: setRows(spec, edition) })),
  );
  const { write, pins } = frozenNow(editions, [...setFiles(root).values()], readPins(root), {
    ...(dates[0] === undefined ? {} : { date: dates[0] }),
    today: new Date().toISOString().slice(0, 10),
    unreleased: words.includes('--unreleased'),
  });
  for (const set of write) {
    const folder = join(root, 'suites', set.spec, 'sets');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${set.edition}@${set.date}.json`), setText(set));
    process.stdout.write(`${set.set}: ${set.requirements.length} requirements\n`);
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  writeFileSync(join(root, PINS), pinsText(words.includes('--release') ? released(pins, version) : pins));
}

if (import.meta.filename === process.argv[1]) {
  try {
    freeze(join(import.meta.dirname, '..'), process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
