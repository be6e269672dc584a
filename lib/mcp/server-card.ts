/** What registries read about the MCP server without speaking MCP. Pure but for the list of tools. */
import { VERSION } from '../catalogue/openapi.ts'
import type { Env } from '../core.ts'
import { type OperatorSettings, operatorFacts } from '../operator.ts'
import { listPrompts } from './prompts.ts'
import { listResources } from './resources.ts'
import { listTools, SERVER_NAME, SERVER_TITLE } from './server.ts'

type Settings = Pick<Env, 'BASE_URL'> & OperatorSettings

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json'

/** The host of this server, back to front, as names of servers begin: `com.example.tools`. */
const reverseHost = (url: string): string => new URL(url).hostname.split('.').reverse().join('.')

/** `/mcp/server-card`, SEP-2127: how to reach the server. Tools are for `tools/list` to tell. */
export const makeServerCard = ({ BASE_URL, ...operator }: Settings) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: `${reverseHost(BASE_URL)}/${SERVER_NAME}`,
  title: SERVER_TITLE,
  description: 'Read-only tools paid per call in USDC by x402, and free UK tenders search.',
  version: VERSION,
  websiteUrl: `${BASE_URL}/docs`,
  icons: [{ src: `${BASE_URL}/icon.svg`, mimeType: 'image/svg+xml' }],
  remotes: [{ type: 'streamable-http', url: `${BASE_URL}/mcp` }],
  _meta: { [`${reverseHost(BASE_URL)}/operator`]: operatorFacts({ BASE_URL, ...operator }) },
})

/** `/.well-known/mcp/server-card.json`: the older form, which Smithery reads when it cannot scan a server. */
export const makeStaticCard = ({ BASE_URL, ...operator }: Settings) => ({
  serverInfo: { name: SERVER_NAME, title: SERVER_TITLE, version: VERSION },
  description: makeServerCard({ BASE_URL }).description,
  documentationUrl: `${BASE_URL}/docs`,
  operator: operatorFacts({ BASE_URL, ...operator }),
  transport: { type: 'streamable-http', endpoint: '/mcp' },
  authentication: { required: false },
  tools: listTools({ BASE_URL }).map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations,
  })),
  resources: listResources({ BASE_URL }).map(({ uri, name, title, description, mimeType }) => ({
    uri,
    name,
    title,
    description,
    mimeType,
  })),
  prompts: listPrompts(),
})
