import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../db/index.ts'
import {
  type ClaimOutcome,
  type ClaimRequest,
  findClaim,
  forgetBodies,
  listUnknown,
  MAX_ATTEMPTS,
  refuseUnclaimed,
  storeResult,
  takeClaim,
  takeUnknown,
  UNPAID,
} from './claims.ts'
import { conclude } from './conclude.ts'
import { readLedger, recordRefused, recordSettled, recordUnknown, releaseClaim, totalLedger } from './ledger.ts'

let db: Database
beforeAll(async () => {
  db = await memoryDatabase()
})
afterAll(() => db?.close())
beforeEach(async () => {
  await db.query('truncate claims')
  await db.query('truncate ledger')
})

const NETWORK = 'eip155:8453'
const request = (changes: Partial<ClaimRequest> = {}): ClaimRequest => ({
  key: 'eip155:8453:0xaa:0x01',
  fingerprint: 'ping',
  identifier: null,
  bound: 'bound',
  isTicketed: true,
  tool: 'util/ping',
  network: NETWORK,
  amount: '1000',
  requestId: 'request-1',
  payer: '0xaa',
  leaseMs: 60_000,
  ...changes,
})
const owner = (outcome: ClaimOutcome): string => {
  if (outcome.kind !== 'owned') throw new Error(`not owned: ${outcome.kind}`)
  return outcome.owner
}
const payment = {
  payload: { x402Version: 2, payload: { nonce: '0x01' } },
  requirements: { network: NETWORK, amount: '1000' },
} as never
const result = (changes: object = {}) => ({
  body: '{"a":1}',
  payer: '0xAA',
  payment,
  verifyMs: 5,
  handlerMs: 7,
  leaseMs: 60_000,
  ...changes,
})
const settlement = { success: true, transaction: '0xtx', network: NETWORK, payer: '0xaa' } as never
const expireLease = (key = request().key) =>
  db.query(`update claims set lease_until = now() - interval '1 second' where payment_key = $1`, [key])
const claimed = async (changes: Partial<ClaimRequest> = {}) => ({
  key: { ...request(), ...changes }.key,
  owner: owner(await takeClaim(db, request(changes))),
})
const settling = async (changes: Partial<ClaimRequest> = {}) => {
  const owned = await claimed(changes)
  expect(await storeResult(db, owned, result())).toBe(true)
  return owned
}

