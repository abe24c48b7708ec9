import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../assets.ts';
import type { Corpus, Fixture } from '../model/corpus.ts';
import { FIXTURE_HOWS } from '../model/words.ts';

async function loadVendor(vendor: string): Promise<readonly Fixture[]> {
  const folder = join(packageRoot(), 'fixtures/native', vendor);
  if (!existsSync(folder)) return [];
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const fixtures = await Promise.all(
    files.map(async (file): Promise<Fixture> => {
      const stored = JSON.parse(await readFile(join(folder, file), 'utf8')) as Omit<Fixture, 'name'>;
      return { name: `${vendor}/${file.slice(0, -'.json'.length)}`, ...stored };
    }),
  );
  const best = (fixture: Fixture): number => FIXTURE_HOWS.indexOf(fixture.how);
  return fixtures.sort((a, b) => best(a) - best(b) || (a.name < b.name ? -1 : 1));
}

/**
 * Reads the payload corpus of the vendors that a plan asked for. Best evidence comes first (recorded, public evidence,
 * documented, synthetic), within it the order of the file names, which is the order of recording.
 */
export async function loadCorpus(vendors: readonly string[]): Promise<Corpus> {
  const loaded = new Map<string, readonly Fixture[]>();
  for (const vendor of new Set(vendors)) loaded.set(vendor, await loadVendor(vendor));
  return { fixtures: (vendor) => loaded.get(vendor) ?? [] };
}
