import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readVitestReport } from './vitest-report.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'report-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function report(value: unknown): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(value))
  return path
}

const assertion = (status: string, fullName = status, ancestorTitles: string[] = []) => ({ status, fullName, ancestorTitles })

test('passed, failed, skipped and not run are told apart', () => {
  const path = report({
    success: false,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          assertion('passed'),
          assertion('failed', 'breaks'),
          assertion('skipped'),
          assertion('skipped', 'shared', ['two processes (not run, needs postgres)']),
        ],
      },
    ],
  })
  expect(readVitestReport(path, 1)).toEqual({ passed: 1, failed: 1, skipped: 1, notRun: { postgres: 1 }, failures: ['breaks'] })
})

test('a file that could not be loaded is a failure, although no test of it failed', () => {
  const path = report({
    success: false,
    testResults: [{ name: 'b.test.ts', status: 'failed', message: 'Cannot find module\nstack', assertionResults: [] }],
  })
  expect(readVitestReport(path, 1)).toMatchObject({ failed: 1, failures: ['b.test.ts: Cannot find module'] })
})

test('a run that ends badly with all tests green is a failure', () => {
  const path = report({ success: true, testResults: [{ name: 'c', status: 'passed', assertionResults: [assertion('passed')] }] })
  expect(readVitestReport(path, 1)).toMatchObject({ passed: 1, failed: 1 })
  expect(readVitestReport(path, 0)).toMatchObject({ passed: 1, failed: 0 })
})

test('a report of another shape is not read as zero failures', () => {
  expect(() => readVitestReport(report({ tests: 3 }), 0)).toThrow()
  expect(() => readVitestReport(join(folder, 'absent.json'), 0)).toThrow()
})
