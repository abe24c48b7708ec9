import type { JsonValue } from './json.ts';
import type { FixtureHow } from './words.ts';

/** One payload file (contract, section 5; schemas/hookconf/fixture.schema.json). */
export interface Fixture {
  /** `<vendor>/<file name without .json>`: stable, used in case ids. */
  readonly name: string;
  readonly vendor: string;
  readonly vendor_version: string | null;
  readonly event: string;
  readonly how: FixtureHow;
  readonly date: string | null;
  readonly source: string;
  readonly scenario: string | null;
  readonly session: string | null;
  readonly seq: number | null;
  readonly delivery: 'stdin' | 'argument' | 'in-process' | 'http';
  /** Of the recorded bytes, so that a payload can be held to what was sent. */
  readonly digest?: { readonly sha256: string; readonly bytes: number; readonly newline: boolean };
  readonly stdin?: JsonValue;
  /** Base64 of the bytes, where they are not JSON. */
  readonly raw?: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Fixtures of the vendors that a plan asked for, loaded before planning so that planning stays pure. */
export interface Corpus {
  fixtures(vendor: string): readonly Fixture[];
}
