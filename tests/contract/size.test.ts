/** What one reads at a time stays small: files, and folders of `lib`. Functions are held to 80 lines by biome. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const LINES_MAX = 350
const OWN_FILES_MAX = 20

/** Data in the form of code: rows, one like the other. */
const TABLES = new Set(['clients/typescript/src/generated.ts', 'lib/tenders/trades/trades.ts', 'lib/tenders/words/area-tables.ts'])

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs|js)$/.test(file))
const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1

test(`no file has more than ${LINES_MAX} lines but tables`, () => {
  const product = files.filter((file) => !/\.test\.ts$/.test(file) && !TABLES.has(file))
  expect(product.length).toBeGreaterThan(500)
  expect(product.filter((file) => linesOf(file) > LINES_MAX)).toEqual([])
})

test(`no folder of lib has more than ${OWN_FILES_MAX} files of its own`, () => {
  const folders = Map.groupBy(
    files.filter((file) => file.startsWith('lib/')),
    (file) => dirname(file),
  )
  expect(folders.size).toBeGreaterThan(50)
  expect([...folders].filter(([, own]) => own.length > OWN_FILES_MAX).map(([folder, own]) => `${folder}: ${own.length}`)).toEqual([])
})
