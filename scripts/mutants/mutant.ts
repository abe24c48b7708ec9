import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** One fault, planted in a reference program (docs/architecture.md). */
export interface Mutant {
  /** `<group>/<name>`: the file that declares it and its name there. */
  readonly id: string;
  readonly subject: string;
  readonly says: string;
  readonly change: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
  /** The requirements that must report it, and no others. */
  readonly kills: readonly string[];
  /** Limits the run to what the fault is about. */
  readonly only: {
    readonly vendor?: readonly string[];
    readonly event?: readonly string[];
    readonly edition?: readonly string[];
  };
  /** Members of the subject in reference/hookconf.json that this mutant needs otherwise. */
  readonly with: Readonly<Record<string, unknown>>;
}

interface MutantFile {
  readonly subject: string;
  readonly mutants: readonly (Omit<Mutant, 'id' | 'subject' | 'only' | 'with'> & {
    readonly name: string;
    readonly subject?: string;
    readonly only?: Mutant['only'];
    readonly with?: Mutant['with'];
  })[];
}

/** All declared mutants, by file and order of declaration. */
export function loadMutants(root: string): Mutant[] {
  const folder = join(root, 'reference/mutants');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => {
      const source = parse(readFileSync(join(folder, file), 'utf8')) as MutantFile;
      return source.mutants.map((mutant) => ({
        id: `${file.slice(0, -'.yaml'.length)}/${mutant.name}`,
        subject: mutant.subject ?? source.subject,
        says: mutant.says,
        change: mutant.change,
        kills: mutant.kills,
        only: mutant.only ?? {},
        with: mutant.with ?? {},
      }));
    });
}

/**
 * The text of a file with its change applied.
 * @throws Error when the text to be replaced isn't there exactly once: the program has moved on, and the mutant would be none.
 */
export function changed(
  content: string,
  change: { readonly file: string; readonly find: string; readonly replace: string },
  id: string,
): string {
  const parts = content.split(change.find);
  if (parts.length !== 2)
    throw new Error(`mutant ${id}: "${change.find}" occurs ${parts.length - 1} times in ${change.file}, not once`);
  return parts.join(change.replace);
}
