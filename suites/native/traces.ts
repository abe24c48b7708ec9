/** What a hook leaves behind and lets out: planted texts that no file, request or child should hold, and files it made. */
import type { PlantTarget } from '../../harness/leaks/plant.ts';
import type { Canary, TreeFile } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { Observation } from '../../harness/model/observation.ts';
import { sensitivePlacesOf } from '../../vendors/sensitive.ts';
import { leakedCanaries, placeOf, plantIn, surroundings } from '../canaries.ts';

export interface Traced {
  /** Last part of the case's id. */
  readonly name: string;
  readonly fixture: Fixture;
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly TreeFile[];
  readonly canaries: readonly Canary[];
}

/** How a text of each kind is planted; a hook may well repeat a tool's input in its reason, so that is no trace. */
const HOW: Readonly<Partial<Record<Canary['kind'], Omit<PlantTarget, 'pointer' | 'kind'>>>> = {
  'tool-result': { how: 'parts' },
  'file-content': { how: 'parts' },
  transcript: { how: 'parts' },
  prompt: { how: 'append' },
  secret: { how: 'append' },
  identity: { how: 'replace' },
};

/**
 * Payloads with canaries in them and around them: the one that says most, and then one for each kind of text that none
 * before it holds, so that whatever kind a hook is asked to keep to itself (`--fail-on-leak`) was given to it.
 */
export function traced(slug: string, fixtures: readonly Fixture[], seed: number): readonly Traced[] {
  const usable = fixtures.filter((fixture) => fixture.delivery === 'stdin' && fixture.stdin !== undefined);
  const kindsOf = (fixture: Fixture): Canary['kind'][] =>
    sensitivePlacesOf(fixture).flatMap(({ kind }) => (HOW[kind] === undefined ? [] : [kind]));
  const held = new Set<Canary['kind']>();
  const found: Traced[] = [];
  for (const fixture of usable.toSorted((a, b) => kindsOf(b).length - kindsOf(a).length)) {
    if (found.length > 0 && kindsOf(fixture).every((kind) => held.has(kind))) continue;
    const name = found.length === 0 ? 'traces' : `traces-${found.length + 1}`;
    const scope = { seed, scope: `native/${slug}/${name}`, spawn: 0 };
    const planted = plantIn(fixture, scope, ({ kind }) => HOW[kind]);
    if (found.length > 0 && planted.canaries.every(({ kind }) => held.has(kind))) continue;
    for (const { kind } of planted.canaries) held.add(kind);
    const around = surroundings(slug, scope);
    found.push({ ...around, name, fixture: planted.fixture, canaries: [...planted.canaries, ...around.canaries] });
  }
  return found;
}

/** House rules, so notices: what came out on a channel that nobody asked it to use, and what lies about afterwards. */
export function traceNotices(
  canaries: readonly Canary[],
  observation: Observation,
): { readonly id: string; readonly message: string }[] {
  const out = { ...observation, leaks: observation.leaks.filter(({ channel }) => channel !== 'stdout') };
  const notices = leakedCanaries(canaries, out).map(({ canary, hit }) => ({
    id: 'HC-TRACE',
    message: `${canary.kind} (${canary.field}) comes out through ${placeOf(hit)}: ${hit.place}; keep what a tool or a person said to yourself`,
  }));
  const made = observation.files.filter(({ change, path }) => change === 'created' && !path.startsWith('.git/'));
  const [first] = made;
  if (first === undefined) return notices;
  const many = made.length === 1 ? 'a file' : `${made.length} files`;
  const place = `<${first.area}>/${first.path}`;
  return [...notices, { id: 'HC-LEFTOVER', message: `it leaves ${many} behind, such as ${place}` }];
}
