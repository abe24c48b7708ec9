import type { Grade, Keyword } from './words.ts';

/**
 * One normative statement (suites/<spec>/requirements.yaml; rows that follow from a table are generated from registries/).
 * The data form is schemas/hookconf/requirement.schema.json.
 */
export interface Requirement {
  /** Stable for ever: never given another meaning. */
  readonly id: string;
  readonly spec: string;
  /** The edition mark of the catalogue: `S10`, `U01`, `S`, `U`, `seed-0.1.0`, …; which editions of the spec it binds is the suite's table. */
  readonly edition: string;
  /** Where the source says it, e.g. `6.1` or `U 2.1`. */
  readonly section: string;
  readonly keyword: Keyword;
  readonly grade: Grade;
  readonly level: string;
  /** The catalogue's own role words (`normalizer`, `consumer`, …); the suite maps them to the contract's four. */
  readonly roles: readonly string[];
  readonly statement: string;
  /** How a harness that only spawns a process can decide it. */
  readonly drive?: string;
  /** Why no black box can tell; present exactly when the catalogue marks it `testability: no`. */
  readonly undecidable?: string;
  readonly testability: 'yes' | 'partial' | 'no';
  readonly input?: string;
  readonly observe?: string;
  readonly pass?: string;
  readonly limits?: string;
  readonly positive?: string;
  readonly negative?: string;
  readonly dependsOn: readonly string[];
  readonly errata: readonly string[];
  readonly note?: string;
  readonly why?: string;
  /** What usually breaks it, where its group does not say so. */
  readonly causes?: readonly string[];
}
