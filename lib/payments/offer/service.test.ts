/** Who is asked, before and after a settlement was sent: the table of docs/payments-safety.md, case by case. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import { memoryDatabase } from '../../../tests/support/database.ts'
import type { Core } from '../../core.ts'
import { noteFailure } from '../facilitator/health.ts'
import { rails } from '../protocol/networks.ts'
import { refreshOffers } from './offers.ts'
import { serviceFor } from './service.ts'

const BASE = 'eip155:8453'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const FEE_PAYERS = ['So11111111111111111111111111111111111111112', '11111111111111111111111111111112']
const ELSEWHERE = 'https://gone.example'

const servers: Server[] = []
let urls: string[] = []
let asked: string[] = []
let silent = new Set<number>()
let core: Core
const database = memoryDatabase()
beforeAll(async () => {
  for (const [index, feePayer] of FEE_PAYERS.entries()) {
    const server = createServer((request, response) => {
      request.resume()
      if (request.url === '/supported') {
        const kinds = [
          { x402Version: 2, scheme: 'exact', network: BASE },
          { x402Version: 2, scheme: 'exact', network: SOLANA, extra: { feePayer } },
        ]
        return void response.end(JSON.stringify({ kinds, extensions: [], signers: {} }))
      }
      asked.push(`${'one two'.split(' ')[index]} ${request.url}`)
      if (silent.has(index)) return void response.writeHead(502).end('bad gateway')
      const word = request.url === '/verify' ? { isValid: true } : { success: true, transaction: '0x1', network: BASE }
      response.end(JSON.stringify(word))
    }).listen(0, '127.0.0.1')
    // A connection that is closed between two cases would be a lost settlement.
    server.keepAliveTimeout = 120_000
    await once(server, 'listening')
    servers.push(server)
  }
  urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(async () => {
  core = testCore(
    {
      FACILITATORS: JSON.stringify(urls.map((url) => ({ url }))),
      PAYTO_BASE: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      PAYTO_SOLANA: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    },
    { openDatabase: () => database },
  )
  await refreshOffers(core)
  asked = []
  silent = new Set()
})

const terms = (network: string, feePayer?: string) => ({ network, extra: feePayer ? { feePayer } : {} }) as never
const payload = { x402Version: 2, payload: {} } as never
const [one, two] = ['one', 'two']

type Case = [words: string, network: string, feePayer: string | undefined, sentTo: number | null | string, down: number[], asked: string[]]
const [first, second] = FEE_PAYERS
test.each<Case>([
  ['Base, nothing was sent: the preferred', BASE, undefined, null, [], [one]],
  ['Base, nothing was sent, the preferred is down: the other', BASE, undefined, null, [0], [two]],
  ['Base, nothing was sent, both are down: the preferred', BASE, undefined, null, [0, 1], [one]],
  ['Base, sent to the second: the same', BASE, undefined, 1, [], [two]],
  ['Base, sent to the first, which is down: the other', BASE, undefined, 0, [0], [two]],
  ['Base, sent to one that is gone: whoever serves it', BASE, undefined, ELSEWHERE, [], [one]],
  ['Solana, nothing was sent: the owner of the fee payer', SOLANA, second, null, [], [two]],
  ['Solana, nothing was sent, its owner is down: its owner all the same', SOLANA, first, null, [0], [one]],
  ['Solana, sent to its owner, which is down: the same', SOLANA, first, 0, [0], [one]],
  ['Solana, sent to one that is gone: nobody', SOLANA, first, ELSEWHERE, [], []],
  ['Solana, a fee payer of nobody: nobody', SOLANA, 'SysvarC1ock11111111111111111111111111111111', null, [], []],
])('%s', async (_words, network, feePayer, sentTo, down, expected) => {
  for (const index of down) noteFailure(core, urls[index]!, network, 'settle')
  const requirements = terms(network, feePayer)
  const service = await serviceFor(core, requirements, typeof sentTo === 'number' ? urls[sentTo] : sentTo)
  const ended = await service.settle(payload, requirements).then(
    () => 'said',
    (error: Error) => error.message,
  )
  expect(ended).toBe(expected.length > 0 ? 'said' : 'no facilitator serves this payment')
  expect(asked).toEqual(expected.map((name) => `${name} /settle`))
})

test('what verified it settles it, and that is known before it is asked', async () => {
  silent.add(0)
  const service = await serviceFor(core, terms(BASE))
  await service.verify(payload, terms(BASE))
  expect(service.appoint()).toBe(urls[1])
  silent.clear()
  await service.settle(payload, terms(BASE))
  expect(asked).toEqual(['one /verify', 'two /verify', 'two /settle'])
})

test('what verified it went down since, and nothing was sent yet: the other settles', async () => {
  const service = await serviceFor(core, terms(BASE))
  await service.verify(payload, terms(BASE))
  noteFailure(core, urls[0]!, BASE, 'settle')
  expect(service.appoint()).toBe(urls[1])
})

test.each([
  [BASE, undefined, ['one /settle', 'two /settle']],
  [SOLANA, first, ['one /settle', 'one /settle']],
])('%s: the settlement was sent and its word lost; the second try', async (network, feePayer, expected) => {
  silent.add(0)
  const requirements = terms(network, feePayer)
  const service = await serviceFor(core, requirements)
  for (let attempt = 0; attempt < 2; attempt += 1) await service.settle(payload, requirements).catch(() => undefined)
  expect(asked).toEqual(expected)
})

test('all are silent: that is silence, not a no', async () => {
  silent = new Set([0, 1])
  const service = await serviceFor(core, terms(BASE))
  await expect(service.verify(payload, terms(BASE))).rejects.toMatchObject({ name: 'FacilitatorSilence' })
  expect(asked).toEqual(['one /verify', 'two /verify'])
})

test('the page says of each network what holds there', () => {
  const page = readFileSync(new URL('../../../docs/payments-safety.md', import.meta.url), 'utf8')
  const [, onBase, onSolana] = /^\| was sent \| ([^|]*) \| ([^|]*) \|/m.exec(page) ?? []
  expect(onBase?.includes('another one')).toBe(rails.base.anyoneMaySettle)
  expect(onSolana?.includes('nobody else')).toBe(!rails.solana.anyoneMaySettle)
})
