/** What a Vitest run says in its JSON report, as counts that can be summed. */
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** Suites that miss a program carry this mark; see tests/support/requires.ts. */
const NOT_RUN = /\(not run, needs ([^)]+)\)/

const reportSchema = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          ancestorTitles: z.array(z.string()),
          failureMessages: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
})

export type TestCounts = {
  passed: number
  failed: number
  /** Skipped for a stated reason other than a missing program. */
  skipped: number
  /** Skipped for want of a program, by program. */
  notRun: Record<string, number>
  /** Full names of what failed, and in short why; files that could not be loaded are named by their path. */
  failures: string[]
}

const [LINES_AT_BEGIN, LINES_AT_END, LINE_CHARS] = [4, 8, 500]

/** An assertion says what it missed at its beginning, a program that failed at the end of what it wrote. */
function inShort(message: string): string {
  const lines = stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .map((line) => (line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line))
  return [...lines.slice(0, LINES_AT_BEGIN), ...lines.slice(Math.max(LINES_AT_BEGIN, lines.length - LINES_AT_END))].join('\n  ')
}

/** Counts a report. @throws Error when the file is missing or has another shape. */
export function readVitestReport(path: string, exitCode: number): TestCounts {
  const report = reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  const counts: TestCounts = { passed: 0, failed: 0, skipped: 0, notRun: {}, failures: [] }
  for (const file of report.testResults) {
    for (const { status, fullName, ancestorTitles, failureMessages = [] } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1
      else if (status === 'failed') {
        counts.failed += 1
        counts.failures.push([fullName, ...failureMessages.map(inShort)].join('\n  '))
      } else {
        const reason = ancestorTitles.join(' ').match(NOT_RUN)?.[1]
        if (reason) counts.notRun[reason] = (counts.notRun[reason] ?? 0) + 1
        else counts.skipped += 1
      }
    }
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) {
      counts.failed += 1
      counts.failures.push(`${file.name}: ${file.message?.split('\n')[0] ?? 'could not be loaded'}`)
    }
  }
  // An unhandled rejection or a worker that died fails the run without failing a test.
  if (counts.failed === 0 && (exitCode !== 0 || !report.success)) {
    counts.failed = 1
    counts.failures.push('the run itself failed outside any test; see the lines above')
  }
  return counts
}
