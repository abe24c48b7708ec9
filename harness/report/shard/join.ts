import type { Report } from '../../../types/generated/report.ts';
import { UsageError } from '../../errors.ts';
import { isObject } from '../../model/json.ts';
import { count, list } from '../view.ts';
import type { CaseRecord, EditionRecord, MissingRecord, SubjectRecord } from './record.ts';

/** A part of a run, with the name of its file for messages. */
export interface Part {
  readonly name: string;
  readonly report: Report;
}

function refuse(message: string, hint: string): never {
  throw new UsageError('merge', message, hint);
}

/** What must be equal in all parts: otherwise they are parts of different runs. */
function sameRun(parts: readonly Part[]): void {
  const [first] = parts;
  if (first === undefined) throw new UsageError('merge', 'there is nothing to merge', 'name the reports of all shards');
  for (const { name, report } of parts) {
    if (report.shard === undefined) refuse(`${name} is not a part of a sharded run`, 'write it with --shard i/n');
    if (!report.complete) {
      refuse(`${name} is incomplete: ${report.incomplete ?? 'its run was cut off'}`, 'run that shard again');
    }
    const pairs: readonly (readonly [string, unknown, unknown])[] = [
      ['version', first.report.hookconf, report.hookconf],
      ['seed', first.report.seed, report.seed],
      ['number of shards', first.report.shard?.of, report.shard?.of],
      ['corpus', first.report.digests?.corpus, report.digests?.corpus],
      ['catalogue', first.report.digests?.requirements, report.digests?.requirements],
      ['table of a registry or vendor', first.report.digests?.registries, report.digests?.registries],
      ['schema', first.report.digests?.schemas, report.digests?.schemas],
      ['program of the suite', first.report.digests?.suite, report.digests?.suite],
      ['plan', first.report.shard?.plan, report.shard?.plan],
      [
        'subject',
        first.report.subjects.map(({ digest }) => digest).join(),
        report.subjects.map(({ digest }) => digest).join(),
      ],
    ];
    for (const [what, wanted, found] of pairs) {
      if (wanted !== found) {
        refuse(`${first.name} and ${name} have another ${what}`, 'merge only the shards of one run of one version');
      }
    }
  }
}

/** Every shard once: no gap, no overlap. */
function allShards(parts: readonly Part[]): void {
  const of = parts[0]?.report.shard?.of ?? 0;
  const seen = new Map<number, string>();
  for (const { name, report } of parts) {
    const index = report.shard?.index ?? 0;
    const before = seen.get(index);
    if (before !== undefined) refuse(`${before} and ${name} are both shard ${index}/${of}`, 'name each shard once');
    seen.set(index, name);
  }
  const gaps = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !seen.has(index));
  if (gaps.length > 0) {
    refuse(
      `${count(gaps.length, 'shard')} of ${of} ${gaps.length === 1 ? 'is' : 'are'} missing: ${list(gaps.map((index) => `${index}/${of}`))}`,
      'name the reports of all shards',
    );
  }
}

/** One subject of all parts, its cases in the order of the whole plan. */
function joinSubject(records: readonly SubjectRecord[]): SubjectRecord {
  const [first] = records;
  if (first === undefined) return refuse('a shard has no record of a subject', 'write it with this version');
  const editions = first.editions.map((edition, at): EditionRecord => {
    const same = records.map((record) => record.editions[at]);
    const results: (CaseRecord | undefined)[] = Array.from({ length: edition.total });
    const missing: MissingRecord[] = [];
    for (const one of same) {
      if (one === undefined || one.edition !== edition.edition || one.total !== edition.total) {
        refuse(`the shards planned ${first.subject.name} differently`, 'merge only the shards of one run');
      }
      for (const result of one?.results ?? []) {
        if (results[result.index] !== undefined) refuse(`two shards ran the case ${result.id}`, 'name each shard once');
        results[result.index] = result;
      }
      missing.push(...(one?.missing ?? []));
    }
    const accounted = new Set(missing.map(({ index }) => index));
    const gap = Array.from({ length: edition.total }, (_, index) => index).find(
      (index) => results[index] === undefined && !accounted.has(index),
    );
    if (gap !== undefined) refuse(`no shard ran case ${gap + 1} of ${first.subject.name}`, 'run the shards again');
    return {
      edition: edition.edition,
      total: edition.total,
      results: results.filter((result) => result !== undefined),
      missing: missing.sort((a, b) => a.index - b.index),
    };
  });
  // Off where it was off in any part: the whole was not run without a network.
  const isolation = records.find((one) => one.isolation?.on === false)?.isolation ?? first.isolation;
  const notices = records.flatMap((one) => one.notices ?? []);
  return {
    ...first,
    ...(isolation === undefined ? {} : { isolation }),
    notices,
    unusable: records.find(({ unusable }) => unusable !== null)?.unusable ?? null,
    editions,
  };
}

/** More cases than any plan has: a damaged number must not make us count to it. */
const MOST_CASES = 10_000_000;

function isPlaced(value: unknown, total: number): boolean {
  return (
    isObject(value) && Number.isInteger(value['index']) && Number(value['index']) >= 0 && Number(value['index']) < total
  );
}

/** The record as far as joining relies on it; the report's schema leaves it open, since only the suite reads it. */
function isRecord(value: unknown): value is SubjectRecord {
  if (!isObject(value) || !isObject(value['subject']) || !isObject(value['settings']) || !isObject(value['again']))
    return false;
  const editions: unknown = value['editions'];
  return (
    Array.isArray(editions) &&
    editions.every((edition: unknown) => {
      if (!isObject(edition)) return false;
      const { total, results, missing } = edition;
      if (!Number.isInteger(total) || Number(total) < 0 || Number(total) > MOST_CASES) return false;
      return [results, missing].every(
        (list) => Array.isArray(list) && list.every((one: unknown) => isPlaced(one, Number(total))),
      );
    })
  );
}

/** Joins the records of all parts; refuses gaps, overlaps and mixed versions. Pure. */
export function joinShards(parts: readonly Part[]): readonly SubjectRecord[] {
  sameRun(parts);
  allShards(parts);
  const ordered = [...parts].sort((a, b) => (a.report.shard?.index ?? 0) - (b.report.shard?.index ?? 0));
  const records = ordered.map(({ name, report }) => {
    const record: readonly unknown[] = report.shard?.record ?? [];
    return record.every(isRecord) ? record : refuse(`the record of ${name} is damaged`, 'run that shard again');
  });
  return (records[0] ?? []).map((_, at) => joinSubject(records.flatMap((record) => record[at] ?? [])));
}
