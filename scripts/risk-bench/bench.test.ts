import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { log } from '../../lib/log.ts'
import { benchTable } from '../../lib/tools/risk/bench-table.ts'
import { confusion, expected, parseCases, type Result, runCase } from './run.ts'

const cases = parseCases(readFileSync(path.join(import.meta.dirname, 'cases.jsonl'), 'utf8'))
let results: Result[] = []
beforeAll(async () => {
  log.level = 'silent'
  results = []
  for (const one of cases) results.push(await runCase(one))
}, 120_000)

test('no labelled token is called what its label does not allow', () => {
  const wrong = results.filter(({ one, answer }) => !expected[one.label].includes(answer))
  expect(wrong.map(({ one, answer, findings }) => `${one.id}: ${answer} (${findings.join(', ')})`)).toEqual([])
})

test('every unread, accepted or inapplicable check says why, and no other check does', () => {
  for (const { one, checks } of results)
    for (const { code, state, reason } of checks)
      expect(reason === null, `${one.id} ${code} ${state}`).toBe(state === 'pass' || state === 'fail')
})

test('the powers of a known issuer are shown as accepted', () => {
  const usdc = results.find(({ one }) => one.id === 'base-trusted-usdc')
  const states = new Map(usdc?.checks.map(({ code, state }) => [code, state]))
  for (const code of ['BLACKLIST', 'MINT_AUTHORITY', 'CAN_TAKE_TOKENS', 'UPGRADEABLE']) expect(states.get(code)).toBe('accepted')
})

test('both chains and enough cases; the table in the docs is what they came to (else: npm run risk-bench -- --write, npm run docs)', () => {
  expect(cases.length).toBeGreaterThanOrEqual(150)
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
  expect(new Set(cases.map(({ chain }) => chain)).size).toBe(2)
  expect(benchTable).toBe(confusion(results))
})
