import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import { afterEach, describe, expect, test } from 'vitest'
import { type FakeNode, startNode } from '../../../tests/support/json-rpc-node.ts'
import { lookAtBase } from './base.ts'

const topic = (signature: string) => `0x${bytesToHex(keccak_256(signature))}`
const word = (hex: string) => `0x${hex.replace('0x', '').toLowerCase().padStart(64, '0')}`
const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payer = `0x${'Aa'.repeat(20)}`
const payTo = `0x${'Bb'.repeat(20)}`
const nonce = (byte: string) => `0x${byte.repeat(32)}`
const hash = `0x${'77'.repeat(32)}`

const used = (nonceOf: string, address = token) => ({
  address,
  topics: [topic('AuthorizationUsed(address,bytes32)'), word(payer), nonceOf],
  data: '0x',
  transactionHash: hash,
  blockNumber: '0xf4000',
})
const transfer = (to: string, amount: number, address = token, from = payer) => ({
  address,
  topics: [topic('Transfer(address,address,uint256)'), word(from), word(to)],
  data: word(amount.toString(16)),
  transactionHash: hash,
  blockNumber: '0xf4000',
})

let stop = async () => {}
afterEach(() => stop())

async function node(answers: Record<string, unknown>): Promise<FakeNode> {
  const started = await startNode(answers)
  stop = started.stop
  return started
}

const now = Math.floor(Date.now() / 1000)
const block = (timestamp: number, number = 1_000_000) => ({ number: `0x${number.toString(16)}`, timestamp: `0x${timestamp.toString(16)}` })
const payment = (validBefore = now + 100) =>
  ({
    payload: { payload: { authorization: { from: payer, nonce: nonce('01'), validBefore: String(validBefore) } } },
    requirements: { network: 'eip155:8453', asset: token, payTo, amount: '1000' },
    ageMs: 0,
  }) as never
const landed = (logs: object[]) =>
  node({
    eth_getBlockByNumber: block(now),
    eth_getLogs: [used(nonce('01'))],
    eth_getTransactionReceipt: { status: '0x1', logs },
  })

test('used in a transaction that pays us: landed, wherever the transfer stands', async () => {
  const other = { ...transfer(payTo, 1000), address: payTo }
  for (const logs of [
    [used(nonce('01')), transfer(payTo, 1000)],
    [transfer(payTo, 1000), used(nonce('01'))],
    [other, used(nonce('01')), other, transfer(payTo, 1000)],
  ]) {
    const { url } = await landed(logs)
    expect(await lookAtBase(url, payment())).toEqual({ kind: 'landed', transaction: hash, payer })
    await stop()
  }
  stop = async () => {}
})

test.each([
  ['to somebody else', [used(nonce('01')), transfer(payer, 1000)]],
  ['of another amount', [used(nonce('01')), transfer(payTo, 999)]],
  ['of another token', [used(nonce('01')), transfer(payTo, 1000, payTo)]],
  ['by somebody else', [used(nonce('01')), transfer(payTo, 1000, token, payTo)]],
])('used for a transfer %s: it can never pay us', async (_name, logs) => {
  const { url } = await landed(logs)
  expect(await lookAtBase(url, payment())).toEqual({ kind: 'refused', reason: 'authorization_used_elsewhere' })
})

test('one transfer does not pay for two authorizations of one transaction', async () => {
  const ours = [used(nonce('01')), transfer(payTo, 1000)]
  const another = [used(nonce('02')), transfer(payer, 1000)]
  const batch = await landed([...another, ...ours])
  expect(await lookAtBase(batch.url, payment())).toMatchObject({ kind: 'landed' })
  await stop()
  const cheat = await landed([used(nonce('01')), transfer(payer, 1000), used(nonce('02')), transfer(payTo, 1000)])
  expect(await lookAtBase(cheat.url, payment())).toMatchObject({ kind: 'refused' })
})

test('a receipt that the node does not have yet decides nothing', async () => {
  const { url } = await node({ eth_getBlockByNumber: block(now), eth_getLogs: [used(nonce('01'))], eth_getTransactionReceipt: null })
  expect(await lookAtBase(url, payment())).toMatchObject({ kind: 'unknown' })
})

const unused = { eth_getLogs: [], eth_call: word('0'), eth_chainId: '0x2105' }

test('a node that does not tell its chain proves nothing by what it has not seen', async () => {
  const { eth_chainId: _, ...nameless } = unused
  const { url } = await node({ eth_getBlockByNumber: block(now + 200), ...nameless })
  await expect(lookAtBase(url, payment(now + 100))).rejects.toThrow('eth_chainId')
})

test('unused: it can land until the chain’s clock has passed its end with a margin', async () => {
  for (const [late, kind] of [
    [0, 'unknown'],
    [30, 'unknown'],
    [31, 'refused'],
  ] as const) {
    const { url } = await node({ eth_getBlockByNumber: block(now + 100 + late), ...unused })
    expect(await lookAtBase(url, payment(now + 100))).toMatchObject({ kind })
    await stop()
  }
  stop = async () => {}
})

