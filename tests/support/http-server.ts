/** Web handlers behind a port of this machine, for programs that are not part of the test. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** For a server that closes no kept connection: on a busy machine the other side may be sending on it in that moment. */
export const KEPT = { keepAliveTimeout: 0 } as const

export type HttpServer = { url: string; stop(): Promise<void> }

/** Serves `handle` on a free port of 127.0.0.1. `lose` true: the answer is made and then lost with its connection. */
export async function serveHttp(
  handle: (request: Request) => Promise<Response>,
  lose: (response: Response) => boolean = () => false,
): Promise<HttpServer> {
  const server = createServer(KEPT, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const answer = await handle(
      new Request(`http://${request.headers.host}${request.url}`, { method: request.method ?? 'GET', headers, ...body }),
    )
    // Bytes, not text: an answer may be compressed.
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (lose(answer)) {
      response.destroy()
      return
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
