import { defineConfig } from 'vitest/config'

/**
 * Three projects. unit: beside the code, no process and no port but loopback servers of the test's own. integration: real local chains, real
 * databases, the built server. browser: Chromium against the built server. `npm test` runs all three.
 */
export default defineConfig({
  test: {
    // Vitest puts its own BASE_URL (`/`) into the environment.
    env: { BASE_URL: '' },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: 3,
          include: [
            'lib/**/*.test.ts',
            'inngest/**/*.test.ts',
            'scripts/**/*.test.ts',
            'packages/**/*.test.ts',
            'tests/contract/**/*.test.ts',
            'tests/client/**/*.test.ts',
            'tests/support/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        // Half of what these do is to wait: for leases, deadlines, timeouts.
        test: { name: 'integration', include: ['tests/integration/**/*.test.ts'], maxWorkers: 3, testTimeout: 180_000 },
      },
      { extends: true, test: { name: 'browser', include: ['tests/e2e/**/*.test.ts'], maxWorkers: 2, testTimeout: 180_000 } },
    ],
  },
})
