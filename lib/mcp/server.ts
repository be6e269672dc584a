/** The MCP server of one call: which tools there are, and where a call of each goes. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { env } from '../env.ts'
import { shared } from '../shared.ts'
import { callFreeTool, findFreeTool, listFreeTools } from './free-tools.ts'
import { type Caller, callPaidTool, findPaidTool, listPaidTools } from './paid-tools.ts'
import { PAYMENT_META, SETTLEMENT_META } from './result.ts'

export const SERVER_NAME = 'paid-agent-tools'
export const SERVER_TITLE = 'Paid Agent Tools'
export const SERVER_VERSION = '1.0.0'

export const instructions = (): string =>
  [
    'Read-only tools that are paid per call in USDC on Base or Solana by x402 version 2, and three free ones: list_prices, get_sample, search_tenders.',
    `A paid tool called without payment checks its arguments and answers with its terms (isError, x402Version, accepts): nothing is charged. Sign one of accepts and call again with the same arguments and the payment in _meta["${PAYMENT_META}"]; the settlement comes back in _meta["${SETTLEMENT_META}"].`,
    'Only a good answer is ever settled. On settlement_unknown or payment_in_flight send the same payment again: never sign anew, or you may pay twice.',
    `Docs: ${env().BASE_URL}/docs`,
  ].join('\n')

/** Every tool, as `tools/list` shows it: the paid ones in the registry's order, then the free ones. */
export const listTools = () => shared('mcp-tools', () => [...listPaidTools(), ...listFreeTools()])

// Only clients that are asked questions need it, and none is; making one per call would cost more than the call.
const validator = () => shared('mcp-validator', () => new AjvJsonSchemaValidator())

/** Makes the server for one HTTP request: without sessions nothing outlives it. */
export function createMcpServer(caller: Caller): Server {
  const server = new Server(
    { name: SERVER_NAME, title: SERVER_TITLE, version: SERVER_VERSION, websiteUrl: env().BASE_URL },
    { capabilities: { tools: {} }, instructions: instructions(), jsonSchemaValidator: validator() },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listTools() }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const { name, arguments: values = {}, _meta } = params
    const paid = findPaidTool(name)
    if (paid) return callPaidTool(paid, values, _meta?.[PAYMENT_META], caller)
    const free = findFreeTool(name)
    if (free) return callFreeTool(free, values, caller)
    throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}.`)
  })
  return server
}
