import type { Finding } from '../../harness/model/finding.ts';

/** What was wrong, for a person: one sentence that names it and, where it is known, the fix. */
export interface Fault {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly input?: string;
  readonly where?: { readonly file: string; readonly line: number; readonly column: number };
}

/** Different faults of one requirement that are kept: of a long stream, the first ones say what is wrong. */
const KEPT = 5;

interface Entry {
  met: boolean;
  readonly broken: Map<string, Fault>;
  count: number;
  untested: string | undefined;
}

/**
 * Collects what a judge says, in memory that does not grow with the input. A requirement is met when something exercised it
 * and nothing broke it; a requirement that nothing exercised gets no finding here.
 */
export class Verdicts {
  private readonly entries = new Map<string, Entry>();
  private readonly notices = new Map<string, Extract<Finding, { kind: 'notice' }>>();

  private entry(id: string): Entry {
    let entry = this.entries.get(id);
    if (entry === undefined) {
      entry = { met: false, broken: new Map(), count: 0, untested: undefined };
      this.entries.set(id, entry);
    }
    return entry;
  }

  met(id: string): void {
    this.entry(id).met = true;
  }

  private readonly lists = new Set<readonly string[]>();

  /** All of a list that is asked for again and again, as one and the same array. */
  metAll(ids: readonly string[]): void {
    if (this.lists.has(ids)) return;
    this.lists.add(ids);
    for (const id of ids) this.met(id);
  }

  broken(id: string, fault: Fault): void {
    const entry = this.entry(id);
    entry.count++;
    if (entry.broken.size < KEPT && !entry.broken.has(fault.message)) entry.broken.set(fault.message, fault);
  }

  /** A prerequisite failed, so that this could not be decided here. */
  untested(id: string, reason: string): void {
    this.entry(id).untested ??= reason;
  }

  /** Met where `ok`, else broken; returns `ok`. The fault is built only when it is needed. */
  check(id: string, ok: boolean, fault: () => Fault): boolean {
    if (ok) this.met(id);
    else this.broken(id, fault());
    return ok;
  }

  notice(id: string, message: string, where?: Fault['where']): void {
    const key = `${id}\n${message}`;
    if (!this.notices.has(key) && this.notices.size < 100)
      this.notices.set(key, { kind: 'notice', id, message, ...(where === undefined ? {} : { where }) });
  }

  isBroken(id: string): boolean {
    return (this.entries.get(id)?.count ?? 0) > 0;
  }

  /** How often a requirement was broken, the faults that were not kept included. */
  count(id: string): number {
    return this.entries.get(id)?.count ?? 0;
  }

  /** The requirements that got a finding of any kind. */
  decided(): ReadonlySet<string> {
    return new Set(this.entries.keys());
  }

  findings(): Finding[] {
    const found: Finding[] = [];
    for (const [requirement, entry] of this.entries) {
      if (entry.broken.size > 0)
        for (const fault of entry.broken.values()) found.push({ kind: 'broken', requirement, ...fault });
      else if (entry.untested !== undefined) found.push({ kind: 'untested', requirement, reason: entry.untested });
      else if (entry.met) found.push({ kind: 'met', requirement });
    }
    return [...found, ...this.notices.values()];
  }
}

/** A value as a message shows it: JSON, cut where it is long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}

/** The JSON type of a value, `integer` apart from `number`. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
