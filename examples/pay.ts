/**
 * Buys one answer with the stock x402 client.
 *
 *   npm install @x402/fetch @x402/evm viem
 *   BASE_URL=https://… EVM_PRIVATE_KEY=0x… node examples/pay.ts
 *
 * The stock client signs anew on its next call after a lost answer; clients/typescript sends the same payment again.
 */
import { decodePaymentResponseHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

const baseUrl = process.env.BASE_URL ?? 'http://localhost:3000'
const account = privateKeyToAccount(process.env.EVM_PRIVATE_KEY as `0x${string}`)
const client = x402Client.fromConfig({
  schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
  spendControls: { maxAmountPerPayment: '$0.01' },
})

const response = await wrapFetchWithPayment(fetch, client)(`${baseUrl}/v1/util/uuid?n=2`)
process.stdout.write(`${response.status} ${await response.text()}\n`)
const receipt = response.headers.get('PAYMENT-RESPONSE')
if (receipt) process.stdout.write(`paid in ${decodePaymentResponseHeader(receipt).transaction}\n`)
process.exitCode = response.ok ? 0 : 1
