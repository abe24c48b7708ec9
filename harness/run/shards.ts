import type { Report } from '../../types/generated/report.ts';
import { UsageError } from '../errors.ts';
import type { Corpus } from '../model/corpus.ts';
import type { Suite } from '../model/suite.ts';
import type { CaseResult, SubjectRun } from '../report/case-result.ts';
import { joinShards, type Part } from '../report/shard/join.ts';
import { caseRecord, type PlanOutline, planDigest, type SubjectRecord } from '../report/shard/record.ts';
import { type Again, againLines, conclude, hitOwnLimit, type SubjectDigest } from './conclude.ts';
import type { CorpusOf } from './corpus.ts';
import { exitCode } from './exit-code.ts';
import { editionRun, type PlannedSubject, type PlanSettings, planSubject } from './run-subject.ts';
import { type SelectOptions, select, selectsAll } from './select.ts';
import type { SuiteEntry } from './subject.ts';

/** What the whole run would have selected, of which a shard is a part. */
function wholeSelection(planned: PlannedSubject, settings: SelectOptions): PlannedSubject {
  return {
    ...planned,
    editions: planned.editions.map((edition) => ({
      ...edition,
      selection: select(edition.plan.cases, edition.requirements, { ...settings, shard: null }),
    })),
  };
}

function outlineOf(planned: readonly PlannedSubject[]): readonly PlanOutline[] {
  return planned.flatMap(({ subject, editions }) =>
    editions.map((edition) => ({
      subject: subject.name,
      edition: edition.edition,
      cases: edition.selection.cases.map((one) => one.id),
    })),
  );
}

/** What one shard puts into its report, so that the parts can be joined to what an unsharded run would have said. */
export function shardRecords(
  parts: readonly {
    readonly planned: PlannedSubject;
    readonly run: SubjectRun;
    readonly digest: SubjectDigest | undefined;
  }[],
  settings: PlanSettings,
  again: Again,
  claims: SubjectRecord['claims'],
): { readonly plan: string; readonly record: readonly SubjectRecord[] } {
  const whole = parts.map(({ planned }) => wholeSelection(planned, settings));
  const record = parts.map(({ planned, run, digest }, at): SubjectRecord => {
    const editions = planned.editions.map((edition, index) => {
      const all = whole[at]?.editions[index]?.selection.cases ?? [];
      const place = new Map(all.map((one, position) => [one.id, position]));
      const results = run.editions[index]?.results ?? [];
      return {
        edition: edition.edition,
        total: all.length,
        results: results.flatMap((result) =>
          result === undefined ? [] : [caseRecord(place.get(result.case.id) ?? -1, result)],
        ),
        missing: edition.selection.cases.flatMap((one, position) =>
          results[position] === undefined
            ? [
                {
                  index: place.get(one.id) ?? -1,
                  reason: run.leftOut.get(one.requirements[0] ?? '') ?? 'it did not run',
                },
              ]
            : [],
        ),
      };
    });
    return {
      subject: run.subject,
      settings: {
        seed: settings.seed,
        runs: settings.runs,
        allEvents: settings.allEvents,
        only: settings.only,
        skip: settings.skip,
      },
      again,
      ...(digest === undefined ? {} : { digest }),
      unusable: run.unusable,
      ...(run.isolation === undefined ? {} : { isolation: run.isolation }),
      ...(run.notices === undefined ? {} : { notices: run.notices }),
      editions,
      claims,
    };
  });
  return { plan: planDigest(outlineOf(whole)), record };
}

/** The subject's run as if it had not been sharded: planned again, with what the shards saw in its place. */
function restore(record: SubjectRecord, suite: Suite, corpus: Corpus): { planned: PlannedSubject; run: SubjectRun } {
  const settings: PlanSettings = { ...record.settings, shard: null };
  const planned = planSubject(record.subject, suite, corpus, settings);
  const leftOut = new Map<string, string>();
  let complete = selectsAll(settings);
  const editions = planned.editions.map((edition, index) => {
    for (const [id, reason] of edition.selection.leftOut) leftOut.set(id, reason);
    const kept = record.editions[index];
    const byIndex = new Map(kept?.results.map((result) => [result.index, result]));
    const results = edition.selection.cases.map((testCase, position): CaseResult | undefined => {
      const result = byIndex.get(position);
      if (result === undefined) return undefined;
      const { index: _, id, ...rest } = result;
      if (id !== testCase.id)
        throw new UsageError('merge', `case ${id} is not in this plan`, 'merge with the same version');
      return { edition: edition.edition, case: testCase, facts: undefined, ...rest };
    });
    for (const { index: position, reason } of kept?.missing ?? []) {
      complete = false;
      for (const id of edition.selection.cases[position]?.requirements ?? []) leftOut.set(id, reason);
    }
    return editionRun(edition, suite, results);
  });
  const run: SubjectRun = {
    subject: record.subject,
    suite,
    editions,
    unusable: record.unusable,
    ...(record.isolation === undefined ? {} : { isolation: record.isolation }),
    ...(record.notices === undefined ? {} : { notices: record.notices }),
    complete,
    leftOut,
    ...againLines(record.again),
  };
  return { planned, run };
}

/** The report of a whole run from those of its shards: as an unsharded run would have written it, apart from times. */
export async function mergeShards(
  parts: readonly Part[],
  suites: readonly SuiteEntry[],
  corpusOf: CorpusOf,
  strict: boolean,
): Promise<{ readonly report: Report; readonly code: number; readonly messages: readonly string[] }> {
  const records = joinShards(parts);
  const restored = await Promise.all(
    records.map(async (record) => {
      const entry = suites.find((one) => one.spec === record.subject.spec);
      if (entry === undefined)
        throw new UsageError('merge', `no suite judges ${record.subject.spec}`, 'merge with the same version');
      return restore(
        record,
        await entry.load(),
        await corpusOf(record.subject.vendors, { variants: record.settings.allEvents }),
      );
    }),
  );
  const [first] = parts;
  const [record] = records;
  if (first === undefined || record === undefined) throw new UsageError('merge', 'the shards hold no subject');
  if (planDigest(outlineOf(restored.map(({ planned }) => planned))) !== first.report.shard?.plan) {
    throw new UsageError(
      'merge',
      'this installation plans other cases than the shards ran',
      'merge with the same version and files',
    );
  }
  const runs = restored.map(({ run }) => run);
  const { name } = first.report.project;
  const report = conclude(runs, {
    version: first.report.hookconf,
    startedAt: new Date(Math.min(...parts.map((part) => Date.parse(part.report.startedAt)))),
    durationMs: Math.max(...parts.map((part) => part.report.durationMs)),
    seed: first.report.seed,
    incomplete: null,
    claims: record.claims,
    ...(name === undefined ? {} : { projectName: name }),
    options: {
      only: record.settings.only,
      skip: record.settings.skip,
      runs: record.settings.runs,
      maxTimeS: first.report.options?.maxTimeS ?? null,
      strict,
    },
    again: record.again,
    digests: records.map(({ digest }) => digest),
    environment: first.report.environment ?? { node: '', platform: '', arch: '' },
  });
  const { code, why } = exitCode({
    report,
    interrupted: false,
    unusable: [],
    strict,
    hitOwnLimit: runs.some(hitOwnLimit),
    narrowed: record.settings.only.length + record.settings.skip.length > 0,
  });
  return { report, code, messages: why };
}
