import { expect, test } from 'vitest'
import { messageBlockhash } from '../../chain/solana-message.ts'
import { mayHoldMemo } from './solana.ts'

const message = Buffer.from('….a message with the memo 0123abcd, and ümläut; [3] x; more….', 'utf8')

test.each([
  ['[8] 0123abcd', true],
  ['[8] ümläu', true],
  ['[8] 4567abcd', false],
  ['[0] ', true],
  // Several are joined, and one that is no text is not shown: neither rules anything out.
  ['[8] 4567abcd; [4] evil', true],
  ['[8] (unparseable)', true],
  ['no length at all', true],
])('the listed memo %j: may be of this message = %s', (listed, may) => {
  expect(mayHoldMemo(message, listed)).toBe(may)
})

test('a message that ends early has no blockhash', () => {
  for (const bytes of [[], [0x80], [0x80, 1, 0, 1, 4], [1, 0, 1, 0xff, 0xff, 0xff, 0xff]])
    expect(() => messageBlockhash(Buffer.from(bytes))).toThrow('malformed message')
})
