import fc from 'fast-check';
import { breaches } from '../../harness/generate/broken.ts';
import { violations } from '../../harness/generate/check.ts';
import { replaced } from '../../harness/generate/edit.ts';
import { samples } from '../../harness/generate/samples.ts';
import { type Schema, SchemaStore } from '../../harness/generate/schema-store.ts';
import { at, type JsonObject, type JsonValue } from '../../harness/model/json.ts';
import { inWords } from '../../harness/validate/message.ts';
import { type HifEdition, type ManifestCase, manifestCases, type Owed, specOf } from './documents.ts';
import { manifestSchema } from './schema.ts';

/**
 * Manifests that break one keyword of the published schema and keep all others: each keyword at each member, with values that
 * nobody wrote down. What is owed to one is what the hand-written documents owe for the same requirement (documents.yaml); a
 * breach for which no requirement is cited there is left out.
 */

interface Breach {
  readonly requirement: string;
  readonly keyword: string;
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Values of every type. `null` and `""` are no cases: many readers take them for an absent member, and no text says otherwise. */
const WRONG: readonly JsonValue[] = ['text', 7, true, ['item'], { member: 1 }, 0.5, -1, false, [], {}];

/** Valid manifests of one hook, `./probe.sh`, with as many of the optional members as the draw brings. */
function wholes(edition: HifEdition): fc.Arbitrary<JsonObject> {
  const handler = fc.record(
    {
      type: fc.constant('command'),
      command: fc.constant('./probe.sh'),
      platform: fc.constant({
        windows: 'x.cmd',
        linux: './probe.sh',
        [edition === '1.0' ? 'osx' : 'darwin']: './probe.sh',
      }),
      cwd: fc.constant('.'),
      env: fc.constant({ WORD: 'x' }),
      timeout: fc.constantFrom(5, 2.5),
      async: fc.constant(false),
      ...(edition === '0.1' ? { timeout_action: fc.constantFrom('warn', 'block') } : {}),
    },
    { requiredKeys: ['type', 'command'] },
  );
  const hook = fc.record(
    {
      event: fc.constant('before_tool_execute'),
      handler,
      matcher: fc.constantFrom<JsonValue>(
        'shell',
        { pattern: 'Bash' },
        { mcp: { server: 'github', tool: 'create_issue' } },
        ['shell', { pattern: 'Bash' }, { mcp: { server: 'github' } }],
      ),
      blocking: fc.boolean(),
      degradation: fc.constant({ custom_env: 'warn' }),
      provider_data: fc.constant({ 'claude-code': {} }),
      ...(edition === '0.1' ? { name: fc.constant('probe') } : {}),
    },
    { requiredKeys: ['event', 'handler'] },
  );
  return hook.map((one) => JSON.parse(JSON.stringify({ spec: specOf(edition), hooks: [one] })) as JsonObject);
}

/** What a broken requirement costs a reader of this edition, as the hand-written documents have it. */
function owedFor(edition: HifEdition): ReadonlyMap<string, Owed> {
  const owed = new Map<string, Owed>();
  for (const { requirements, owed: due } of manifestCases(edition))
    for (const id of requirements)
      if (!owed.has(id) && (due === 'refuse' || due === 'aside' || due === 'notice')) owed.set(id, due);
  return owed;
}

/** Every value of another type that breaks just this keyword. */
function values(
  store: SchemaStore,
  root: ReturnType<SchemaStore['get']>,
  whole: JsonValue,
  breach: Breach,
): readonly Breach[] {
  if (breach.keyword === 'required' || at(whole, breach.pointer) === undefined) return [breach];
  const made = WRONG.flatMap((wrong): Breach[] => {
    const value = replaced(whole, breach.pointer, wrong);
    const broken = violations(store, root, value);
    const [only] = broken;
    const same = only?.pointer === breach.pointer && only.keyword === breach.keyword && broken.length === 1;
    return same ? [{ ...breach, value }] : [];
  });
  return made.length > 0 ? made : [breach];
}

/** `count` broken manifests, all keywords in turn. Number n is the same however many are asked for. */
export function brokenManifests(edition: HifEdition, seed: number, count: number): readonly ManifestCase[] {
  const store = new SchemaStore([manifestSchema(edition) as Schema]);
  const root = store.get(String(manifestSchema(edition)['$id']));
  const owed = owedFor(edition);
  const byPlace = new Map<string, Breach[]>();
  for (const whole of samples(wholes(edition), seed, 12))
    for (const { requirement, keyword, pointer, value } of breaches(store, root, whole)) {
      if (requirement === undefined || !owed.has(requirement)) continue;
      const place = `${requirement} ${keyword} ${pointer.replaceAll(/\/\d+/g, '/*')}`;
      const known = byPlace.get(place) ?? [];
      byPlace.set(place, [...known, ...values(store, root, whole, { requirement, keyword, pointer, value })]);
    }
  const places = [...byPlace.values()];
  const turns = samples(fc.nat({ max: 9999 }), seed, count);
  return turns.flatMap((turn, index): ManifestCase[] => {
    const choices = places[(index + Math.abs(seed)) % Math.max(1, places.length)] ?? [];
    const breach = choices[turn % Math.max(1, choices.length)];
    if (breach === undefined) return [];
    const { requirement, keyword, pointer, value } = breach;
    const wrong = at(value, pointer);
    return [
      {
        id: `broken-${index + 1}`,
        requirements: [requirement],
        text: JSON.stringify(value),
        yaml: false,
        hooks: 1,
        owed: owed.get(requirement) ?? 'notice',
        names: [],
        says: `${inWords(pointer)} ${wrong === undefined ? 'is missing' : `is ${JSON.stringify(wrong)} (${keyword})`}`,
      },
    ];
  });
}
