import { afterEach, describe, expect, test } from 'vitest'
import { startNode } from '../../../tests/support/json-rpc-node.ts'
import { messageBlockhash } from '../../chain/solana-message.ts'
import { lookAtSolana, mayHoldMemo } from './solana.ts'

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

describe('a look', () => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const payTo = 'So11111111111111111111111111111111111111112'
  const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  // One signer, two keys, a blockhash, no instruction: what a look reads of it.
  const wire = (byte: number) =>
    Buffer.concat([Buffer.of(1), Buffer.alloc(64), Buffer.of(1, 0, 1, 2), Buffer.alloc(96, byte), Buffer.of(0)])
  const transaction = (byte = 7) => wire(byte).toString('base64')
  const signature = '5'.repeat(87)
  const now = Date.now()
  const payment = (ageMs: number, historyMs: number | undefined) =>
    ({
      payload: { payload: { transaction: transaction() } },
      requirements: { network, payTo, asset: mint, amount: '1000' },
      ageMs,
      historyMs,
    }) as never
  const balance = (amount: number, owner: string | undefined = payTo) => ({ mint, owner, uiTokenAmount: { amount: String(amount) } })
  const landed = (preTokenBalances: object[] | null, postTokenBalances: object[] | null, err: unknown = null) => ({
    getSignaturesForAddress: [{ signature, err, memo: null, blockTime: Math.floor(now / 1000) }],
    getTransaction: { transaction: [transaction(), 'base64'], meta: { err, preTokenBalances, postTokenBalances } },
    isBlockhashValid: { value: true, context: { slot: 9 } },
    getBlockTime: Math.floor(now / 1000),
  })
  const dead = (chainSeconds: number) => ({
    getSignaturesForAddress: [],
    isBlockhashValid: { value: false, context: { slot: 9 } },
    getBlockTime: Math.floor(now / 1000) - chainSeconds,
    getGenesisHash: `${network.slice(7)}JJJJJJJJJ`,
    getFirstAvailableBlock: 0,
  })
  let stop = async () => {}
  afterEach(() => stop())
  /** `aheadMs`: how far our clock is ahead of the chain's. */
  const look = async (answers: Record<string, unknown>, ageMs = 180_000, aheadMs = 0, historyMs?: number) => {
    const node = await startNode(answers)
    stop = node.stop
    return lookAtSolana(node.url, payment(ageMs, historyMs), now + aheadMs)
  }

  test('what a bank takes minutes after the claim is of a later time', async () => {
    const alive = { ...dead(0), isBlockhashValid: { value: true, context: { slot: 9 } } }
    expect(await look(alive, 400_000)).toMatchObject({ kind: 'unknown', isLater: true })
    expect(await look(alive, 200_000)).toMatchObject({ kind: 'unknown', isLater: false })
    // By a node that lags it may be of the claim's own time.
    expect(await look({ ...alive, getBlockTime: Math.floor(now / 1000) - 300 }, 400_000)).toMatchObject({ isLater: false })
  })
  test('what may have landed long before is looked for as long before', async () => {
    const answers = {
      ...landed([balance(5)], [balance(1005)]),
      isBlockhashValid: dead(0).isBlockhashValid,
      getGenesisHash: dead(0).getGenesisHash,
      getFirstAvailableBlock: 0,
      getSignaturesForAddress: [{ signature, err: null, memo: null, blockTime: Math.floor(now / 1000) - 7_200 }],
    }
    expect(await look(answers)).toMatchObject({ kind: 'refused' })
    expect(await look(answers, 180_000, 0, 7_200_000)).toMatchObject({ kind: 'landed' })
    // But not where the chain would take it still, and a busy seller's history is long.
    const alive = { ...answers, isBlockhashValid: { value: true, context: { slot: 9 } } }
    expect(await look(alive, 400_000, 0, 7_200_000)).toMatchObject({ kind: 'unknown', isLater: true })
  })
  test('landed only when payTo holds more by the amount', async () => {
    expect(await look(landed([balance(5)], [balance(1005)]))).toEqual({ kind: 'landed', transaction: signature, payer: null })
  })
  test.each([
    ['nothing came', [balance(5)], [balance(5)]],
    ['less came', [balance(5)], [balance(1004)]],
    ['it went to somebody else', [balance(5, 'x')], [balance(1005, 'x')]],
  ])('the message went through and %s: refused', async (_name, pre, post) => {
    expect(await look(landed(pre, post))).toEqual({ kind: 'refused', reason: 'transaction_paid_less' })
  })
  test.each([
    ['no balances', null, null],
    ['balances without owners', [{ ...balance(5), owner: undefined }], [{ ...balance(1005), owner: undefined }]],
  ])('a node that shows %s decides nothing', async (_name, pre, post) => {
    expect(await look(landed(pre, post))).toMatchObject({ kind: 'unknown' })
  })
  test('a failed transaction lands no second time', async () => {
    expect(await look(landed([], [], { InstructionError: [2, 'x'] }))).toMatchObject({ reason: 'transaction_failed_on_chain' })
  })

  test('not there and its blockhash dead: refused, by a node that was there when the payment was made', async () => {
    expect(await look(dead(1))).toEqual({ kind: 'refused', reason: 'blockhash_expired' })
    await stop()
    // Two minutes behind, it has never seen the blockhash.
    expect(await look(dead(150))).toMatchObject({ kind: 'unknown' })
    await stop()
    expect(await look({ ...dead(1), getGenesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' })).toMatchObject({ kind: 'unknown' })
    await stop()
    expect(await look(dead(1), 60_000)).toMatchObject({ kind: 'unknown' })
  })
  test('a node whose history begins after the payment was made proves nothing by what it does not list', async () => {
    const at = Math.floor(now / 1000)
    const startedAgo = (seconds: number) => ({
      ...dead(1),
      getFirstAvailableBlock: 5,
      getBlockTime: (slot: number) => (slot === 5 ? at - seconds : at - 1),
    })
    for (const [seconds, kind] of [
      [60, 'unknown'],
      [2_000, 'refused'],
    ] as const) {
      expect(await look(startedAgo(seconds))).toMatchObject({ kind })
      await stop()
    }
    // What it lists from before the payment shows as much.
    const older = { signature: 'before', err: null, memo: null, blockTime: at - 2_000 }
    const { getFirstAvailableBlock: _, ...silent } = dead(1)
    expect(await look({ ...silent, getSignaturesForAddress: [older] })).toMatchObject({ kind: 'refused' })
    await stop()
    await expect(look(silent)).rejects.toThrow('getFirstAvailableBlock')
  })
  test('a history is believed only of a node that is as far as the one that called the blockhash dead', async () => {
    const asked: unknown[] = []
    const getSignaturesForAddress = (_: string, options: { minContextSlot: number }) => {
      asked.push(options.minContextSlot)
      return []
    }
    expect(await look({ ...dead(1), getSignaturesForAddress })).toMatchObject({ kind: 'refused' })
    expect(asked).toEqual([9])
  })
  test.each([-1, 1])('a clock that is wrong by a day (%i) hides no payment that landed, however long ago', async (sign) => {
    for (const ageMs of [0, 180_000, 3 * 86_400_000]) {
      const at = Math.floor((now - ageMs) / 1000)
      const shown = landed([balance(5)], [balance(1005)])
      const [listed] = shown.getSignaturesForAddress
      const answers = { ...dead(0), getTransaction: shown.getTransaction, getSignaturesForAddress: [{ ...listed, blockTime: at }] }
      expect(await look(answers, ageMs, sign * 86_400_000)).toMatchObject({ kind: 'landed' })
      await stop()
    }
  })
  test('a busy seller’s payment of days ago is found, or proved dead, without a look at what other memos and times rule out', async () => {
    const ageMs = 3 * 86_400_000
    const shown = landed([balance(5)], [balance(1005)])
    const at = (secondsAgo: number) => Math.floor(now / 1000) - secondsAgo
    const later = Array.from({ length: 20_000 }, (_, nth) => {
      const secondsAgo = Math.floor((nth * ageMs) / 1000 / 20_000)
      return { signature: `later${nth}`, err: null, memo: secondsAgo < 2 * 86_400 ? null : '[8] 4567abcd', blockTime: at(secondsAgo) }
    })
    const ours = { signature, err: null, memo: null, blockTime: at(ageMs / 1000) }
    const before = { signature: 'before', err: null, memo: null, blockTime: at(4 * 86_400) }
    const fetched: string[] = []
    const node = (history: { signature: string }[]) => ({
      ...dead(0),
      getSignaturesForAddress: (_: string, options: { before?: string; limit: number }) => {
        const from = options.before === undefined ? 0 : history.findIndex((one) => one.signature === options.before) + 1
        return history.slice(from, from + options.limit)
      },
      getTransaction: (asked: string) => {
        fetched.push(asked)
        return asked === signature ? shown.getTransaction : { transaction: [transaction(8), 'base64'], meta: null }
      },
    })
    expect(await look(node([...later, ours, before]), ageMs)).toMatchObject({ kind: 'landed' })
    expect(fetched).toEqual([signature])
    await stop()
    expect(await look(node([...later, before]), ageMs)).toMatchObject({ kind: 'refused' })
  })
  test('a node that does not tell the time of its chain decides nothing', async () => {
    const { getBlockTime: _, ...timeless } = dead(1)
    await expect(look(timeless)).rejects.toThrow('getBlockTime')
  })
  test('a transaction that is listed and not shown may be this one', async () => {
    const listed = { ...dead(1), getSignaturesForAddress: landed([], []).getSignaturesForAddress, getTransaction: null }
    expect(await look(listed)).toMatchObject({ kind: 'unknown', reason: expect.stringContaining(signature) })
  })
})
