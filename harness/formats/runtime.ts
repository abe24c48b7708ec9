/** What the compiled validators need at run time; bundled once into dist/validators/runtime.js. */
import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import { FORMATS } from './index.ts';

interface Wrapped<T> {
  readonly default: T;
}
/** The runtime files of ajv are CommonJS; how their default arrives depends on who bundles them. */
function unwrap<T>(module: T | Wrapped<T>): T {
  return typeof module === 'function' ? (module as T) : (module as Wrapped<T>).default;
}

/** Deep equality of JSON values. */
export const deepEqual: (a: unknown, b: unknown) => boolean = unwrap<(a: unknown, b: unknown) => boolean>(
  equal as never,
);
/** Number of Unicode characters. */
export const characters: (text: string) => number = unwrap<(text: string) => number>(ucs2length as never);
export const formats: typeof FORMATS = FORMATS;
