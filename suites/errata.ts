import { data } from '../harness/assets.ts';

/** A contradiction or gap of a specification, with the reading that this suite takes (suites/errata.yaml). */
export interface Erratum {
  readonly id: string;
  readonly spec: string;
  readonly kind: string;
  readonly title: string;
  /** What the text says, or leaves open. */
  readonly text: string;
  readonly reading: string;
  readonly why?: string;
  /** What would settle it; absent: what settles everything of its kind. */
  readonly settles?: string;
}

/** Where a judge must accept more than one answer (suites/readings.yaml). */
export interface Reading {
  readonly id: string;
  readonly specs: readonly string[];
  readonly requirements?: readonly string[];
  readonly errata?: readonly string[];
  readonly text: string;
}

export interface ErrataFile {
  readonly kinds: Readonly<Record<string, { readonly what: string; readonly settles: string }>>;
  readonly policy: readonly string[];
  readonly errata: readonly Erratum[];
  readonly noted: Readonly<Record<string, readonly string[]>>;
}

export function errataFile(): ErrataFile {
  return data<ErrataFile>('suites/errata');
}

export function errata(): readonly Erratum[] {
  return errataFile().errata;
}

export function findErratum(id: string): Erratum | undefined {
  return errata().find((erratum) => erratum.id === id);
}

/** What would settle the erratum. */
export function settles(erratum: Erratum): string {
  return erratum.settles ?? errataFile().kinds[erratum.kind]?.settles ?? '';
}

export function readings(): readonly Reading[] {
  return data<{ readonly readings: readonly Reading[] }>('suites/readings').readings;
}
