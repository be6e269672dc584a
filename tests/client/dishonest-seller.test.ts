/** Caps against a seller that lies: whatever it answers, what it holds signatures for never passes the cap, and every failure has a name. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClientError } from '../../clients/typescript/src/errors.ts'
import { type GuardOptions, guard } from '../../clients/typescript/src/guard/guard.ts'
import { fileStore } from '../../clients/typescript/src/guard/stores.ts'
import { toAtomic } from '../../clients/typescript/src/money.ts'
import { type DishonestSeller, PAY_TO, startDishonestSeller, type TrickName, tricks } from './dishonest-seller.ts'
import { BRIEFLY, PATIENTLY } from './trick-parts.ts'

/** A well-known key of test chains; it holds nothing anywhere. */
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const CAP = '0.0035'
const CALLS = 12

let seller: DishonestSeller
let folder: string
beforeAll(async () => {
  seller = await startDishonestSeller()
  folder = mkdtempSync(join(tmpdir(), 'guard-'))
})
afterAll(async () => {
  await seller.stop()
  rmSync(folder, { recursive: true, force: true })
})

const options = (more: Partial<GuardOptions> = {}): GuardOptions => ({ caps: { perSession: CAP }, ...BRIEFLY, ...more })

async function callOften(trick: TrickName, paying: typeof fetch, calls = CALLS, round = ''): Promise<unknown[]> {
  const thrown: unknown[] = []
  for (let nth = 0; nth < calls; nth += 1) {
    try {
      const response = await paying(`${seller.urlOf(trick, round)}/${nth}`)
      await response.body?.cancel()
    } catch (error) {
      thrown.push(error)
    }
  }
  return thrown
}

function heldValue(trick: TrickName, round: string): bigint {
  const now = Date.now() / 1000
  const got = seller.got().filter((one) => one.trick === trick && one.round === round)
  for (const { authorization } of got) {
    expect(authorization!.to.toLowerCase()).toMatch(/^0x[0-9a-f]{40}$/)
    expect(Number(authorization!.validBefore) - now).toBeLessThanOrEqual(121)
    expect(BigInt(authorization!.value)).toBeGreaterThan(0n)
  }
  return got.reduce((sum, { authorization }) => sum + BigInt(authorization!.value), 0n)
}

const names = Object.keys(tricks) as TrickName[]

// Many tricks make one wait; while one is waited for, others are played.
describe.concurrent.each(names)('%s', (trick) => {
  test('never holds more than the cap, over restarts and under many at once, and fails by name only', async () => {
    const store = join(folder, `${names.indexOf(trick)}.jsonl`)
    const paying = () => guard(fetch, options({ keys: { base: KEY }, store: fileStore(store) }))
    const thrown = await callOften(trick, paying(), CALLS / 2, 'a')
    thrown.push(...(await callOften(trick, paying(), CALLS / 2, 'a')))
    const restarted = paying()
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, nth) => restarted(`${seller.urlOf(trick, 'a')}/at-once-${nth}`)),
    )
    for (const result of results) {
      if (result.status === 'rejected') thrown.push(result.reason)
      else await result.value.body?.cancel().catch(() => undefined)
    }
    for (const error of thrown) expect(error).toBeInstanceOf(ClientError)
    expect(heldValue(trick, 'a') <= toAtomic(CAP)).toBe(true)
  })

  test('around it the stock client is held to the same cap', async () => {
    const client = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(KEY)))
    const guarded = guard(fetch, options())
    await callOften(trick, wrapFetchWithPayment(guarded, client) as typeof fetch, CALLS, 'b')
    expect(heldValue(trick, 'b') <= toAtomic(CAP)).toBe(true)
  })
})

test('there are more than thirty tricks', () => expect(names.length).toBeGreaterThan(50))

test('an honest seller is paid up to the cap and not a cent beyond, by own signing and around the stock client', async () => {
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(KEY)))
  for (const paying of [
    guard(fetch, options({ keys: { base: KEY }, ...PATIENTLY })),
    wrapFetchWithPayment(guard(fetch, options(PATIENTLY)), client),
  ]) {
    const answers = []
    for (let nth = 0; nth < 5; nth += 1)
      answers.push(
        await paying(`${seller.url}/honest/${nth}`).then(
          ({ status }) => status,
          (error: unknown) => (error as Error).name,
        ),
      )
    expect(answers).toEqual([200, 200, 200, 'SpendCapError', 'SpendCapError'])
  }
})

test('refused payments stay at risk, beside what is spent', async () => {
  const paying = guard(fetch, options({ keys: { base: KEY }, ...PATIENTLY }))
  await paying(`${seller.url}/honest`)
  await callOften('402 for every payment', paying, 3)
  const { session, day, hosts } = await paying.budget()
  expect(session).toEqual({ spentUsd: '0.001000', reservedUsd: '0.000000', atRiskUsd: '0.002000' })
  expect([day, hosts]).toEqual([session, { [new URL(seller.url).host]: session }])
})

test('an address is good until the seller changes it; the owner of the wallet may allow the new one', async () => {
  const trick = 'another address with every call'
  const roomy = { keys: { base: KEY }, caps: { perSession: '1' }, ...PATIENTLY } as const
  const thrown = await callOften(trick, guard(fetch, options(roomy)), 5)
  expect(thrown.map((error) => (error as Error).name)).toEqual(Array.from({ length: 4 }, () => 'PayToChangedError'))
  const payTo = { [new URL(seller.url).host]: [PAY_TO] }
  expect(await callOften(trick, guard(fetch, options({ ...roomy, payTo })), 3)).toHaveLength(3)
  expect(await callOften('402 for every payment', guard(fetch, options({ ...roomy, payTo })), 3)).toEqual([])
})
