/** A small JSON-RPC 2.0 server on a free loopback port. A method it does not have is answered loudly with -32601. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { KEPT } from '../support/http-server.ts'

/** A failure that the caller sees with its code. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type RpcMethods = Record<string, (params: unknown[]) => unknown>

export type RpcServer = {
  url: string
  /** Calls answered so far, by method. */
  counts: Record<string, number>
  stop(): Promise<void>
}

const bodyLimit = 1_000_000

/** The whole body as text. @throws RpcError when it is larger than a megabyte. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) throw new RpcError(-32600, 'Request too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

type Call = { id?: unknown; method?: unknown; params?: unknown }

/** Starts the server. `methods` may throw RpcError; anything else thrown is -32603 with its message. */
export async function startRpcServer(methods: RpcMethods): Promise<RpcServer> {
  const counts: Record<string, number> = {}

  const answer = async (call: Call) => {
    const id = call?.id ?? null
    try {
      if (typeof call?.method !== 'string') throw new RpcError(-32600, 'Invalid request')
      const method = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined
      if (!method) throw new RpcError(-32601, `Method not found: ${call.method}`)
      counts[call.method] = (counts[call.method] ?? 0) + 1
      if (call.params !== undefined && !Array.isArray(call.params)) throw new RpcError(-32602, 'Invalid params: an array is expected')
      return { jsonrpc: '2.0', id, result: await method((call.params as unknown[] | undefined) ?? []) }
    } catch (error) {
      const code = error instanceof RpcError ? error.code : -32603
      const data = error instanceof RpcError ? error.data : undefined
      return { jsonrpc: '2.0', id, error: { code, message: error instanceof Error ? error.message : String(error), data } }
    }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let result: unknown
    try {
      if (request.method !== 'POST') throw new RpcError(-32600, 'Used HTTP method is not allowed. POST is required')
      const parsed = JSON.parse(await readBody(request)) as Call | Call[]
      result = Array.isArray(parsed) ? await Promise.all(parsed.map(answer)) : await answer(parsed)
    } catch (error) {
      result = {
        jsonrpc: '2.0',
        id: null,
        error: { code: error instanceof RpcError ? error.code : -32700, message: error instanceof Error ? error.message : 'Parse error' },
      }
    }
    const body = JSON.stringify(result)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }

  const server = createServer(KEPT, (request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    async stop() {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}
