/** The book of payments: what the log comes to, whoever reads it and whenever. */
import { describe, expect, test } from 'vitest'
import { Book } from '../../clients/typescript/src/guard/book.ts'
import { type Entry, isEntry } from '../../clients/typescript/src/guard/entries.ts'

const T = 1_800_000_000_000
const DAY = 24 * 3_600_000
const reserved = (id: string, at: number, more: Partial<Extract<Entry, { event: 'reserved' }>> = {}): Entry => ({
  event: 'reserved',
  id,
  at,
  host: 'a.example',
  session: 's',
  network: 'eip155:8453',
  payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '1000',
  caps: { call: '2000', session: '3500' },
  until: at + 60_000,
  request: id,
  url: 'https://a.example/',
  ...more,
})
const signed = (id: string, at: number, amount = '1000'): Entry => ({
  event: 'signed',
  id,
  at,
  header: id,
  amount,
  network: 'eip155:8453',
  payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  validUntil: at + 120_000,
  owner: { machine: 'm', pid: 1 },
})
const settled = (id: string, at: number): Entry => ({
  event: 'settled',
  id,
  at,
  transaction: '0x1',
  payer: null,
  requestId: null,
  by: 'seller',
})
const of = (...entries: Entry[]): Book => {
  const book = new Book()
  for (const entry of entries) book.apply(entry)
  return book
}
const bought = (id: string, at: number, more = {}): Entry[] => [reserved(id, at, more), signed(id, at), settled(id, at)]
const state = (book: Book, id: string) => book.payments.get(id)?.state

test('what is granted depends on the order in the log, not on clocks', () => {
  const book = of(...['a', 'b', 'c', 'd'].map((id, nth) => reserved(id, T - nth)))
  expect(['a', 'b', 'c', 'd'].map((id) => state(book, id))).toEqual(['reserved', 'reserved', 'reserved', 'denied'])
  expect(book.payments.get('d')!.denial).toMatchObject({ kind: 'cap', cap: 'session', held: { reservedUsd: '0.003000' } })
})

test('spent, reserved and at risk are told apart, and all three count', () => {
  const book = of(...bought('a', T), reserved('b', T), signed('b', T), reserved('c', T), reserved('d', T))
  expect(book.held('s', T).session).toEqual({ spentUsd: '0.001000', reservedUsd: '0.001000', atRiskUsd: '0.001000' })
  expect(state(book, 'd')).toBe('denied')
})

test('a signature that comes after its reservation ran out is none, once somebody else may have had the room', () => {
  const late = [reserved('a', T, { amount: '2000' }), reserved('b', T + 60_001, { amount: '2000' }), signed('a', T + 59_000, '2000')]
  const book = of(...late)
  expect([state(book, 'a'), state(book, 'b')]).toEqual(['released', 'reserved'])
})

test('nothing a seller can bring about gives an amount back; only the chain does', () => {
  const held = [reserved('a', T), signed('a', T)]
  for (const after of [
    { event: 'answered', id: 'a', at: T, status: 402, reason: 'insufficient_funds' },
    { event: 'unknown', id: 'a', at: T, reason: 'x' },
    { event: 'released', id: 'a', at: T },
  ] satisfies Entry[])
    expect(of(...held, after).held('s', T + 10 * DAY).session.atRiskUsd).toBe('0.001000')
  expect(of(...held, { event: 'void', id: 'a', at: T }).held('s', T).session.atRiskUsd).toBe('0.000000')
})

test('a settled payment is never void, a denied one never signed, more than was set aside never signed', () => {
  expect(state(of(...bought('a', T), { event: 'void', id: 'a', at: T }), 'a')).toBe('settled')
  expect(state(of(reserved('a', T, { amount: '2001' }), signed('a', T, '2001')), 'a')).toBe('denied')
  expect(state(of(reserved('a', T), signed('a', T, '1001')), 'a')).toBe('reserved')
})

describe('the scopes of caps', () => {
  const caps = { session: '1500', day: '2500', host: '2000' }
  test('a session has no end; days and hosts count 24 hours of all sessions', () => {
    const week = T + 7 * DAY
    const book = of(...bought('a', T, { caps }), reserved('b', week, { caps }), reserved('c', week, { caps, session: 'other' }))
    expect([state(book, 'b'), state(book, 'c')]).toEqual(['denied', 'reserved'])
  })
  test('a host’s cap leaves others alone', () => {
    const book = of(
      ...bought('a', T, { caps }),
      reserved('b', T, { caps, session: 'two' }),
      reserved('c', T, { caps, session: 'three' }),
      reserved('d', T, { caps: { ...caps, day: '9000' }, session: 'four', host: 'b.example' }),
    )
    expect(book.payments.get('c')!.denial).toMatchObject({ cap: 'day' })
    expect(state(book, 'd')).toBe('reserved')
  })
  test('a process with a clock of its own loses no day’s sum for the others', () => {
    const ahead = reserved('b', T + 40 * DAY, { caps, amount: '1', host: 'b.example' })
    const book = of(...bought('a', T, { caps }), ahead, reserved('c', T + 1, { caps, session: 't', host: 'c.example', amount: '1500' }))
    expect(book.payments.get('c')!.denial).toMatchObject({ cap: 'day', held: { spentUsd: '0.001000' } })
  })
  test('a cap of nothing buys nothing', () => {
    expect(state(of(reserved('a', T, { caps: { session: '0' } })), 'a')).toBe('denied')
  })
})

test('the address of a seller is that of its first payment, in any letter case; one that came to nothing pins none', () => {
  const other = { payTo: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }
  const same = { payTo: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' }
  const book = of(...bought('a', T), reserved('b', T, other), reserved('c', T, same), reserved('d', T, { ...other, host: 'b.example' }))
  expect(['b', 'c', 'd'].map((id) => state(book, id))).toEqual(['denied', 'reserved', 'reserved'])
  expect(state(of(reserved('a', T), { event: 'released', id: 'a', at: T }, reserved('b', T, other)), 'b')).toBe('reserved')
})

test('a seller paid once stays at that address, also when the first wish to pay it came to nothing', () => {
  const other = { payTo: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }
  const later = T + 60_001
  const toOther = reserved('d', later, other)
  expect(state(of(reserved('a', T), ...bought('b', T), toOther), 'd')).toBe('denied')
  expect(state(of(reserved('a', T), reserved('b', T + 2), { event: 'released', id: 'a', at: T + 2 }, toOther), 'd')).toBe('denied')
  expect(state(of(reserved('a', T), toOther), 'd')).toBe('reserved')
})

test('two thousand payments are read in one pass', () => {
  const caps = { session: '100000000' }
  const book = of(...Array.from({ length: 2_000 }, (_, nth) => bought(String(nth), T + nth * 60_000, { caps })).flat())
  expect(book.held('s', T + 2_000 * 60_000).session.spentUsd).toBe('2.000000')
})

test.each([
  [{ ...reserved('a', T), amount: '-500000' }],
  [{ ...reserved('a', T), caps: { session: '-1' } }],
  [{ ...reserved('a', T), at: '1' }],
  [{ ...signed('a', T), validUntil: null }],
  [{ event: 'constructor', id: 'a', at: T }],
  [null],
  ['reserved'],
])('%j is no entry', (value) => expect(isEntry(value)).toBe(false))
