import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The tests that judges and generators have of their own: they start no subject, so that each mutation takes a moment. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['suites/**/*.test.ts', 'harness/generate/**/*.test.ts', 'harness/report/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      // These plant faults in reference programs and run them.
      'suites/**/planted.test.ts',
      'suites/**/variants.test.ts',
      'suites/made-sessions.test.ts',
    ],
    // `npm run measure -- stryker` has built before.
    globalSetup: [],
  },
});
