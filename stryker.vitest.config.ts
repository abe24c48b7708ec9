import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests that judges and generators have of their own: they start no subject, so that each mutation takes a moment. */
export default defineConfig({
  test: {
    ...base.test,
    include: process.env['HOOKCONF_STRYKER_TESTS']?.split(' ') ?? [
      'suites/**/*.test.ts',
      'harness/{generate,leaks,report}/**/*.test.ts',
    ],
    exclude: [
      '**/node_modules/**',
      // These run reference programs, some with faults planted in them.
      'suites/**/planted.test.ts',
      'suites/**/variants.test.ts',
      'suites/emitter-variants.test.ts',
      'suites/made-sessions.test.ts',
      'suites/{agent-hooks,openhook,base-coat}/{agent-hooks,openhook,base-coat}.test.ts',
      'harness/report/write.test.ts',
    ],
    // `npm run measure -- stryker` has built before.
    globalSetup: [],
  },
});
