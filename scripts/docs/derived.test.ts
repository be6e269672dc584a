import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { derivedFiles } from './derived.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

test.each(derivedFiles(read))('%s says what the code says (else: npm run docs)', (path, text) => {
  expect(read(path)).toBe(text)
})
