import { createHash } from 'node:crypto';
import type { Seen, Shard } from '../../../types/generated/report.ts';
import type { Finding } from '../../model/finding.ts';
import type { LeakHit } from '../../model/observation.ts';
import type { Subject } from '../../model/subject.ts';
import type { AnsweredBy, CaseResult, Isolation, RunNotice, RunOfCase } from '../case-result.ts';

/** One judged case, by its place in the whole selection. The case itself is planned again where the parts are joined. */
export interface CaseRecord {
  readonly index: number;
  readonly id: string;
  readonly findings: readonly Finding[];
  readonly facts?: unknown;
  readonly fault?: string;
  readonly leaks: readonly LeakHit[];
  readonly seen?: Seen;
  readonly input: string;
  readonly spawns: number;
  readonly timedOut: boolean;
  readonly durations: readonly number[];
  readonly by?: AnsweredBy;
  readonly runs?: readonly RunOfCase[];
}

/** A case that its part planned and did not run, and why. */
export interface MissingRecord {
  readonly index: number;
  readonly reason: string;
}

export interface EditionRecord {
  readonly edition: string;
  /** Cases of the whole selection, of which this part ran some. */
  readonly total: number;
  readonly results: readonly CaseRecord[];
  readonly missing: readonly MissingRecord[];
}

/** What one part knows of one subject: with the suite of the same version, everything that its report is built from. */
export interface SubjectRecord {
  readonly subject: Subject;
  readonly settings: {
    readonly seed: number;
    readonly runs: number;
    readonly allEvents: boolean;
    readonly only: readonly string[];
    readonly skip: readonly string[];
  };
  readonly again: { readonly options: readonly string[]; readonly command: readonly string[] };
  readonly digest?: { readonly files: Readonly<Record<string, string>>; readonly whole: string };
  readonly unusable: string | null;
  readonly isolation?: Isolation;
  readonly notices?: readonly RunNotice[];
  readonly editions: readonly EditionRecord[];
  readonly claims: Readonly<Record<string, readonly string[]>>;
}

/** What a planned edition is to its digest: the ids of its cases, in order. */
export interface PlanOutline {
  readonly subject: string;
  readonly edition: string;
  readonly cases: readonly string[];
}

/** Digest of a whole plan: parts are only ever joined when they were cut from the same one. */
export function planDigest(outline: readonly PlanOutline[]): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(outline)).digest('hex')}`;
}

export function caseRecord(index: number, result: CaseResult): CaseRecord {
  return {
    index,
    id: result.case.id,
    findings: result.findings,
    ...(result.facts === undefined ? {} : { facts: result.facts }),
    ...(result.fault === undefined ? {} : { fault: result.fault }),
    leaks: result.leaks,
    ...(result.seen === undefined ? {} : { seen: result.seen }),
    input: result.input,
    spawns: result.spawns,
    timedOut: result.timedOut,
    durations: result.durations,
    ...(result.by === undefined ? {} : { by: result.by }),
    ...(result.runs === undefined ? {} : { runs: result.runs }),
  };
}

/** The record in a report. Facts that JSON would change are the suite's fault, found here and not after a night's run. */
export function shardMember(index: number, of: number, plan: string, record: readonly SubjectRecord[]): Shard {
  const kept: unknown = JSON.parse(JSON.stringify(record, refuse));
  return { index, of, plan, record: kept as unknown[] };
}

function refuse(this: unknown, _key: string, value: unknown): unknown {
  if (value instanceof Map || value instanceof Set || Buffer.isBuffer(value) || typeof value === 'bigint') {
    throw new Error('a judge keeps facts that JSON cannot hold; a sharded run cannot be reported with them');
  }
  return value;
}
