import { expect, test } from 'vitest'
import { chooseFeePayer, nameFeePayers } from './fee-payers.ts'

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const [a, b, c] = ['A', 'B', 'C'].map((letter) => letter.repeat(43)) as [string, string, string]
const answer = (feePayer: string, signers: Record<string, string[]> = { 'solana:*': [c, a, b] }) =>
  ({ kinds: [{ x402Version: 2, scheme: 'exact', network, extra: { feePayer } }], extensions: [], signers }) as never

test('whichever of several an answer names by lot, the same one is offered, in every process', () => {
  for (const named of [a, b, c]) expect(chooseFeePayer(answer(named), network, undefined)).toBe(a)
  for (const named of [a, b, c]) expect(chooseFeePayer(answer(named), network, b)).toBe(b)
})

test('one that is not listed any more is not offered any more', () => {
  expect(chooseFeePayer(answer(b, { [network]: [b, c] }), network, a)).toBe(b)
})

test('without a list, or with one of another chain, the answer’s own is offered', () => {
  const others: Record<string, string[]>[] = [{}, { 'eip155:*': ['0xaa'] }, { 'solana:*': [] }]
  for (const signers of others) expect(chooseFeePayer(answer(b, signers), network, a)).toBe(b)
  expect(chooseFeePayer({ kinds: [], extensions: [], signers: { 'solana:*': [a] } } as never, network, a)).toBeUndefined()
})

test('all that were named within the hour may be signed for', () => {
  const first = nameFeePayers(answer(a, {}), network, {}, 1_000)
  const second = nameFeePayers(answer(b, { 'solana:*': [c] }), network, first, 3_000_000)
  expect(Object.keys(second).toSorted()).toEqual([a, b, c])
  expect(Object.keys(nameFeePayers(answer(b, {}), network, second, 3_700_000)).toSorted()).toEqual([b, c])
})

test('what is no address is nobody', () => {
  const odd = { kinds: [{ x402Version: 2, scheme: 'exact', network, extra: { feePayer: '__proto__' } }], extensions: [] } as never
  expect(nameFeePayers(odd, network, {}, 0)).toEqual({})
  expect(chooseFeePayer(odd, network, undefined)).toBeUndefined()
})
