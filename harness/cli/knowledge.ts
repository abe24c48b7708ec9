import { setsNamed, underSets } from '../../suites/frozen.ts';
import { AMBIGUOUS_SPECS, defaultSpec, SUITES } from '../../suites/index.ts';
import { vendorNamed } from '../../vendors/named.ts';
import { DEFAULT_VENDORS } from '../../vendors/slugs.ts';
import type { Knowledge } from '../run/subject.ts';

/** The composition root: here, and only here, the harness meets the suites and the vendors. */
export const KNOWLEDGE: Knowledge = {
  suites: SUITES,
  defaultSpec,
  ambiguousSpecs: AMBIGUOUS_SPECS,
  vendorSlug: vendorNamed,
  defaultVendors: DEFAULT_VENDORS,
  underSets: (suite, names) => underSets(suite, setsNamed(names)),
};
