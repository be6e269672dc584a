/** The till attacked on purpose, over HTTP and over MCP, on both rails: lies of a facilitator, thieves with public data, floods, odd clocks. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Core } from '../../lib/core.ts'
import { CLOSED_SECONDS, markLost } from '../../lib/payments/books/lost-moments.ts'
import { FacilitatorSilence } from '../../lib/payments/facilitator/client.ts'
import { facilitators } from '../../lib/payments/facilitator/facilitators.ts'
import { RESOLVED_PER_PAYMENT } from '../../lib/payments/sale/limits/budgets.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { type Buyer, createBuyer, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { editPayment, readPayment } from '../local/payment-variants.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { callOverMcp } from '../support/mcp-call.ts'
import { atomicPrice } from '../support/price.ts'

const PING = '/v1/util/ping'
const PRICE = atomicPrice('util/ping')
let world: LocalWorld
let app: TestGate
let core: Core
let ping: Tool & { run: Tool['run'] }

beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv())
  core = app.core
  ping = (await import('../../lib/tools/registry.ts')).toolByPath.get(PING)!
  const header = await sign('base')
  await vi.waitFor(async () => expect((await pay(header)).status).toBe(200), { timeout: 60_000, interval: 500 })
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})
beforeEach(() => {
  nextAddress()
  world.facilitator.set({ supported: 'ok', verify: 'ok', settle: 'ok', settleSays: null, svmDuplicateCache: true, landingDelayMs: 0 })
  world.facilitator.slowUntil = () => true
  world.facilitator.resetCounters()
})
afterEach(() => vi.restoreAllMocks())

let address = '192.0.2.1'
let addresses = 0
/** Every test calls from an address of its own. */
const nextAddress = () => {
  addresses += 1
  address = `192.0.2.${addresses}`
}
const from = (ip = address) => ({ 'x-tools-client-ip': ip })
const call = (path = PING, headers: Record<string, string> = {}, ip = address) => app.fetch(path, { headers: { ...from(ip), ...headers } })
const sign = async (rail: (typeof rails)[number], buyer: Buyer = world.buyer, path = PING) => buyer.signOnce(await call(path), rail)
const pay = (header: string, path = PING, headers: Record<string, string> = {}, ip = address) =>
  call(path, { 'PAYMENT-SIGNATURE': header, ...headers }, ip)
const problemOf = async (response: Response) => (await response.clone().json()) as { code: string; [name: string]: unknown }
const stranger = (funds?: bigint) => createBuyer(world.base, world.solana, funds === undefined ? {} : { fundsAtomic: funds })
const moved = async (rail: (typeof rails)[number], work: () => Promise<unknown>) => {
  const before = (await world.balances())[rail]
  await work()
  return (await world.balances())[rail] - before
}

const overMcp = (payment: unknown, name = 'util_ping', values: object = {}) => callOverMcp(core, name, values, payment, address)

