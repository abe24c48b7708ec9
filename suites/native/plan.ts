import { data } from '../../harness/assets.ts';
import type { Case, NotFed, SpawnPlan } from '../../harness/model/case.ts';
import type { Fixture } from '../../harness/model/corpus.ts';
import type { JsonValue } from '../../harness/model/json.ts';
import { isObject } from '../../harness/model/json.ts';
import type { Plan, PlanContext } from '../../harness/model/suite.ts';
import type { CheckKind } from '../../vendors/contract.ts';
import { spawnOf, stdinOf, substitutionsOf, transcriptFiles } from '../../vendors/payload-case.ts';
import { withToolInput, withValue } from '../../vendors/payload-edit.ts';
import { canonicalToolsOf, defaultTimeoutMs, gates, vendor } from '../../vendors/vendor.ts';
import { brokenInputs } from './broken-inputs.ts';
import type { NativeContext } from './context.ts';
import { contextOf, rowId } from './context.ts';
import { feedOf, notFedRows, wantsTool } from './feed.ts';
import { generatedInputs, repetitionsOf } from './generated.ts';
import { traced } from './traces.ts';
import { variantsOf } from './variants.ts';
import { scenarioOf } from './words.ts';

/** Our own limit: nobody waits longer for a hook in a test, unless the user says so (contract, section 3). */
export const OUR_LIMIT_MS = 30_000;

/** Declarations that a sound payload without planted texts says nothing of. */
const ELSEWHERE: readonly string[] = ['DC-POSTURE', 'DC-LEAK'];

/** How many spawns of one payload run at once. */
const AT_ONCE = 6;

interface Danger {
  readonly id: string;
  readonly tool: string;
  readonly value: string;
  /** A guard is sent it in other spellings too. */
  readonly thorough?: boolean;
}

interface Scenarios {
  readonly dangers: readonly Danger[];
  readonly members: Readonly<Record<string, readonly string[]>>;
  readonly unknownTool: string;
}

/** What a spawn is given: the user's own limit, else the vendor's, at most ours. */
export function timeoutFor(context: PlanContext, slug: string, event?: string): number {
  return context.subject.declaredTimeoutMs ?? Math.min(defaultTimeoutMs(slug, event) ?? OUR_LIMIT_MS, OUR_LIMIT_MS);
}

/** One case for each payload that the hook is fed, the dangers and broken inputs made of them. */
export function planNative(context: PlanContext): Plan {
  const cases: Case[] = [];
  const notFed: NotFed[] = [];
  const planners: VendorPlan[] = [];
  for (const [index, slug] of context.subject.vendors.entries()) {
    const feed = feedOf(context, slug);
    notFed.push(...notFedRows(context, feed));
    if (feed.fixtures.length === 0) continue;
    const planner = new VendorPlan(context, slug, feed.fixtures);
    planners.push(planner);
    cases.push(
      ...planner.payloads(),
      ...planner.dangers(),
      ...planner.broken(index === 0),
      ...planner.atOnce(),
      ...planner.loops(),
      ...planner.traces(),
    );
  }
  cases.push(...generatedCases(planners, context));
  return { cases, notFed };
}

/** `runs` generated events over all vendors, each vendor as many as the others; it is one property of the hook. */
function generatedCases(planners: readonly VendorPlan[], { runs }: PlanContext): readonly Case[] {
  return planners.flatMap((planner, index) =>
    planner.generated(Math.floor(runs / planners.length) + (index < runs % planners.length ? 1 : 0)),
  );
}

class VendorPlan {
  readonly #context: PlanContext;
  readonly #slug: string;
  readonly #fixtures: readonly Fixture[];
  readonly #scenarios: Scenarios = data<Scenarios>('suites/native/scenarios');

  constructor(context: PlanContext, slug: string, fixtures: readonly Fixture[]) {
    this.#context = context;
    this.#slug = slug;
    this.#fixtures = fixtures;
  }

  #spawn(fixture: Fixture, changes: Partial<SpawnPlan> = {}): SpawnPlan {
    const spawn = spawnOf(fixture, this.#context.edition, timeoutFor(this.#context, this.#slug, fixture.event));
    return { ...spawn, ...changes, env: { ...spawn.env, ...changes.env } };
  }

