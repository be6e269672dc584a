/**
 * An agent that buys over MCP: it calls a tool, gets the terms, signs one offer, and calls again with the payment.
 *
 *   npm install @modelcontextprotocol/client @x402/core @x402/evm viem
 *   BASE_URL=https://… EVM_PRIVATE_KEY=0x… node examples/mcp-agent.ts
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { x402Client } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'

const account = privateKeyToAccount(process.env.EVM_PRIVATE_KEY as `0x${string}`)
const wallet = x402Client.fromConfig({
  schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
  spendControls: { maxAmountPerPayment: '$0.01' },
})
const agent = new Client({ name: 'example-agent', version: '1.0.0' })
const url = new URL(`${process.env.BASE_URL ?? 'http://localhost:3000'}/mcp`)
await agent.connect(new StreamableHTTPClientTransport(url))

const call = { name: 'util_uuid', arguments: { n: '2' } }
const unpaid = await agent.callTool(call)
const payment = await wallet.createPaymentPayload(unpaid.structuredContent as unknown as PaymentRequired)

// Sent again as it is when the answer is settlement_unknown or payment_in_flight: never signed anew.
const paid = await agent.callTool({ ...call, _meta: { 'x402/payment': payment } })
process.stdout.write(`${JSON.stringify(paid.structuredContent)}\n${JSON.stringify(paid._meta)}\n`)
process.exitCode = paid.isError ? 1 : 0
await agent.close()
