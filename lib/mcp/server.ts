/** The MCP server of one call: which tools, resources and prompts there are, and where a call of each goes. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { VERSION } from '../catalogue/openapi.ts'
import { type Core, type Env, part } from '../core.ts'
import { callFreeTool, findFreeTool, listFreeTools } from './free-tools.ts'
import { type Caller, callPaidTool, findPaidTool, listPaidTools } from './paid-tools.ts'
import { fillPrompt, listPrompts } from './prompts.ts'
import { listResources, listTemplates, readResource } from './resources.ts'
import { asExtension, PAYMENT_EXTENSION, PAYMENT_META, SETTLEMENT_META } from './result.ts'

export const SERVER_NAME = 'paid-agent-tools'
export const SERVER_TITLE = 'Paid Agent Tools'

const instructions = ({ BASE_URL }: Pick<Env, 'BASE_URL'>): string =>
  [
    'Read-only tools that are paid per call in USDC on Base or Solana by x402 version 2, and three free ones: list_prices, get_sample, search_tenders.',
    `A paid tool called without payment checks its arguments and answers with its terms (isError, x402Version, accepts): nothing is charged. Sign one of accepts and call again with the same arguments and the payment in _meta["${PAYMENT_META}"]; the settlement comes back in _meta["${SETTLEMENT_META}"].`,
    'Only a good answer is ever settled. On settlement_unknown or payment_in_flight send the same payment again: never sign anew, or you may pay twice.',
    'A host that cannot pay runs the bridge on its own machine: npx paid-agent-tools-client mcp --server <this server> --max-usd 0.10.',
    `Docs: ${BASE_URL}/docs`,
  ].join('\n')

/** Every tool, as `tools/list` shows it: the paid ones in the registry's order, then the free ones. */
export const listTools = (settings: Pick<Env, 'BASE_URL'>) => [...listPaidTools(settings), ...listFreeTools()]

/** What lists say, made once: it does not change while a program runs. */
const lists = part(({ env }) => ({
  tools: listTools(env),
  resources: listResources(env),
  templates: listTemplates(),
  prompts: listPrompts(),
  instructions: instructions(env),
}))

const HOUR_MS = 3_600_000
/** Everything listed or read here is the same for everybody. */
const forEverybody = { ttlMs: HOUR_MS, cacheScope: 'public' } as const

/** Only revision 2026-07-28 and later say per request what a client can do. */
function takesExtension({ mcpReq }: ServerContext): boolean {
  // The type of the envelope does not name the keys that it holds.
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities | undefined> | undefined
  return envelope?.[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[PAYMENT_EXTENSION] !== undefined
}

/** Makes the server for one HTTP request: without sessions nothing outlives it. */
export function createMcpServer(core: Core, caller: Caller): Server {
  const made = lists(core)
  const server = new Server(
    { name: SERVER_NAME, title: SERVER_TITLE, version: VERSION, websiteUrl: core.env.BASE_URL },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, extensions: { [PAYMENT_EXTENSION]: {} } },
      instructions: made.instructions,
      cacheHints: {
        'server/discover': forEverybody,
        'tools/list': forEverybody,
        'resources/list': forEverybody,
        'resources/templates/list': forEverybody,
        'resources/read': forEverybody,
        'prompts/list': forEverybody,
      },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: made.tools }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: values = {}, _meta } = params
    const paid = findPaidTool(name)
    if (paid) {
      const result = await callPaidTool(core, paid, values, _meta?.[PAYMENT_META], caller)
      // The SDK's type of a result names only the kinds it knows.
      return takesExtension(context) ? (asExtension(result) as typeof result) : result
    }
    const free = findFreeTool(name)
    if (free) return callFreeTool(core, free, values, caller)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}.`)
  })
  server.setRequestHandler('resources/list', () => ({ resources: made.resources }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: made.templates }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const contents = readResource(core.env, uri)
    if (!contents) throw new ResourceNotFoundError(uri.slice(0, 200))
    return { contents: [contents] }
  })
  server.setRequestHandler('prompts/list', () => ({ prompts: made.prompts }))
  server.setRequestHandler('prompts/get', ({ params }) => fillPrompt(params.name, params.arguments ?? {}))
  return server
}
