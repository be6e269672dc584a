/**
 * `npm start`: Next behind one HTTP server that answers paid paths from the same gate before Next sees the request, tells Next whose request
 * it is, and drains on SIGTERM so that no settlement in hand is lost.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import next from 'next'
import { ConfigError, type Env, env } from './lib/env.ts'
import { front } from './lib/front.ts'
import { CLIENT_IP_HEADER, clientIp, frontServer } from './lib/http/client-ip.ts'
import type { Reply } from './lib/http/reply.ts'
import type { Call } from './lib/payments/gate.ts'

const DRAIN_MS = 45_000

let settings: Env
try {
  settings = env()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

frontServer().present = true
const app = next({ dev: false, port: settings.PORT, hostname: '0.0.0.0' })
await app.prepare()
const handle = app.getRequestHandler()

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value.join(', ') : value)

function toCall(request: IncomingMessage, ip: string): Call {
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    search: mark < 0 ? '' : url.slice(mark),
    header: (name) => single(request.headers[name]),
    clientIp: ip,
  }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const length = body === null ? undefined : Buffer.byteLength(body)
  response.writeHead(status, { ...headers, ...(length === undefined ? {} : { 'Content-Length': length }) })
  response.end(body ?? undefined)
}

let inHand = 0

const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 30_000 }, (request, response) => {
  const ip = clientIp(request.socket.remoteAddress, single(request.headers['x-forwarded-for']), settings.TRUSTED_PROXIES)
  request.headers[CLIENT_IP_HEADER] = ip
  inHand += 1
  response.once('close', () => {
    inHand -= 1
  })
  const { answers } = front()
  const call = toCall(request, ip)
  if (answers?.isPaidPath(call.path)) {
    const ready = answers.answerUnpaid(call)
    if (ready) return send(response, ready)
    // The work goes on when the client leaves: a settlement in hand is finished and its answer kept.
    inHand += 1
    void answers.answer(call).then((reply) => {
      inHand -= 1
      send(response, reply)
    })
    return
  }
  void handle(request, response)
})

server.listen(settings.PORT, () => process.stdout.write(`Ready on ${settings.BASE_URL} (port ${settings.PORT})\n`))

let stopping = false
/** Stops listening, lets what is in hand finish (settlements included), stops the jobs, closes the database. */
async function stop(signal: string): Promise<void> {
  if (stopping) return
  stopping = true
  process.stdout.write(`${signal}: finishing ${inHand} requests in hand\n`)
  server.close()
  const deadline = Date.now() + DRAIN_MS
  while (inHand > 0 && Date.now() < deadline) {
    server.closeIdleConnections()
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  await front().answers?.drain()
  await app.close()
  process.exit(inHand > 0 ? 1 : 0)
}
process.on('SIGTERM', () => void stop('SIGTERM'))
process.on('SIGINT', () => void stop('SIGINT'))
