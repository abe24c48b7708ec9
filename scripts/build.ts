/** Builds everything that is derived: compiled data, ahead-of-time validators, the bundle, its types. `npm run build`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { computeDigests } from '../harness/report/digests.ts';
import { buildBundle } from './build/bundle.ts';
import { buildCatalogue } from './build/catalogue.ts';
import { buildData, writeData } from './build/data.ts';
import { buildDeclarations } from './build/declarations.ts';
import { buildPage } from './build/page.ts';
import { buildReference } from './build/reference.ts';
import { buildValidators } from './build/validators.ts';
import { makeLedger } from './measure/ledger.ts';

const root = join(import.meta.dirname, '..');
if (process.argv.includes('--clean')) rmSync(join(root, 'dist'), { recursive: true, force: true });
await buildData(root);
buildCatalogue(root);
buildPage(root);
await buildValidators(root);
await buildBundle(root);
await buildDeclarations(root);
await buildReference(root);
writeData(root, 'digests', computeDigests(root));
writeData(root, 'ledger', makeLedger(root));
