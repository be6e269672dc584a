import { expect, test } from 'vitest'
import { bodyStencil, headerStencil, newTicket, TICKET_LENGTH, ticketOf, withTicket } from './ticket.ts'

const required = (rails: number, description: string) =>
  ({
    x402Version: 2,
    error: 'Payment required',
    resource: { url: 'http://tools.test/v1/util/ping', description },
    accepts: Array.from({ length: rails }, (_, index) => ({ network: `n:${index}`, extra: { name: 'USD Coin' } })),
    extensions: { bazaar: { note: 'ü€😀' } },
  }) as never

test('a header of ready-made pieces is the base64 of the terms with their ticket, wherever it stands', () => {
  for (const rails of [1, 2]) {
    for (const description of ['', 'a', 'ab', 'ümläut 😀']) {
      const ticket = newTicket()
      const header = headerStencil(required(rails, description))(ticket)
      expect(header).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
      expect(header.length % 4).toBe(0)
      expect(JSON.parse(Buffer.from(header, 'base64').toString('utf8'))).toEqual(withTicket(required(rails, description), ticket))
      expect(JSON.parse(bodyStencil(required(rails, description), (terms) => JSON.stringify(terms))(ticket))).toEqual(
        withTicket(required(rails, description), ticket),
      )
    }
  }
})

test('no two tickets are alike, however many are made, and all have the length that the pieces need', () => {
  const tickets = Array.from({ length: 5_000 }, newTicket)
  expect(new Set(tickets).size).toBe(5_000)
  for (const ticket of tickets) expect(ticket).toMatch(new RegExp(`^[A-Za-z0-9_-]{${TICKET_LENGTH}}$`))
})

test('only a text is a ticket', () => {
  expect(ticketOf({ extra: { ticket: 'abc' } })).toBe('abc')
  for (const extra of [undefined, {}, { ticket: '' }, { ticket: 7 }, { ticket: ['abc'] }])
    expect(ticketOf({ extra } as never)).toBeUndefined()
})
