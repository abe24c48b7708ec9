/**
 * Turns a folder of raw recordings (`<folder>/<vendor>/<name>.json`) into fixtures (`fixtures/native/<vendor>/<name>.json`,
 * schemas/hookconf/fixture.schema.json). Run again whenever a vendor was recorded anew:
 *
 *     npx tsx lab/import-recordings.ts <folder> [vendor…]
 *
 * The payload is carried over exactly, key order included; where the recording says what the bytes were (`raw_sha256`), the
 * carried-over payload is serialised again and held to it. What is unknown stays null.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isObject } from '../harness/model/json.ts';
import { rootSession } from './recorded-session.ts';

interface VendorRules {
  readonly machine?: readonly string[];
  readonly onlyFor?: Readonly<Record<string, readonly string[]>>;
  readonly delivery?: Readonly<Record<string, string>>;
  readonly dialects?: boolean;
  readonly oneSession?: boolean;
}

interface Recording {
  readonly file: string;
  readonly vendor: string;
  readonly event: string;
  readonly how: string;
  readonly stdin: Record<string, unknown>;
  readonly raw: Record<string, unknown>;
}

const root = join(import.meta.dirname, '..');

function readRecordings(folder: string, vendor: string): Recording[] {
  const found: Recording[] = [];
  for (const file of readdirSync(join(folder, vendor)).sort()) {
    if (!file.endsWith('.json')) continue;
    const raw: unknown = JSON.parse(readFileSync(join(folder, vendor, file), 'utf8'));
    // Tables of behaviour and indexes lie beside the payloads.
    if (!isObject(raw) || !isObject(raw['stdin']) || typeof raw['event'] !== 'string') continue;
    found.push({ file, vendor, event: raw['event'], how: String(raw['how']), stdin: raw['stdin'], raw });
  }
  return found;
}

/** Refuses a payload that would not give the recorded bytes again. */
function proveBytes(recording: Recording): void {
  const { raw, stdin } = recording;
  if (typeof raw['raw_sha256'] !== 'string' || raw['elided'] === true) return;
  const text = JSON.stringify(stdin) + (raw['raw_ends_with_newline'] === true ? '\n' : '');
  const digest = createHash('sha256').update(text).digest('hex');
  if (digest !== raw['raw_sha256'])
    throw new Error(`${recording.vendor}/${recording.file}: payload differs from its digest`);
}

/** What the bytes were, where the recording says so and nothing was cut out of them since. */
function digestOf({ raw }: Recording): object {
  const { raw_sha256: sha256, raw_bytes: bytes, raw_ends_with_newline: newline } = raw;
  if (typeof sha256 !== 'string' || typeof bytes !== 'number' || raw['elided'] === true) return {};
  return { digest: { sha256, bytes, newline: newline === true } };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A public source is named; the number of a copy in somebody's archive tells a reader nothing. */
function sourceOf(recording: Recording): string {
  const source = String(recording.raw['source'])
    .replaceAll(/,? ?\(?stored file ids? [0-9]+( and [0-9]+)*\)?/g, '')
    .trim();
  return recording.raw['elided'] === true ? `${source}; long prompt text of the vendor was cut out` : source;
}

function environment(recording: Recording, rules: VendorRules): Record<string, string> {
  const kept: Record<string, string> = {};
  const env = isObject(recording.raw['env']) ? recording.raw['env'] : {};
  for (const [name, value] of Object.entries(env)) {
    if (rules.machine?.includes(name)) continue;
    const only = rules.onlyFor?.[name];
    if (only && !only.includes(recording.event)) continue;
    kept[name] = String(value);
  }
  return kept;
}

/** Numbers the sessions of each scenario, so that `session` reads `tools` or `tui-2` and not like an id. */
function nameSessions(recordings: readonly Recording[], rules: VendorRules): Map<Recording, string> {
  const perScenario = new Map<string, string[]>();
  const keys = new Map<Recording, { scenario: string; id: string; dialect: string }>();
  const recorded = recordings.filter((one) => one.how === 'recorded' && textOrNull(one.raw['scenario']) !== null);
  for (const one of recorded) {
    const scenario = rules.oneSession ? 'serve' : String(one.raw['scenario']);
    const id = rules.oneSession ? '' : (rootSession(one.stdin) ?? '');
    const ids = perScenario.get(scenario) ?? [];
    if (!ids.includes(id)) ids.push(id);
    perScenario.set(scenario, ids);
    const dialect = rules.dialects ? (/^[A-Z]/.test(one.event) ? '-pascal' : '-camel') : '';
    keys.set(one, { scenario, id, dialect });
  }
  const names = new Map<Recording, string>();
  for (const [one, { scenario, id, dialect }] of keys) {
    const ids = perScenario.get(scenario) ?? [];
    names.set(one, scenario + dialect + (ids.length > 1 ? `-${ids.indexOf(id) + 1}` : ''));
  }
  return names;
}

function importVendor(folder: string, vendor: string, rules: VendorRules): number {
  const recordings = readRecordings(folder, vendor);
  const sessions = nameSessions(recordings, rules);
  const seen = new Map<string, number>();
  const target = join(root, 'fixtures/native', vendor);
  mkdirSync(target, { recursive: true });
  for (const recording of recordings) {
    proveBytes(recording);
    const session = sessions.get(recording) ?? null;
    const seq = session === null ? null : (seen.get(session) ?? 0) + 1;
    if (session !== null && seq !== null) seen.set(session, seq);
    const fixture = {
      vendor,
      vendor_version: textOrNull(recording.raw['vendor_version']),
      event: recording.event,
      how: recording.how,
      date: textOrNull(recording.raw['date']),
      source: sourceOf(recording),
      scenario: textOrNull(recording.raw['scenario']),
      session,
      seq,
      delivery: rules.delivery?.[recording.event] ?? rules.delivery?.['*'] ?? 'stdin',
      ...digestOf(recording),
      stdin: recording.stdin,
      env: environment(recording, rules),
    };
    writeFileSync(join(target, recording.file), `${JSON.stringify(fixture, null, 2)}\n`);
  }
  return recordings.length;
}

const [folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: npx tsx lab/import-recordings.ts <folder of recordings> [vendor…]\n');
  process.exitCode = 2;
} else {
  const rules = parse(readFileSync(join(import.meta.dirname, 'recordings.yaml'), 'utf8')) as {
    vendors: Record<string, VendorRules>;
  };
  const vendors = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (wanted.length === 0 || wanted.includes(entry.name)))
    .map((entry) => entry.name)
    .sort();
  for (const vendor of vendors) {
    const count = importVendor(folder, vendor, rules.vendors[vendor] ?? {});
    process.stdout.write(`${vendor}: ${count}\n`);
  }
}
