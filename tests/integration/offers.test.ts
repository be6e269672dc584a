/** What a facilitator's `/supported` makes of the offers: nothing is offered that cannot be paid, and a refresh takes effect as a whole. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGate, type TestGate } from '../support/gate.ts'

const BASE = 'eip155:8453'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const feePayer = 'So11111111111111111111111111111111111111112'
const kind = (network: string, changes: object = {}) => ({ x402Version: 2, scheme: 'exact', network, ...changes })
const good = [kind(BASE), kind(SOLANA, { extra: { feePayer } })]

let server: Server
let answer: { status: number; body: string }
let app: TestGate
let refresh: () => Promise<void>
beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  supports('not yet')
  const variables = {
    FACILITATOR_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PAYTO_BASE: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    PAYTO_SOLANA: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  }
  app = await startGate(variables, { selling: false })
  const { refreshOffers } = await import('../../lib/payments/offer/offers.ts')
  refresh = () => refreshOffers(app.core)
})
afterAll(async () => {
  await app?.close()
  server.close()
})

const supports = (kinds: unknown, status = 200) => {
  answer = { status, body: JSON.stringify({ kinds, extensions: [], signers: {} }) }
}
const accepts = async () => {
  const response = await app.fetch('/v1/util/ping')
  if (response.status !== 402) return [response.status, ((await response.json()) as { code: string }).code]
  const required = JSON.parse(Buffer.from(response.headers.get('PAYMENT-REQUIRED')!, 'base64').toString())
  return required.accepts.map(({ network, extra }: { network: string; extra: { feePayer?: string } }) =>
    extra.feePayer ? `${network} ${extra.feePayer}` : network,
  )
}

test.each<[string, unknown, unknown[]]>([
  // First: later the last good word would be remembered.
  ['what nobody can read', 'all of them', [503, 'facilitator_unavailable']],
  ['both rails', good, [BASE, `${SOLANA} ${feePayer}`]],
  ['Solana without a fee payer', [kind(BASE), kind(SOLANA)], [BASE]],
  ['Solana with an empty extra', [kind(BASE), kind(SOLANA, { extra: null })], [BASE]],
  ['Solana alone', [kind(SOLANA, { extra: { feePayer } })], [`${SOLANA} ${feePayer}`]],
  ['the test networks', [kind('eip155:84532'), kind('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')], [503, 'facilitator_unavailable']],
  ['another scheme', [kind(BASE, { scheme: 'upto' })], [503, 'facilitator_unavailable']],
  ['version 1 alone', [kind('base', { x402Version: 1 }), kind(BASE, { x402Version: 1 })], [503, 'facilitator_unavailable']],
  ['nothing', [], [503, 'facilitator_unavailable']],
  ['what else it can do beside both', [...good, kind('eip155:1'), kind(BASE, { scheme: 'upto' })], [BASE, `${SOLANA} ${feePayer}`]],
])('it supports %s', async (_name, kinds, offered) => {
  supports(kinds)
  await refresh()
  expect(await accepts()).toEqual(offered)
})

test('a word is a word whatever its status', async () => {
  supports(good, 500)
  await refresh()
  expect(await accepts()).toEqual([BASE, `${SOLANA} ${feePayer}`])
})

test('a new fee payer and a lost rail show after a refresh; a failed refresh changes nothing', async () => {
  supports(good)
  await refresh()
  const other = '11111111111111111111111111111112'
  supports([kind(BASE), kind(SOLANA, { extra: { feePayer: other } })])
  await refresh()
  expect(await accepts()).toEqual([BASE, `${SOLANA} ${other}`])
  supports([kind(BASE)])
  await refresh()
  expect(await accepts()).toEqual([BASE])
  answer = { status: 502, body: '<html>' }
  await refresh()
  expect(await accepts()).toEqual([BASE])
  supports(good)
  await refresh()
  expect(await accepts()).toEqual([BASE, `${SOLANA} ${feePayer}`])
})
