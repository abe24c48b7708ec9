import type { Level, Report, RequirementReport, SubjectReport, Verdict } from '../../../types/generated/report.ts';

/** One implementation: a subject of one of the reports. */
export interface Implementation {
  /** Unique over the comparison. */
  readonly name: string;
  readonly subject: SubjectReport;
  readonly report: Report;
}

/** A level as a column: what it is a level of, without what a report says of it. */
export interface LevelColumn {
  readonly spec: string;
  readonly edition: string;
  readonly level: string;
  readonly role: string | null;
  readonly vendor: string | null;
}

export interface RequirementRow {
  readonly id: string;
  readonly spec: string;
  readonly level: string | undefined;
  readonly keyword: string;
  /** Verdict per implementation, in their order; undefined where the requirement does not bind it. */
  readonly verdicts: readonly (Verdict | undefined)[];
  /** False when all that it binds have one verdict. */
  readonly differs: boolean;
}

export interface Matrix {
  readonly implementations: readonly Implementation[];
  readonly levels: readonly LevelColumn[];
  readonly requirements: readonly RequirementRow[];
}

/** A report with what to call it where its subjects' names are not enough. */
export interface Named {
  readonly name: string;
  readonly report: Report;
}

function implementations(reports: readonly Named[]): Implementation[] {
  const all = reports.flatMap(({ name, report }) =>
    report.subjects.map((subject) => ({ file: name, subject, report })),
  );
  const shared = (of: (one: (typeof all)[number]) => string, one: (typeof all)[number]): boolean =>
    all.filter((other) => of(other) === of(one)).length > 1;
  return all.map((one) => {
    const byName = one.subject.name;
    if (!shared(({ subject }) => subject.name, one)) return { name: byName, subject: one.subject, report: one.report };
    const spec = `${byName} (${[one.subject.role, one.subject.spec].filter((word) => word !== undefined).join(', ')})`;
    const withSpec = ({ subject }: (typeof all)[number]): string => `${subject.name} ${subject.role} ${subject.spec}`;
    return {
      name: shared(withSpec, one) ? `${spec} in ${one.file}` : spec,
      subject: one.subject,
      report: one.report,
    };
  });
}

const columnKey = (level: LevelColumn): string =>
  [level.spec, level.edition, level.role ?? '', level.vendor ?? '', level.level].join('\n');

/** What an implementation's report says of a level. */
export function levelOf(implementation: Implementation, column: LevelColumn): Level | undefined {
  return implementation.subject.levels.find((level) => columnKey(level) === columnKey(column));
}

/** Implementations by level and by requirement. Pure; the order is that of the reports. */
export function compare(reports: readonly Named[]): Matrix {
  const all = implementations(reports);
  const columns = new Map<string, LevelColumn>();
  for (const level of all.flatMap(({ subject }) => subject.levels)) {
    const { spec, edition, level: name, role, vendor } = level;
    columns.set(columnKey(level), { spec, edition, level: name, role, vendor });
  }
  const entries = new Map<string, RequirementReport>();
  for (const entry of all.flatMap(({ subject }) => subject.requirements)) {
    if (!entries.has(entry.id)) entries.set(entry.id, entry);
  }
  const tables = all.map(({ subject }) => new Map(subject.requirements.map((entry) => [entry.id, entry.verdict])));
  const requirements = [...entries.values()].map((entry): RequirementRow => {
    const verdicts = tables.map((verdictsOf) => verdictsOf.get(entry.id));
    return {
      id: entry.id,
      spec: entry.spec,
      level: entry.level,
      keyword: entry.keyword,
      verdicts,
      differs: new Set(verdicts.filter((verdict) => verdict !== undefined)).size > 1,
    };
  });
  return { implementations: all, levels: [...columns.values()], requirements };
}
