/** Loopback servers that behave as badly as the web does. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import type { KeyAndCertificate } from './certificates.ts'

export type ZooServer = {
  /** `http(s)://127.0.0.1:port`, without trailing slash. */
  origin: string
  port: number
  /** `127.0.0.1:port`, as FETCH_ALLOW_TARGETS takes it. */
  target: string
  /** TCP connections accepted so far. */
  connections(): number
  /** `METHOD /path` of every request that was parsed. */
  requests: string[]
  close(): Promise<void>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function listen(server: TcpServer | Server, scheme: string, requests: string[], host: string, port: number): Promise<ZooServer> {
  const sockets = new Set<Socket>()
  let count = 0
  server.on('connection', (socket: Socket) => {
    count++
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return {
    origin: `${scheme}://${name}:${address.port}`,
    port: address.port,
    target: `${name}:${address.port}`,
    connections: () => count,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** HTTP/1.1 on loopback. */
export function startHttp(handler: Handler, { host = '127.0.0.1', port = 0 } = {}): Promise<ZooServer> {
  const requests: string[] = []
  const server = createServer({ keepAlive: false }, (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.on('error', () => response.destroy())
    handler(request, response)
  })
  return listen(server, 'http', requests, host, port)
}

/** HTTPS, HTTP/1.1 only. */
export function startHttps(identity: KeyAndCertificate, handler: Handler): Promise<ZooServer> {
  const requests: string[] = []
  const server = createHttpsServer({ ...identity }, (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    handler(request, response)
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return listen(server, 'https', requests, '127.0.0.1', 0)
}

/** HTTPS that speaks HTTP/2 to those who offer it. */
export function startHttp2(identity: KeyAndCertificate, handler: Handler): Promise<ZooServer> {
  const requests: string[] = []
  const server = createSecureServer({ ...identity, allowHTTP1: true }, (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    handler(request as unknown as IncomingMessage, response as unknown as ServerResponse)
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return listen(server, 'https', requests, '127.0.0.1', 0)
}

/** Bytes of the test's choice: for answers that no HTTP library would send. */
export function startRaw(onRequest: (socket: Socket, head: string) => void): Promise<ZooServer> {
  const requests: string[] = []
  const server = createTcpServer((socket) => {
    socket.once('data', (data) => {
      const head = data.toString('latin1')
      requests.push(head.split(' ').slice(0, 2).join(' '))
      onRequest(socket, head)
    })
  })
  return listen(server, 'http', requests, '127.0.0.1', 0)
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = await startRaw(() => undefined)
  await server.close()
  return server.port
}
