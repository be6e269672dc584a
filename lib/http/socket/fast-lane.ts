/**
 * The fast lane of an HTTP server. What Node does for every request (its parser, two streams, their events) costs more than finding a feed
 * file or an offer, so connections begin here: as long as a connection carries nothing but plain requests that `route` takes, they are
 * answered from the socket, one after the other however many are sent ahead. With the first other one the connection goes to Node, for good and
 * with every byte in place.
 */
import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Reply } from '../reply.ts'
import { FIRST_WORD_MS } from './envelope.ts'
import { type PlainHead, readPlainHead } from './plain-head.ts'

type Ask = () => Reply | Promise<Reply>

/** How a plain request is answered, each time it comes on this connection; undefined: Node shall read it. Neither may throw, nor the answer reject. */
export type LaneRoute = (head: PlainHead, socket: Socket) => Ask | undefined

export type FastLane = {
  /** Requests that are being answered, or whose answer is not yet out. */
  inHand: () => number
  /** Ends every connection once its answer is out. New ones go to Node. */
  close: () => void
}

/** `last`: who polls a feed sends the same bytes again and again. */
type Seat = { waiting: boolean; last: { bytes: Buffer; ask: Ask } | undefined }

/** Field values are visible ASCII, spaces and tabs (RFC 9110 section 5.5, without its obsolete bytes). */
const UNSENDABLE = /[^\t\x20-\x7e]/

function headOf({ status, headers, body }: Reply): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  for (const [name, value] of Object.entries(headers)) {
    if (UNSENDABLE.test(value)) throw new TypeError(`The header ${name} holds what cannot be sent`)
    head += `${name}: ${value}\r\n`
  }
  // Without a length an answer ends when its connection does (RFC 9112 section 6.3); only 204 and 304 never have a body.
  const isBodiless = body === null && (status === 204 || status === 304)
  if (!isBodiless && headers['Content-Length'] === undefined) head += `Content-Length: ${Buffer.byteLength(body ?? '')}\r\n`
  return head
}

const HEAD_END = '\r\n\r\n'

/** The first head of what came, by itself: its bytes may be kept, and what was sent ahead must not be with them. */
function firstHead(chunk: Buffer): Buffer {
  const at = chunk.indexOf(HEAD_END)
  const length = at + HEAD_END.length
  return at === -1 || length === chunk.length ? chunk : Buffer.from(chunk.subarray(0, length))
}

const MAX_KEPT = 100
/** Larger bodies are not copied behind their head: who reads slowly holds what others hold too, not a copy of his own. */
const COPIED_MAX_BYTES = 32 * 1024

type Bytes = string | Buffer | readonly [head: Buffer, body: Buffer]

/** Turns replies into the bytes of the connection; `ending` are its last header lines. Lasting replies are kept as bytes for as long as their `Date` holds. */
function encoder(ending: string): (reply: Reply) => Bytes {
  const kept = new Map<Reply, Bytes>()
  let [second, date] = [0, '']
  return (reply) => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) {
      ;[second, date] = [now, `Date: ${new Date(now * 1000).toUTCString()}\r\n`]
      kept.clear()
    }
    const known = kept.get(reply)
    if (known) return known
    const { body } = reply
    const text = `${headOf(reply)}${date}${ending}\r\n`
    if (body === null || typeof body === 'string') return text + (body ?? '')
    const head = Buffer.from(text)
    const bytes: Bytes = body.length > COPIED_MAX_BYTES ? [head, body] : Buffer.concat([head, body])
    if (reply.lasting && kept.size < MAX_KEPT) kept.set(reply, bytes)
    return bytes
  }
}

