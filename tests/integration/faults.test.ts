/** A short fault run, as `npm run faults` makes it: whatever fails, nobody is charged for nothing and nobody gets two answers for one payment. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { requires } from '../support/requires.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

requires('postgres')('a randomized run over fault modes and crash points, two servers, both rails', () => {
  test('loses and gives away nothing, to the micro-dollar', { timeout: 400_000 }, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/faults.ts', '--calls', '64', '--seed', '20261120', '--json'], {
      cwd: root,
    })
    const result = JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, number>
    expect(result).toMatchObject({ calls: 64, settledUnrecoverable: 0, servedUnsettled: 0, doubleGrants: 0, ledgerDriftMicroUsd: 0 })
    expect(result.settled).toBeGreaterThan(0)
  })
})