describe('taking', () => {
  test('of many at once, exactly one owns', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => takeClaim(db, request())))
    expect(outcomes.filter(({ kind }) => kind === 'owned')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'taken')).toHaveLength(19)
  })

  test('a live claim is nobody else’s, whatever it asks for', async () => {
    await takeClaim(db, request())
    for (const fingerprint of ['ping', 'uuid']) {
      expect(await takeClaim(db, request({ fingerprint }))).toMatchObject({
        kind: 'taken',
        claim: { state: 'claimed', fingerprint: 'ping', lease_seconds: 60 },
      })
    }
  })

  test('a claim whose lease ran out before anything was settled is taken over, by the same request only', async () => {
    const first = await claimed()
    await expireLease()
    expect(await takeClaim(db, request({ fingerprint: 'other' }))).toMatchObject({ kind: 'taken', claim: { lease_seconds: 0 } })
    const second = owner(await takeClaim(db, request({ requestId: 'request-2' })))
    expect(second).not.toBe(first.owner)
    expect(await findClaim(db, first.key)).toMatchObject({ state: 'claimed', request_id: 'request-2', lease_seconds: 60 })
  })

  test.each(['settling', 'settled', 'unknown'])('a claim in %s is never taken over, however old its lease', async (state) => {
    const { key } = await settling()
    await db.query('update claims set state = $2 where payment_key = $1', [key, state])
    await expireLease()
    expect(await takeClaim(db, request())).toMatchObject({ kind: 'taken', claim: { state, result_body: '{"a":1}' } })
  })

  test('a payment that was refused at settlement is refused for good, whoever brings it', async () => {
    const owned = await settling()
    await recordRefused(db, owned, 'authorization_expired')
    for (const bound of ['bound', 'another'])
      expect(await takeClaim(db, request({ bound }))).toMatchObject({ kind: 'taken', claim: { state: 'refused' } })
  })

  test('one that was refused before is refused to its copies; what comes with another ticket was none', async () => {
    await releaseClaim(db, await claimed(), { outcome: 'invalid', status: 402, reason: 'insufficient_funds: 0 of 1000', isFinal: true })
    expect(await takeClaim(db, request())).toMatchObject({
      kind: 'taken',
      claim: { state: 'refused', reason: 'insufficient_funds: 0 of 1000' },
    })
    // Without one, what it shows is the buyer's own, and may be another each time.
    expect(await takeClaim(db, request({ bound: 'another', isTicketed: false }))).toMatchObject({
      kind: 'taken',
      claim: { state: 'refused' },
    })
    const other = request({ bound: 'another', fingerprint: 'uuid', tool: 'util/uuid' })
    expect((await takeClaim(db, other)).kind).toBe('owned')
    expect(await findClaim(db, request().key)).toMatchObject({ state: 'claimed', tool: 'util/uuid', reason: null })
  })

  test('what pays no offer is refused by a row of its own, unless somebody works on it', async () => {
    const { leaseMs: _, identifier: __, amount: ___, isTicketed: ____, ...unpaid } = request()
    expect(await refuseUnclaimed(db, unpaid, 'offer_mismatch')).toBe(true)
    expect(await takeClaim(db, request())).toMatchObject({ kind: 'taken', claim: { state: 'refused', reason: 'offer_mismatch' } })
    await db.query('truncate claims')
    await claimed()
    expect(await refuseUnclaimed(db, unpaid, 'offer_mismatch')).toBe(false)
    await expireLease()
    expect(await refuseUnclaimed(db, unpaid, 'offer_mismatch')).toBe(true)
    for (const state of ['settling', 'settled', 'unknown']) {
      await db.query('truncate claims')
      await settling()
      await db.query('update claims set state = $1', [state])
      expect(await refuseUnclaimed(db, unpaid, 'offer_mismatch')).toBe(false)
    }
  })

  test('one payment has so many failed runs and no more; a silence is none', async () => {
    const end = { outcome: 'failed', status: 502, reason: 'upstream_failed', isFinal: false } as const
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await releaseClaim(db, await claimed(), { ...end, status: 503 })
      await releaseClaim(db, await claimed(), { ...end, handlerMs: 12 })
    }
    expect(await takeClaim(db, request())).toEqual({ kind: 'exhausted' })
    expect((await takeClaim(db, request({ key: 'eip155:8453:0xaa:0x02' }))).kind).toBe('owned')
  })

  test('a payment whose owner died is started anew within the same limits', async () => {
    await claimed()
    await expireLease()
    const runs = (key: string, count: number) =>
      db.query(
        `insert into ledger (request_id, tool, network, payer, payment_key, price_micro_usd, outcome, status, handler_ms)
         select 'r', 'util/ping', $2, '0xaa', $1, 1000, 'failed', 502, 1 from generate_series(1, $3)`,
        [key, NETWORK, count],
      )
    await runs(request().key, MAX_ATTEMPTS)
    expect(await takeClaim(db, request())).toEqual({ kind: 'exhausted' })
    await db.query('truncate ledger')
    await runs('others of this payer', UNPAID.free)
    expect(await takeClaim(db, request())).toEqual({ kind: 'over_budget' })
    expect(await takeClaim(db, request({ fingerprint: 'other' }))).toMatchObject({ kind: 'taken' })
    await db.query('truncate ledger')
    expect((await takeClaim(db, request())).kind).toBe('owned')
  })

  test('a payer is proven by a settled call, until one of theirs ends unpaid after its tool was begun, whatever ended it', async () => {
    const next = async (number: number) => {
      const key = `eip155:8453:0xaa:0x${number}`
      const took = await takeClaim(db, request({ key }))
      if (took.kind !== 'owned') throw new Error(took.kind)
      return { key, owner: took.owner, isProven: took.isProven }
    }
    const first = await next(1)
    expect(first.isProven).toBe(false)
    await storeResult(db, first, result())
    await recordSettled(db, first, { success: true, transaction: '0x1', network: 'eip155:8453' }, 1)
    const second = await next(2)
    expect(second.isProven).toBe(true)
    await releaseClaim(db, second, { outcome: 'invalid', status: 402, reason: 'insufficient_funds', isFinal: true })
    const third = await next(3)
    expect(third.isProven).toBe(true)
    await releaseClaim(db, third, { outcome: 'invalid', status: 402, reason: 'insufficient_funds', handlerMs: 0, isFinal: true })
    expect((await next(4)).isProven).toBe(false)
  })

  test('a claim released while another looks is no last attempt', async () => {
    await claimed()
    // The owner lets go between the other's insert and its look.
    const looking = {
      run: (text: string, params?: unknown[]) => db.run(text, params),
      query: async <T>(text: string, params?: unknown[]) => {
        const rows = await db.query<T>(text, params)
        if (/^insert into claims/.test(text)) await db.run('delete from claims')
        return rows
      },
    }
    expect(await takeClaim(looking, request())).toEqual({ kind: 'released' })
  })
})

