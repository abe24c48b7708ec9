import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../harness/model/json.ts';
import { inOrder } from '../../harness/run/pool.ts';
import { Field } from '../mutants/field.ts';
import { digestOfAll, subjectDigest } from './digest.ts';
import { COVERAGE, type Coverage, measuredNow, readResults, type SubjectCoverage, writeResults } from './results.ts';

function subjects(root: string): JsonObject[] {
  return (JSON.parse(readFileSync(join(root, 'reference/hookconf.json'), 'utf8')) as { subjects: JsonObject[] })
    .subjects;
}

/** Each reference subject with the digest that its entry must have. */
export async function subjectDigests(root: string): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  for (const { name } of subjects(root)) all.set(String(name), await subjectDigest(root, String(name)));
  return all;
}

async function covered(root: string, entry: JsonObject, digest: string): Promise<SubjectCoverage> {
  const field = await Field.of(root, entry, {}, 100);
  try {
    const wanted = field.sample(Number.MAX_SAFE_INTEGER);
    const never = new AbortController().signal;
    const results = await inOrder(wanted, availableParallelism(), never, (one) => field.result(one, null));
    const report = field.report(results.filter((result) => result !== undefined));
    const cases: Record<string, number> = {};
    for (const { testCase } of wanted) for (const id of testCase.requirements) cases[id] = (cases[id] ?? 0) + 1;
    const other = report.requirements.filter(({ verdict }) => verdict !== 'pass');
    return {
      subject: String(entry['name']),
      digest,
      cases,
      passed: report.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id),
      other: Object.fromEntries(other.map(({ id, verdict }) => [id, verdict])),
    };
  } finally {
    await field.close();
  }
}

/** Runs the whole suite over every reference subject; `changed` leaves those alone that are up to date. */
export async function measureCoverage(
  root: string,
  changed: boolean,
  onSubject: (name: string, coverage: SubjectCoverage) => void,
): Promise<Coverage> {
  const digests = await subjectDigests(root);
  const known = new Map(readResults<Coverage>(root, COVERAGE)?.subjects.map((one) => [one.subject, one]));
  const rows: SubjectCoverage[] = [];
  const save = (): void => {
    const all = [...digests.keys()].flatMap(
      (name) => rows.find(({ subject }) => subject === name) ?? known.get(name) ?? [],
    );
    const digest = digestOfAll(all.map((one) => [one.subject, one.digest]));
    writeResults(root, COVERAGE, measuredNow(root, 'hookconf-coverage/1', digest), 'subjects', all);
  };
  for (const entry of subjects(root)) {
    const name = String(entry['name']);
    const digest = digests.get(name) ?? '';
    const before = known.get(name);
    if (changed && before?.digest === digest) rows.push(before);
    else {
      const fresh = await covered(root, entry, digest);
      rows.push(fresh);
      onSubject(name, fresh);
      save();
    }
  }
  save();
  return readResults<Coverage>(root, COVERAGE) as Coverage;
}
