import type { Finding } from '../model/finding.ts';
import { isObject } from '../model/json.ts';
import type { Grade } from '../model/words.ts';
import type { Place } from '../source/lines.ts';
import type { DocumentFinding } from '../validate/validate.ts';
import type { PlacedDocument } from './check-document.ts';
import type { CheckFinding } from './result.ts';

interface StreamEvent {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly spawn: number;
  readonly line: number;
}

type Where = { readonly file: string; readonly line: number; readonly column: number };

/** An event inside of a delivery; `outer` leads from a pointer into it to one into the whole document. */
export interface WrappedEvent {
  readonly value: unknown;
  readonly by: string;
  outer(pointer: string): string;
}

/** Judges the events of one stream in their order, and at its end what they show together. */
export interface EventJudge {
  event(event: StreamEvent, locate: (event: StreamEvent, pointer: string) => Where | undefined): void;
  end(): readonly Finding[];
}

/** Judges of streams by their specification; what suites give to `hookconf check`. */
export interface StreamJudging {
  /**
   * A new judge, its code loaded only now; undefined where the specification has none. `readAt`: when the stream is read, in
   * milliseconds since 1970, for a judge has no clock of its own.
   */
  judge(spec: string, readAt: number): Promise<EventJudge | undefined>;
  gradeOf(requirement: string): Grade;
  /** The events inside a delivery; undefined where the document is none. */
  unwrap(document: unknown): readonly WrappedEvent[] | undefined;
  /** What is worth saying of the envelope around an event that `unwrap` found; no specification of events states it. */
  envelope(document: unknown, event: unknown): readonly { readonly id: string; readonly message: string }[];
}

/** What the documents of one file show together: identity, order, pairs. */
export class StreamCheck {
  private readonly file: string;
  private readonly judging: StreamJudging;
  private readonly judges = new Map<string, EventJudge | undefined>();

  constructor(file: string, judging: StreamJudging) {
    this.file = file;
    this.judging = judging;
  }

  /** Loads who judges the events of a specification; call before the first of them. */
  async begin(spec: string): Promise<void> {
    if (!this.judges.has(spec)) this.judges.set(spec, await this.judging.judge(spec, Date.now()));
  }

  event(spec: string, document: PlacedDocument, outer: (pointer: string) => string): void {
    const judge = this.judges.get(spec);
    const { value } = document;
    if (judge === undefined || !isObject(value)) return;
    judge.event({ value, text: '', spawn: -1, line: document.place(0).line }, (_, pointer) => {
      const found = nearest(document, outer(pointer));
      return { file: this.file, ...document.place(found) };
    });
  }

  /** What is not said already: a rule that a schema has found broken on a line is not told twice. */
  end(known: readonly CheckFinding[]): readonly { readonly finding: DocumentFinding; readonly place: Place }[] {
    const told = new Set(known.map(({ requirement, line }) => `${requirement} ${line}`));
    return [...this.judges.values()].flatMap((judge) =>
      (judge?.end() ?? []).flatMap((finding) => {
        if (finding.kind !== 'broken' && finding.kind !== 'notice') return [];
        const requirement = finding.kind === 'broken' ? finding.requirement : finding.id;
        const place = { line: finding.where?.line ?? 1, column: finding.where?.column ?? 1 };
        if (told.has(`${requirement} ${place.line}`)) return [];
        const severity = finding.kind === 'broken' ? this.judging.gradeOf(requirement) : 'info';
        return [
          { finding: { severity, pointer: '', keyword: 'stream', message: finding.message, requirement }, place },
        ];
      }),
    );
  }
}

/** Offset of the value at a pointer, or of the innermost value on the way to it. */
function nearest(document: PlacedDocument, pointer: string): number {
  for (let here = pointer; ; here = here.slice(0, here.lastIndexOf('/'))) {
    const found = document.locate(here);
    if (found !== null) return found.value;
    if (here === '') return 0;
  }
}
