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

test('what failed says why, shortly: how it begins, where an assertion speaks, and how it ends, where a program does', () => {
  const lines = Array.from({ length: 90 }, (_, index) => `line ${index + 1}`)
  const failed = {
    ...assertion('failed', 'breaks'),
    failureMessages: [`\u001b[31mError: no\u001b[39m\n${lines.join('\n')}\n${'x'.repeat(9_000)}`],
  }
  const path = report({ success: false, testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [failed] }] })
  const [text = ''] = readVitestReport(path, 1).failures
  expect(text.split('\n').map((line) => line.trim().slice(0, 12))).toEqual([
    'breaks',
    'Error: no',
    ...['line 1', 'line 2', 'line 3'],
    ...lines.slice(-7),
    'x'.repeat(12),
  ])
  expect(text.length).toBeLessThan(700)
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