describe.each(rails)('what a facilitator says of a settlement, on %s', (rail) => {
  const words = [
    { errorReason: 'failed_to_execute_transfer' },
    { errorReason: 'settlement_failed' },
    { errorReason: 'settle_exact_svm_block_height_exceeded' },
    { errorReason: 'facilitator_unavailable' },
    { errorReason: 'authorization_used' },
    { errorReason: 'a_code_nobody_has_seen' },
    { errorReason: 'insufficient_funds', errorMessage: 'timed out waiting for the receipt' },
    { errorReason: 'insufficient_funds', transaction: '$transaction' },
    { errorReason: 'post_settlement_transfer_not_confirmed', transaction: '$transaction' },
    { errorReason: 'x\0y', errorMessage: 'NUL \0 and \ud800 half a character' },
  ]

  test.each(words.map((answer) => [JSON.stringify(answer), answer] as const))(
    '%s, and it landed: the buyer has the answer',
    async (_name, answer) => {
      const header = await sign(rail)
      world.facilitator.set({ settleSays: { answer: { success: false, ...answer }, lands: true } })
      expect(await moved(rail, async () => expect((await pay(header)).status).toBe(200))).toBe(PRICE)
    },
  )

  test.each([
    'insufficient_funds',
    'invalid_payload',
    rail === 'base' ? 'invalid_exact_evm_payload_signature' : 'invalid_exact_svm_payload_transaction_amount_mismatch',
  ])('%s, of one who took the money all the same: the chain outweighs the code', async (errorReason) => {
    const header = await sign(rail)
    world.facilitator.set({ settleSays: { answer: { success: false, errorReason }, lands: true } })
    expect(await moved(rail, async () => expect((await pay(header)).status).toBe(200))).toBe(PRICE)
    world.facilitator.set({ settleSays: null })
    expect(await moved(rail, async () => expect((await pay(header)).status).toBe(200))).toBe(0n)
  })

  test.each(words.map((answer) => [JSON.stringify(answer), answer] as const))(
    '%s, and nothing landed: open, never a fresh 402',
    async (_name, answer) => {
      const header = await sign(rail)
      const said = answer.transaction ? { ...answer, transaction: rail === 'base' ? `0x${'ab'.repeat(32)}` : '5'.repeat(87) } : answer
      world.facilitator.set({ settleSays: { answer: { success: false, ...said }, lands: false } })
      const open = await pay(header)
      expect([open.status, (await problemOf(open)).code]).toEqual([503, 'settlement_unknown'])
      world.facilitator.set({ settleSays: null })
      expect(await moved(rail, async () => expect((await pay(header)).status).toBe(200))).toBe(PRICE)
    },
  )

  test('a code that can only come before anything is sent is a 402, for good: its row stays, and nobody is asked again', async () => {
    const header = await sign(rail)
    world.facilitator.set({ settleSays: { answer: { success: false, errorReason: 'insufficient_funds' }, lands: false } })
    expect((await pay(header)).status).toBe(402)
    const rows = await (await core.database()).query<{ state: string; settle_calls: number }>(
      'select state, settle_calls from claims order by updated_at desc limit 1',
    )
    expect(rows).toEqual([{ state: 'refused', settle_calls: 1 }])
    world.facilitator.set({ settleSays: null })
    world.facilitator.resetCounters()
    expect(await moved(rail, async () => expect((await pay(header)).status).toBe(402))).toBe(0n)
    expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })
  })

  test('a refusal is the answer to every copy, however late it comes, so that no buyer signs anew and is charged for a copy', async () => {
    const header = await sign(rail)
    world.facilitator.set({
      verify: 'slow',
      slowMs: 300,
      settleSays: { answer: { success: false, errorReason: 'insufficient_funds' }, lands: false, times: 1 },
    })
    const copies = await Promise.all(
      [0, 0, 100, 200].map(async (lateMs) => {
        await sleep(lateMs)
        return (await pay(header)).status
      }),
    )
    expect(copies).toContain(402)
    expect(copies.filter((status) => ![402, 409].includes(status))).toEqual([])
    world.facilitator.set({ verify: 'ok' })
    expect(await moved(rail, async () => expect((await pay(header)).status).toBe(402))).toBe(0n)
  })

  test.each([
    ['another network', { network: 'eip155:1', transaction: '$transaction' }],
    ['no transaction', { transaction: '' }],
    ['a transaction of no form', { transaction: 'whatever' }],
    ['another payer', { transaction: '$transaction', payer: '0x0000000000000000000000000000000000000001' }],
    ['another amount', { transaction: '$transaction', amount: '1' }],
  ])('a success with %s is looked up: an answer only if it landed', async (_name, answer) => {
    const lied = await sign(rail)
    const fake =
      answer.transaction === '$transaction'
        ? { ...answer, transaction: rail === 'base' ? `0x${randomBytes(32).toString('hex')}` : '5'.repeat(87) }
        : answer
    world.facilitator.set({ settleSays: { answer: { success: true, ...fake }, lands: false } })
    expect(await moved(rail, async () => expect((await pay(lied)).status).toBe(503))).toBe(0n)
    const honest = await sign(rail)
    world.facilitator.set({ settleSays: { answer: { success: true, ...answer }, lands: true } })
    expect(await moved(rail, async () => expect((await pay(honest)).status).toBe(200))).toBe(PRICE)
    world.facilitator.set({ settleSays: null })
    expect(await moved(rail, async () => expect((await pay(lied)).status).toBe(200))).toBe(PRICE)
  })

  test('the transaction of another sale pays for no second one', async () => {
    const first = await pay(await sign(rail))
    const { transaction } = JSON.parse(Buffer.from(first.headers.get('PAYMENT-RESPONSE')!, 'base64').toString())
    const header = await sign(rail)
    world.facilitator.set({ settleSays: { answer: { success: true, transaction }, lands: false } })
    const second = await pay(header)
    expect([second.status, (await problemOf(second)).code]).toEqual([503, 'settlement_unknown'])
    world.facilitator.set({ settleSays: null })
    expect((await pay(header)).status).toBe(200)
  })
})

