/**
 * The till in a world that does what it likes between any two of its steps: what it promises is `promises.ts`, what may happen `world.ts`. A short
 * random run, and the shortest ones that have broken a promise. `npm run faults -- --simulate 5000` explores further.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { log } from '../../lib/log.ts'
import { type Books, openBooks } from './books.ts'
import { explore } from './explore.ts'
import { type Move, play } from './world.ts'

const level = log.level
beforeAll(() => {
  log.level = 'silent'
})
afterAll(() => {
  log.level = level
})

test('random runs keep every promise, and the same moves make the same run', { timeout: 240_000 }, async () => {
  expect(await explore(20261123, 20)).toBeUndefined()
})

let books: Books
beforeAll(async () => {
  books = await openBooks()
})
afterAll(() => books?.close())

const step = (way = 0): Move => ({ do: 'step', pick: 0, way })
const steps = (count: number): Move[] => Array.from({ length: count }, () => step())
const buy = (server: number): Move => ({ do: 'buy', rail: 'base', server, over: 'http' })
const next = (server: number): Move => ({ do: 'next', purchase: 0, server, over: 'http' })
const copy = (server: number): Move => ({ do: 'copy', payment: 0, server, over: 'mcp' })

/** The ways of a verify, a tool, a statement, a node: see there. */
const SAYS_NO = 2
const IS_LOST = 2
const FAILS = 3

const found: Record<string, { moves: Move[]; heard: string[] }> = {
  'one facilitator says no, its buyer signs anew, and a late copy of the first payment meets one that says yes': {
    // Claim, verify, three questions to the chain, refusal.
    moves: [buy(0), step(), step(SAYS_NO), ...steps(4), next(1), copy(0)],
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
    moves: [{ do: 'clock', server: 0, aheadSeconds: 300 }, buy(0), step(FAILS), ...steps(5), next(1), copy(1)],
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
      { do: 'step', pick: 1, way: 0 },
      { do: 'step', pick: 1, way: 0 },
      { do: 'step', pick: 1, way: 0 },
      { do: 'step', pick: 1, way: 0 },
      next(0),
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
