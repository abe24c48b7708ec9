import { UsageError } from '../harness/errors.ts';
import { didYouMean } from '../harness/text/nearest.ts';
import { VENDORS } from './slugs.ts';
import { canonicalSlug } from './vendor.ts';

/**
 * The canonical slug of a vendor's name or alias, as a user wrote it.
 * @throws UsageError for a name that is neither, with the nearest one.
 */
export function vendorNamed(name: string): string {
  const slug = canonicalSlug(name);
  if (slug !== undefined) return slug;
  throw new UsageError(
    'unknown-vendor',
    `unknown vendor "${name}"${didYouMean(name, VENDORS)}`,
    `known are ${VENDORS.join(', ')}`,
  );
}
