/**
 * Calls of a tool as a stranger would paste them, the one that cannot overspend first. What is pasted runs as it stands: keys come from
 * EVM_PRIVATE_KEY and SOLANA_PRIVATE_KEY, a Solana node of one's own from SOLANA_RPC_URL. Pure.
 */
import { operationId } from '../catalogue/openapi.ts'
import type { Env } from '../core.ts'
import type { Language } from '../html/highlight.ts'
import { shortPrice } from '../html/price.ts'
import { cappedSnippet, literal, quoted, SESSION_USD, typescriptSnippet } from '../payments/offer/capped-snippet.ts'
import { exampleUrl } from '../payments/offer/terms.ts'
import type { Tool } from '../tools/define.ts'

type Settings = Pick<Env, 'BASE_URL'>

export type Snippet = { label: string; note: string; language: Language; code: string }

/** A text as one word of a POSIX shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The unpaid call: shows the price, costs nothing. */
export const curlSnippet = (tool: Tool, settings: Settings): string => `curl -i ${shellWord(exampleUrl(tool, settings))}`

const solanaSnippet = (tool: Tool, settings: Settings): string =>
  cappedSnippet(tool, settings, '{ solana: process.env.SOLANA_PRIVATE_KEY!, solanaRpcUrl: process.env.SOLANA_RPC_URL }')

const wallet = (tool: Tool): string => `const account = privateKeyToAccount(process.env.EVM_PRIVATE_KEY as \`0x\${string}\`)
const client = x402Client.fromConfig({
  schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
  spendControls: { maxAmountPerPayment: '${shortPrice(tool.price)}' }, // USDC alone, and no more a call
})`

/** The stock TypeScript client with its own cap. */
const stockSnippet = (tool: Tool, settings: Settings): string => `// npm install @x402/fetch @x402/evm viem
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

${wallet(tool)}
const payingFetch = wrapFetchWithPayment(fetch, client)

const response = await payingFetch(${quoted(exampleUrl(tool, settings))})
console.log(response.status, await response.json())
`

/** An agent of one's own that pays over MCP. */
const mcpCallSnippet = (tool: Tool, settings: Settings): string => `// npm install @modelcontextprotocol/client @x402/core @x402/evm viem
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'

${wallet(tool)}
const agent = new Client({ name: 'my-agent', version: '1.0.0' })
await agent.connect(new StreamableHTTPClientTransport(new URL('${settings.BASE_URL}/mcp')))

const call = { name: '${operationId(tool)}', arguments: ${literal(tool.examples[0].query)} }
const terms = await agent.callTool(call) // free
const payment = await client.createPaymentPayload(terms.structuredContent as never)
const answer = await agent.callTool({ ...call, _meta: { 'x402/payment': payment } })
console.log(answer.structuredContent, answer._meta?.['x402/payment-response'])
await agent.close()
`

/** The stock Python client with its own cap, able to pay on Base. */
export const pythonSnippet = (tool: Tool, settings: Settings): string => `# pip install "x402[httpx,evm]"
import asyncio, os
from eth_account import Account
from x402 import x402Client
from x402.client_base import max_amount
from x402.http.clients.httpx import x402HttpxClient
from x402.mechanisms.evm.exact.register import register_exact_evm_client
from x402.mechanisms.evm.signers import EthAccountSigner

async def main():
    client = x402Client()
    client.register_policy(max_amount(${tool.amount}))  # atomic units of USDC a call
    account = Account.from_key(os.environ["EVM_PRIVATE_KEY"])
    register_exact_evm_client(client, EthAccountSigner(account))
    async with x402HttpxClient(client) as http:
        response = await http.get(${JSON.stringify(exampleUrl(tool, settings))})
        print(response.json())

asyncio.run(main())
`

/** Our bridge as an MCP host's configuration starts it: it holds the wallet and the cap, the host sees plain tools. */
export const mcpSnippet = (settings: Settings): string =>
  JSON.stringify(
    {
      mcpServers: {
        'paid-agent-tools': {
          command: 'npx',
          args: ['-y', 'paid-agent-tools-client', 'mcp', '--server', settings.BASE_URL, '--max-usd', SESSION_USD],
          env: { EVM_PRIVATE_KEY: '0x…' },
        },
      },
    },
    null,
    2,
  )

/** Every way to call a tool, with a cap wherever money can move. */
export const toolSnippets = (tool: Tool, settings: Settings): Snippet[] => [
  {
    label: 'TypeScript',
    note: `Pays on Base, at most $${SESSION_USD} in all`,
    language: 'ts',
    code: typescriptSnippet(tool, settings),
  },
  { label: 'Solana', note: `Pays on Solana, at most $${SESSION_USD} in all`, language: 'ts', code: solanaSnippet(tool, settings) },
  { label: 'MCP host', note: 'Any host that starts local servers', language: 'json', code: mcpSnippet(settings) },
  { label: 'MCP agent', note: 'A program with a wallet', language: 'ts', code: mcpCallSnippet(tool, settings) },
  { label: '@x402/fetch', note: 'The stock client, with its own cap', language: 'ts', code: stockSnippet(tool, settings) },
  { label: 'Python', note: 'The stock client, with its own cap', language: 'python', code: pythonSnippet(tool, settings) },
  { label: 'curl', note: 'Shows the terms; costs nothing', language: 'sh', code: curlSnippet(tool, settings) },
]
