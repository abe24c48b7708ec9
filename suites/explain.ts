import { data } from '../harness/assets.ts';
import type { Requirement } from '../harness/model/requirement.ts';
import { ROLES, type Role } from '../harness/model/words.ts';
import { catalogueSpecs, findRequirement, loadRequirements } from './catalogue.ts';
import { type Alike, alike } from './crosswalk.ts';
import { editionsOf, requirementsInEdition } from './editions.ts';
import { type Erratum, findErratum, type Reading, readings, settles } from './errata.ts';
import type { DriveText } from './requirement-source.ts';
import { bindsDocuments, bindsRole, driveOf, isSelfTest } from './roles.ts';

/** Why a group of requirements matters, what usually breaks it, what passes and what fails (suites/<spec>/groups.yaml). */
export interface Group {
  readonly why: string;
  readonly causes: readonly string[];
  readonly passes: string;
  readonly fails: string;
}

/** Everything that there is to say of a requirement; `hookconf explain` prints it, and nothing else has to look for it. */
export interface Explanation {
  readonly requirement: Requirement;
  /** The group's prefix, e.g. `AH-ENV`, and what it is about. */
  readonly group: string;
  /** Where it stands: specification, section, and the editions in which it binds. */
  readonly citation: { readonly spec: string; readonly section: string; readonly editions: readonly string[] };
  /** Whom it binds: roles of the contract, `documents` for files that are read, `self-test` for this suite's own. */
  readonly binds: readonly (Role | 'documents' | 'self-test')[];
  readonly why: string | undefined;
  readonly causes: readonly string[];
  /** How it is tested; undefined where no black box can tell. */
  readonly tested:
    | {
        readonly drive: string;
        readonly title: string;
        readonly given: string;
        readonly observed: string;
        readonly input: string;
        readonly pass: string;
        readonly limits: string | undefined;
        readonly partial: boolean;
      }
    | undefined;
  readonly undecidable: string | undefined;
  /** Examples of this very requirement, where the catalogue has them. */
  readonly passes: string | undefined;
  readonly fails: string | undefined;
  /** What its group has for the half of an example that it lacks itself: it need not be about this requirement. */
  readonly groupExample: { readonly passes?: string; readonly fails?: string } | undefined;
  /** Programs with a planted fault that this requirement catches, `<reference subject>: <fault>`. */
  readonly brokenBy: readonly string[];
  readonly errata: readonly (Erratum & { readonly settles: string })[];
  readonly readings: readonly Reading[];
  readonly note: string | undefined;
  readonly dependsOn: readonly Requirement[];
  /** What the other specifications say of the same thing. */
  readonly elsewhere: readonly Alike[];
}

/** The group of an id, by its prefix: `HIF-MAP` of `HIF-MAP-003`. */
export function groupOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'));
}

/** What is said of the group of a requirement; undefined for specifications whose rows speak for themselves. */
export function findGroup(requirement: Requirement): Group | undefined {
  const groups = data<Readonly<Record<string, Readonly<Record<string, Group>>>>>('suites/groups');
  const known = groups[requirement.spec] ?? {};
  // One rule of each vendor's contract, or of an author's declaration, is a group of its own: NV-<VENDOR>-EVENT-NAME.
  const end = Object.keys(known).find((name) => requirement.id.endsWith(`-${name}`));
  return known[groupOf(requirement.id)] ?? (end === undefined ? undefined : known[end]);
}

function binds(requirement: Requirement): readonly (Role | 'documents' | 'self-test')[] {
  return [
    ...ROLES.filter((role) => bindsRole(requirement, role)),
    ...(bindsDocuments(requirement) ? (['documents'] as const) : []),
    ...(isSelfTest(requirement) ? (['self-test'] as const) : []),
  ];
}

function tested(requirement: Requirement): Explanation['tested'] {
  const drive = driveOf(requirement);
  if (drive === undefined) return undefined;
  const text = data<Readonly<Record<string, DriveText>>>('suites/drives')[drive];
  if (text === undefined) return undefined;
  return {
    drive,
    ...text,
    input: requirement.input ?? '',
    pass: requirement.pass ?? '',
    limits: requirement.limits,
    partial: requirement.testability === 'partial',
  };
}

/** The group's example, for each half that the row has none for; undefined where it has both, or the group has none. */
function groupExample(requirement: Requirement, group: Group | undefined): Explanation['groupExample'] {
  if (group === undefined) return undefined;
  const example = {
    ...(requirement.positive === undefined ? { passes: group.passes } : {}),
    ...(requirement.negative === undefined ? { fails: group.fails } : {}),
  };
  return Object.keys(example).length === 0 ? undefined : example;
}

