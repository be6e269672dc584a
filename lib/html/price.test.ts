import { expect, test } from 'vitest'
import { inDollars, shortPrice } from './price.ts'

test.each([
  ['0.010000', '$0.01'],
  ['0.002000', '$0.002'],
  ['1.000000', '$1'],
  ['10', '$10'],
  ['0.000000', '$0'],
])('%s is read as %s', (price, read) => expect(shortPrice(price)).toBe(read))

test('amounts in sentences are written the same way, and nothing else is touched', () => {
  expect(inDollars('Costs 0.01 USD: no. Less than 10,000 USD.')).toBe('Costs $0.01: no. Less than $10,000.')
  for (const text of ['5 USDC', 'USD', 'in USD', 'v1.2 USDT']) expect(inDollars(text)).toBe(text)
})
