/**
 * The till in a world that does what it likes between any two of its steps: what it promises is `promises.ts`, what may happen `world.ts`. A short
 * random run, and the shortest ones that have broken a promise. `npm run faults -- --simulate 5000` explores further.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { log } from '../../lib/log.ts'
import { type Books, openBooks } from './books.ts'
import { explore } from './explore.ts'
import type { Move } from './move.ts'
import { play } from './world.ts'

const level = log.level
beforeAll(() => {
  log.level = 'silent'
})
afterAll(() => {
  log.level = level
})

test('random runs keep every promise, and the same moves make the same run', async () => {
  expect(await explore(20261123, 20)).toBeUndefined()
})

let books: Books
beforeAll(async () => {
  books = await openBooks()
})
afterAll(() => books?.close())

const step = (way = 0): Move => ({ do: 'step', pick: 0, way })
const steps = (count: number): Move[] => Array.from({ length: count }, () => step())
/** What was begun last. */
const last = (way = 0): Move => ({ do: 'step', pick: 1, way })
const lastSteps = (count: number): Move[] => Array.from({ length: count }, () => last())
const buy = (server: number): Move => ({ do: 'buy', rail: 'base', server, over: 'http' })
/** Under an identifier, by a client that does not echo the ticket. */
const named = { do: 'buy', rail: 'base', over: 'http', named: 1, echoes: false } as const
const next = (server: number): Move => ({ do: 'next', purchase: 0, server, over: 'http' })
const copy = (server: number): Move => ({ do: 'copy', payment: 0, server, over: 'mcp' })

/** The ways of a verify, a tool, a statement, a node: see there. */
const SAYS_NO = 2
const HAS_NO_ANSWER = 1
const IS_LOST = 2
const FAILS = 3
/** Of a settlement: it lands and nothing is said; it is sent and may land later; nothing is said and nothing sent; it lands, and is denied when the chain shows it. */
const IS_LOST_AND_LANDS = 1
const IS_SENT = 3
const IS_SILENT = 4
const DENIES = 11