describe('identifiers', () => {
  const identifier = 'order-0123456789abcdef'
  test('one identifier belongs to one payment, and the other is told whose', async () => {
    await settling({ identifier })
    expect(await takeClaim(db, request({ key: 'eip155:8453:0xaa:0x02', identifier }))).toMatchObject({
      kind: 'taken',
      claim: { payment_key: request().key },
    })
    expect(await findClaim(db, 'eip155:8453:0xaa:0x02')).toBeUndefined()
  })

  test('it is free again after a release and after a refusal', async () => {
    await releaseClaim(db, await claimed({ identifier }), { outcome: 'failed', status: 502, reason: 'x', handlerMs: 1, isFinal: false })
    const second = await settling({ key: 'eip155:8453:0xaa:0x02', identifier })
    await recordRefused(db, second, 'authorization_expired')
    expect((await takeClaim(db, request({ key: 'eip155:8453:0xaa:0x03', identifier }))).kind).toBe('owned')
  })

  test('of two payments at once under one identifier, one is taken', async () => {
    const outcomes = await Promise.all(
      ['0x02', '0x03'].map((nonce) => takeClaim(db, request({ key: `eip155:8453:0xaa:${nonce}`, identifier }))),
    )
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['owned', 'taken'])
  })
})

test('a refused payment that comes back under its identifier does not run beside the one that has it now', async () => {
  const identifier = 'order-0123456789abcdef'
  const owned = await claimed({ identifier })
  await storeResult(db, owned, result())
  await recordRefused(db, owned, 'insufficient_funds')
  // Its buyer signs anew, as he was told, for the same order.
  const anew = request({ key: 'eip155:8453:0xaa:0x02', identifier })
  expect(await takeClaim(db, anew)).toMatchObject({ kind: 'owned' })
  expect(await takeClaim(db, request({ identifier }))).toMatchObject({ kind: 'taken', claim: { state: 'refused' } })
})

describe('only its owner moves a claim', () => {
  const stranger = () => ({ key: request().key, owner: '00000000-0000-4000-8000-000000000000' })

  test('a stranger stores, settles, releases and forgets nothing', async () => {
    await claimed()
    expect(await storeResult(db, stranger(), result())).toBe(false)
    await releaseClaim(db, stranger(), { outcome: 'failed', status: 500, reason: 'x', isFinal: false })
    expect(await findClaim(db, request().key)).toMatchObject({ state: 'claimed' })
    await db.query('truncate claims')
    await settling()
    expect(await recordSettled(db, stranger(), settlement, 1)).toBe(false)
    await recordUnknown(db, stranger(), 'x', 1)
    await recordRefused(db, stranger(), 'x')
    expect(await findClaim(db, request().key)).toMatchObject({ state: 'settling' })
    expect(await readLedger(db, {})).toEqual([])
  })

  test('a slow owner whose lease was taken over cannot store, so it cannot settle', async () => {
    const slow = await claimed()
    await expireLease()
    const quick = await claimed()
    expect(await storeResult(db, slow, result())).toBe(false)
    expect(await storeResult(db, quick, result())).toBe(true)
  })

  test('a lease that ran out is lost even when nobody else came', async () => {
    const owned = await claimed()
    await expireLease()
    expect(await storeResult(db, owned, result())).toBe(false)
  })

  test('a settled payment is settled once', async () => {
    const owned = await settling()
    expect(await recordSettled(db, owned, settlement, 30)).toBe(true)
    expect(await recordSettled(db, owned, settlement, 30)).toBe(false)
    await releaseClaim(db, owned, { outcome: 'failed', status: 500, reason: 'x', isFinal: false })
    await recordUnknown(db, owned, 'late', null)
    // Nobody hears of a refusal that the books do not hold.
    const look = { kind: 'refused', reason: 'late' } as const
    expect(await conclude(db, owned, look, { requirements: {} as never, payer: null })).toMatchObject({ kind: 'unknown' })
    expect(await findClaim(db, owned.key)).toMatchObject({
      state: 'settled',
      transaction: '0xtx',
      result_body: '{"a":1}',
      payment_response: settlement,
    })
    expect(await readLedger(db, {})).toMatchObject([
      { outcome: 'settled', verify_ms: 5, handler_ms: 7, settle_ms: 30, price_micro_usd: '1000' },
    ])
    expect(await totalLedger(db, {})).toMatchObject({ rows: 1, settled: 1, settled_micro_usd: '1000' })
  })

  test('the ledger holds one settled row for each payment key, whatever runs into it', async () => {
    await recordSettled(db, await settling(), settlement, 1)
    await db.query('truncate claims')
    await expect(recordSettled(db, await settling(), settlement, 1)).rejects.toThrow(/ledger_settled_once/)
  })
})

