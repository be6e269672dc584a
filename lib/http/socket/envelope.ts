/** What holds for every connection of our own server, whatever it asks: how long it may take, how many there may be, and what it cannot become. */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A whole request may take so long to arrive, its head a third of that; Node looks every so often. Answers have deadlines of their own. */
export const TIMES = {
  keepAliveTimeout: 65_000,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
} as const satisfies ServerOptions<typeof IncomingMessage, typeof ServerResponse>

/** A connection that says nothing at first is closed after this. */
export const FIRST_WORD_MS = 15_000

/** Connections in all, and from one address that is no proxy of ours. */
const MAX_CONNECTIONS = 4_000
const MAX_PER_ADDRESS = 512

/**
 * Bounds a server. There is nothing here to upgrade to: without a listener Node reads such a request as a plain one, so whoever adds one (Next
 * does, and then holds sockets for ever) is not heard. `isProxy` tells addresses that speak for many.
 */
export function bound(server: Server, isProxy: (address: string) => boolean): void {
  server.maxConnections = MAX_CONNECTIONS
  server.on('newListener', (event: string) => {
    if (event === 'upgrade') queueMicrotask(() => server.removeAllListeners('upgrade'))
  })
  const perAddress = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return
    const count = (perAddress.get(address) ?? 0) + 1
    perAddress.set(address, count)
    socket.once('close', () => {
      const left = (perAddress.get(address) ?? 1) - 1
      if (left === 0) perAddress.delete(address)
      else perAddress.set(address, left)
    })
    if (count > MAX_PER_ADDRESS) socket.destroy()
  })
}
