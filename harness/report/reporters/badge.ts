import { badgeOf } from '../badge/badge.ts';
import { badgeEndpoint, badgeSvg } from '../badge/svg.ts';
import type { Reporter } from '../reporter.ts';

/** The badge as SVG. */
export const badge: Reporter = (report) => badgeSvg(badgeOf(report, {}));

/** The badge as a shields endpoint, for a file that ends in `.json`. */
export const badgeJson: Reporter = (report) => badgeEndpoint(badgeOf(report, {}));
