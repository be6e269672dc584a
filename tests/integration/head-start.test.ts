/** A payer who has paid before has the answer begun while the facilitator verifies, and a payment that it then refuses gets nothing of it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { unpaidBudget } from '../../lib/payments/books/claims.ts'
import type { Tool, ToolContext } from '../../lib/tools/define.ts'
import { toolByPath } from '../../lib/tools/registry.ts'
import { type Buyer, createBuyer, type Rail, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { editPayment } from '../local/payment-variants.ts'
import { startGate, type TestGate } from '../support/gate.ts'

const tool = toolByPath.get('/v1/dns/lookup') as Tool
const PATH = `${tool.path}?${new URLSearchParams(tool.examples[0].query)}`
/** What is not begun before the facilitator's yes would be begun in this time, on most machines. */
const SLOW_MS = 500
/** For those who wait for a facilitator that says nothing. */
const IMPATIENT = { FACILITATOR_VERIFY_TIMEOUT_MS: '4000' }

let world: LocalWorld
let app: TestGate
/** What happened, in order. */
let events: string[]
/** True once the payer's money is gone and the tool at work. */
let isEmptied: boolean
/** What the tool does once it is begun. */
let work: (context: ToolContext) => Promise<unknown>

const untilAborted = ({ signal }: ToolContext) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => {
      events.push('aborted')
      reject(signal.reason)
    }),
  )

async function start(changes: Record<string, string> = {}): Promise<void> {
  await app?.close()
  app = await startGate(world.appEnv(changes))
  app.core.listeners.spans.add((step) => () => events.push(`${step} ended`))
}