const found: Record<string, { moves: Move[]; heard: string[] }> = {
  'one facilitator says no, its buyer signs anew, and a late copy of the first payment meets one that says yes': {
    // Claim, verify, a question to the books and three to the chain, refusal.
    moves: [buy(0), step(), step(SAYS_NO), ...steps(5), next(1), copy(0)],
    heard: ['1.1 hears 402 insufficient_funds', '1.1 hears 402 insufficient_funds', '1.2 hears 200 '],
  },
  'a network that one server does not sell on for a moment, and another does': {
    moves: [
      buy(0),
      { do: 'crash', server: 0, sent: false },
      { do: 'serve', facilitator: 0, rail: 'base' },
      { do: 'serve', facilitator: 1, rail: 'base' },
      next(0),
      ...steps(2),
      next(0),
      copy(1),
    ],
    heard: ['1.1 hears 402 network_not_accepted', '1.1 hears 402 network_not_accepted', '1.2 hears 200 '],
  },
  'a server whose clock is ahead while no node tells the time, and one whose clock is right': {
    moves: [{ do: 'clock', server: 0, aheadSeconds: 300 }, buy(0), step(FAILS), ...steps(6), next(1), copy(1)],
    heard: ['1.1 hears 402 authorization_expires_too_soon', '1.1 hears 402 authorization_expires_too_soon', '1.2 hears 200 '],
  },
  'a server stands still until its lease is over, hears a no, and another is selling by then': {
    moves: [
      buy(0),
      step(),
      { do: 'freeze', server: 0 },
      step(SAYS_NO),
      { do: 'wait', seconds: 30 },
      copy(1),
      ...steps(2),
      { do: 'thaw', server: 0 },
      ...lastSteps(5),
      next(0),
    ],
    heard: ['1.1 hears 409 payment_in_flight', '1.1 hears 200 '],
  },
  'a backup is restored while a sale is settled, and its buyer asks a server that does not know it any more': {
    // Claim, verify, room for the run, the tool, the answer is kept; the settlement; of the second call claim, verify, questions to a node that lags.
    moves: [
      { do: 'backup' },
      buy(0),
      ...steps(5),
      { do: 'restore' },
      step(),
      copy(1),
      ...lastSteps(3),
      ...Array.from({ length: 3 }, () => last(1)),
    ],
    heard: ['1.1 hears 503 payment_store_unavailable', '1.1 hears 200 '],
  },
  'a standby steps in that lacks a sale which is settled meanwhile, and nobody says so': {
    moves: [{ do: 'backup' }, buy(0), ...steps(5), { do: 'restore', isSaid: false }, step(), copy(1), ...lastSteps(7)],
    heard: ['1.1 hears 503 payment_store_unavailable', '1.1 hears 200 '],
  },
  'the price changes, and the books have lost a sale whose buyer never heard of it': {
    moves: [
      { do: 'backup' },
      buy(0),
      ...steps(5),
      { do: 'hang up', purchase: 0 },
      ...steps(3),
      { do: 'price', amount: '700' },
      { do: 'restore', isSaid: false },
      { do: 'deploy', server: 1, wallet: 1, reversed: false },
      copy(1),
      ...steps(12),
      { do: 'wait', seconds: 490 },
      next(1),
    ],
    heard: ['1.1 hears 503 payment_store_unavailable', '1.1 hears 409 payment_already_used'],
  },
  'a sale is lost with the books, and no node answers as its buyer comes back after it has run out': {
    moves: [
      { do: 'backup' },
      buy(0),
      ...steps(5),
      step(IS_LOST_AND_LANDS),
      { do: 'crash', server: 0, sent: false },
      { do: 'restore' },
      { do: 'wait', seconds: 490 },
      next(1),
      ...steps(2),
      ...Array.from({ length: 12 }, () => last(FAILS)),
    ],
    heard: ['1.1 hears 503 settlement_unknown', '1.1 hears 409 payment_already_used'],
  },
  'the same on Solana, where its facilitator only says that it would fail': {
    moves: [
      { do: 'backup' },
      { do: 'buy', rail: 'solana', server: 0, over: 'mcp' },
      ...steps(5),
      step(IS_LOST_AND_LANDS),
      { do: 'crash', server: 0, sent: false },
      { do: 'restore', isSaid: false },
      { do: 'wait', seconds: 1_200 },
      copy(1),
      ...steps(12),
      { do: 'wait', seconds: 490 },
      next(1),
      step(),
      step(),
      ...Array.from({ length: 12 }, () => last(FAILS)),
    ],
    heard: ['1.1 hears 503 payment_store_unavailable', '1.1 hears 503 settlement_unknown', '1.1 hears 409 payment_already_used'],
  },
  'a sale on Solana is lost with the books, and its facilitator is silent as its buyer comes back': {
    moves: [
      { do: 'backup' },
      { do: 'buy', rail: 'solana', server: 0, over: 'http' },
      ...steps(5),
      step(IS_LOST_AND_LANDS),
      { do: 'crash', server: 0, sent: false },
      { do: 'restore' },
      { do: 'wait', seconds: 490 },
      next(1),
      step(),
      step(HAS_NO_ANSWER),
    ],
    heard: ['1.1 hears 503 facilitator_unavailable', '1.1 hears 409 payment_already_used'],
  },
  'a payment on Solana is sent, its blockhash dies before anybody hears of it, and it never lands': {
    moves: [
      { do: 'buy', rail: 'solana', server: 0, over: 'http' },
      ...steps(5),
      step(IS_SENT),
      { do: 'step', pick: 1, way: IS_SILENT },
      { do: 'step', pick: 0, way: 1 },
      { do: 'wait', seconds: 130 },
    ],
    heard: ['1.1 hears 503 settlement_unknown', '1.1 hears 402 blockhash_expired', '1.2 hears 200 '],
  },
  'a payment runs out in blocks that Base takes back, and lands in the ones that take their place': {
    // Until it is to be settled; twice; the chain shows nothing.
    moves: [
      buy(0),
      ...steps(5),
      step(IS_SENT),
      { do: 'step', pick: 1, way: IS_SILENT },
      ...lastSteps(4),
      { do: 'wait', seconds: 160 },
      copy(1),
      ...lastSteps(8),
      { do: 'reorganise', blocks: 40, again: true },
      next(0),
    ],
    heard: ['1.1 hears 503 settlement_unknown', '1.1 hears 409 payment_in_flight', '1.1 hears 200 '],
  },
  'a payment without a ticket is refused under its second identifier, and a late copy of it comes under the first': {
    // The first call's claim; the second one's, which the other has the identifier of; again, until it is refused; the first one's refusal.
    moves: [
      { ...named, server: 0 },
      step(),
      { ...named, server: 1 },
      ...lastSteps(5),
      { do: 'next', purchase: 1, server: 1, over: 'http' },
      last(),
      last(SAYS_NO),
      ...lastSteps(5),
      step(SAYS_NO),
      ...steps(5),
      { do: 'copy', payment: 1, server: 1, over: 'http', form: 1 },
      ...steps(7),
    ],
    heard: [
      '2.1 hears 409 payment_identifier_conflict',
      '2.1 hears 402 insufficient_funds',
      '1.1 hears 402 insufficient_funds',
      '2.1 hears 409 payment_already_used',
      '2.2 hears 409 payment_identifier_conflict',
      '1.2 hears 200 ',
      '2.2 hears 200 ',
    ],
  },
  'a program that has lost its payment signs another under the same identifier': {
    moves: [{ ...named, echoes: true, server: 0 }, step(), { do: 'forget', purchase: 0, server: 1, over: 'mcp' }],
    heard: ['1.2 hears 409 payment_identifier_conflict', '1.1 hears 200 '],
  },
  'the answer for a buyer who has paid before is begun while the facilitator makes up its mind, which is a no': {
    // The first sale; of the second the claim, two questions to a node, the tool, and then the verify.
    moves: [buy(0), ...steps(8), buy(1), ...steps(3), last(), step(SAYS_NO), ...steps(5)],
    heard: ['1.1 hears 200 ', '2.1 hears 402 insufficient_funds', '2.2 hears 200 '],
  },
  'a facilitator denies what it has sent, and the chain shows it': {
    moves: [buy(0), ...steps(5), step(DENIES), { do: 'wait', seconds: 5 }],
    heard: ['1.1 hears 200 '],
  },
  'a payment of twice the price, which its facilitator would take': {
    moves: [{ do: 'buy', rail: 'solana', server: 0, over: 'mcp', overpays: true }],
    heard: ['1.1 hears 402 amount_mismatch', '1.2 hears 200 '],
  },
  'price, wallet and facilitators change between the offer and its payment, and a copy meets a server that still has the old ones': {
    // Claim, verify; the buyer's program is gone by the time of the first answer.
    moves: [
      buy(0),
      ...steps(2),
      { do: 'hang up', purchase: 0 },
      { do: 'price', amount: '700' },
      { do: 'deploy', server: 1, wallet: 1, reversed: true },
      next(1),
      copy(0),
    ],
    heard: ['1.1 hears 409 payment_in_flight', '1.1 hears 200 '],
  },
  'the store is away as a payment is sent again that has bought its answer': {
    moves: [buy(0), ...steps(8), copy(0), step(IS_LOST)],
    heard: ['1.1 hears 200 ', '1.1 hears 503 payment_store_unavailable'],
  },
}

test.each(Object.entries(found))('%s', async (_name, { moves, heard }) => {
  const { broken, trace } = await play(books, moves)
  const said = trace.filter((line) => line.includes(' hears ')).map((line) => line.replace(/^.*: sale /, ''))
  expect({ broken, said: [...new Set(said)] }, trace.join('\n')).toEqual({ broken: [], said: [...new Set(heard)] })
})
