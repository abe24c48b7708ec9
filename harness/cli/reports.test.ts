import { expect, test } from 'vitest';
import type { Io } from './command-spec.ts';
import { readerOptions } from './reports.ts';

const asciiIn = (env: Readonly<Record<string, string>>, outIsTerminal: boolean): boolean =>
  readerOptions({}, { env, outIsTerminal, columns: 80 } as unknown as Io).ascii;

test.runIf(process.platform !== 'win32')('what a locale has no characters for is not printed', () => {
  for (const terminal of [true, false]) {
    expect(asciiIn({ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, terminal)).toBe(true);
    expect(asciiIn({ LANG: 'POSIX' }, terminal)).toBe(true);
    expect(asciiIn({ TERM: 'dumb', LANG: 'C.UTF-8' }, terminal)).toBe(true);
    expect(asciiIn({ LC_ALL: '', LC_CTYPE: '', LANG: 'de_DE.utf8' }, terminal)).toBe(false);
  }
  // A job in CI often has no locale, and its log takes UTF-8; a terminal without one may not.
  expect([asciiIn({}, false), asciiIn({}, true)]).toEqual([false, true]);
});