beforeAll(async () => {
  world = await startLocalWorld()
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})
beforeEach(async () => {
  events = []
  work = async () => tool.examples[0].output
  vi.spyOn(tool, 'run').mockImplementation((_, context) => {
    events.push('begun')
    return work(context) as never
  })
  world.facilitator.set({ verify: 'ok', settle: 'ok', slowMs: SLOW_MS })
  world.facilitator.slowUntil = () => true
  await start()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const offer = () => app.fetch(PATH)
const send = (header: string) => app.fetch(PATH, { headers: { 'PAYMENT-SIGNATURE': header } })
const begun = () => events.filter((event) => event === 'begun').length
const rows = async (table: 'claims' | 'ledger', payer: string) =>
  (await app.core.database()).query<{ outcome: string; handler_ms: number | null; state: string; result_body: string | null }>(
    `select * from ${table} where lower(payer) = lower($1) order by 1`,
    [payer],
  )

describe.each(rails)('on %s', (rail) => {
  const payerOf = (buyer: Buyer) => (rail === 'base' ? buyer.base.address : buyer.solana.address)
  const signedBy = async (buyer: Buyer) => buyer.signOnce(await offer(), rail)
  /** One who has settled a call. */
  const proven = async (): Promise<Buyer> => {
    const buyer = await createBuyer(world.base, world.solana)
    expect((await send(await signedBy(buyer))).status).toBe(200)
    events = []
    return buyer
  }

  test('the first call of a payer is begun after the facilitator’s yes, the next one before it; settlement follows the stored answer in both', async () => {
    const buyer = await createBuyer(world.base, world.solana)
    world.facilitator.set({ verify: 'slow' })
    expect((await send(await signedBy(buyer))).status).toBe(200)
    expect(events).toEqual(['claim ended', 'verify ended', 'begun', 'handler ended', 'store ended', 'settle ended', 'record ended'])
    events = []
    world.facilitator.slowUntil = () => begun() > 0
    const before = (await world.balances())[rail]
    const answer = await send(await signedBy(buyer))
    expect([answer.status, await answer.json()]).toEqual([200, tool.examples[0].output])
    expect(events).toEqual(['claim ended', 'begun', 'verify ended', 'handler ended', 'store ended', 'settle ended', 'record ended'])
    expect((await world.balances())[rail] - before).toBe(BigInt(tool.amount))
  })

  /** From now on the payer's money is gone once the tool is begun: the facilitator, who is slow, will then say no. */
  const emptiedBy = (buyer: Buyer, then: typeof work) => {
    isEmptied = false
    world.facilitator.set({ verify: 'slow' })
    world.facilitator.slowUntil = () => isEmptied
    work = async (context) => {
      await empty(buyer, rail)
      const answer = then(context)
      isEmptied = true
      return answer
    }
  }

  test('a refused verify ends it: no answer, nothing kept, nothing settled, and the next one waits for the facilitator again', async () => {
    const buyer = await proven()
    emptiedBy(buyer, untilAborted)
    const settled = world.facilitator.counters.settle
    const header = await signedBy(buyer)
    const refused = await send(header)
    expect([refused.status, begun(), events.includes('aborted')]).toEqual([402, 1, true])
    const kept = (await rows('claims', payerOf(buyer))).map(({ state, result_body }) => `${state} ${result_body !== null}`)
    expect(kept.toSorted()).toEqual(['refused false', 'settled true'])
    expect((await rows('ledger', payerOf(buyer))).map(({ outcome, handler_ms }) => [outcome, handler_ms !== null])).toEqual([
      ['settled', true],
      ['invalid', true],
    ])
    expect((await send(header)).status).toBe(402)
    expect([begun(), world.facilitator.counters.settle - settled]).toEqual([1, 0])
    events = []
    work = async () => tool.examples[0].output
    await fill(buyer, rail)
    expect((await send(await signedBy(buyer))).status).toBe(200)
    expect(events.indexOf('begun')).toBeGreaterThan(events.indexOf('verify ended'))
  })

  test('an answer that was ready before the refusal is thrown away', async () => {
    const buyer = await proven()
    emptiedBy(buyer, async () => {
      events.push('ready')
      return tool.examples[0].output
    })
    const header = await signedBy(buyer)
    const refused = await send(header)
    expect([refused.status, events.slice(0, 4)]).toEqual([402, ['claim ended', 'begun', 'ready', 'verify ended']])
    for (const text of [await refused.text(), JSON.stringify(await rows('claims', payerOf(buyer)))])
      expect(text.split(JSON.stringify(tool.examples[0].output).slice(1, 60)).length - 1).toBeLessThanOrEqual(1)
    await fill(buyer, rail)
    work = async () => tool.examples[0].output
    expect((await send(await signedBy(buyer))).status).toBe(200)
    expect(begun()).toBe(2)
  })

  test('a facilitator that says nothing ends it too, and the same payment buys its answer later', async () => {
    await start(IMPATIENT)
    const buyer = await proven()
    work = untilAborted
    world.facilitator.set({ verify: 'hang' })
    const header = await signedBy(buyer)
    expect((await send(header)).status).toBe(503)
    expect([begun(), events.includes('aborted')]).toEqual([1, true])
    work = async () => tool.examples[0].output
    world.facilitator.set({ verify: 'ok' })
    expect((await send(header)).status).toBe(200)
  })

  test('what fails after its head start is told after the facilitator’s yes, and not at all after its no', async () => {
    const [buyer, other] = [await proven(), await proven()]
    const broken = async () => {
      throw new Error('a bug')
    }
    work = broken
    world.facilitator.set({ verify: 'slow' })
    world.facilitator.slowUntil = () => begun() > 0
    expect((await send(await signedBy(buyer))).status).toBe(500)
    expect(events).toEqual(['claim ended', 'begun', 'verify ended', 'handler ended'])
    emptiedBy(other, broken)
    expect([(await send(await signedBy(other))).status, begun()]).toEqual([402, 2])
  })

  test('of payments that nobody verifies, however many at once, no more are begun than the payer may leave unpaid', async () => {
    await start(IMPATIENT)
    const buyer = await proven()
    work = untilAborted
    const headers = await Promise.all(Array.from({ length: 2 * unpaidBudget(1) }, () => signedBy(buyer)))
    world.facilitator.set({ verify: 'hang' })
    const answers = await Promise.all(headers.map(send))
    expect(answers.filter(({ status }) => status < 400)).toHaveLength(0)
    expect(begun()).toBeGreaterThan(0)
    expect(begun()).toBeLessThanOrEqual(unpaidBudget(1))
    const soFar = begun()
    await Promise.all(headers.map(send))
    expect(begun()).toBe(soFar)
  })

  test('a yes that comes before the look at the chain begins it once', async () => {
    const buyer = await proven()
    const headers = await Promise.all(Array.from({ length: 5 }, () => signedBy(buyer)))
    for (const header of headers) expect((await send(header)).status).toBe(200)
    expect(begun()).toBe(5)
  })

  test('a payment that the chain would refuse, or that its payer did not sign, is begun by nobody', async () => {
    const buyer = await proven()
    world.facilitator.set({ verify: 'slow' })
    const forged = editPayment(await signedBy(buyer), ({ payload }) => {
      if (rail === 'base') payload.signature = `${String(payload.signature).slice(0, 20)}${'1'.repeat(112)}`
      else {
        const wire = Buffer.from(String(payload.transaction), 'base64')
        wire.fill(1, 1 + 64, 1 + 128)
        payload.transaction = wire.toString('base64')
      }
    })
    expect((await send(forged)).status).toBe(402)
    const header = await signedBy(buyer)
    await empty(buyer, rail)
    expect((await send(header)).status).toBe(402)
    expect(begun()).toBe(0)
  })

  test.each([
    ['switched off', { START_BEFORE_VERIFIED: 'false' }],
    ['without a node that answers', { SETTLE_BASE_RPC_URL: 'http://127.0.0.1:9', SETTLE_SOLANA_RPC_URL: 'http://127.0.0.1:9' }],
  ])('%s it is begun after the facilitator’s yes', async (_, changes) => {
    await start(changes)
    const buyer = await proven()
    world.facilitator.set({ verify: 'slow' })
    expect((await send(await signedBy(buyer))).status).toBe(200)
    expect(events.indexOf('begun')).toBeGreaterThan(events.indexOf('verify ended'))
  })
})

const held = (buyer: Buyer, rail: Rail) =>
  rail === 'base' ? world.base.balanceOf(buyer.base.address) : world.solana.balanceOf(buyer.solana.address)

async function give(buyer: Buyer, rail: Rail, atomic: bigint): Promise<void> {
  await (rail === 'base' ? world.base.fund(buyer.base.address, atomic) : world.solana.fund(buyer.solana.address, atomic))
}

const empty = async (buyer: Buyer, rail: Rail) => give(buyer, rail, -(await held(buyer, rail)))
const fill = (buyer: Buyer, rail: Rail) => give(buyer, rail, 1_000_000n)
