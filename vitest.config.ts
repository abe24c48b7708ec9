import { availableParallelism } from 'node:os';
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
    // Most tests wait for programs that they start; one worker, the default on two processors, leaves a third of them idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['test/global-setup.ts'],
    // How long anything takes is the machine's affair: these end what would never end.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 120_000,
    // What people read must not depend on who runs the tests, or where.
    // HOOKCONF_HOLD_OWN: whatever is fed and written is held to its own schema, see harness/validate/own.ts.
    env: {
      HOOKCONF_HOLD_OWN: '1',
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      NO_COLOR: '1',
      COLUMNS: '120',
      CI: '',
      // Whoever signs his commits, or has hooks for them, has them in his own repositories only.
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    },
  },
});
