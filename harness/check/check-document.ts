import { NOBODYS } from '../../vendors/check-payload.ts';
import { isObject } from '../model/json.ts';
import type { Grade } from '../model/words.ts';
import type { JsonProblem, Location } from '../source/json-scan.ts';
import type { Place } from '../source/lines.ts';
import { kinds } from '../validate/kinds.ts';
import { conforms, type DocumentFinding, loadTarget, targetOf, validateAs } from '../validate/validate.ts';
import { type Asked, type Detected, detect, kindOfFile } from './detect.ts';
import { payloadFindings } from './payload.ts';
import { type CheckFinding, MAX_FINDINGS, type Taken } from './result.ts';
import { StreamCheck, type StreamJudging, type WrappedEvent } from './stream-check.ts';

/** A parsed document and the way back from its pointers to its text. */
export interface PlacedDocument {
  readonly value: unknown;
  readonly problems: readonly JsonProblem[];
  readonly format: 'json' | 'yaml' | 'toml';
  locate(pointer: string): Location | null;
  place(offset: number): Place;
}

/** Rules of our own that what a text has beyond its value breaks. */
const HOUSE_RULES: Readonly<Record<string, string>> = {
  'byte-order-mark': 'HC-BYTE-ORDER-MARK',
  'duplicate-member': 'HC-DUPLICATE-KEY',
  'line-end': 'HC-LINE-END',
  'blank-line': 'HC-BLANK-LINE',
  'long-line': 'HC-LONG-LINE',
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

  private readonly judging: StreamJudging | undefined;
  private readonly stream: StreamCheck | undefined;

  /** `judging`: who judges what only a stream as a whole shows; without it documents are judged one by one. */
  constructor(file: string, asked: Asked, judging?: StreamJudging) {
    this.file = file;
    this.asked = asked;
    this.judging = judging;
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
    const named = kindOfFile(this.file);
    const rules = this.last?.target.rules ?? asked ?? named?.kind;
    if (rules !== undefined && this.taken.length === 0) {
      const why = asked === undefined ? `its name is ${named?.pattern}` : 'the specification was named';
      const { edition, schema } = targetOf(rules, undefined, this.asked.edition);
      this.taken.push({ spec: rules.spec, kind: rules.kind, edition, schema, title: rules.title, why });
    }
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

  /** A byte order mark: a file that is kept breaks a requirement by it, once its kind is known; else it is only noticed. */
  marked(problem: { readonly code: string; readonly message: string }): void {
    const place = { line: 1, column: 1 };
    const requirement = this.last?.target.rules?.marked;
    if (requirement === undefined) {
      this.textNotice(problem, '', place);
      return;
    }
    const message =
      'the text begins with a byte order mark, which JSON (RFC 8259, section 2) does not have; save it without';
    this.add({ severity: 'fail', pointer: '', keyword: problem.code, requirement, message }, place);
  }

  add(finding: DocumentFinding, place: Place): void {
    this.counts[finding.severity] += 1;
    if (this.findings.length >= MAX_FINDINGS) this.omitted += 1;
    else this.findings.push({ ...finding, line: place.line, column: place.column });
  }

  /** True where nothing but a schema is asked for: whether members are there twice is not looked at then. */
  get schemaAlone(): boolean {
    return this.last?.target.kind === ENVELOPE;
  }

  /**
   * Checks a document at once where it is one more event of the kind before it, as nearly all lines of a stream are. False
   * where it is not, and {@link check} has to find out.
   */
  next(document: PlacedDocument): boolean {
    const { last } = this;
    const rules = last?.target.rules;
    const { value } = document;
    if (last === null || rules?.stream !== true || rules.edition !== undefined || !isObject(value)) return false;
    for (const member of rules.members ?? []) if (value[member] === undefined) return false;
    if (this.wrapped(value) !== undefined) return false;
    this.documents += 1;
    this.hold(document, last, SAME);
    return true;
  }

  /** Checks one document. False when nothing tells what it is. */
  async check(document: PlacedDocument): Promise<boolean> {
    for (const problem of document.problems)
      this.textNotice(problem, problem.pointer ?? '', document.place(problem.offset));
    return this.part(document, '');
  }

  /** Checks the value at a pointer of the document: an event, a list of them, or a delivery with events in it. */
  private async part(document: PlacedDocument, prefix: string): Promise<boolean> {
    const { value } = document;
    const inside = this.wrapped(value);
    if (inside !== undefined) return this.delivery(document, inside, prefix);
    const detected = await detect(value, this.file, this.asked);
    const items = Array.isArray(value) && (detected === null ? this.last === null : isItems(value, detected));
    if (items && (value as unknown[]).length > 0) return this.items(document, prefix);
    // In a stream the line before tells what this one should have been.
    const taken = detected ?? (this.last === null ? null : unlikeBefore(this.last));
    if (taken === null) return false;
    if (detected !== null) this.remember(detected);
    await this.judge(document, taken, (pointer) => `${prefix}${pointer}`);
    return true;
  }

  /** An array of events, as some ways of delivery batch them. */
  private async items(document: PlacedDocument, prefix: string): Promise<boolean> {
    for (const [index, value] of (document.value as readonly unknown[]).entries()) {
      if (this.last?.target.rules?.stream === false) return false;
      if (!(await this.part({ ...placed(document), value }, `${prefix}/${index}`))) return false;
    }
    return true;
  }

  private wrapped(value: unknown): readonly WrappedEvent[] | undefined {
    return this.judging?.unwrap(value);
  }

  /** What is delivered is judged the same however it is wrapped; of the envelope around it only what that itself lacks. */
  private async delivery(document: PlacedDocument, inside: readonly WrappedEvent[], prefix: string): Promise<boolean> {
    const around = await detect(document.value, this.file, {});
    let known = false;
    for (const { value, by, outer } of inside) {
      const detected = await detect(value, this.file, this.asked);
      if (detected === null) continue;
      known = true;
      this.remember(detected);
      await this.judge({ ...placed(document), value }, detected, (pointer) => `${prefix}${outer(pointer)}`);
      if (by === 'cloudevents') await this.envelope(document, value, detected, around, prefix);
    }
    return known;
  }

  /** Of an envelope around an event: what its schema says; where that says nothing, what is worth saying all the same. */
  private async envelope(
    document: PlacedDocument,
    event: unknown,
    { target: { spec } }: Detected,
    around: Detected | null,
    prefix: string,
  ): Promise<void> {
    const outer: Outer = (pointer) => `${prefix}${pointer}`;
    let told = false;
    if (around?.target.kind === 'cloudevent' && around.target.spec === spec) {
      await loadTarget(around.target);
      for (const finding of validateAs(document.value, around.target).findings) {
        if (/^\/data(\/|$)/.test(finding.pointer)) continue;
        told = true;
        this.found(finding, document, outer);
      }
    }
    if (told) return;
    for (const { id, message } of this.judging?.envelope(document.value, event) ?? [])
      this.found({ severity: 'info', pointer: '', keyword: 'stream', message, requirement: id }, document, outer);
  }

  private remember(detected: Detected): void {
    this.last = detected;
    const { spec, kind, edition, schema } = detected.target;
    const same = this.taken.some((taken) => taken.schema === schema && taken.kind === kind && taken.spec === spec);
    if (!same) this.taken.push({ spec, kind, edition, schema, title: detected.title, why: detected.why });
  }

  private async judge(document: PlacedDocument, detected: Detected, outer: Outer): Promise<void> {
    this.documents += 1;
    const { target } = detected;
    await loadTarget(target);
    const rules = target.rules;
    if (document.format === 'yaml' && rules?.frontMatter !== true && rules?.yaml?.includes(target.edition) !== true) {
      this.unreadable(
        'yaml',
        `edition ${target.edition} of ${target.spec} has this document in JSON only; write it as JSON`,
        { line: 1, column: 1 },
      );
    }
    if (document.format === 'toml' && rules?.toml === undefined) {
      this.unreadable('toml', `${target.spec} has this document in JSON; write it as JSON`, { line: 1, column: 1 });
    }
    if (target.kind === 'event') await this.stream?.begin(target.spec);
    const inList = outer('') !== '';
    if (this.documents === (inList ? 1 : 2) && (rules?.alone ?? rules?.files !== undefined))
      this.together(inList, rules?.title ?? 'it', document.place(document.locate(outer(''))?.value ?? 0));
    this.hold(document, detected, outer);
    for (const finding of await payloadFindings(document.value, detected, this.asked))
      this.found(finding, document, outer);
  }

  /** A document that its reader takes alone, in a list or with another before it in the same file. */
  private together(inList: boolean, title: string, place: Place): void {
    const message = inList
      ? `${title} stands in a list here, and its reader takes an object; save it alone, without the list`
      : `a second document begins here, and whoever reads ${title} reads one; join what belongs together, save the rest alone`;
    this.unreadable('documents', message, place);
  }

  /** Holds a document to a kind whose validator is loaded. */
  private hold(document: PlacedDocument, { target }: Detected, outer: Outer): void {
    if (target.kind === ENVELOPE && conforms(document.value, target)) return;
    for (const finding of validateAs(document.value, target).findings) this.found(finding, document, outer);
    if (target.kind === 'event') this.stream?.event(target.spec, document, outer);
  }

  private found(finding: DocumentFinding, document: PlacedDocument, outer: Outer): void {
    if (this.findings.length >= MAX_FINDINGS) {
      this.counts[finding.severity] += 1;
      this.omitted += 1;
      return;
    }
    const pointer = outer(finding.pointer);
    const found = document.locate(pointer) ?? document.locate(outer(''));
    const offset = finding.atName === true ? (found?.name ?? found?.value) : found?.value;
    this.add({ ...finding, pointer }, document.place(offset ?? 0));
  }
}

/** The kind that is nothing but its schema: what is asked for is the envelope alone, and none of what else a document shows. */
const ENVELOPE = 'envelope';

/** What a line is held to that nothing tells: the kind before it, but where that has no schema, which anything would keep. */
function unlikeBefore(last: Detected): Detected {
  if (last.payload === undefined || last.target.schema !== null) return last;
  return { ...last, foreign: NOBODYS };
}

/** The way from a pointer into a value to one into the document that holds it. */
type Outer = (pointer: string) => string;
const SAME: Outer = (pointer) => pointer;

/** How a document is placed, without its value; its problems were told already. */
function placed(document: PlacedDocument): PlacedDocument {
  const { value, format } = document;
  return {
    value,
    format,
    problems: [],
    locate: (pointer) => document.locate(pointer),
    place: (offset) => document.place(offset),
  };
}

/** An array is what a kind describes only where its schema wants one; none of ours does. */
function isItems(value: unknown, detected: Detected): boolean {
  return Array.isArray(value) && detected.target.rules?.stream === true;
}
