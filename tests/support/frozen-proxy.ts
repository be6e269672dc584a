/** A TCP proxy that can go silent, as a network does: connections stay open, new ones are accepted, and nothing is forwarded any more. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type FrozenProxy = {
  port: number
  freeze: () => void
  /** Forwards again, what waited first. */
  thaw: () => void
  stop: () => Promise<void>
}

/** Forwards to a loopback port. */
export async function startFrozenProxy(target: number): Promise<FrozenProxy> {
  let frozen = false
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  /** Forwards by hand: a pipe would start a socket that was told to wait. */
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => void to.write(chunk))
    from.once('end', () => to.end())
    from.once('close', () => to.destroy())
    if (frozen) from.pause()
  }
  const server = createServer((inner) => {
    const outer = keep(connect(target, '127.0.0.1'))
    forward(keep(inner), outer)
    forward(outer, inner)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
