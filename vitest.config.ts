import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/**/*.test.ts',
      'harness/**/*.test.ts',
      'suites/**/*.test.ts',
      'vendors/**/*.test.ts',
      'reference/**/*.test.ts',
    ],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What people read must not depend on who runs the tests, or where.
    env: { TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', NO_COLOR: '1', COLUMNS: '120', CI: '' },
  },
});
