import type { Requirement } from '../harness/model/requirement.ts';
import { CROSSWALK_SPECS, type CrosswalkMoment, type CrosswalkSpec, registry } from './registries.ts';

/** What the other specifications say of a moment or a question that a requirement is about. */
export interface Alike {
  /** The moment (`before a tool call`) or the question (`session identity`). */
  readonly about: string;
  readonly says: readonly {
    readonly spec: CrosswalkSpec;
    readonly text: string;
    readonly requirements: readonly string[];
  }[];
  readonly conflict: string | undefined;
  readonly errata: readonly string[];
}

/** Ids of requirements by the name of the event that they are about, in each specification's own words. */
function byName(spec: CrosswalkSpec): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>();
  const add = (name: string, found: readonly (string | undefined)[]): void => {
    const set = ids.get(name) ?? new Set();
    for (const id of found) if (id !== undefined) set.add(id);
    ids.set(name, set);
  };
  switch (spec) {
    case 'hook-interchange':
      for (const event of registry('events').events) {
        add(event.name, [
          ...Object.values(event.requirements ?? {}),
          ...Object.values(event.cells).map((cell) => cell.requirement),
        ]);
      }
      for (const { event, cells } of registry('blocking').matrix) {
        add(
          event,
          Object.values(cells).map((cell) => cell.requirement),
        );
      }
      break;
    case 'agent-hooks':
      for (const { event, requirement } of registry('agent-hooks-events').events) add(event, [requirement]);
      for (const { event, vendors } of registry('agent-hooks-alignment').alignment) {
        add(
          event,
          Object.values(vendors).flatMap((cell) => cell.requirements),
        );
      }
      break;
    case 'agent-payloads':
      for (const event of registry('claude-code-payloads').events) {
        add(event.event, [...Object.values(event.requirements), ...event.fields.map((field) => field.requirement)]);
      }
      break;
    case 'base-coat':
      for (const name of registry('basecoat-platforms').names) add(name.basecoat, Object.values(name.requirements));
      break;
    case 'openhook':
      // OpenHook has no table: its types are dotted words that stand in the statements themselves.
      break;
  }
  return ids;
}

/** The moments that a requirement is about. */
function momentsOf(requirement: Requirement): readonly CrosswalkMoment[] {
  const { moments } = registry('crosswalk');
  const spec = CROSSWALK_SPECS.find((known) => known === requirement.spec);
  if (spec === undefined) return [];
  if (spec === 'openhook') {
    const words = requirement.statement.split(/[\s,;:]+/);
    return moments.filter((moment) => moment.openhook.some((type) => words.includes(type)));
  }
  const ids = byName(spec);
  return moments.filter((moment) => moment[spec].some((name) => ids.get(name)?.has(requirement.id) === true));
}

/** An id without a number stands for its whole group. */
function covers(named: string, id: string): boolean {
  return named === id || (id.startsWith(`${named}-`) && !/-\d+$/.test(named));
}

/** What the other specifications say of what this requirement is about; empty where it stands alone. */
export function alike(requirement: Requirement): readonly Alike[] {
  const { topics } = registry('crosswalk');
  const others = CROSSWALK_SPECS.filter((spec) => spec !== requirement.spec);
  return [
    ...momentsOf(requirement).map((moment) => ({
      about: moment.moment,
      says: others.map((spec) => ({
        spec,
        text: moment[spec].length === 0 ? 'no event of its own' : moment[spec].join(', '),
        requirements: [],
      })),
      conflict: moment.conflict,
      errata: moment.errata ?? [],
    })),
    ...topics
      .filter((topic) =>
        CROSSWALK_SPECS.some(
          (spec) =>
            spec === requirement.spec && topic.says[spec].requirements.some((named) => covers(named, requirement.id)),
        ),
      )
      .map((topic) => ({
        about: topic.topic,
        says: others.map((spec) => ({ spec, ...topic.says[spec] })),
        conflict: topic.conflict,
        errata: topic.errata ?? [],
      })),
  ];
}
