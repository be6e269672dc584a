import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { associatedTokenAccount } from '../../chain/solana-address.ts'
import { parseEnv } from '../../env.ts'
import { log } from '../../log.ts'
import { warnIfUnpayable } from './warn-unpayable.ts'

const payTo = 'So11111111111111111111111111111111111111112'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const asked: { method: string; params: [string] }[] = []
let result: unknown
let server: Server

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push(JSON.parse(body))
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())
afterEach(() => vi.restoreAllMocks())

const settings = (changes: Record<string, string> = {}) =>
  parseEnv({ PAYTO_SOLANA: payTo, SETTLE_SOLANA_RPC_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...changes })

test('a receiver without a USDC account is named, with the account to make', async () => {
  const warn = vi.spyOn(log, 'warn')
  result = { value: null }
  await warnIfUnpayable(settings())
  const account = associatedTokenAccount(payTo, usdc)
  expect(asked.at(-1)).toMatchObject({ method: 'getAccountInfo', params: [account, expect.any(Object)] })
  expect(warn).toHaveBeenCalledWith({ payTo, account }, expect.stringContaining('no USDC token account'))
})

test('one that has it is not', async () => {
  const warn = vi.spyOn(log, 'warn')
  result = { value: { lamports: 1 } }
  await warnIfUnpayable(settings())
  expect(warn).not.toHaveBeenCalled()
})

test('a node that does not answer is a warning, never a failed start; without one or without a receiver nobody is asked', async () => {
  const warn = vi.spyOn(log, 'warn')
  await warnIfUnpayable(settings({ SETTLE_SOLANA_RPC_URL: 'http://127.0.0.1:9' }))
  expect(warn).toHaveBeenCalledTimes(1)
  const before = asked.length
  await warnIfUnpayable(parseEnv({ PAYTO_SOLANA: payTo }))
  await warnIfUnpayable(parseEnv({ SETTLE_SOLANA_RPC_URL: 'http://127.0.0.1:9' }))
  expect([asked.length, warn.mock.calls.length]).toEqual([before, 1])
})
