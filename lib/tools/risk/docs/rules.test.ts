import { expect, test } from 'vitest'
import { baseRules } from '../../base/token-risk/rules/index.ts'
import { solanaRules } from '../../solana/token-risk/rules/index.ts'

test('codes are unique on each chain, and every rule is explained', () => {
  for (const rules of [solanaRules, baseRules]) {
    expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length)
    for (const { title, when } of rules) expect(Math.min(title.length, when.length)).toBeGreaterThan(8)
  }
})
