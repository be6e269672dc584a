/** A JSON-RPC node that says what a test wants. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KEPT } from './http-server.ts'

export type FakeNode = { url: string; asked: { method: string; params: never[] }[]; stop: () => Promise<void> }

/** Answers by method: a value, or a function of the call's parameters; a method it does not know is an error, as with any node. */
export async function startNode(answers: Record<string, unknown>): Promise<FakeNode> {
  const asked: FakeNode['asked'] = []
  const server = createServer(KEPT, async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const call = JSON.parse(body) as { method: string; params: never[] }
    asked.push(call)
    const answer = answers[call.method]
    const said =
      answer === undefined
        ? { error: { code: -32601, message: 'Method not found' } }
        : { result: typeof answer === 'function' ? answer(...call.params) : answer }
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...said }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