/** Another server took over without the last moments, or a backup was restored. */
describe.each(rails)('books that have lost a sale, on %s', (rail) => {
  const books = () => core.database()
  const forget = async (key: string) => {
    await (await books()).run('delete from claims where payment_key = $1', [key])
    await (await books()).run('delete from ledger where payment_key = $1', [key])
  }
  const newest = async () =>
    (
      await (
        await books()
      ).query<{ payment_key: string; state: string }>('select payment_key, state from claims order by created_at desc limit 1')
    )[0]!

  test('its payment is used, as the chain shows, and nobody is asked to sign anew', async () => {
    const header = await sign(rail)
    const first = await pay(header)
    const { transaction } = JSON.parse(Buffer.from(first.headers.get('PAYMENT-RESPONSE')!, 'base64').toString())
    const { payment_key } = await newest()
    await forget(payment_key)
    for (let count = 0; count < 2; count += 1) {
      const answer = await pay(header)
      expect([answer.status, await problemOf(answer)]).toMatchObject([409, { code: 'payment_already_used', transaction }])
    }
    // What the operator pays back by.
    const rows = await (await books()).query('select outcome, status, reason from ledger where payment_key = $1', [payment_key])
    expect(rows[0]).toMatchObject({ outcome: 'invalid', status: 409, reason: expect.stringContaining(transaction) })
  })

  test('said to be used while no node shows it yet: the same payment is to be sent again, until the chain decides', async () => {
    const header = await sign(rail)
    expect((await pay(header)).status).toBe(200)
    await forget((await newest()).payment_key)
    const setting = `SETTLE_${rail.toUpperCase()}_RPC_URL` as 'SETTLE_BASE_RPC_URL'
    const env = core.env as { SETTLE_BASE_RPC_URL: string | undefined }
    const node = env[setting]
    env[setting] = 'http://127.0.0.1:9'
    for (let count = 0; count < 2; count += 1) {
      const answer = await pay(header)
      expect([answer.status, await problemOf(answer)]).toMatchObject([503, { code: 'settlement_unknown', charged: null, retryable: true }])
    }
    env[setting] = node
    const answer = await pay(header)
    expect([answer.status, (await problemOf(answer)).code]).toEqual([409, 'payment_already_used'])
  })

  test('put back to an earlier state: nothing new is sold or refused until what was paid before has run out', async () => {
    const header = await sign(rail)
    await markLost(await books())
    const misfit = editPayment(await sign(rail), (envelope) => {
      envelope.accepted.amount = '1'
    })
    expect(
      await moved(rail, async () => {
        for (const paid of [header, misfit]) {
          const answer = await pay(paid)
          expect([answer.status, await problemOf(answer)]).toMatchObject([503, { code: 'payment_store_unavailable', charged: null }])
          expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(CLOSED_SECONDS - 60)
        }
      }),
    ).toBe(0n)
    await (await books()).run(`update lost_moments set at = now() - interval '${CLOSED_SECONDS} seconds'`)
    expect((await pay(header)).status).toBe(200)
    expect((await pay(misfit)).status).toBe(402)
  })

  test.each(['the row is gone', 'the answer is gone'])('while it settles (%s): it is written anew, once', async (lost) => {
    const header = await sign(rail)
    let isLost = false
    world.facilitator.set({ settle: 'slow', slowMs: 0 })
    world.facilitator.slowUntil = () => isLost
    const sale = pay(header)
    await expect.poll(async () => (await newest()).state, { interval: 20 }).toBe('settling')
    const { payment_key } = await newest()
    if (lost === 'the row is gone') await forget(payment_key)
    else
      await (await books()).run(
        `update claims set state = 'claimed', result_body = null, payment = null, settle_calls = 0, facilitator = null where payment_key = $1`,
        [payment_key],
      )
    isLost = true
    const answer = await sale
    expect(answer.status).toBe(200)
    expect((await newest()).state).toBe('settled')
    const rows = await (await books()).query('select outcome from ledger where payment_key = $1', [payment_key])
    expect(rows).toEqual([{ outcome: 'settled' }])
    expect(await moved(rail, async () => expect(await (await pay(header)).text()).toBe(await answer.text()))).toBe(0n)
  })
})

