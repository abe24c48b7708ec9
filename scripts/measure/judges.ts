import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { execa } from 'execa';
import { parse } from 'yaml';
import { digestOfAll } from './digest.ts';
import { type Measured, measuredNow, readResults, writeResults } from './results.ts';

/** What mutations of the judges' code were noticed. */
export const JUDGES = 'reports/judges.json';
/** Written by Stryker, of its last run; not checked in. */
const RAW = 'reports/stryker/mutation.json';

interface Piece {
  readonly files: readonly string[];
  /** Tests that are run; none of them starts a process. */
  readonly tests: readonly string[];
}

interface Declared {
  readonly pieces: Readonly<Record<string, Piece>>;
  readonly explained: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A mutation that no test noticed. */
export interface Survivor {
  readonly line: number;
  readonly mutator: string;
  readonly was: string;
  readonly becomes: string;
  /** Why it changes nothing; absent: not explained. */
  readonly why?: string;
}

export interface JudgedFile {
  readonly file: string;
  readonly piece: string;
  readonly date: string;
  /** Of the code, its comments and layout left out: a file with another one is out of date. */
  readonly digest: string;
  readonly killed: number;
  /** Code that no test of the piece runs. */
  readonly uncovered: number;
  readonly unexplained: number;
  /** Killed of all but those explained, in per cent. */
  readonly score: number;
  readonly survivors: readonly Survivor[];
}

export interface Judges extends Measured {
  readonly files: readonly JudgedFile[];
}

interface RawMutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: Record<'start' | 'end', { readonly line: number; readonly column: number }>;
}

export function readPieces(root: string): Declared {
  return parse(readFileSync(join(root, 'scripts/measure/judges.yaml'), 'utf8')) as Declared;
}

/** Digest of code, its comments and layout left out. */
function digestOf(source: string): string {
  const { code } = transformSync(source, { loader: 'ts', minifyWhitespace: true });
  return `sha256:${createHash('sha256').update(code).digest('hex')}`;
}

const KILLED = ['Killed', 'Timeout', 'RuntimeError'];
const LONGEST = 120;

/** The text that a mutation replaces, in one line. */
function textAt(lines: readonly string[], { start, end }: RawMutant['location']): string {
  const own = lines.slice(start.line - 1, end.line);
  const last = own.length - 1;
  const cut = own.map((line, index) =>
    line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
  );
  return short(cut.join(' '));
}

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`;
};

function resultOf(
  piece: string,
  file: string,
  source: string,
  mutants: readonly RawMutant[],
  explained: Readonly<Record<string, string>>,
): JudgedFile {
  const lines = source.split('\n');
  const of = (statuses: readonly string[]): readonly RawMutant[] =>
    mutants.filter(({ status }) => statuses.includes(status));
  const survivors = of(['Survived']).map((mutant): Survivor => {
    const was = textAt(lines, mutant.location);
    const why = explained[`${mutant.mutatorName} of ${was}`];
    return {
      line: mutant.location.start.line,
      mutator: mutant.mutatorName,
      was,
      becomes: short(mutant.replacement ?? ''),
      ...(why === undefined ? {} : { why }),
    };
  });
  const killed = of(KILLED).length;
  const uncovered = of(['NoCoverage']).length;
  const unexplained = survivors.filter(({ why }) => why === undefined).length;
  const all = killed + uncovered + unexplained;
  return {
    file,
    piece,
    date: new Date().toISOString().slice(0, 10),
    digest: digestOf(source),
    killed,
    uncovered,
    unexplained,
    score: all === 0 ? 100 : Math.round((1000 * killed) / all) / 10,
    survivors,
  };
}

/** Puts what Stryker found last of a file into the results. */
function record(root: string, piece: string, file: string, explained: Declared['explained']): JudgedFile {
  const raw = JSON.parse(readFileSync(join(root, RAW), 'utf8')) as {
    readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly RawMutant[] }>>;
  };
  const found = raw.files[file];
  if (found === undefined) throw new Error(`Stryker found nothing to mutate in ${file}`);
  const fresh = resultOf(piece, file, found.source, found.mutants, explained[file] ?? {});
  const known = new Map(readResults<Judges>(root, JUDGES)?.files.map((one) => [one.file, one]));
  known.set(file, fresh);
  const files = [...known.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
  const digest = digestOfAll(files.map((one) => [one.file, one.digest]));
  writeResults(root, JUDGES, measuredNow(root, 'hookconf-judges/1', digest), 'files', files);
  return fresh;
}

/** The least share of mutations, in per cent, that the tests of a file must notice. */
export const LEAST = 90;

/**
 * Mutates the judges file by file and writes after each what was found; a run that was stopped goes on with `changed`, which
 * leaves out files whose code is as it was measured. Gives the number of files below 90 per cent.
 */
export async function measureJudges(
  root: string,
  options: { readonly changed: boolean; readonly wanted: (piece: string) => boolean },
): Promise<number> {
  const { pieces, explained } = readPieces(root);
  let low = 0;
  for (const [name, piece] of Object.entries(pieces)) {
    if (!options.wanted(name)) continue;
    const known = new Map(readResults<Judges>(root, JUDGES)?.files.map((one) => [one.file, one.digest]));
    const files = piece.files.filter(
      (file) => !options.changed || known.get(file) !== digestOf(readFileSync(join(root, file), 'utf8')),
    );
    // One file at a time: a run that is stopped keeps those that are done.
    for (const file of files) {
      const { exitCode } = await execa('node', ['node_modules/.bin/stryker', 'run', '--mutate', file], {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        reject: false,
        env: { HOOKCONF_STRYKER_TESTS: piece.tests.join(' ') },
      });
      if (exitCode !== 0) throw new Error(`Stryker ended with ${exitCode} on ${file}; nothing was kept of it`);
      const { score, killed, unexplained, uncovered } = record(root, name, file, explained);
      if (score < LEAST) low++;
      console.log(
        `${file}: ${score} % (${killed} noticed, ${unexplained} not, ${uncovered} in code that no test runs)`,
      );
    }
  }
  return low;
}
