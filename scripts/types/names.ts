import type { SchemaSource } from '../build/schema-sources.ts';

/** A union of types that a switch over one member narrows. */
export interface UnionPlan {
  readonly name: string;
  readonly schema: string;
  readonly tag: string;
  readonly envelope?: string;
  readonly payload?: string;
  /** The tags beyond the listed ones, as a TypeScript type. */
  readonly others?: string;
}

/** One entry of types/modules.yaml. */
export interface ModulePlan {
  readonly module: string;
  readonly prefix: string;
  readonly schemas: readonly string[];
  readonly names?: Readonly<Record<string, string>>;
  readonly unions?: readonly UnionPlan[];
  readonly types?: Readonly<Record<string, string>>;
}

/** The schemas of a module, in order of their names. */
export function chosen(plan: ModulePlan, sources: readonly SchemaSource[]): SchemaSource[] {
  const unions = new Set((plan.unions ?? []).map((union) => union.schema));
  return sources.filter((source) => {
    if (unions.has(source.name)) return false;
    return plan.schemas.some((wanted) =>
      wanted.endsWith('/*')
        ? source.name.startsWith(wanted.slice(0, -1)) && !source.name.slice(wanted.length - 1).includes('/')
        : source.name === wanted,
    );
  });
}

function pascal(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('');
}

/** The name of a schema's own type. */
export function typeName(plan: ModulePlan, source: SchemaSource): string {
  const given = plan.names?.[source.name];
  if (given !== undefined) return given;
  const titled = pascal(String(source.schema['title'] ?? source.name.split('/').at(-1)));
  return titled.startsWith(plan.prefix) ? titled : plan.prefix + titled;
}

/** The name of a definition inside a schema. */
export function definitionName(plan: ModulePlan, source: SchemaSource, definition: string): string {
  return plan.names?.[`${source.name}#${definition}`] ?? plan.prefix + pascal(definition);
}