describe('a no of a payment that no row knows', () => {
  const books = () => core.database()
  const keyOfNewest = async () =>
    (await (await books()).query<{ payment_key: string }>('select payment_key from claims order by created_at desc limit 1'))[0]!
      .payment_key
  const without = async (setting: 'SETTLE_BASE_RPC_URL' | 'SETTLE_SOLANA_RPC_URL', work: () => Promise<unknown>) => {
    const env = core.env as { [Name in typeof setting]: string | undefined }
    const node = env[setting]
    env[setting] = 'http://127.0.0.1:9'
    await work()
    env[setting] = node
  }
  const told = async (header: string) => {
    nextAddress()
    const answer = await pay(header)
    const { code, error } = await problemOf(answer)
    return [answer.status, code ?? error]
  }
  const says = (invalidReason: string) => {
    for (const { client } of facilitators(core)) vi.spyOn(client, 'verify').mockResolvedValue({ isValid: false, invalidReason })
  }

  test('is believed of what was made since the books lost a moment; of the rest, where the chain proves it', async () => {
    const header = await sign('solana')
    expect((await pay(header)).status).toBe(200)
    const key = await keyOfNewest()
    for (const table of ['claims', 'ledger']) await (await books()).run(`delete from ${table} where payment_key = $1`, [key])
    await (await books()).run(`insert into lost_moments values (now() - interval '${CLOSED_SECONDS} seconds')`)
    says('transaction_simulation_failed')
    await without('SETTLE_SOLANA_RPC_URL', async () => expect(await told(header)).toEqual([503, 'settlement_unknown']))
    expect(await told(header)).toEqual([409, 'payment_already_used'])
    const dead = await sign('solana')
    world.solana.expireBlockhashes()
    for (const payment of [await sign('base'), await sign('solana'), dead])
      expect(await told(payment)).toEqual([402, 'transaction_simulation_failed'])
  })

  test('or a silence is no word that nothing was charged, of what the books may have lost', async () => {
    await (await books()).run(`insert into lost_moments values (now() - interval '${CLOSED_SECONDS} seconds')`)
    for (const { client } of facilitators(core)) vi.spyOn(client, 'verify').mockRejectedValue(new FacilitatorSilence('verify: silent'))
    const charged = async (answer: Response) => ((await answer.json()) as { charged: boolean | null }).charged
    expect(await charged(await pay(await sign('solana')))).toBeNull()
    expect(await charged(await pay(await sign('base')))).toBe(false)
    const { text } = await overMcp(readPayment(await sign('solana')))
    expect(JSON.parse(text)).toMatchObject({ code: 'facilitator_unavailable', charged: null })
  })

  test('that calls it used ends as the chain says, where it was never taken too', async () => {
    says('duplicate_settlement')
    const header = await sign('solana')
    expect(await told(header)).toEqual([503, 'settlement_unknown'])
    world.solana.expireBlockhashes()
    expect(await told(header)).toEqual([503, 'settlement_unknown'])
    await (await books()).run(`update ledger set at = at - interval '121 seconds' where reason like '%duplicate_settlement%'`)
    expect(await told(header)).toEqual([402, 'duplicate_settlement'])
  })

  test('costs a bounded number of looks, from however many addresses it comes', async () => {
    says('duplicate_settlement')
    const header = await sign('base')
    for (let count = 0; count < RESOLVED_PER_PAYMENT; count += 1) expect(await told(header)).toEqual([503, 'settlement_unknown'])
    const asked = vi.spyOn(globalThis, 'fetch')
    for (let count = 0; count < 3; count += 1) expect(await told(header)).toEqual([503, 'settlement_unknown'])
    expect(asked.mock.calls.filter(([url]) => String(url).startsWith(core.env.SETTLE_BASE_RPC_URL!))).toEqual([])
  })
})

