import { makeCanary } from '../harness/leaks/canary.ts';
import { type PlantTarget, plant } from '../harness/leaks/plant.ts';
import type { Canary, TreeFile } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { Finding } from '../harness/model/finding.ts';
import type { LeakHit, Observation } from '../harness/model/observation.ts';
import { type SensitivePlace, sensitive, sensitivePlacesOf } from '../vendors/sensitive.ts';

/** A payload with canaries in it. */
export interface PlantedFixture {
  readonly fixture: Fixture;
  readonly canaries: readonly Canary[];
}

export interface PlantScope {
  readonly seed: number;
  /** Id of the case: one case never carries another's canary. */
  readonly scope: string;
  readonly spawn: number;
}

/** Plants what `choose` asks for in the sensitive texts of a payload. The payload stays what the vendor could have sent. */
export function plantIn(
  fixture: Fixture,
  scope: PlantScope,
  choose: (place: SensitivePlace) => Omit<PlantTarget, 'pointer' | 'kind'> | undefined,
): PlantedFixture {
  if (fixture.stdin === undefined) return { fixture, canaries: [] };
  const targets = sensitivePlacesOf(fixture).flatMap((place): PlantTarget[] => {
    const how = choose(place);
    return how === undefined ? [] : [{ pointer: place.pointer, kind: place.kind, ...how }];
  });
  if (targets.length === 0) return { fixture, canaries: [] };
  const { payload, canaries } = plant(fixture.stdin, targets, scope);
  return { fixture: { ...fixture, stdin: payload }, canaries };
}

/** Paths and names in what a tool answered: they say what it was about, as its input does, and an event may name it. */
export function namesSubject({ kind, pointer }: SensitivePlace): boolean {
  return kind === 'tool-result' && /(path|file|name)$/i.test(pointer);
}

/** Variables that hold secrets or names on the machines of those who use coding agents. */
const VARIABLES: readonly (readonly [
  name: string,
  kind: Canary['kind'],
  shape: 'github-token' | 'aws-key-id' | 'email',
])[] = [
  ['GITHUB_TOKEN', 'secret', 'github-token'],
  ['AWS_ACCESS_KEY_ID', 'secret', 'aws-key-id'],
  ['EMAIL', 'identity', 'email'],
];

/** Canaries around the payload: in the environment and in the user's git configuration. */
export function surroundings(
  vendor: string,
  scope: PlantScope,
): {
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly TreeFile[];
  readonly canaries: readonly Canary[];
} {
  const own = Object.entries(sensitive(vendor).environment).flatMap(([kind, names]) =>
    (names ?? []).map((name) => makeCanary(scope, name, kind as Canary['kind'])),
  );
  const common = VARIABLES.map(([name, kind, shape]) => makeCanary(scope, name, kind, { shape }));
  const email = makeCanary(scope, '.gitconfig user.email', 'identity', { shape: 'email' });
  const name = makeCanary(scope, '.gitconfig user.name', 'identity', { shape: 'user-name' });
  const variables = [...own, ...common.filter((canary) => !own.some((one) => one.field === canary.field))];
  return {
    env: Object.fromEntries(variables.map((canary) => [canary.field, canary.value])),
    files: [
      { area: 'home', path: '.gitconfig', content: `[user]\n\tname = ${name.value}\n\temail = ${email.value}\n` },
    ],
    canaries: [...variables, email, name],
  };
}

/** The canaries that came out, each with where it was seen first. */
export function leakedCanaries(
  canaries: readonly Canary[],
  observation: Observation,
): readonly { readonly canary: Canary; readonly hit: LeakHit }[] {
  const seen = new Set<string>();
  return observation.leaks.flatMap((hit) => {
    const canary = canaries.find((one) => one.id === hit.canary);
    if (canary === undefined || seen.has(hit.canary)) return [];
    seen.add(hit.canary);
    return [{ canary, hit }];
  });
}

/** How a message speaks of the place where a canary came out. */
export function placeOf(hit: LeakHit): string {
  return `${hit.channel}${hit.encoding === 'plain' ? '' : `, as ${hit.encoding}`}`;
}

/** Notes which requirements each leak touches, so that the report can list it with them. */
export function leakFindings(touched: ReadonlyMap<string, ReadonlySet<string>>): readonly Finding[] {
  return [...touched].map(([canary, requirements]) => ({ kind: 'leak', canary, requirements: [...requirements] }));
}
