/** The RE2 format by itself, with its engine; bundled into dist/validators/re2.js for the manifests that need it. */
import { isRe2 } from './re2.ts';

export const re2: (pattern: string) => boolean = isRe2;
