/** `docs/payments-safety.md` says what the code does: its states, its moves, its figures. */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryDatabase } from '../../tests/support/database.ts'
import type { Database } from '../db/index.ts'
import { KEPT_DAYS, MAX_ATTEMPTS, REPLAY_HOURS, storeResult, sweep, takeClaim, takeUnknown, UNPAID, unpaidBudget } from './books/claims.ts'
import { conclude } from './books/conclude.ts'
import { dropClaim, recordRefused, recordSettled, recordUnknown, releaseClaim } from './books/ledger.ts'
import { CLOSED_SECONDS } from './books/lost-moments.ts'
import { MAX_TIMEOUT_SECONDS, VALIDITY_MARGIN_SECONDS } from './protocol/networks.ts'
import { RESOLVED_PER_PAYMENT, UNPAID_PER_ADDRESS } from './sale/limits/budgets.ts'
import { BESIDE_HANDLER_MS, END_MS, LOOK_MS } from './sale/time.ts'
import { LOST_HOURS } from './sale/unbooked.ts'

const page = readFileSync(new URL('../../docs/payments-safety.md', import.meta.url), 'utf8')
const states = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, state]) => state!)

let db: Database
beforeAll(async () => {
  db = await memoryDatabase()
})
afterAll(() => db?.close())

let number = 0
const requirements = { network: 'eip155:8453', amount: '1000' } as never
const settlement = () => ({ success: true, transaction: `0x${number}`, network: 'eip155:8453' }) as never
/** A claim of its own in a state, and its owner. */
async function claimIn(state: string): Promise<{ key: string; owner: string }> {
  number += 1
  const key = `key-${number}`
  const request = {
    key,
    fingerprint: 'f',
    identifier: null,
    bound: 'b',
    isTicketed: true,
    tool: 't',
    network: 'n',
    amount: '1',
    requestId: 'r',
    payer: key,
    leaseMs: 60_000,
  }
  const took = await takeClaim(db, request)
  if (took.kind !== 'owned') throw new Error(took.kind)
  const owned = { key, owner: took.owner }
  if (state === 'claimed') return owned
  await storeResult(db, owned, {
    body: '{}',
    payer: null,
    payment: { payload: {} as never, requirements },
    verifyMs: 1,
    handlerMs: 1,
    leaseMs: 60_000,
  })
  if (state === 'settled') await recordSettled(db, owned, settlement(), 1)
  if (state === 'refused') await recordRefused(db, owned, 'x')
  if (state === 'unknown') await recordUnknown(db, owned, 'x', 1)
  return owned
}
const stateOf = async (key: string) =>
  (await db.query<{ state: string }>('select state from claims where payment_key = $1', [key]))[0]?.state ?? 'gone'

