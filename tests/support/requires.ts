/**
 * How a suite says what it needs beside Node. Where that is absent the suite is skipped as `not run`; with REQUIRE_ALL=1 it fails.
 *
 * @example requires('postgres')('two processes share one claim', () => { test(…) })
 */
import { describe, test } from 'vitest'
import { findRequirement, type Requirement } from './programs.ts'

/** Suite titles carry this mark, so that a report can count what was not run and why. */
export const NOT_RUN = 'not run, needs'

type Describe = (name: string, suite: () => void) => void

/** A `describe` that runs only where every requirement is met. */
export function requires(...requirements: [Requirement, ...Requirement[]]): Describe {
  const missing = requirements.filter((requirement) => findRequirement(requirement) === undefined)
  if (missing.length === 0) return (name, suite) => void describe(name, suite)
  const reason = `${NOT_RUN} ${missing.join(' and ')}`
  if (process.env.REQUIRE_ALL === '1')
    return (name) =>
      void test(`${name} (${reason})`, () => {
        throw new Error(`REQUIRE_ALL=1, and this machine has no ${missing.join(' and no ')}.`)
      })
  return (name, suite) => void describe.skip(`${name} (${reason})`, suite)
}
