import { RE2JS } from 're2js';

/**
 * What is wrong with a pattern in the RE2 dialect, in RE2's words; undefined when it compiles. JavaScript's RegExp is never
 * asked: it takes lookaround and backreferences, which the interchange format excludes, and can take for ever.
 */
export function re2Error(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'not a pattern';
  }
}

/** True when RE2 compiles the pattern. */
export function isRe2(pattern: string): boolean {
  return re2Error(pattern) === undefined;
}
