/** What a fixture needs of the case that sends it: bytes, variables, paths to rewrite, the transcript it speaks of. */
import type { Kept, SpawnPlan, Stdin, Substitution, TreeFile } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { JsonValue } from '../harness/model/json.ts';
import { schemaName } from './payload-schema.ts';
import { deliveredPayload, nativeEventOf, substitutionsFor, transcriptsOf, vendor } from './vendor.ts';

/** One line of a transcript, so that a hook which reads it finds JSON. */
const TRANSCRIPT = '{"type":"user","message":{"role":"user","content":"A conversation."}}\n';

/** Where a recorded path comes to lie in the case's tree, or undefined where no substitution reaches it. */
function place(path: string, substitutions: readonly Substitution[]): Pick<TreeFile, 'area' | 'path'> | undefined {
  const found = substitutions.find(({ from }) => path === from || path.startsWith(`${from}/`));
  if (found === undefined || path === found.from) return undefined;
  return { area: found.to, path: `${found.suffix ?? ''}${path.slice(found.from.length)}`.replace(/^\/+/, '') };
}

/** Recorded paths of a fixture, longest first. */
export function substitutionsOf(fixture: Fixture): readonly Substitution[] {
  return substitutionsFor(fixture.vendor, fixture.event, fixture.stdin);
}

/** The transcript files that a payload names: they exist and are readable (contract, section 2). */
export function transcriptFiles(fixture: Fixture): readonly TreeFile[] {
  const substitutions = substitutionsOf(fixture);
  const files = new Map<string, TreeFile>();
  for (const { path } of transcriptsOf(fixture)) {
    const where = place(path, substitutions);
    if (where !== undefined) files.set(`${where.area}/${where.path}`, { ...where, content: TRANSCRIPT });
  }
  return [...files.values()];
}

/** The schema that a payload of this event keeps, if the vendor documents such an event. */
export function keptBy(fixture: Fixture, payload: JsonValue | undefined = fixture.stdin): readonly Kept[] {
  const facts = nativeEventOf(fixture.vendor, fixture.event);
  if (facts === undefined || payload === undefined) return [];
  const schema = schemaName(fixture.vendor, fixture.event, facts);
  // What an in-process vendor passes is wrapped in a call; the schema is of what is passed.
  return [fixture.delivery === 'in-process' ? { schema, document: payload } : { schema }];
}

/**
 * What the subject finds on its stdin; `payload` replaces the fixture's own, and is `broken` where it is no payload that the
 * vendor could send.
 */
export function stdinOf(
  fixture: Fixture,
  payload: JsonValue | undefined = fixture.stdin,
  form: 'valid' | 'broken' = 'valid',
): Stdin {
  if (payload === undefined) {
    return fixture.raw === undefined ? { kind: 'empty' } : { kind: 'bytes', bytes: Buffer.from(fixture.raw, 'base64') };
  }
  if (fixture.delivery === 'argument') return { kind: 'empty' };
  return {
    kind: 'payload',
    payload: deliveredPayload(fixture, payload),
    newline: vendor(fixture.vendor).newline,
    ...(form === 'broken' ? {} : { keeps: keptBy(fixture, payload) }),
  };
}

/** The spawn that a vendor's hook gets for this payload. */
export function spawnOf(
  fixture: Fixture,
  edition: string,
  timeoutMs: number,
  stdin: Stdin = stdinOf(fixture),
): SpawnPlan {
  return {
    placeholders: { vendor: fixture.vendor, provider: fixture.vendor, event: fixture.event, edition },
    appendArgs: fixture.delivery === 'argument' && fixture.stdin !== undefined ? [JSON.stringify(fixture.stdin)] : [],
    stdin,
    env: fixture.env,
    timeoutMs,
  };
}
