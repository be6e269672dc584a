/** Calls of a tool as a stranger would paste them: curl, TypeScript, Python, and the configuration of an MCP client. Pure. */
import type { Env } from '../core.ts'
import { exampleUrl } from '../payments/offer/terms.ts'
import type { Tool } from '../tools/define.ts'

type Settings = Pick<Env, 'BASE_URL'>

/** A text as one word of a POSIX shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The unpaid call: shows the price, costs nothing. */
export const curlSnippet = (tool: Tool, settings: Settings): string => `curl -i ${shellWord(exampleUrl(tool, settings))}`

/** The stock TypeScript client, able to pay on Base. */
export const typescriptSnippet = (tool: Tool, settings: Settings): string => `// npm install @x402/fetch @x402/evm viem
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

const account = privateKeyToAccount(process.env.EVM_PRIVATE_KEY as \`0x\${string}\`)
const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
const payingFetch = wrapFetchWithPayment(fetch, client)

const response = await payingFetch(${JSON.stringify(exampleUrl(tool, settings))})
console.log(await response.json())
`

/** The stock Python client, able to pay on Base. */
export const pythonSnippet = (tool: Tool, settings: Settings): string => `# pip install "x402[httpx,evm]"
import asyncio, os
from eth_account import Account
from x402 import x402Client
from x402.http.clients.httpx import x402HttpxClient
from x402.mechanisms.evm.exact.register import register_exact_evm_client
from x402.mechanisms.evm.signers import EthAccountSigner

async def main():
    client = x402Client()
    account = Account.from_key(os.environ["EVM_PRIVATE_KEY"])
    register_exact_evm_client(client, EthAccountSigner(account))
    async with x402HttpxClient(client) as http:
        response = await http.get(${JSON.stringify(exampleUrl(tool, settings))})
        print(response.json())

asyncio.run(main())
`

/** What most MCP clients read from their configuration file. */
export const mcpSnippet = (settings: Settings): string =>
  JSON.stringify({ mcpServers: { 'paid-agent-tools': { type: 'http', url: `${settings.BASE_URL}/mcp` } } }, null, 2)
