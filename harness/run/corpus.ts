import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../assets.ts';
import type { Corpus, Fixture } from '../model/corpus.ts';
import { FIXTURE_HOWS } from '../model/words.ts';

export interface CorpusOptions {
  readonly variants?: boolean;
}

/** Loads the corpus; with `variants` also what is fed only to a subject that is fed everything (`--all-events`). */
export type CorpusOf = (vendors: readonly string[], options: { readonly variants: boolean }) => Promise<Corpus>;

async function loadFolder(vendor: string): Promise<readonly Fixture[]> {
  const folder = join(packageRoot(), 'fixtures/native', vendor);
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const fixtures = await Promise.all(
    files.map(async (file): Promise<Fixture> => {
      const stored = JSON.parse(await readFile(join(folder, file), 'utf8')) as Omit<Fixture, 'name'>;
      return { name: `${vendor}/${file.slice(0, -'.json'.length)}`, ...stored };
    }),
  );
  return fixtures;
}

async function loadVendor(vendor: string, variants: boolean): Promise<readonly Fixture[]> {
  const folders = variants ? [vendor, `${vendor}/variants`] : [vendor];
  const fixtures = (await Promise.all(folders.map(loadFolder))).flat();
  const best = (fixture: Fixture): number => FIXTURE_HOWS.indexOf(fixture.how);
  return fixtures.sort((a, b) => best(a) - best(b) || (a.name < b.name ? -1 : 1));
}

/**
 * Reads the payload corpus of the vendors that a plan asked for. Best evidence comes first (recorded, public evidence,
 * documented, synthetic), within it the order of the file names, which is the order of recording. With `variants` it has the
 * payloads without optional members and with empty ones too, which a run is spared unless it asks for everything.
 */
export async function loadCorpus(vendors: readonly string[], options: CorpusOptions = {}): Promise<Corpus> {
  const loaded = new Map<string, readonly Fixture[]>();
  for (const vendor of new Set(vendors)) loaded.set(vendor, await loadVendor(vendor, options.variants === true));
  return { fixtures: (vendor) => loaded.get(vendor) ?? [] };
}
