import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { log } from '../../lib/log.ts'
import { baseRules } from '../../lib/tools/base/token-risk/rules/index.ts'
import { benchTable } from '../../lib/tools/risk/docs/bench-table.ts'
import { solanaRules } from '../../lib/tools/solana/token-risk/rules/index.ts'
import { hasRecorded, recordedCases } from './recorded.ts'
import { confusion, expected, parseCases, type Result, runCase } from './run.ts'
import type { Case } from './world.ts'

const cases = parseCases(readFileSync(path.join(import.meta.dirname, 'cases.jsonl'), 'utf8'))
let results: Result[] = []
beforeAll(async () => {
  log.level = 'silent'
  results = []
  for (const one of cases) results.push(await runCase(one))
})

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

const states = async (one: Partial<Case> & Pick<Case, 'chain'>) => {
  const { answer, checks } = await runCase({ id: 'x', class: 'x', label: 'good', ...one })
  return { answer, states: new Map(checks.map(({ code, state }) => [code, state])) }
}

test.each([
  ...['is_mintable MINT_AUTHORITY', 'transfer_pausable BLACKLIST', 'is_blacklisted BLACKLIST', 'owner_change_balance CAN_TAKE_TOKENS'],
  ...['hidden_owner HIDDEN_CONTROL', 'can_take_back_ownership HIDDEN_CONTROL', 'slippage_modifiable TAX_CHANGEABLE'],
  ...['personal_slippage_modifiable TAX_CHANGEABLE', 'trading_cooldown COOLDOWN', 'is_whitelisted WHITELIST', 'cannot_buy WHITELIST'],
  ...['is_anti_whale TRADE_LIMITS', 'external_call EXTERNAL_CALL', 'honeypot_with_same_creator SCAM_HISTORY'],
  ...['creator_percent INSIDER_SHARE', 'lp_holders LP_REMOVABLE', 'holders CONCENTRATED'],
])('a flag that GoPlus leaves out passes nothing: %s', async (pair) => {
  const [field = '', code = ''] = pair.split(' ')
  expect((await states({ chain: 'base', patch: { goplus: { [field]: null } } })).states.get(code)).toBe('unread')
})

const rpcs = ['solana-rpc', 'base-rpc', 'solana-rpc-holders']
test.each(['solana', 'base'] as const)('no check passes on the word of nobody, whichever two sources are dead (%s)', async (chain) => {
  const rules: readonly { code: string; sources: readonly string[] }[] = chain === 'base' ? baseRules : solanaRules
  const all = ['goplus', 'honeypot-is', 'rugcheck', 'jupiter', 'dexscreener', 'geckoterminal', 'rpc']
  for (const one of all)
    for (const other of all) {
      const failing = [one, other]
      for (const [code, state] of (await states({ chain, failing })).states) {
        const sources = rules.find((rule) => rule.code === code)?.sources ?? []
        const alive = sources.filter((source) => !failing.includes(rpcs.includes(source) ? 'rpc' : source))
        if (state === 'pass') expect(alive, `${code} without ${failing.join(' and ')}`).not.toEqual([])
      }
    }
})

test.skipIf(!hasRecorded)('recorded bodies are called what is known of their tokens', async () => {
  for (const one of recordedCases()) {
    const { answer, findings } = await runCase(one)
    expect(expected[one.label], `${one.id}: ${answer} (${findings.join(', ')})`).toContain(answer)
  }
})
