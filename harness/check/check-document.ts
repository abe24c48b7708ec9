import type { Grade } from '../model/words.ts';
import type { JsonProblem, Location } from '../source/json-scan.ts';
import type { Place } from '../source/lines.ts';
import { kinds } from '../validate/kinds.ts';
import { type DocumentFinding, loadTarget, validateAs } from '../validate/validate.ts';
import { type Asked, type Detected, detect, kindOfFile } from './detect.ts';
import { payloadFindings } from './payload.ts';
import { type CheckFinding, MAX_FINDINGS, type Taken } from './result.ts';
import { StreamCheck, type StreamJudging } from './stream-check.ts';

/** A parsed document and the way back from its pointers to its text. */
export interface PlacedDocument {
  readonly value: unknown;
  readonly problems: readonly JsonProblem[];
  readonly format: 'json' | 'yaml';
  locate(pointer: string): Location | null;
  place(offset: number): Place;
}

/** Rules of our own that what a text has beyond its value breaks. */
const HOUSE_RULES: Readonly<Record<string, string>> = {
  'byte-order-mark': 'HC-BYTE-ORDER-MARK',
  'duplicate-member': 'HC-DUPLICATE-KEY',
};

/** Gathers what the documents of one file show; one of it a file. */
export class FileCheck {
  readonly findings: CheckFinding[] = [];
  readonly taken: Taken[] = [];
  readonly counts: Record<Grade, number> = { fail: 0, warn: 0, info: 0 };
  omitted = 0;
  documents = 0;
  private readonly file: string;
  private readonly asked: Asked;
  private last: Detected | null = null;

  private readonly stream: StreamCheck | undefined;

  /** `judging`: who judges what only a stream as a whole shows; without it documents are judged one by one. */
  constructor(file: string, asked: Asked, judging?: StreamJudging) {
    this.file = file;
    this.asked = asked;
    this.stream = judging === undefined ? undefined : new StreamCheck(file, judging);
  }

  /** Adds what the documents show together; call once, after the last one. */
  end(): void {
    for (const { finding, place } of this.stream?.end(this.findings) ?? []) this.add(finding, place);
  }

  /** The requirement that a text which cannot be read breaks, when it is known what it should have been. */
  private broken(): { readonly known: boolean; readonly requirement?: string } {
    const { spec, kind } = this.asked;
    const asked =
      spec === undefined ? undefined : kinds().find((one) => one.spec === spec && (kind ?? one.kind) === one.kind);
    const rules = this.last?.target.rules ?? asked ?? kindOfFile(this.file)?.kind;
    const requirement = rules?.broken;
    const known = this.last !== null || rules !== undefined;
    return requirement === undefined ? { known } : { known, requirement };
  }

  /** A text that could not be read: a finding when its kind is known, else false. */
  unreadable(keyword: string, message: string, place: Place): boolean {
    const { known, requirement } = this.broken();
    if (!known) return false;
    this.add(
      { severity: 'fail', pointer: '', keyword, message, ...(requirement === undefined ? {} : { requirement }) },
      place,
    );
    return true;
  }

  /** Something about the text that no specification forbids. */
  textNotice(problem: { readonly code: string; readonly message: string }, pointer: string, place: Place): void {
    const { code: keyword, message } = problem;
    const requirement = HOUSE_RULES[keyword];
    this.add(
      { severity: 'info', pointer, keyword, message, ...(requirement === undefined ? {} : { requirement }) },
      place,
    );
  }

  add(finding: DocumentFinding, place: Place): void {
    this.counts[finding.severity] += 1;
    if (this.findings.length >= MAX_FINDINGS) this.omitted += 1;
    else this.findings.push({ ...finding, line: place.line, column: place.column });
  }

  /** Checks one document. False when nothing tells what it is. */
  async check(document: PlacedDocument): Promise<boolean> {
    const detected = await detect(document.value, this.file, this.asked);
    if (detected !== null && isItems(document.value, detected)) return this.items(document);
    if (detected === null) {
      if (this.last === null)
        return Array.isArray(document.value) && document.value.length > 0 ? this.items(document) : false;
      // In a stream the line before tells what this one should have been.
      await this.judge(document, this.last, '');
      return true;
    }
    this.remember(detected);
    await this.judge(document, detected, '');
    return true;
  }

  /** An array of events, as some ways of delivery batch them. */
  private async items(document: PlacedDocument): Promise<boolean> {
    const items = document.value as readonly unknown[];
    for (const [index, item] of items.entries()) {
      const detected = await detect(item, this.file, this.asked);
      const taken = detected ?? this.last;
      if (taken === null || taken.target.rules?.stream === false) return false;
      if (detected !== null) this.remember(detected);
      const pointer = `/${index}`;
      await this.judge({ ...document, problems: index === 0 ? document.problems : [], value: item }, taken, pointer);
    }
    return true;
  }

  private remember(detected: Detected): void {
    this.last = detected;
    const { spec, kind, edition, schema } = detected.target;
    const same = this.taken.some((taken) => taken.schema === schema && taken.kind === kind && taken.spec === spec);
    if (!same) this.taken.push({ spec, kind, edition, schema, title: detected.title, why: detected.why });
  }

  private async judge(document: PlacedDocument, detected: Detected, prefix: string): Promise<void> {
    this.documents += 1;
    const { target } = detected;
    await loadTarget(target);
    for (const problem of document.problems) {
      this.textNotice(problem, problem.pointer ?? '', document.place(problem.offset));
    }
    const rules = target.rules;
    if (document.format === 'yaml' && rules?.frontMatter !== true && rules?.yaml?.includes(target.edition) !== true) {
      this.unreadable(
        'yaml',
        `edition ${target.edition} of ${target.spec} has this document in JSON only; write it as JSON`,
        { line: 1, column: 1 },
      );
    }
    const inside = await payloadFindings(document.value, detected, this.asked);
    for (const finding of [...validateAs(document.value, target).findings, ...inside]) {
      const pointer = prefix + finding.pointer;
      const found = document.locate(pointer) ?? document.locate(prefix);
      const offset = finding.atName === true ? (found?.name ?? found?.value) : found?.value;
      this.add({ ...finding, pointer }, document.place(offset ?? 0));
    }
    this.stream?.event(target.spec, document, prefix);
  }
}

/** An array is what a kind describes only where its schema wants one; none of ours does. */
function isItems(value: unknown, detected: Detected): boolean {
  return Array.isArray(value) && detected.target.rules?.stream === true;
}
