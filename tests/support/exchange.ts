/** HTTP/1.1 as bytes on a socket: request lines, paths and headers that no client library would send, and the answer as it came. */
import { connect } from 'node:net'

export type Answer = {
  status: number
  /** By lower-case name; several of one name joined by `, `. */
  headers: Record<string, string>
  body: string
}

export type Ask = {
  method?: string
  /** In order, repeated names allowed. `Host` and `Connection: close` are added where absent. */
  headers?: [name: string, value: string][]
}

const TIMEOUT_MS = 60_000

function unchunk(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at)
    const size = end < 0 ? 0 : Number.parseInt(body.subarray(at, end).toString('latin1'), 16)
    if (!size) return Buffer.concat(parts)
    parts.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

function readAnswer(bytes: Buffer): Answer {
  const split = bytes.indexOf('\r\n\r\n')
  if (split < 0) throw new Error(`no HTTP answer: ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}`)
  const [statusLine = '', ...lines] = bytes.subarray(0, split).toString('latin1').split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  const body = bytes.subarray(split + 4)
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: (headers['transfer-encoding'] === 'chunked' ? unchunk(body) : body).toString('utf8'),
  }
}

/** Sends `text` as it is and reads until the server closes. @throws Error when no HTTP answer comes */
export function exchangeRaw(origin: string, text: string): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) })
    const settle = () => {
      try {
        resolve(readAnswer(Buffer.concat(chunks)))
      } catch (error) {
        reject(error)
      }
    }
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)))
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that refuses a request may reset the connection after its answer.
    socket.on('error', (error) => (chunks.length > 0 ? settle() : reject(error)))
    socket.on('end', settle)
    socket.write(text, 'latin1')
  })
}

/** One request for `target`, written to the request line byte for byte. */
export function exchange(origin: string, target: string, { method = 'GET', headers = [] }: Ask = {}): Promise<Answer> {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const all: [string, string][] = [
    ...(given.has('host') ? [] : [['Host', new URL(origin).host] as [string, string]]),
    ...headers,
    ['Connection', 'close'],
  ]
  return exchangeRaw(origin, `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}
