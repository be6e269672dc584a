import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { BRIEFLY } from './tests/support/child-env.ts'

const UNIT = [
  'lib/**/*.test.ts',
  'inngest/**/*.test.ts',
  'scripts/**/*.test.ts',
  'packages/**/*.test.ts',
  'tests/contract/**/*.test.ts',
  'tests/client/**/*.test.ts',
  'tests/simulation/**/*.test.ts',
  'tests/support/**/*.test.ts',
]
/** What puts another module in one's place cannot share a process with tests that have loaded the real one. */
const mocking = globSync(UNIT, { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
)

/** State belongs to a core and not to a module: test files share a process, and each module is loaded once. */
const sharing = { isolate: false, setupFiles: ['tests/support/tidy.ts'], maxWorkers: 3 }

/** Files that take long and are not large: begun last, one of them would run alone at the end. */
const LONG = /(hung-database|tenders-nginx|faults|edges|tenders-ingest|adversary-thousand|head-start|hostile|hour)\.test\.ts$/
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(({ moduleId }) => LONG.test(moduleId)), ...sorted.filter(({ moduleId }) => !LONG.test(moduleId))]
  }
}

/**
 * Projects. unit: beside the code, no process and no port but loopback servers of the test's own; unit-mocking: those of them that need a process
 * each. integration: real local chains, real databases, the built server. browser: Chromium against the built server. `npm test` runs all.
 */
export default defineConfig({
  test: {
    env: {
      // Vitest puts its own BASE_URL (`/`) into the environment.
      BASE_URL: '',
      // Hundreds of children load the same modules: the first leaves them compiled for the others.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    },
    execArgv: BRIEFLY,
    // Against hanging, not a measure of speed: unit tests share two cores with a build. A test names a limit of its own only where it needs more.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Of a poll too: a machine that is busy with others answers seconds late.
    expect: { poll: { timeout: 50_000 } },
    // What runs side by side in one file does so to wait.
    maxConcurrency: 10,
    sequence: { sequencer: LongFirst },
    reporters: ['default'],
    projects: [
      { extends: true, test: { name: 'unit', include: UNIT, exclude: ['**/node_modules/**', ...mocking], ...sharing } },
      { extends: true, test: { name: 'unit-mocking', include: mocking, maxWorkers: 3 } },
      // Half of what these do is to wait: for leases, deadlines, timeouts.
      {
        extends: true,
        test: { name: 'integration', include: ['tests/integration/**/*.test.ts'], ...sharing, maxWorkers: 4 },
      },
      { extends: true, test: { name: 'browser', include: ['tests/e2e/**/*.test.ts'], maxWorkers: 3 } },
    ],
  },
})
