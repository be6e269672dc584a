/** The parameters of a request, before the SDK sees them: of most methods it says -32603 where they do not fit, as if the failure were ours. */
import { isJSONRPCRequest, specTypeSchemas } from '@modelcontextprotocol/server'

type Issue = { readonly message: string; readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined }
type Schema = { '~standard': { validate: (value: unknown) => { readonly issues?: readonly Issue[] | undefined } } }

const REQUESTS: Readonly<Record<string, Schema>> = {
  initialize: specTypeSchemas.InitializeRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'resources/list': specTypeSchemas.ListResourcesRequest,
  'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'prompts/list': specTypeSchemas.ListPromptsRequest,
  'prompts/get': specTypeSchemas.GetPromptRequest,
}

const MAX_ISSUES = 3
const MAX_PATH = 100

const shown = ({ path = [], message }: Issue): string =>
  `${path
    .map((step) => String(typeof step === 'object' ? step.key : step))
    .join('.')
    .slice(0, MAX_PATH)}: ${message}`

/**
 * What is wrong with the parameters of a request; undefined: nothing, or it is for the SDK to say.
 * @param legacy whether it is of a revision with a handshake; the others know no such method
 */
export function wrongParams(body: unknown, legacy: boolean): string | undefined {
  if (!isJSONRPCRequest(body) || !Object.hasOwn(REQUESTS, body.method)) return undefined
  const { method, params } = body
  if (method === 'initialize' && !legacy) return undefined
  const { issues } = REQUESTS[method]!['~standard'].validate({ method, params })
  return issues && `Invalid params: ${issues.slice(0, MAX_ISSUES).map(shown).join('; ')}`
}
