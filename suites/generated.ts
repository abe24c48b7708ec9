/** Payloads made from the schemas for any emitter: what a vendor may send and nobody has recorded. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type fc from 'fast-check';
import { packageRoot } from '../harness/assets.ts';
import { boundaryArbitrary } from '../harness/generate/boundary.ts';
import { breaches } from '../harness/generate/broken.ts';
import { violations } from '../harness/generate/check.ts';
import { pinned } from '../harness/generate/pinned.ts';
import { RELATION_NAMES, relations } from '../harness/generate/relations.ts';
import { samples } from '../harness/generate/samples.ts';
import { type Located, type Schema, SchemaStore } from '../harness/generate/schema-store.ts';
import { simplerValues } from '../harness/generate/simpler.ts';
import { NoValue, validArbitrary } from '../harness/generate/valid.ts';
import type { Case } from '../harness/model/case.ts';
import type { Fixture } from '../harness/model/corpus.ts';
import type { Finding } from '../harness/model/finding.ts';
import { isObject, type JsonObject, type JsonValue } from '../harness/model/json.ts';
import type { PlanContext } from '../harness/model/suite.ts';
import { payloadPins } from '../vendors/payload-pins.ts';
import { schemaName } from '../vendors/payload-schema.ts';
import { nativeEventOf, partsOf } from '../vendors/vendor.ts';

/** What a case with a made payload keeps, to be made smaller and still be what it is. */
export interface Made {
  readonly mode: 'valid' | 'boundary' | 'broken';
  /** The payload that it was made from. */
  readonly template: Fixture;
  /** What is extreme in it, and where. */
  readonly extreme?: { readonly what: string; readonly pointer: string };
  /** The one keyword of the vendor's schema that it breaks, and where; the payload before it was broken. */
  readonly breach?: { readonly keyword: string; readonly pointer: string; readonly whole: JsonValue };
}

export interface MadePayload {
  readonly fixture: Fixture;
  readonly made: Made;
}

const store = new SchemaStore();

/** The vendor's schema of a fixture's payload; undefined where none is known. */
function schemaOf(template: Fixture): Located | undefined {
  const { vendor, event, stdin } = template;
  if (!isObject(stdin)) return undefined;
  const id = `https://hookconf.dev/schemas/${schemaName(vendor, event, nativeEventOf(vendor, event))}.schema.json`;
  if (!store.ids.includes(id)) {
    const file = join(
      packageRoot(),
      'schemas',
      `${schemaName(vendor, event, nativeEventOf(vendor, event))}.schema.json`,
    );
    if (!existsSync(file)) return undefined;
    store.add({ ...(JSON.parse(readFileSync(file, 'utf8')) as JsonObject), $id: id } as Schema);
  }
  return store.get(id);
}

/** The same with what the payload is about pinned; undefined also where the payload is not of it. */
function rootOf(template: Fixture): Located | undefined {
  const schema = schemaOf(template);
  const { stdin } = template;
  if (schema === undefined || stdin === undefined) return undefined;
  const root = pinned(schema, payloadPins(template));
  return violations(store, root, stdin).length === 0 ? root : undefined;
}

/** One payload to make others from for each event of each vendor. */
function templatesOf(fixtures: readonly Fixture[]): readonly { readonly template: Fixture; readonly root: Located }[] {
  const found = new Map<string, { template: Fixture; root: Located }>();
  for (const template of fixtures) {
    const key = `${template.vendor} ${template.event}`;
    if (found.has(key) || template.delivery === 'argument') continue;
    const root = rootOf(template);
    if (root !== undefined) found.set(key, { template, root });
  }
  return [...found.values()];
}