describe('unknown', () => {
  test('is taken in hand by one at a time, from unknown and from an old lease', async () => {
    const owned = await settling()
    expect(await takeUnknown(db, owned.key, 60_000)).toBeUndefined()
    await expireLease()
    const takers = await Promise.all([1, 2, 3].map(() => takeUnknown(db, owned.key, 60_000)))
    expect(takers.filter(Boolean)).toHaveLength(1)
    const current = { key: owned.key, owner: takers.find(Boolean)! }
    await recordUnknown(db, owned, 'the old owner', null)
    expect(await findClaim(db, owned.key)).toMatchObject({ state: 'settling' })
    await recordUnknown(db, current, 'still nothing', null)
    expect(await findClaim(db, owned.key)).toMatchObject({ state: 'unknown', reason: 'still nothing', result_body: '{"a":1}' })
  })

  test('is written to the ledger once, and ends as settled or refused beside it', async () => {
    for (const [nonce, end] of [
      ['0x01', 'settled'],
      ['0x02', 'refused'],
    ] as const) {
      const key = `eip155:8453:0xaa:${nonce}`
      await recordUnknown(db, await settling({ key }), 'drop', 9)
      const again = { key, owner: (await takeUnknown(db, key, 60_000))! }
      await recordUnknown(db, again, 'drop again', null)
      const last = { key, owner: (await takeUnknown(db, key, 60_000))! }
      if (end === 'settled') await recordSettled(db, last, settlement, null)
      else await recordRefused(db, last, 'blockhash_expired')
      expect((await readLedger(db, {})).filter((row) => row.payment_key === key).map(({ outcome }) => outcome)).toEqual(['unknown', end])
    }
  })

  test('none starves: those looked at longest ago come first', async () => {
    for (const nonce of ['0x01', '0x02', '0x03']) {
      const key = `eip155:8453:0xaa:${nonce}`
      await recordUnknown(db, await settling({ key }), 'drop', 9)
    }
    const seen: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const [claim] = await listUnknown(db, 1)
      seen.push(claim!.payment_key)
      await recordUnknown(db, { key: claim!.payment_key, owner: (await takeUnknown(db, claim!.payment_key, 60_000))! }, 'again', null)
    }
    expect(new Set(seen).size).toBe(3)
  })
})

test('bodies are forgotten after 24 hours, keys never', async () => {
  const owned = await settling()
  await recordSettled(db, owned, settlement, 1)
  await db.query(`update claims set settled_at = now() - interval '23 hours 59 minutes'`)
  expect(await forgetBodies(db)).toBe(0)
  await db.query(`update claims set settled_at = now() - interval '24 hours 1 minute'`)
  expect(await forgetBodies(db)).toBe(1)
  expect(await findClaim(db, owned.key)).toMatchObject({ state: 'settled', result_body: null, transaction: '0xtx' })
  expect((await takeClaim(db, request())).kind).toBe('taken')
})
