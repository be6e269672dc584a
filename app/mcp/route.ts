import { mcpEndpoint } from '../../lib/mcp/endpoint.ts'

export const dynamic = 'force-dynamic'
export const maxDuration = 60

export {
  mcpEndpoint as DELETE,
  mcpEndpoint as GET,
  mcpEndpoint as HEAD,
  mcpEndpoint as OPTIONS,
  mcpEndpoint as PATCH,
  mcpEndpoint as POST,
  mcpEndpoint as PUT,
}
