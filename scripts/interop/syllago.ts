import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Grade } from '../../harness/model/words.ts';
import { hookInterchange } from '../../suites/hook-interchange/suite.ts';
import { brokenIn, contextOf, runCases, subjectOf } from '../../suites/hook-interchange/testing.ts';
import { buildReference } from '../build/reference.ts';
import { exampleCommand } from './adapters.ts';
import { checkout, isRepository } from './fetch.ts';
import { runVectors } from './vectors.ts';

/**
 * Upstream's test vectors and its two example implementations against this suite and its reference converter. They are
 * fetched at a pinned commit, run, and never copied. Differences that are known stand in syllago.yaml with their errata.
 */

interface Known {
  readonly commit: string;
  readonly vectors: readonly { readonly name: string; readonly errata: string; readonly why: string }[];
  readonly examples: Readonly<
    Record<string, readonly { readonly requirements: readonly string[]; readonly why: string }[]>
  >;
}

const REPOSITORY = 'https://github.com/OpenScribbler/syllago';
const root = join(import.meta.dirname, '../..');

/** The folder with the specification's files: one that is given, or the pinned commit of upstream or of a clone of it. */
async function specification(commit: string, given: string | undefined): Promise<string> {
  if (given !== undefined && !isRepository(given)) return given;
  return join(await checkout(given ?? REPOSITORY, commit), 'docs/spec/hooks');
}

async function judgeExample(
  language: 'typescript' | 'python',
  examples: string,
): Promise<Map<string, { grade: Grade; message: string }>> {
  const folder = mkdtempSync(join(tmpdir(), 'hookconf-example-'));
  try {
    const command = await exampleCommand(language, examples, folder);
    const subject = subjectOf('converter', { vendors: ['claude-code', 'gemini-cli'], vendorsDeclared: true });
    const context = contextOf(subject, '0.1');
    const judged = await runCases(hookInterchange.plan(context).cases, command, context);
    const grades = new Map(context.catalogue.map((row) => [row.id, row.grade]));
    return new Map([...brokenIn(judged)].map(([id, message]) => [id, { grade: grades.get(id) ?? 'info', message }]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints what was found; true when every difference is a known one. */
export async function syllago(given: string | undefined): Promise<boolean> {
  const known = parse(readFileSync(join(import.meta.dirname, 'syllago.yaml'), 'utf8')) as Known;
  const folder = await specification(known.commit, given);
  await buildReference(root);
  let unexplained = 0;
  console.log(`vectors of ${REPOSITORY} at ${known.commit.slice(0, 12)}, put to the reference converter`);
  for (const { name, same, difference } of await runVectors(join(folder, 'test-vectors'), [
    'node',
    join(root, 'dist/reference/hif-converter.js'),
    '--edition',
    '0.1',
  ])) {
    const why = known.vectors.find((one) => one.name === name);
    if (!same && !why) unexplained += 1;
    console.log(
      same
        ? `  same       ${name}`
        : why
          ? `  explained  ${name}: ${why.why} (${why.errata})`
          : `  DIFFERENT  ${name}: ${difference}`,
    );
  }
  for (const language of ['typescript', 'python'] as const) {
    const broken = await judgeExample(language, join(folder, 'examples'));
    const explained = known.examples[language] ?? [];
    console.log(
      `the ${language} example as a converter of Claude Code and Gemini CLI, edition 0.1: ${broken.size} rows not met`,
    );
    for (const { requirements, why } of explained) {
      const here = requirements.filter((id) => broken.has(id));
      if (here.length > 0) console.log(`  explained  ${here.join(', ')}: ${why}`);
      for (const id of here) broken.delete(id);
    }
    for (const [id, { grade, message }] of broken) console.log(`  UNEXPLAINED ${id} (${grade}) ${message}`);
    unexplained += broken.size;
  }
  console.log(unexplained === 0 ? 'every difference is explained' : `${unexplained} differences are not explained`);
  return unexplained === 0;
}
