import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { execa } from 'execa';
import { parse } from 'yaml';
import { anyGlob } from '../../harness/text/glob.ts';
import { digestOfAll } from './digest.ts';
import { record, subjectsOf } from './record.ts';
import { PLANNED, type ReplaySettings } from './replay-runner.ts';
import { type Measured, measuredNow, readResults, writeResults } from './results.ts';

/** What mutations of the judges' code were noticed. */
export const JUDGES = 'reports/judges.json';
/** Written by Stryker, of its last run; not checked in. */
const RAW = 'reports/stryker/mutation.json';

interface Piece {
  readonly files: readonly string[];
  /** Specifications whose reference subjects, sound and with faults, are recorded and judged anew. */
  readonly replays?: readonly string[];
  /** Of those subjects the ones that these files judge; all of them where nothing is said. */
  readonly subjects?: readonly string[];
  /** Tests that are run, too; none of them starts a process. */
  readonly tests?: readonly string[];
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
  /** In code that no test of the piece runs. */
  readonly uncovered: number;
  /** In code that only plans, which is not the matter here; nowhere else counted. */
  readonly planning?: number;
  readonly unexplained: number;
  /** Killed of all but those explained, in per cent. */
  readonly score: number;
  readonly survivors: readonly Survivor[];
}

export interface Judges extends Measured {
  readonly files: readonly JudgedFile[];
}

interface RawMutant {
  readonly id: string;
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: Record<'start' | 'end', { readonly line: number; readonly column: number }>;
}

export function readPieces(root: string): Declared {
  return parse(readFileSync(join(root, 'scripts/measure/judges.yaml'), 'utf8')) as Declared;
}

/** Files of the pieces whose code is another than that which was measured, and those that were never measured. */
export function notMeasured(root: string, judges: Judges | undefined): string[] {
  const known = new Map(judges?.files.map((one) => [one.file, one.digest]));
  const files = Object.values(readPieces(root).pieces).flatMap((piece) => piece.files);
  return files.filter((file) => known.get(file) !== digestOf(readFileSync(join(root, file), 'utf8'))).sort();
}

/** Digest of code, its comments and layout left out. */
function digestOf(source: string): string {
  const { code } = transformSync(source, { loader: 'ts', minifyWhitespace: true });
  return `sha256:${createHash('sha256').update(code).digest('hex')}`;
}

const KILLED = ['Killed', 'Timeout', 'RuntimeError'];
/** Our own word: in code that only plans. */
const PLANS = 'Plans';
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
  const planning = of([PLANS]).length;
  const unexplained = survivors.filter(({ why }) => why === undefined).length;
  const counted = killed + uncovered + unexplained;
  return {
    file,
    piece,
    date: new Date().toISOString().slice(0, 10),
    digest: digestOf(source),
    killed,
    uncovered,
    ...(planning === 0 ? {} : { planning }),
    unexplained,
    score: counted === 0 ? 100 : Math.round((1000 * killed) / counted) / 10,
    survivors,
  };
}

type RawFiles = Readonly<Record<string, { readonly source: string; readonly mutants: readonly RawMutant[] }>>;

/** Puts what was found of a file into the results. */
function keep(root: string, piece: string, file: string, raw: RawFiles, explained: Declared['explained']): JudgedFile {
  const found = raw[file];
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

/** Runs Stryker over files of a piece; of mutations in code that only plans nothing is kept but the fact. */
async function mutated(root: string, piece: Piece, files: readonly string[]): Promise<RawFiles> {
  const { replays = [], tests = [] } = piece;
  const recorded: Record<string, string> = {};
  for (const subject of subjectsOf(root, replays))
    if (piece.subjects?.includes(subject) !== false) recorded[subject] = await record(root, subject);
  const folders = [...new Set(['suites', ...files.map((file) => dirname(file))])];
  const found = tests.flatMap((glob) => filesOf(root, glob));
  const settings: ReplaySettings = { root, recorded, folders, tests: found };
  const { exitCode } = await execa('node', ['node_modules/.bin/stryker', 'run', '--mutate', files.join(',')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    reject: false,
    // Its processes load the runner, which is TypeScript.
    env: { NODE_OPTIONS: '--import tsx', HOOKCONF_REPLAY: JSON.stringify(settings) },
  });
  if (exitCode !== 0) throw new Error(`Stryker ended with ${exitCode} on ${files.join(', ')}; nothing was kept of it`);
  const { files: raw } = JSON.parse(readFileSync(join(root, RAW), 'utf8')) as { readonly files: RawFiles };
  const planned = new Set(JSON.parse(readFileSync(join(root, PLANNED), 'utf8')) as string[]);
  const told = (mutant: RawMutant): RawMutant => (planned.has(mutant.id) ? { ...mutant, status: PLANS } : mutant);
  return Object.fromEntries(
    Object.entries(raw).map(([file, { source, mutants }]) => [file, { source, mutants: mutants.map(told) }]),
  );
}

/** The files that a glob with a star in its last part names. */
function filesOf(root: string, glob: string): string[] {
  const wanted = anyGlob([glob]);
  const folder = dirname(glob);
  const files = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const found = files.filter((file) => wanted(file)).sort();
  if (found.length === 0) throw new Error(`no test is named ${glob}`);
  return found;
}

/**
 * Mutates the judges piece by piece and writes after each what was found; a run that was stopped goes on with `changed`, which leaves out files whose code is as it was measured. Gives
 * the number of files below 90 per cent.
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
    if (files.length === 0) continue;
    const raw = await mutated(root, piece, files);
    for (const file of files) {
      const { score, killed, unexplained, uncovered } = keep(root, name, file, raw, explained);
      if (score < LEAST) low++;
      console.log(`${file}: ${score} % (${killed} noticed, ${unexplained} not, ${uncovered} in code that never runs)`);
    }
  }
  return low;
}