test('what the newest blocks say against a payment is no proof before they are safe: they may give way to others', async () => {
  const [newest, young] = [block(now + 200, 1_000_000), block(now + 130, 999_000)]
  const looked = async (more: object, safe: object) => {
    const { url } = await node({ ...unused, ...more, eth_getBlockByNumber: (tag: string) => (tag === 'safe' ? safe : newest) })
    const look = await lookAtBase(url, payment(now + 100))
    await stop()
    return look.kind
  }
  const old = block(now + 131, 999_000)
  expect([await looked({}, young), await looked({}, old)]).toEqual(['unknown', 'refused'])
  // A node that is further than the one that knew of no use.
  expect(await looked({}, block(now + 202, 1_000_001))).toBe('unknown')
  for (const logs of [[used(nonce('01'))], [{ ...used(nonce('01')), topics: [topic('AuthorizationCanceled(address,bytes32)')] }]]) {
    const more = { eth_getLogs: logs, eth_getTransactionReceipt: { status: '0x1', logs } }
    expect([await looked(more, block(now, 0xf3fff)), await looked(more, block(now, 0xf4000))]).toEqual(['unknown', 'refused'])
  }
  stop = async () => {}
})

test('a node that does not say what is safe proves it by a day of blocks, which nothing takes back, and by no hour less', async () => {
  const looked = async (agoSeconds: number, more: object = {}) => {
    const { url } = await node({
      ...unused,
      ...more,
      eth_getBlockByNumber: (tag: string) => (tag === 'safe' ? undefined : block(now + 130 + agoSeconds)),
    })
    const look = await lookAtBase(url, payment(now + 100)).catch((error: Error) => ({ kind: error.message }))
    await stop()
    return look
  }
  const elsewhere = { eth_getLogs: [used(nonce('01'))], eth_getTransactionReceipt: { status: '0x1', logs: [used(nonce('01'))] } }
  for (const more of [{}, elsewhere]) {
    expect(await looked(23 * 3_600, more)).toMatchObject({ kind: expect.not.stringMatching('refused') })
    expect(await looked(24 * 3_600 + 1, more)).toMatchObject({ kind: 'refused' })
  }
  stop = async () => {}
})

test('unused is believed of the block whose time is past, not of what a slower node behind the same address calls the latest', async () => {
  const newest = block(now + 200)
  const { url, asked } = await node({ eth_getBlockByNumber: newest, ...unused })
  expect(await lookAtBase(url, payment(now + 100))).toMatchObject({ kind: 'refused' })
  expect(asked.find(({ method }) => method === 'eth_call')!.params[1]).toBe(newest.number)
  await stop()
  const slower = await node({ eth_getBlockByNumber: newest, eth_getLogs: [] })
  await expect(lookAtBase(slower.url, payment(now + 100))).rejects.toThrow('Method not found')
})

test('a node that gives no state of the token proves nothing', async () => {
  for (const eth_call of ['0x', '0x0', '0x00']) {
    const { url } = await node({ eth_getBlockByNumber: block(now + 200), ...unused, eth_call })
    await expect(lookAtBase(url, payment(now + 100))).rejects.toThrow()
    await stop()
  }
  stop = async () => {}
})

describe('used, and its log is far back', () => {
  const head = 1_000_000
  const validBefore = now + 100
  /** A chain of blocks of so many seconds, whose newest is so much later than the end of the payment. */
  const chain = (blockSeconds: number, agoSeconds: number, at: number) => ({
    eth_getBlockByNumber: (number: string) => {
      const nth = number === 'latest' ? head : Number(number)
      return block(Math.floor(validBefore + agoSeconds - (head - nth) * blockSeconds), nth)
    },
    eth_call: word('1'),
    eth_getLogs: ({ fromBlock, toBlock }: { fromBlock: string; toBlock: string }) => {
      const [from, to] = [Number(fromBlock), toBlock === 'latest' ? head : Number(toBlock)]
      ranges.push(to - from)
      return from <= at && at <= to ? [used(nonce('01'))] : []
    },
    eth_getTransactionReceipt: { status: '0x1', logs: [used(nonce('01')), transfer(payTo, 1000)] },
  })
  const ranges: number[] = []

  test.each([
    ['a quarter of an hour', 2, 900],
    ['a day', 2, 86_400],
    ['ten days', 2, 864_000],
    ['a day, of blocks that come faster', 0.2, 86_400],
    ['a day, of blocks that come slower', 12, 86_400],
  ])('%s: found where its validity ended, in a window that public nodes answer', async (_name, blockSeconds, agoSeconds) => {
    ranges.length = 0
    const landedAt = head - Math.ceil((agoSeconds + 60) / blockSeconds)
    const found = await node(chain(blockSeconds, agoSeconds, landedAt))
    expect(await lookAtBase(found.url, payment(validBefore))).toMatchObject({ kind: 'landed' })
    expect(Math.max(...ranges)).toBeLessThanOrEqual(5_000)
    expect(found.asked.length).toBeLessThan(30)
  })

  test('a node that keeps little more than the payment’s time is asked for nothing before', async () => {
    const { eth_getBlockByNumber: blockOf, ...answers } = chain(2, 86_400, head - 43_230)
    const kept = await node({
      ...answers,
      eth_getBlockByNumber: (number: string) => (Number(number) < head - 44_000 ? null : blockOf(number)),
    })
    expect(await lookAtBase(kept.url, payment(validBefore))).toMatchObject({ kind: 'landed' })
  })

  test('nowhere: nobody knows, and nothing is looked for without end', async () => {
    const missing = await node(chain(2, 864_000, -1))
    expect(await lookAtBase(missing.url, payment(validBefore))).toMatchObject({ kind: 'unknown' })
    expect(missing.asked.length).toBeLessThan(30)
  })
})
