/**
 * `npm start`: Next behind one HTTP server that answers paid paths and feed files from the same functions before Next sees the request, tells Next whose request
 * it is, and drains on SIGTERM so that no settlement in hand is lost.
 */
import { readdirSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import next from 'next'
import type { App } from './lib/app.ts'
import { ConfigError, type Env, readEnv } from './lib/env.ts'
import { ApiError } from './lib/errors.ts'
import { problemReply } from './lib/http/problem.ts'
import { type Call, type Reply, toCall, withoutBody } from './lib/http/reply.ts'
import { safeRequestId } from './lib/http/request-id.ts'
import { clientIp, isTrusted } from './lib/http/socket/client-ip.ts'
import { bound, TIMES } from './lib/http/socket/envelope.ts'
import { openFastLane } from './lib/http/socket/fast-lane.ts'
import { callOf, headerOf, send } from './lib/http/socket/node-http.ts'
import { readTarget } from './lib/http/socket/request-target.ts'
import { requireOperator } from './lib/operator.ts'
import { runningApp } from './lib/running.ts'

/** Paid calls in hand may take so long after SIGTERM; settlements that take longer are found again by reconciliation. */
const DRAIN_MS = 45_000
/** Everything else may take so long. */
const FREE_DRAIN_MS = 4_000
/** Jobs, caches and database are given so long more. Whoever stops us (systemd, Docker, npm) must wait for the sum. */
const CLOSE_MS = 15_000
/** What Next alone can give: its own files, the images it draws, those of `public/`, and the endpoint of the queue's SDK. */
const files = new Set(readdirSync('public').map((name) => `/${name}`))
const isForNext = (path: string): boolean => /^\/(?:_next\/static|og|api\/inngest)(?:\/|$)/.test(path) || files.has(path)

const PROBES = ['/healthz', '/readyz']

// Left alone, V8 lets garbage of answered calls pile up to four times what lives before it looks: 200 MB more for nothing.
setFlagsFromString('--heap-growing-percent=25')

let settings: Env
try {
  settings = readEnv()
  requireOperator(settings)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const framework = next({ dev: false, port: settings.PORT, hostname: '0.0.0.0' })
await framework.prepare()
const handle = framework.getRequestHandler()

/** Once we stop, Node says `Connection: close`, and the client takes its next request elsewhere. */
function sendNow(response: ServerResponse, reply: Reply): void {
  if (stopping) response.shouldKeepAlive = false
  send(response, reply)
}

const sockets = new WeakMap<Socket, string>()

/** The client's address; without forwarding headers it is the connection's, found once. */
function addressOf(socket: Socket, forwardedFor: string | undefined): string {
  if (forwardedFor !== undefined && settings.TRUSTED_PROXIES.length > 0)
    return clientIp(socket.remoteAddress, forwardedFor, settings.TRUSTED_PROXIES)
  const known = sockets.get(socket)
  if (known !== undefined) return known
  const address = clientIp(socket.remoteAddress, undefined, [])
  sockets.set(socket, address)
  return address
}

let inHand = 0
let stopping = false

/** Answers a call, whoever still listens: a settlement in hand is finished and its answer kept. */
async function answerWhole(app: App, call: Call, response: ServerResponse): Promise<void> {
  inHand += 1
  try {
    sendNow(response, await app.answer(call))
  } catch (error) {
    // One answer that cannot be sent must not end the process with others in hand.
    process.stderr.write(`An answer could not be sent: ${String(error)}\n`)
    response.destroy()
  } finally {
    inHand -= 1
  }
}

const server = createServer(TIMES, (request, response) => {
  const header = headerOf(request)
  const ip = addressOf(request.socket, header('x-forwarded-for'))
  inHand += 1
  if (stopping) response.shouldKeepAlive = false
  response.once('close', () => {
    inHand -= 1
  })
  const app = runningApp()
  const refuse = (error: unknown) => {
    const reply = problemReply(settings, error, { requestId: safeRequestId(header('x-request-id')) })
    sendNow(response, request.method === 'HEAD' ? withoutBody(reply) : reply)
  }
  try {
    request.url = readTarget(request.url ?? '/')
  } catch (error) {
    return refuse(error)
  }
  const call = callOf(request, request.url, ip, header)
  // Whoever balances load may still ask how we are; nothing new is begun, so what is in hand gets all the time there is.
  if (stopping && app && !PROBES.includes(call.path)) return sendNow(response, app.refuse(call))
  if (app && !isForNext(call.path)) return void answerWhole(app, call, response)
  // A Web Request cannot even hold these.
  if (/^(?:TRACE|TRACK|CONNECT)$/i.test(call.method))
    return refuse(new ApiError('method_not_allowed', 'This method is not served.', { extra: { allowed: ['GET', 'HEAD', 'OPTIONS'] } }))
  void handle(request, response)
})

/** A target as it is read; undefined for one that is refused, with the words that Node's way has for it. */
function readable(target: string): string | undefined {
  try {
    return readTarget(target)
  } catch {
    return undefined
  }
}

const lane = openFastLane(server, ({ target, headers }, socket) => {
  const app = runningApp()
  const url = readable(target)
  if (!app || url === undefined) return undefined
  const header = (name: string) => headers.get(name)
  const call = toCall('GET', url, header, addressOf(socket, header('x-forwarded-for')))
  return isForNext(call.path) ? undefined : () => app.answer(call)
})
// After the lane, which takes over the listeners it finds.
bound(server, (address) => settings.TRUSTED_PROXIES.length > 0 && isTrusted(address, settings.TRUSTED_PROXIES))

server.once('error', (error) => {
  process.stderr.write(`The server cannot listen on port ${settings.PORT}: ${error.message}\n`)
  process.exit(1)
})
server.listen(settings.PORT, () => process.stdout.write(`Ready on ${settings.BASE_URL} (port ${settings.PORT})\n`))

const left = (): number => inHand + lane.inHand()

/** Begins nothing new, lets what is in hand finish (settlements included), stops the jobs, closes the database. */
async function stop(signal: string): Promise<void> {
  if (stopping) return
  stopping = true
  runningApp()?.beginStop()
  lane.close()
  process.stdout.write(`${signal}: finishing ${left()} requests in hand\n`)
  const forced = setTimeout(() => {
    process.stderr.write('The database or the jobs did not close in time\n')
    process.exit(1)
  }, DRAIN_MS + CLOSE_MS)
  forced.unref()
  const paying = () => runningApp()?.paymentsInHand() ?? 0
  const deadline = Date.now() + DRAIN_MS
  let freeDeadline = Date.now() + FREE_DRAIN_MS
  while (left() > 0 && Date.now() < Math.min(freeDeadline, deadline)) {
    // What was just answered is still on its way.
    if (paying() > 0) freeDeadline = Math.max(freeDeadline, Date.now() + 1_000)
    server.closeIdleConnections()
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  server.close()
  const lost = paying()
  if (left() > 0) process.stderr.write(`${left()} requests were not finished, ${lost} of them with a payment\n`)
  server.closeAllConnections()
  await runningApp()?.drain()
  await framework.close()
  process.exit(lost > 0 ? 1 : 0)
}
process.on('SIGTERM', () => void stop('SIGTERM'))
process.on('SIGINT', () => void stop('SIGINT'))
