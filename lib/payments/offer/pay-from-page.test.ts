import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { startRpcServer } from '../../../tests/local/json-rpc.ts'
import { testCore } from '../../../tests/support/core.ts'
import { atomicPrice } from '../../../tests/support/price.ts'
import { parseSolanaMessage, solanaMessage, transferOf } from '../../chain/solana-message.ts'
import { railsForPages, transferToSign } from './pay-from-page.ts'

const key = (text: string) => base58.encode(createHash('sha256').update(text).digest())
const TEST = { NETWORK_BASE: 'eip155:84532', NETWORK_SOLANA: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }
const PAYEES = { PAYTO_BASE: '0x1111111111111111111111111111111111111111', PAYTO_SOLANA: 'So11111111111111111111111111111111111111112' }
const query = { path: '/v1/util/ping', payer: key('payer'), feePayer: key('fee') }

test.each([
  ['real money, unless the operator says so', {}, []],
  ['real money that the operator allows', { PAY_FROM_PAGE: 'all' }, ['base', 'solana']],
  ['test money', TEST, ['base', 'solana']],
  ['test money on one of two', { NETWORK_BASE: TEST.NETWORK_BASE }, ['base']],
  ['test money that the operator does not want', { ...TEST, PAY_FROM_PAGE: 'off' }, []],
])('%s: %o pays from pages on %o', (_, settings, names) => {
  expect(railsForPages(testCore({ ...PAYEES, ...settings }).env).map(({ name }) => name)).toEqual(names)
})

test('the price is the tool’s and the receiver ours; a node is asked once for many, and one that is away is 503', async () => {
  const node = await startRpcServer({ getLatestBlockhash: () => ({ value: { blockhash: key('hash') } }) })
  const core = testCore({ ...PAYEES, ...TEST, SETTLE_SOLANA_RPC_URL: node.url })
  const made = await Promise.all(Array.from({ length: 20 }, () => transferToSign(core, query)))
  expect(new Set(made.map(({ transaction }) => transaction)).size).toBe(20)
  expect(transferOf(parseSolanaMessage(solanaMessage(made[0]!.transaction)))?.amount).toBe(atomicPrice('util/ping'))
  expect(node.counts.getLatestBlockhash).toBe(1)
  for (const bad of [{}, { ...query, path: '/v1/no/tool' }, { ...query, payer: 'me' }, { ...query, amount: '1' }])
    await expect(transferToSign(core, bad as never)).rejects.toMatchObject({ code: 'invalid_input' })
  await node.stop()
  const away = testCore({ ...PAYEES, ...TEST, SETTLE_SOLANA_RPC_URL: node.url })
  await expect(transferToSign(away, query)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(transferToSign(testCore(PAYEES), query)).rejects.toMatchObject({ code: 'not_found' })
})