  #case(
    id: string,
    about: Omit<NativeContext, 'limitMs'>,
    spawns: readonly SpawnPlan[],
    canaries: Case['canaries'] = [],
  ): Case {
    const { fixture, scenario } = about;
    const context: NativeContext = { ...about, limitMs: defaultTimeoutMs(this.#slug, fixture.event) };
    return {
      id,
      title: `${vendor(this.#slug).name} ${fixture.event}: ${scenario}`,
      requirements: this.#decides(about.kind),
      vendor: this.#slug,
      event: fixture.event,
      spawns,
      files: transcriptFiles(fixture),
      substitutions: substitutionsOf(fixture),
      lingerMs: 0,
      observeFiles: false,
      canaries,
      ...(about.kind === 'payload' || about.kind === 'danger' ? { timed: { limitMs: context.limitMs } } : {}),
      context,
    };
  }

  /** The rows that a case of this kind can decide: only a sound payload is judged by every rule of the vendor. */
  #decides(kind: NativeContext['kind']): readonly string[] {
    const own = (check: CheckKind): string => rowId(this.#slug, check);
    const prefix = own('exit').slice(0, -'EXIT'.length);
    const decides: Readonly<Record<NativeContext['kind'], (id: string) => boolean>> = {
      payload: (id) =>
        (id.startsWith(prefix) && id !== own('loop')) || (id.startsWith('DC-') && !ELSEWHERE.includes(id)),
      danger: (id) =>
        (id.startsWith(prefix) && id !== own('loop')) || (id.startsWith('DC-') && !ELSEWHERE.includes(id)),
      broken: (id) => [...ELSEWHERE, 'DC-TIMEOUT', own('timeout')].includes(id),
      parallel: (id) => id === 'DC-GUARD' || id === own('exit') || id === 'DC-TIMEOUT' || id === own('timeout'),
      loop: (id) => id.startsWith(prefix) || id === 'DC-TIMEOUT',
      generated: (id) => id === 'DC-TIMEOUT' || id === own('timeout'),
      traces: (id) => id === 'DC-LEAK' || id === 'DC-TIMEOUT' || id === own('timeout'),
    };
    return this.#context.catalogue.map(({ id }) => id).filter(decides[kind]);
  }

  payloads(): readonly Case[] {
    return this.#fixtures.map((fixture) =>
      this.#case(`native/${fixture.name}`, { kind: 'payload', fixture, scenario: scenarioOf(fixture) }, [
        this.#spawn(fixture),
      ]),
    );
  }

  /** The first payload of each event that can hold a tool up, with the danger in the place of what it was about. */
  dangers(): readonly Case[] {
    const { dangers, members } = this.#scenarios;
    const cases: Case[] = [];
    for (const danger of dangers) {
      const events = new Set<string>();
      for (const fixture of this.#fixtures) {
        if (events.has(fixture.event) || gates(this.#slug, fixture.event) !== 'tool') continue;
        if (!canonicalToolsOf(fixture).includes(danger.tool) || !wantsTool(this.#context.subject, fixture)) continue;
        const payload = withToolInput(fixture, members[danger.tool] ?? [], danger.value);
        if (payload === undefined) continue;
        events.add(fixture.event);
        cases.push(this.#danger(danger, fixture, payload, events.size === 1));
      }
    }
    return cases;
  }

  #danger(danger: Danger, fixture: Fixture, payload: JsonValue, first: boolean): Case {
    // What a guard decides must hold however the payload is written; of any other hook one danger is enough to tell.
    const thorough = first && (this.#context.subject.guard ? danger.thorough === true : danger.id === 'force-push');
    const variants = thorough ? variantsOf(fixture, payload) : [];
    const spawns = [
      this.#spawn(fixture, { stdin: stdinOf(fixture, payload) }),
      ...variants.map(({ stdin, env }) => this.#spawn(fixture, { stdin, env: env ?? {} })),
    ];
    const scenario = `${danger.tool} ${danger.value}`;
    const labels = variants.map(({ label, unsent }) => ({ label, unsent: unsent ?? false }));
    const about = { kind: 'danger', fixture, payload, scenario, situation: danger.id, variants: labels } as const;
    return this.#case(`native/${this.#slug}/${fixture.event}/${danger.id}`, about, spawns);
  }

  /** The failure matrix, made of the first payload that holds a tool up, else of the first one. */
  broken(huge: boolean): readonly Case[] {
    const base = this.#fixtures.find((fixture) => gates(this.#slug, fixture.event) === 'tool') ?? this.#fixtures[0];
    const payload = base?.stdin;
    if (base === undefined || payload === undefined || base.delivery === 'argument') return [];
    // What is asked over HTTP has no stdout, and a folder of its own.
    const asked = this.#context.subject.url === undefined;
    const cells = brokenInputs(base, payload, this.#scenarios.unknownTool, huge);
    return cells
      .filter((cell) => asked || cell.spawn === undefined)
      .map(({ id, label, stdin, env, sound, canary, marker, spawn }) => {
        const about = { kind: 'broken', fixture: base, scenario: label, situation: id, sound: sound ?? false } as const;
        const planted =
          canary === undefined ? [] : [{ id: canary.field, ...canary, kind: 'tool-input' as const, spawn: 0 }];
        const spawns = [this.#spawn(base, { ...spawn, stdin, env: env ?? {} })];
        const one = this.#case(`native/${this.#slug}/broken/${id}`, about, spawns, planted);
        return marker === true ? { ...one, observeFiles: true } : one;
      });
  }

  /** A guard is put to what guards are written to stop: a slip there lets it through. */
  atOnce(): readonly Case[] {
    const danger = this.#context.subject.guard ? this.dangers()[0] : undefined;
    const {
      fixture: base,
      payload,
      situation,
    } = danger === undefined ? { fixture: this.#fixtures[0] } : contextOf(danger);
    if (base === undefined) return [];
    const stdin = payload === undefined ? {} : { stdin: stdinOf(base, payload) };
    const spawns = Array.from({ length: AT_ONCE }, (_, index) =>
      this.#spawn(base, index === 0 ? stdin : { ...stdin, parallel: true }),
    );
    const others = Array.from({ length: AT_ONCE - 1 }, () => ({ label: 'while others run', unsent: false }));
    const about = {
      kind: 'parallel',
      fixture: base,
      scenario: `${AT_ONCE} at once`,
      situation: situation ?? 'at-once',
      variants: others,
      ...(payload === undefined ? {} : { payload }),
    } as const;
    return [this.#case(`native/${this.#slug}/at-once`, about, spawns)];
  }

  /** Events that nobody recorded, each with the forms in which it is repeated. */
  generated(runs: number): readonly Case[] {
    return generatedInputs(this.#fixtures, this.#context.seed, runs).map((input, index) => {
      const { fixture, payload, what } = input;
      const spawn = this.#spawn(fixture, { stdin: stdinOf(fixture, payload) });
      const repeated = repetitionsOf(input, spawn, index);
      const variants = repeated.map(({ label }) => ({ label, unsent: false }));
      const about = { kind: 'generated', fixture, payload, scenario: what, situation: what, variants } as const;
      const spawns = [spawn, ...repeated.map((one) => one.spawn)];
      return this.#case(`native/${this.#slug}/${fixture.event}/generated-${index + 1}`, about, spawns);
    });
  }

  /** Payloads with planted texts in them and around them: what of them comes out, and what is left behind. */
  traces(): readonly Case[] {
    if (this.#context.subject.url !== undefined) return [];
    return traced(this.#slug, this.#fixtures, this.#context.seed).map(({ name, fixture, env, files, canaries }) => {
      const about = { kind: 'traces', fixture, scenario: 'with planted texts', situation: 'traces' } as const;
      const one = this.#case(`native/${this.#slug}/${name}`, about, [this.#spawn(fixture, { env })], canaries);
      return { ...one, files: [...one.files, ...files], observeFiles: true, observeSurvivors: true };
    });
  }

  /** The end of a turn that a hook has held up before. */
  loops(): readonly Case[] {
    const events = new Set<string>();
    return this.#fixtures.flatMap((fixture) => {
      const { stdin, event } = fixture;
      if (gates(this.#slug, event) !== 'stop' || events.has(event) || !isObject(stdin)) return [];
      const name = ['stop_hook_active', 'stopHookActive'].find((member) => stdin[member] !== undefined);
      if (name === undefined) return [];
      events.add(event);
      const payload = withValue(stdin as JsonValue, `/${name}`, true);
      const about = {
        kind: 'loop',
        fixture,
        payload,
        scenario: `${event} after it was held up`,
        situation: 'loop',
      } as const;
      return [
        this.#case(`native/${this.#slug}/${event}/loop`, about, [
          this.#spawn(fixture, { stdin: stdinOf(fixture, payload) }),
        ]),
      ];
    });
  }
}
