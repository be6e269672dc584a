/** A paid tool over MCP, in this process. */
import type { Core } from '../../lib/core.ts'
import { fromRequest, toResponse } from '../../lib/http/reply.ts'
import { mcp } from '../../lib/mcp/endpoint.ts'

export type McpAnswer = { isError?: boolean; text: string; json: Record<string, unknown> }

/** Calls it once. `payment` undefined: unpaid. `name` as `tools/list` has it. */
export async function callOverMcp(core: Core, name: string, values: object, payment: unknown, clientIp: string): Promise<McpAnswer> {
  const request = new Request('http://tools.test/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', host: 'tools.test' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: values, ...(payment === undefined ? {} : { _meta: { 'x402/payment': payment } }) },
    }),
  })
  const response = await toResponse(await mcp(core, fromRequest(request, clientIp)))
  const { result } = (await response.json()) as { result: { isError?: boolean; content: { text: string }[] } }
  const text = result.content[0]!.text
  return { ...(result.isError === undefined ? {} : { isError: result.isError }), text, json: JSON.parse(text) as Record<string, unknown> }
}
