import { makeCanary } from '../../harness/leaks/canary.ts';
import type { Canary, Case } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { PlanContext } from '../../harness/model/suite.ts';
import { transcriptFiles } from '../../vendors/payload-case.ts';
import { sensitivePlacesOf } from '../../vendors/sensitive.ts';
import { canonicalEvent, nativeTool } from '../../vendors/vendor.ts';
import { namesSubject, type PlantedFixture, type PlantScope, plantIn, surroundings } from '../canaries.ts';
import { nativeCase } from '../native-case.ts';
import { isAfter } from '../sessions.ts';
import { spokenOutputs } from '../silent-outputs.ts';

/** To what length each text of an output is filled up, so that a short excerpt (which is fine) can't hold all of it. */
const FILLED_TO = 4096;
const LARGE = 100 * 1024;

export const PRIVACY_ROWS: readonly string[] = [
  ...['AH-SEC-002', 'AH-SEC-003', 'AH-SEC-004', 'AH-SEC-006', 'AH-SEC-007', 'AH-SEC-008'],
  ...['AH-SEC-010', 'AH-SEC-011', 'AH-SEC-014'],
];

/** Canaries where a payload holds a prompt, the output of a tool, an answer, or a person's name or address. */
export function planted(fixture: Fixture, scope: PlantScope, padTo: number = FILLED_TO): PlantedFixture {
  const places = sensitivePlacesOf(fixture);
  const after = isAfter(fixture);
  const filled = new Set(
    places
      .filter((one) => (one.kind === 'tool-result' ? !namesSubject(one) : after && one.kind === 'file-content'))
      .map(({ pointer }) => pointer),
  );
  return plantIn(fixture, scope, (place) => {
    if (filled.has(place.pointer)) return { how: 'parts', padTo };
    if (place.kind === 'prompt' || place.kind === 'transcript') return { how: 'parts' };
    return place.kind === 'identity' ? { how: 'replace' } : undefined;
  });
}

/** Cases that look for leaks alone: what surrounds a payload, what is large, what can't be parsed. */
export function privacyCases(slug: string, fixtures: readonly Fixture[], context: PlanContext): readonly Case[] {
  const rows = PRIVACY_ROWS.filter((row) => context.catalogue.some(({ id }) => id === row));
  const make = (
    kind: string,
    title: string,
    fixture: Fixture,
    canaries: readonly Canary[],
    more: Partial<Parameters<typeof nativeCase>[0]> = {},
  ): Case =>
    nativeCase(
      {
        id: `agent-hooks/${slug}/${kind}`,
        title: `${slug}: ${title}`,
        requirements: rows,
        kind: 'leaks',
        inputs: [fixture],
        canaries,
        observeFiles: true,
        ...(context.subject.output === 'log' ? { logVariable: 'AGENT_HOOKS_LOG' } : {}),
        ...more,
      },
      context,
    );
  const scope = (kind: string): PlantScope => ({ seed: context.seed, scope: `agent-hooks/${slug}/${kind}`, spawn: 0 });
  const prompt = fixtures.find(
    (one) => canonicalEvent(one.vendor, one.event) === 'before_prompt' && one.stdin !== undefined,
  );
  const output = fixtures.find(
    (one) => isAfter(one) && sensitivePlacesOf(one).some(({ kind }) => kind === 'tool-result'),
  );
  const cases: Case[] = [];
  // What lies around a payload can come out on any event: a name from git's configuration often does on edits alone.
  const [first, ...others] = [...(prompt === undefined ? [] : [prompt]), ...fixtures].filter(
    ({ event }, index, all) => all.findIndex((one) => one.event === event) === index,
  );
  const around = (fixture: Fixture, kind: string): Case => {
    const things = surroundings(slug, scope(kind));
    const spoken = makeCanary(scope(kind), 'transcript', 'transcript');
    const line = `{"type":"user","message":{"role":"user","content":"${spoken.value}"}}\n`;
    const transcripts = transcriptFiles(fixture).map((file) => ({ ...file, content: `${file.content}${line}` }));
    const canaries = [...things.canaries, ...(transcripts.length > 0 ? [spoken] : [])];
    return make(kind, `secrets and names around the payload of ${fixture.event}`, fixture, canaries, {
      env: things.env,
      files: things.files,
      transcript: transcripts,
    });
  };
  if (first !== undefined) cases.push(around(first, 'surroundings'));
  cases.push(...others.map((fixture) => around(fixture, `surroundings/${fixture.event}`)));
  if (prompt !== undefined) {
    const secrets = plantIn(prompt, scope('prompt-secrets'), ({ kind }) =>
      kind === 'prompt' ? { how: 'append', shape: 'github-token' } : undefined,
    );
    const named = plantIn(secrets.fixture, scope('prompt-secrets-name'), ({ kind }) =>
      kind === 'prompt' ? { how: 'append', shape: 'email' } : undefined,
    );
    const canaries = [...secrets.canaries, ...named.canaries.map((one) => ({ ...one, id: `${one.id}@email` }))];
    if (canaries.length > 0)
      cases.push(make('prompt-secrets', 'a prompt with a token and an address', named.fixture, canaries));
    const cut = planted(prompt, scope('malformed'));
    if (cut.canaries.length > 0) {
      const text = JSON.stringify(cut.fixture.stdin);
      const bytes = Buffer.from(text.slice(0, text.length - 2), 'utf8');
      cases.push(make('malformed', 'a payload that is cut off', cut.fixture, cut.canaries, { bytes }));
    }
  }
  if (output !== undefined) {
    const large = planted(output, scope('large-output'), LARGE);
    cases.push(make('large-output', 'an output of 100 KiB', large.fixture, large.canaries));
  }
  for (const { name, fixture, canaries } of spokenOutputs(fixtures, scope, FILLED_TO))
    cases.push(make(name, `outputs of ${nativeTool(fixture) ?? 'a tool'} that are mostly empty`, fixture, canaries));
  return cases;
}