test('a payment that ran out after it was taken and lost from the books is used, and nobody is asked to sign anew', async () => {
  const offer = await call()
  const terms = JSON.parse(Buffer.from(offer.headers.get('PAYMENT-REQUIRED')!, 'base64').toString())
  const [accepted] = terms.accepts
  const neededSeconds = Math.ceil((ping.handlerCapMs + core.env.FACILITATOR_SETTLE_TIMEOUT_MS) / 1000)
  // Less than the clocks of strangers may differ by.
  const ROOM_SECONDS = 20
  const brief = { ...terms, accepts: [{ ...accepted, maxTimeoutSeconds: neededSeconds + ROOM_SECONDS }] }
  const signed = await world.buyer.signOnce(Buffer.from(JSON.stringify(brief)).toString('base64'), 'base')
  const header = editPayment(signed, (envelope) => {
    envelope.accepted = accepted
  })
  expect((await pay(header)).status).toBe(200)
  const books = await core.database()
  const [row] = await books.query<{ payment_key: string }>('select payment_key from claims order by created_at desc limit 1')
  await books.run('delete from claims where payment_key = $1', [row!.payment_key])
  await books.run('delete from ledger where payment_key = $1', [row!.payment_key])
  vi.spyOn(core, 'now').mockImplementation(() => Date.now() + (ROOM_SECONDS + 1) * 1000)
  const answer = await pay(header)
  expect([answer.status, (await problemOf(answer)).code]).toEqual([409, 'payment_already_used'])
  // One that was never taken is refused as ever.
  const unused = editPayment(await world.buyer.signOnce(Buffer.from(JSON.stringify(brief)).toString('base64'), 'base'), (envelope) => {
    envelope.accepted = accepted
  })
  expect((await pay(unused)).status).toBe(402)
})

