import type { Requirement } from '../harness/model/requirement.ts';
import type { Grade, Keyword } from '../harness/model/words.ts';

/**
 * What a spec author writes (schemas/hookconf/catalogue/requirements.schema.json): rows in groups, where a group's `defaults` are
 * what most of its rows share, so that a row shows only what is its own.
 */
export interface RequirementsFile {
  readonly spec: string;
  readonly defaults?: Partial<RequirementRow>;
  /** Edition marks whose rows are information only, whatever their grade says (docs/contract.md, section 6). */
  readonly informationOnly?: readonly string[];
  readonly groups: readonly GroupSource[];
}

export interface GroupSource {
  readonly group: string;
  readonly title: string;
  readonly defaults?: Partial<RequirementRow>;
  readonly requirements: readonly (Partial<RequirementRow> & { readonly id: string })[];
}

/** A row of the catalogue before the build completes it. */
export interface RequirementRow {
  readonly id: string;
  readonly statement: string;
  readonly edition: string;
  readonly section: string;
  readonly keyword: Keyword;
  readonly roles: readonly string[];
  readonly level: string;
  readonly grade: Grade;
  readonly drive?: string;
  readonly input?: string;
  readonly pass?: string;
  readonly limits?: string;
  /** `partial`: a black box can decide it only in part. A row with `undecidable` has no other. */
  readonly testability?: 'partial';
  readonly undecidable?: string;
  readonly positive?: string;
  readonly negative?: string;
  readonly dependsOn?: readonly string[];
  readonly errata?: readonly string[];
  readonly note?: string;
  readonly why?: string;
  readonly causes?: readonly string[];
}

/** Defaults of these members say how a row is tested; a row that nothing can test has none of them. */
const HOW_TESTED = ['drive', 'input', 'pass', 'limits', 'testability'] as const;

const REQUIRED = ['statement', 'edition', 'section', 'keyword', 'roles', 'level', 'grade'] as const;

/** Completes a row by the defaults of its group and its file. Throws when a member is missing: the data is wrong, not a run. */
export function completeRow(
  row: Partial<RequirementRow> & { readonly id: string },
  defaults: readonly (Partial<RequirementRow> | undefined)[],
): RequirementRow {
  const whole: Record<string, unknown> = Object.assign({}, ...defaults, row);
  if (row.undecidable !== undefined) {
    for (const member of HOW_TESTED) if (!(member in row)) delete whole[member];
  }
  for (const member of REQUIRED) {
    if (whole[member] === undefined) throw new Error(`${row.id} has no ${member}`);
  }
  if (whole['undecidable'] === undefined && whole['drive'] === undefined) {
    throw new Error(`${row.id} says neither how it is tested (drive) nor why it cannot be (undecidable)`);
  }
  return whole as unknown as RequirementRow;
}

export interface DriveText {
  readonly title: string;
  readonly given: string;
  readonly observed: string;
}

/** The published shape of a row. Rows of information-only editions are graded info here and nowhere else. */
export function toRequirement(
  row: RequirementRow,
  spec: string,
  informationOnly: readonly string[],
  drives: Readonly<Record<string, DriveText>>,
): Requirement {
  const { dependsOn = [], errata = [], testability, ...rest } = row;
  const drive = row.drive === undefined ? undefined : drives[row.drive];
  if (row.drive !== undefined && drive === undefined) throw new Error(`${row.id} has an unknown drive ${row.drive}`);
  return {
    ...rest,
    spec,
    grade: informationOnly.includes(row.edition) ? 'info' : row.grade,
    testability: row.undecidable !== undefined ? 'no' : (testability ?? 'yes'),
    ...(drive === undefined ? {} : { observe: drive.observed }),
    dependsOn,
    errata,
  };
}