test('its states are those that the schema allows', async () => {
  const [row] = await db.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'claims_state_check'`,
  )
  const allowed = [...row!.definition.matchAll(/'(\w+)'/g)].map(([, state]) => state!)
  expect(states.toSorted()).toEqual(allowed.toSorted())
})

describe('only what it shows can happen', () => {
  type Owned = { key: string; owner: string }
  const moves: Record<string, (owned: Owned) => Promise<unknown>> = {
    release: (owned) => releaseClaim(db, owned, { outcome: 'failed', status: 502, reason: 'x', isFinal: false }),
    'refuse before': (owned) => releaseClaim(db, owned, { outcome: 'invalid', status: 402, reason: 'x', isFinal: true }),
    drop: (owned) => dropClaim(db, owned),
    store: (owned) =>
      storeResult(db, owned, {
        body: '{}',
        payer: null,
        payment: { payload: {} as never, requirements },
        verifyMs: 1,
        handlerMs: 1,
        leaseMs: 1000,
      }),
    settle: (owned) => recordSettled(db, owned, settlement(), 1),
    refuse: (owned) => recordRefused(db, owned, 'x'),
    lose: (owned) => recordUnknown(db, owned, 'x', 1),
    take: (owned) => takeUnknown(db, owned.key, 1000),
    'look: landed': (owned) =>
      conclude(db, owned, { kind: 'landed', transaction: `0x${number}`, payer: null }, { requirements, payer: null }),
    'look: dead': (owned) => conclude(db, owned, { kind: 'refused', reason: 'expired' }, { requirements, payer: null }),
    'look: nothing': (owned) => conclude(db, owned, { kind: 'unknown', reason: 'not yet' }, { requirements, payer: null }),
  }
  const leads: Record<string, Record<string, string>> = {
    claimed: { release: 'gone', 'refuse before': 'refused', drop: 'gone', store: 'settling' },
    settling: {
      settle: 'settled',
      refuse: 'refused',
      lose: 'unknown',
      'look: landed': 'settled',
      'look: dead': 'refused',
      'look: nothing': 'unknown',
    },
    unknown: { settle: 'settled', take: 'settling', 'look: landed': 'settled' },
    settled: {},
    refused: {},
  }
  test.each(states.flatMap((state) => Object.keys(moves).map((move) => [state, move] as const)))('%s, %s', async (state, move) => {
    const owned = await claimIn(state)
    await moves[move]!(owned)
    expect(await stateOf(owned.key)).toBe(leads[state]![move] ?? state)
  })
})

test('the sweeper ends what is dead and nothing else', async () => {
  const made = await Promise.all(states.map(async (state) => [state, await claimIn(state)] as const))
  const before = await claimIn('claimed')
  await releaseClaim(db, before, { outcome: 'invalid', status: 402, reason: 'x', isFinal: true })
  const age = (interval: string) =>
    db.query(`update claims set lease_until = now() - $1::interval, updated_at = now() - $1::interval`, [interval])
  await age('9 minutes')
  await sweep(db)
  for (const [state, { key }] of made) expect(await stateOf(key)).toBe(state)
  await age('11 minutes')
  await sweep(db)
  for (const [state, { key }] of made) expect(await stateOf(key)).toBe(state === 'claimed' ? 'gone' : state)
  expect(await stateOf(before.key)).toBe('refused')
  await age('25 hours')
  await sweep(db)
  expect(await stateOf(before.key)).toBe('gone')
  expect(await stateOf(made.find(([state]) => state === 'refused')![1].key)).toBe('refused')
  await age(`${KEPT_DAYS + 1} days`)
  await db.query(`update ledger set at = now() - $1::interval`, [`${KEPT_DAYS + 1} days`])
  await sweep(db)
  for (const [state, { key }] of made) expect(await stateOf(key)).toBe(['claimed', 'refused'].includes(state) ? 'gone' : state)
  const outcomes = await db.query<{ outcome: string }>('select distinct outcome from ledger order by outcome')
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['settled', 'unknown'])
})

test('its figures are the code’s', () => {
  for (const text of [
    `${UNPAID.free} in ten minutes, and ${UNPAID.perSettled} more for each settled call, ${unpaidBudget(1_000)} at most`,
    `| ${UNPAID_PER_ADDRESS} in ten minutes |`,
    `| ${MAX_ATTEMPTS} | by the ledger |`,
    `| ${RESOLVED_PER_PAYMENT} in ten minutes | in this process; the job`,
    `the answer ${REPLAY_HOURS} hours`,
    `For ${CLOSED_SECONDS / 60} minutes from then`,
    `ran out no later than ${(MAX_TIMEOUT_SECONDS + VALIDITY_MARGIN_SECONDS) / 60} minutes after the loss`,
    `for ${LOST_HOURS} hours after a loss`,
    `${KEPT_DAYS} days`,
    `A call has ${BESIDE_HANDLER_MS / 1000} seconds beside its tool's own time`,
    `a look at the chain ${LOOK_MS / 1000}, the end of a call ${END_MS / 1000} to be recorded`,
  ])
    expect(page).toContain(text)
  expect(UNPAID.windowMinutes).toBe(10)
})
