import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { baseRules } from '../base/token-risk/rules/index.ts'
import { solanaRules } from '../solana/token-risk/rules/index.ts'
import { riskRulesPage } from './docs.ts'

test('the page of the rules is what the rules say now', () => {
  const file = path.resolve(import.meta.dirname, '../../../docs/risk-rules.md')
  expect(readFileSync(file, 'utf8'), 'stale: run npm run docs').toBe(riskRulesPage())
})

test('codes are unique on each chain, and every rule is explained', () => {
  for (const rules of [solanaRules, baseRules]) {
    expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length)
    for (const { title, when } of rules) expect(Math.min(title.length, when.length)).toBeGreaterThan(8)
  }
})