describe.each(rails)('a stored answer, on %s', (rail) => {
  /** What anybody can make of a settled payment from the chain and an offer of their own. */
  const thieves = async (header: string) => {
    const own = readPayment(await sign(rail, await stranger(0n)))
    const paid = readPayment(header)
    const put = (edit: (envelope: ReturnType<typeof readPayment>) => void) =>
      editPayment(header, (envelope) => {
        envelope.accepted = structuredClone(own.accepted)
        edit(envelope)
      })
    const zero = rail === 'base' ? { ...paid.payload, signature: `0x${'00'.repeat(65)}` } : paid.payload
    return {
      'its signature with an offer of the thief’s own': put(() => {}),
      'a zero signature': put((envelope) => void Object.assign(envelope, { payload: zero })),
      'no ticket': put(({ accepted }) => void delete (accepted.extra as Record<string, unknown>).ticket),
      'an empty ticket': put(({ accepted }) => void Object.assign(accepted.extra as object, { ticket: '' })),
      'a ticket that is a list': put(({ accepted }) => void Object.assign(accepted.extra as object, { ticket: [] })),
      'junk for an offer': put(({ accepted }) => void Object.assign(accepted, { amount: '1', payTo: 'x', asset: 'y', extra: {} })),
      'another value': put((envelope) => {
        if (rail === 'base') Object.assign(envelope.payload.authorization as object, { value: '0' })
      }),
      'no resource and no extensions': put((envelope) => {
        delete envelope.resource
        delete envelope.extensions
      }),
      'an identifier': put(
        (envelope) => void Object.assign(envelope, { extensions: { 'payment-identifier': { info: { id: 'x'.repeat(16) } } } }),
      ),
    }
  }

  test('is not given to who knows what the chain knows; they all hear the same, and in the end 429', async () => {
    const header = await sign(rail)
    const answer = await pay(header)
    const body = await answer.text()
    const said = new Set<string>()
    for (const [name, payment] of Object.entries(await thieves(header))) {
      for (const path of [PING, '/v1/util/uuid']) {
        const stolen = await pay(payment, path)
        expect([name, path, stolen.status]).toEqual([name, path, 409])
        const { requestId: _, ...problem } = await problemOf(stolen)
        said.add(JSON.stringify(problem))
        const { text } = await overMcp(readPayment(payment), path === PING ? 'util_ping' : 'util_uuid')
        expect(text).toContain('payment_already_used')
        expect(text).not.toContain(JSON.parse(body).message)
      }
    }
    expect([...said]).toEqual([expect.not.stringMatching(/transaction|settled|network/)])
    const [guess] = Object.values(await thieves(header))
    const statuses = []
    for (let count = 0; count < 80; count += 1) statuses.push((await pay(guess!, `/v1/util/uuid?n=${1 + (count % 50)}`)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(new Set(statuses)).toEqual(new Set([409, 429]))
    // Whoever has the header keeps the answer, also at that address.
    const again = await pay(header)
    expect([again.status, await again.text()]).toEqual([200, body])
  })

  test('is given to its buyer after the tool has ended, when it is down, without any offer, and over the other transport', async () => {
    const header = await sign(rail)
    const body = await (await pay(header)).text()
    const { retirement, ready } = ping
    try {
      Object.assign(ping, {
        retirement: {
          deprecatedAt: new Date(0),
          sunsetAt: new Date(1),
          policyUrl: 'http://tools.test/docs/policy',
          successorUrl: 'http://tools.test/v2',
        },
      })
      expect((await call()).status).toBe(410)
      expect(await (await pay(header)).text()).toBe(body)
      expect((await overMcp(readPayment(header))).text).toBe(body)
      expect((await pay(await sign(rail, world.buyer, '/v1/util/uuid'))).status).toBe(410)
    } finally {
      Object.assign(ping, { retirement, ready })
    }
    const { PAYTO_BASE } = core.env
    Object.assign(core.env, { PAYTO_BASE: undefined })
    expect((await call()).status).toBe(503)
    expect(await (await pay(header)).text()).toBe(body)
    Object.assign(core.env, { PAYTO_BASE })
  })

  test('of a payment without a ticket is bound to the buyer’s identifier, or to all of it as it came', async () => {
    const bare = async () => editPayment(await sign(rail), ({ accepted }) => void delete (accepted.extra as Record<string, unknown>).ticket)
    const [plain, named] = [await bare(), await bare()]
    const id = `order-${rail}-${randomBytes(8).toString('hex')}`
    for (const [header, headers] of [
      [plain, {}],
      [named, { 'Idempotency-Key': id }],
    ] as const) {
      const body = await (await pay(header, PING, headers)).text()
      expect(await (await pay(header, PING, headers)).text()).toBe(body)
    }
    expect((await pay(named)).status).toBe(409)
    expect((await pay(editPayment(plain, (envelope) => void delete envelope.extensions))).status).toBe(409)
  })

  test('an identifier is its payer’s own: a stranger may use the same, and learns nothing by trying', async () => {
    const id = `shared-${rail}-0123456789`
    const headers = { 'Idempotency-Key': id }
    expect((await pay(await sign(rail), PING, headers)).status).toBe(200)
    expect((await pay(await sign(rail, await stranger()), PING, headers)).status).toBe(200)
    const own = await problemOf(await pay(await sign(rail), PING, headers))
    expect(own).toMatchObject({ code: 'payment_identifier_conflict', state: 'settled', transaction: expect.any(String) })
    if (rail === 'solana') return
    const forged = editPayment(await sign(rail, await stranger()), ({ payload }) => {
      Object.assign(payload.authorization as object, { from: world.buyer.base.address })
    })
    const told = await problemOf(await pay(forged, PING, headers))
    expect(told.code).toBe('payment_identifier_conflict')
    expect(told).not.toHaveProperty('state')
    expect(told).not.toHaveProperty('transaction')
  })

  test('what the facilitator is sent of the resource and the offer is ours, whatever the buyer wrote', async () => {
    const header = editPayment(await sign(rail), (envelope) => {
      envelope.resource = { url: 'http://evil.test/', description: 'x'.repeat(600), mimeType: 'text/evil' }
      Object.assign(envelope.accepted.extra as object, { note: 'mine' })
    })
    expect((await pay(header)).status).toBe(200)
    for (const heard of [world.facilitator.heard.verify, world.facilitator.heard.settle]) {
      expect(JSON.stringify(heard)).not.toMatch(/evil\.test|text\/evil|"ticket"|"mine"/)
      expect(heard?.paymentPayload).toMatchObject({ resource: { url: `http://tools.test${PING}` }, accepted: heard?.paymentRequirements })
    }
  })

  test('NUL and half characters are refused before anything runs', async () => {
    const header = await sign(rail)
    world.facilitator.resetCounters()
    for (const note of ['a\0b', '\ud800', '\udc00x']) {
      const bad = editPayment(header, (envelope) => void Object.assign(envelope.extensions!, { note }))
      expect((await problemOf(await pay(bad))).code).toBe('invalid_payload')
      expect((await overMcp(readPayment(bad))).json.code).toBe('invalid_payload')
    }
    expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })
    expect((await pay(header)).status).toBe(200)
  })
})