/** How the first request of what came is answered; what was sent ahead behind it is put back, to be read later. Undefined: Node shall read it all. */
function begin(seat: Seat, chunk: Buffer, socket: Socket, route: LaneRoute): Ask | undefined {
  if (seat.last?.bytes.equals(chunk)) return seat.last.ask
  const bytes = firstHead(chunk)
  const head = readPlainHead(bytes)
  const ask = head && route(head, socket)
  if (!ask) return undefined
  seat.last = { bytes, ask }
  if (bytes.length < chunk.length) socket.pause().unshift(chunk.subarray(bytes.length))
  return ask
}

/** Sends answers; the last of a connection once the lane is closed. */
function createSender(server: Server, isClosed: () => boolean): (socket: Socket, reply: Reply) => void {
  const goingOn = encoder(`Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(server.keepAliveTimeout / 1000)}\r\n`)
  const last = encoder('Connection: close\r\n')
  return (socket, reply) => {
    if (socket.destroyed) return
    const closed = isClosed()
    const bytes = (closed ? last : goingOn)(reply)
    if (typeof bytes !== 'string' && !Buffer.isBuffer(bytes)) {
      socket.cork()
      for (const part of bytes) socket.write(part)
      socket.uncork()
    } else socket.write(bytes)
    if (closed) socket.end()
    // Whoever asks on and on without reading is not read either.
    if (!closed && socket.writableNeedDrain) socket.pause().once('drain', () => socket.resume())
    else socket.resume()
  }
}

/** Opens the lane before `server`, which listens as ever. */
export function openFastLane(server: Server, route: LaneRoute): FastLane {
  const toNode = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  server.removeAllListeners('connection')
  const seats = new Map<Socket, Seat>()
  let closed = false
  const send = createSender(server, () => closed)

  async function sendLater(socket: Socket, seat: Seat, pending: Promise<Reply>): Promise<void> {
    seat.waiting = true
    // Its work goes on when the client leaves, and takes the time it takes.
    socket.pause().setTimeout(0)
    try {
      const reply = await pending
      seat.waiting = false
      socket.setTimeout(server.keepAliveTimeout)
      send(socket, reply)
    } catch (error) {
      seat.waiting = false
      fail(socket, error)
    }
  }

  function fail(socket: Socket, error: unknown): void {
    // One answer that cannot be sent must not end the process with others in hand.
    process.stderr.write(`An answer could not be sent: ${String(error)}\n`)
    socket.destroy()
  }

  function take(socket: Socket): void {
    const seat: Seat = { waiting: false, last: undefined }
    const leave = () => {
      // A payment in hand is finished and its answer kept, whoever left.
      if (!seat.waiting) seats.delete(socket)
    }
    const read = (chunk: Buffer) => {
      // It came too late: nothing may begin whose answer cannot be sent.
      if (closed) return
      try {
        const isFirst = !seat.last
        const ask = begin(seat, chunk, socket, route)
        if (!ask) return handOver(chunk)
        if (isFirst) socket.setTimeout(server.keepAliveTimeout)
        const reply = ask()
        if (reply instanceof Promise) void sendLater(socket, seat, reply).finally(() => socket.destroyed && leave())
        else send(socket, reply)
      } catch (error) {
        fail(socket, error)
      }
    }
    const end = () => socket.end()
    const destroy = () => socket.destroy()
    const listeners = { data: read, end, timeout: destroy, error: destroy, close: leave }
    const handOver = (chunk: Buffer) => {
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
      seats.delete(socket)
      socket.setTimeout(0).pause().unshift(chunk)
      for (const listener of toNode) listener.call(server, socket)
      socket.resume()
    }
    seats.set(socket, seat)
    socket.setTimeout(Math.min(FIRST_WORD_MS, server.keepAliveTimeout))
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
  }

  server.on('connection', (socket: Socket) => {
    if (closed) for (const listener of toNode) listener.call(server, socket)
    else take(socket)
  })

  return {
    inHand: () => [...seats].filter(([socket, { waiting }]) => waiting || (socket.writableLength > 0 && !socket.destroyed)).length,
    close: () => {
      closed = true
      for (const [socket, { waiting }] of seats) if (!waiting) socket.end()
    },
  }
}
