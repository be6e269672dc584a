import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Three projects. unit: beside the code, no process and no port but loopback servers of the test's own. integration: real local chains, real
 * databases, the built server. browser: Chromium against the built server. `npm test` runs all three.
 */
export default defineConfig({
  test: {
    env: {
      // Vitest puts its own BASE_URL (`/`) into the environment.
      BASE_URL: '',
      // Hundreds of children load the same modules: the first leaves them compiled for the others.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    },
    // Against hanging, not a measure of speed: unit tests share two cores with a build and with integration.
    testTimeout: 60_000,
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
      { extends: true, test: { name: 'browser', include: ['tests/e2e/**/*.test.ts'], maxWorkers: 3, testTimeout: 180_000 } },
    ],
  },
})