/** The editions in which the row binds, in the order of the specification's own list. */
function editionsOfRequirement(requirement: Requirement): readonly string[] {
  return editionsOf(requirement.spec).filter((edition) =>
    requirementsInEdition(requirement.spec, edition).some(({ id }) => id === requirement.id),
  );
}

/** Everything about the requirement with this id; undefined when there is none. */
export function explain(id: string): Explanation | undefined {
  const requirement = findRequirement(id);
  if (requirement === undefined) return undefined;
  const group = findGroup(requirement);
  return {
    requirement,
    group: groupOf(id),
    citation: {
      spec: requirement.spec,
      section: requirement.section,
      editions: editionsOfRequirement(requirement),
    },
    binds: binds(requirement),
    why: requirement.why ?? group?.why,
    causes: requirement.causes ?? group?.causes ?? [],
    tested: tested(requirement),
    undecidable: requirement.undecidable,
    passes: requirement.positive,
    fails: requirement.negative,
    groupExample: groupExample(requirement, group),
    brokenBy: data<Readonly<Record<string, readonly string[]>>>('suites/broken-by')[id] ?? [],
    errata: requirement.errata
      .map((erratum) => findErratum(erratum))
      .filter((erratum) => erratum !== undefined)
      .map((erratum) => ({ ...erratum, settles: settles(erratum) })),
    readings: readings().filter((reading) =>
      reading.requirements === undefined
        ? reading.errata?.some((erratum) => requirement.errata.includes(erratum)) === true
        : reading.requirements.includes(id),
    ),
    note: requirement.note,
    dependsOn: requirement.dependsOn.map((other) => findRequirement(other)).filter((other) => other !== undefined),
    elsewhere: alike(requirement),
  };
}

/** Every id of every catalogue, in catalogue order: what a misspelled id is compared with. */
export function allRequirementIds(): readonly string[] {
  return catalogueSpecs().flatMap((spec) => loadRequirements(spec).map(({ id }) => id));
}

/** What `hookconf list requirements` prints, one a row. */
export interface RequirementLine {
  readonly id: string;
  readonly spec: string;
  readonly section: string;
  readonly editions: readonly string[];
  readonly keyword: string;
  readonly grade: string;
  readonly level: string;
  readonly binds: readonly string[];
  /** How it is tested: its drive, or `undecidable`. */
  readonly tested: string;
  readonly statement: string;
}

/** All requirements of a specification as lines of a list, in catalogue order. */
export function listRequirements(spec: string): readonly RequirementLine[] {
  const editions = editionsOf(spec).map((edition) => ({
    edition,
    ids: new Set(requirementsInEdition(spec, edition).map(({ id }) => id)),
  }));
  return loadRequirements(spec).map((requirement) => ({
    id: requirement.id,
    spec,
    section: requirement.section,
    editions: editions.filter(({ ids }) => ids.has(requirement.id)).map(({ edition }) => edition),
    keyword: requirement.keyword,
    grade: requirement.grade,
    level: requirement.level,
    binds: binds(requirement),
    tested: driveOf(requirement) ?? 'undecidable',
    statement: requirement.statement,
  }));
}

/** An erratum or a reading as `hookconf explain` shows it: the text, the reading, and the rows that rest on it. */
export interface ErratumExplanation {
  readonly id: string;
  readonly specs: readonly string[];
  readonly title: string;
  readonly text: string | undefined;
  readonly reading: string;
  readonly why: string | undefined;
  readonly settles: string | undefined;
  /** Requirements that name it, in catalogue order. */
  readonly requirements: readonly { readonly id: string; readonly grade: string }[];
}

/** The erratum (`E-AH-01`) or reading (`R-01`) with this id; undefined when there is none. */
export function explainErratum(id: string): ErratumExplanation | undefined {
  const erratum = findErratum(id);
  if (erratum !== undefined) {
    return {
      id,
      specs: [erratum.spec],
      title: erratum.title,
      text: erratum.text,
      reading: erratum.reading,
      why: erratum.why,
      settles: settles(erratum),
      requirements: loadRequirements(erratum.spec)
        .filter((requirement) => requirement.errata.includes(id))
        .map((requirement) => ({ id: requirement.id, grade: requirement.grade })),
    };
  }
  const reading = readings().find((candidate) => candidate.id === id);
  if (reading === undefined) return undefined;
  return {
    id,
    specs: reading.specs,
    title: 'More than one answer passes',
    text: undefined,
    reading: reading.text,
    why: undefined,
    settles: undefined,
    requirements: (reading.requirements ?? []).flatMap((named) => {
      const requirement = findRequirement(named);
      return requirement === undefined ? [] : [{ id: named, grade: requirement.grade }];
    }),
  };
}