/** Undefined where a branch of the schema was drawn that the pins leave no value for. */
function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number): T | undefined {
  try {
    return samples(arbitrary, seed, 1)[0];
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

/** A number for the nth value of a seed. */
function seedFor(seed: number, index: number): number {
  return createHash('sha256').update(`${seed} generated ${index}`).digest().readInt32BE();
}

/** Neighbours among the templates are of one vendor: a step between shows all vendors early. */
const STEPS = [7, 11, 13, 17, 19, 23];

/**
 * Whose turn it is, of so many templates: each once before any comes again, and with something extreme in it every other time.
 * A step that the number of templates can be divided by would leave some out.
 */
export function turnOf(index: number, templates: number): { readonly place: number; readonly extreme: boolean } {
  const step = STEPS.find((prime) => templates % prime !== 0) ?? 1;
  const place = (index * step) % templates;
  const round = Math.floor(index / templates);
  return { place, extreme: (place + round) % 2 === 1 };
}

/**
 * `count` payloads that fit the schemas, events and vendors in turn: every other one with something extreme in it. Number n
 * is the same however many are asked for.
 */
export function madePayloads(
  context: PlanContext,
  fixtures: readonly Fixture[],
  count: number,
): readonly MadePayload[] {
  const templates = templatesOf(fixtures);
  const made: MadePayload[] = [];
  for (let index = 0; index < count && templates.length > 0; index++) {
    const turn = turnOf(index, templates.length);
    const one = templates[turn.place];
    if (one === undefined) continue;
    const { template, root } = one;
    const seed = seedFor(context.seed, index);
    const name = `${template.name}+generated-${index + 1}`;
    const fixture = { ...template, name, how: 'synthetic', session: null, seq: null } as const;
    if (!turn.extreme) {
      const stdin = sample(validArbitrary(store, root), seed);
      if (stdin !== undefined) made.push({ fixture: { ...fixture, stdin }, made: { mode: 'valid', template } });
      continue;
    }
    const value = sample(boundaryArbitrary(store, root), seed);
    if (value === undefined) continue;
    const extreme = { what: value.what, pointer: value.pointer };
    made.push({ fixture: { ...fixture, stdin: value.value }, made: { mode: 'boundary', template, extreme } });
  }
  return made;
}

/**
 * `count` payloads that break their vendor's schema by one keyword and fit it otherwise. Number n is the same however many
 * are asked for.
 */
function brokenPayloads(context: PlanContext, fixtures: readonly Fixture[], count: number): readonly MadePayload[] {
  const templates = templatesOf(fixtures);
  return Array.from({ length: count }, (_, index): MadePayload | undefined => {
    const one = templates[index % Math.max(1, templates.length)];
    const schema = one === undefined ? undefined : schemaOf(one.template);
    if (one === undefined || schema === undefined) return undefined;
    const seed = seedFor(context.seed, -2 - index);
    const whole = sample(validArbitrary(store, one.root), seed);
    if (whole === undefined) return undefined;
    const all = breaches(store, schema, whole);
    const breach = all[Math.abs(seed) % Math.max(1, all.length)];
    if (breach === undefined) return undefined;
    const { keyword, pointer, value } = breach;
    const name = `${one.template.name}+broken-${index + 1}`;
    const fixture = { ...one.template, name, how: 'synthetic', session: null, seq: null, stdin: value } as const;
    return { fixture, made: { mode: 'broken', template: one.template, breach: { keyword, pointer, whole } } };
  }).filter((one) => one !== undefined);
}

/** The same breach in smaller payloads. */
function simplerBreaches(schema: Located, root: Located, fixture: Fixture, made: Made): readonly MadePayload[] {
  const { breach } = made;
  if (breach === undefined) return [];
  return simplerValues(store, root, breach.whole, breach.pointer).flatMap((whole) => {
    const same = breaches(store, schema, whole).find(
      ({ keyword, pointer }) => keyword === breach.keyword && pointer === breach.pointer,
    );
    if (same === undefined) return [];
    return { fixture: { ...fixture, stdin: same.value }, made: { ...made, breach: { ...breach, whole } } };
  });
}

/** Smaller payloads of the same mode, most promising first. */
function simplerMade(fixture: Fixture, made: Made): readonly MadePayload[] {
  const [schema, root] = [schemaOf(made.template), rootOf(made.template)];
  if (schema !== undefined && root !== undefined && made.mode === 'broken')
    return simplerBreaches(schema, root, fixture, made);
  return simplerPayloads(fixture, made).map((smaller) => ({ fixture: smaller, made }));
}

/** Smaller payloads that fit the schema as this one does. */
export function simplerPayloads(fixture: Fixture, { template, extreme }: Made): readonly Fixture[] {
  const root = rootOf(template);
  if (root === undefined || fixture.stdin === undefined) return [];
  return simplerValues(store, root, fixture.stdin, extreme?.pointer).map((stdin) => ({ ...fixture, stdin }));
}

/** Makes the case of a suite for these inputs. */
export type MakeGenerated = (name: string, title: string, inputs: readonly Fixture[], made: GeneratedContext) => Case;

/** What the emitter suites keep in `Case.context` of a case that this file plans. */
export interface GeneratedContext {
  readonly made: Made;
  /** Name and statement of the relation that the spawns after the first show; absent: there is one spawn. */
  readonly relation?: { readonly name: string; readonly statement: string };
}

/** Parts of a payload that decide nothing about which events come of it. */
const IRRELEVANT = ['turn', 'toolCallId'] as const;

function pointersOf(fixture: Fixture): readonly string[] {
  return IRRELEVANT.flatMap((part) =>
    partsOf(fixture.vendor, fixture.event, fixture.stdin, part).map(({ pointer }) => pointer),
  );
}

/** The case of one relation: the payload as it is, then changed in a way that must not matter. */
function related(base: Case, one: MadePayload, wanted: string | undefined, seed: number): Case | undefined {
  const [plan] = base.spawns;
  if (plan === undefined) return undefined;
  const all = relations(plan, { seed, irrelevant: pointersOf(one.fixture) });
  const relation = all.find(({ name }) => name === wanted) ?? all[0];
  if (relation === undefined) return undefined;
  const { name, statement, spawns } = relation;
  const inputs = spawns.map(({ stdin }, at) =>
    at > 0 && stdin.kind === 'payload' && one.fixture.delivery === 'stdin'
      ? { ...one.fixture, stdin: stdin.payload }
      : one.fixture,
  );
  const context = { ...(base.context as object), inputs, made: one.made, relation: { name, statement } };
  return { ...base, title: `${base.title}: ${name}`, spawns, generated: [one.fixture], context };
}

/**
 * Cases of made payloads, `context.runs` payloads for each property: each alone, and (on stdout, where it is known what came
 * of which) each beside itself changed in a way that must not matter.
 */
export function generatedCases(
  context: PlanContext,
  fixtures: readonly Fixture[],
  make: MakeGenerated,
): readonly Case[] {
  const alone = madePayloads(context, fixtures, context.runs).map((one, index) => {
    const base = make(`generated/${index + 1}`, madeTitle(one), [one.fixture], { made: one.made });
    return { ...base, generated: [one.fixture] };
  });
  if (context.subject.output !== 'stdout') return alone;
  const other = { ...context, seed: seedFor(context.seed, -1) };
  const pairs = madePayloads(other, fixtures, Math.ceil(context.runs / 2)).flatMap((one, index) => {
    const base = make(`relation/${index + 1}`, madeTitle(one), [one.fixture], { made: one.made });
    return related(base, one, RELATION_NAMES[index % RELATION_NAMES.length], context.seed) ?? [];
  });
  return [...alone, ...pairs];
}

/** Cases of payloads that their vendor would never send, for those whose specification says what then. */
export function brokenCases(context: PlanContext, fixtures: readonly Fixture[], make: MakeGenerated): readonly Case[] {
  return brokenPayloads(context, fixtures, Math.ceil(context.runs / 2)).map((one, index) => {
    const base = make(`generated/broken-${index + 1}`, madeTitle(one), [one.fixture], { made: one.made });
    return { ...base, generated: [one.fixture] };
  });
}

/** Smaller variants of a case that {@link generatedCases} planned. */
export function simplerCases(testCase: Case, context: PlanContext, make: MakeGenerated): readonly Case[] {
  const about = testCase.context as GeneratedContext & { readonly inputs: readonly Fixture[] };
  const [fixture] = about.inputs;
  if (fixture === undefined || about.made === undefined) return [];
  return simplerMade(fixture, about.made).flatMap((one) => {
    const base = make('generated/smaller', madeTitle(one), [one.fixture], { made: one.made });
    if (about.relation === undefined) return { ...base, generated: [one.fixture] };
    return related(base, one, about.relation.name, context.seed) ?? [];
  });
}

/**
 * Where a relation does not hold: a house rule, for no specification says that what comes out may not depend on the order of
 * members. `outOf` says what came of each spawn, in words that two spawns share where they are alike.
 */
function relationNotice(testCase: Case, outOf: readonly string[]): Finding[] {
  const { relation } = testCase.context as GeneratedContext;
  const [first = '', ...others] = outOf;
  const other = others.find((one) => one !== first);
  if (relation === undefined || other === undefined) return [];
  const message = `${relation.statement}: ${testCase.vendor} ${testCase.event} gave ${first} and then ${other}`;
  return [{ kind: 'notice', id: 'HC-RELATION', message }];
}

/** What was seen of a made payload, as far as its case may decide it, and whether its relation holds. */
export function generatedFindings(
  testCase: Case,
  findings: readonly Finding[],
  outOf: readonly string[],
): readonly Finding[] {
  const own = findings.filter((one) => !('requirement' in one) || testCase.requirements.includes(one.requirement));
  return [...own, ...relationNotice(testCase, outOf)];
}

/** What a person reads of a made payload. */
function madeTitle({ fixture, made }: MadePayload): string {
  if (made.breach !== undefined) {
    const { keyword, pointer } = made.breach;
    return `${fixture.vendor} ${fixture.event}: a generated payload that breaks ${keyword} at ${pointer || 'its root'}`;
  }
  const what = made.extreme === undefined ? 'a generated payload' : `a generated payload with ${made.extreme.what}`;
  return `${fixture.vendor} ${fixture.event}: ${what}`;
}
