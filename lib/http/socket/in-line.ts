/**
 * Requests that a client sends ahead on one connection (RFC 9112 section 9.3.2). Node begins them all at once and reads on for as long as none
 * is answered, so that a client could have us hold any number. Here they begin one after the other, and who sends too many ahead is cut off.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that may wait for the ones before. */
export const MAX_AHEAD = 64

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** The listener as a server is to call it, and how many requests are begun or wait. Those whose connection has ended never begin. */
export function inLine(listener: Listener): { listener: Listener; waiting: () => number } {
  const lines = new Map<Socket, (() => void)[]>()
  return {
    listener(request, response) {
      const { socket } = request
      if (socket.destroyed) return
      let line = lines.get(socket)
      if (!line) {
        line = []
        lines.set(socket, line)
        socket.once('close', () => lines.delete(socket))
      }
      if (line.length > MAX_AHEAD) return void socket.destroy()
      line.push(() => listener(request, response))
      response.once('close', () => {
        // It closes with its connection too, before that says so.
        if (socket.destroyed) return
        lines.get(socket)?.shift()
        lines.get(socket)?.[0]?.()
      })
      if (line.length === 1) line[0]!()
    },
    waiting: () => [...lines.values()].reduce((sum, line) => sum + line.length, 0),
  }
}
