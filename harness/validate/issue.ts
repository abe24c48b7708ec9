/** One thing wrong with a document, as a validator found it: data, from which a judge or a person goes on. */
export interface ValidationIssue {
  /**
   * RFC 6901 pointer to the value that is wrong. For a missing member it is the object that lacks it; for a member that has no
   * business there it is that member.
   */
  readonly pointer: string;
  /** The JSON Schema keyword that rejected it: `required`, `type`, `enum`, `format`, … */
  readonly keyword: string;
  /** Where the keyword stands: the file below schemas/ and a pointer, `openhook/0.1/event.schema.json#/required`. */
  readonly schemaPointer: string;
  /** The keyword's particulars, e.g. `{ missingProperty: 'id' }`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** One sentence that names what was wrong and the fix. */
  readonly message: string;
  /** The requirement of the catalogue behind the keyword, where the schema names one (`x-requirements`). */
  readonly requirement?: string;
}

/** What ajv reports with `verbose`, as far as it is read here. */
export interface RawError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema?: unknown;
  readonly parentSchema?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  /** Set on what a member's name breaks, below `propertyNames`. */
  readonly propertyName?: string;
}
