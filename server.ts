/**
 * `npm start`: one HTTP server that answers the site from the app's own table, leaves to Next what Next alone can give, and drains on SIGTERM so
 * that no settlement in hand is lost. Settings come from the environment: .env.example lists them.
 */
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import next from 'next'
import type { App } from './lib/app.ts'
import { ConfigError, type Env, readEnv } from './lib/env.ts'
import { ApiError } from './lib/errors.ts'
import { problemReply } from './lib/http/problem.ts'
import { type Call, type Reply, searchOf, toCall, withoutBody } from './lib/http/reply.ts'
import { safeRequestId } from './lib/http/request-id.ts'
import { clientIp, isTrusted } from './lib/http/socket/client-ip.ts'
import { bound, TIMES } from './lib/http/socket/envelope.ts'
import { fairShare } from './lib/http/socket/fair-share.ts'
import { openFastLane } from './lib/http/socket/fast-lane.ts'
import { inLine } from './lib/http/socket/in-line.ts'
import { callOf, headerOf, send } from './lib/http/socket/node-http.ts'
import { readTarget } from './lib/http/socket/request-target.ts'
import { requireOperator } from './lib/operator.ts'
import { PAYMENT_SIGNATURE } from './lib/payments/protocol/wire.ts'
import { runningApp } from './lib/running.ts'
import { readOptions } from './scripts/steps/options.ts'

/** Paid calls in hand may take so long after SIGTERM; settlements that take longer are found again by reconciliation. */
const DRAIN_MS = 45_000
/** Everything else may take so long. */
const FREE_DRAIN_MS = 4_000
/** Jobs, caches and database are given so long more. Whoever stops us (systemd, Docker, npm) must wait for the sum. */
const CLOSE_MS = 15_000
/** What Next alone can give: its own files, the images it draws, those of `public/`, and the endpoint of the queue's SDK. */
const files = new Set(readdirSync('public').map((name) => `/${name}`))
const QUEUE = '/api/inngest'
const isForNext = (path: string): boolean => /^\/(?:_next\/static|og)(?:\/|$)/.test(path) || path === QUEUE || files.has(path)
/** What Next reads of a query takes it quadratic time, so it is given no more than the SDK of the queue may want. */
const QUEUE_PARAMETERS = ['fnId', 'stepId', 'deployId', 'probe']
const QUEUE_VALUE_MAX = 300
function targetForNext(call: Call): string {
  if (call.path !== QUEUE || call.search.length < 2) return call.path
  const given = searchOf(call)
  const taken = new URLSearchParams()
  for (const name of QUEUE_PARAMETERS) {
    const value = given.get(name)
    if (value !== null) taken.set(name, value.slice(0, QUEUE_VALUE_MAX))
  }
  return taken.size === 0 ? call.path : `${call.path}?${taken}`
}
/** Free calls that a call of the queue costs which is not signed: some, and more by the length of what was read for nothing. */
const UNSIGNED_COST = 10
const UNSIGNED_BYTES_PER_CALL = 8 * 1024
function chargeUnsigned(app: App | undefined, ip: string, { socket }: IncomingMessage, response: ServerResponse): void {
  const before = socket.bytesRead
  response.once('finish', () => {
    if (response.statusCode === 401) app?.charge(ip, UNSIGNED_COST + Math.floor((socket.bytesRead - before) / UNSIGNED_BYTES_PER_CALL))
  })
}

const PROBES = ['/healthz', '/readyz']

// Left alone, V8 lets garbage of answered calls pile up to four times what lives before it looks: 200 MB more for nothing. At a quarter it
// looks so often that a crowd's calls cost a third more CPU.
setFlagsFromString('--heap-growing-percent=50')

readOptions(import.meta.url, {})
let settings: Env
try {
  settings = readEnv()
  requireOperator(settings)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

// Next would read `.env` files, after us: half of the program would then have settings that the other half, and every command, has not.
process.env.__NEXT_PROCESSED_ENV = 'true'
if (existsSync('.env') && !process.execArgv.some((flag) => flag.startsWith('--env-file')))
  process.stderr.write('Settings come from the environment: .env is not read. To have it read: node --env-file=.env server.ts\n')

const framework = next({ dev: false, port: settings.PORT, hostname: '0.0.0.0' })
await framework.prepare()
const handle = framework.getRequestHandler()

/** Once we stop, Node says `Connection: close`, and the client takes its next request elsewhere. */
function sendNow(response: ServerResponse, reply: Reply): void {
  if (stopping) response.shouldKeepAlive = false
  send(response, reply)
}

/** The client's address. */
const addressOf = (socket: Socket, forwardedFor: string | undefined): string =>
  clientIp(socket.remoteAddress, forwardedFor, settings.TRUSTED_PROXIES)

/** Whoever is told that he asks too often has to wait for it: who asks again at once, over connections without number, gets nowhere. */
const TOO_OFTEN_MS = 300
const later = (reply: Reply): Promise<Reply> => new Promise((resolve) => setTimeout(resolve, TOO_OFTEN_MS, reply))
function unhurried(reply: Reply | Promise<Reply>): Reply | Promise<Reply> {
  if (reply instanceof Promise) return reply.then((made) => (made.status === 429 ? later(made) : made))
  return reply.status === 429 ? later(reply) : reply
}

/** Calls whose work goes on, also where nobody listens any more. */
let inHand = 0
let stopping = false

const share = fairShare()
/** What a long body costs whoever reads it, beside what is counted for every call. */
const BODY_BYTES_PER_MS = 100_000
/** What Next does for an image or a call of the queue. */
const NEXT_MS = 5

/**
 * The answer to a call, when it is its client's turn. Who sends a payment has a share of his own, in which good payments do not count: a buyer
 * does not wait for what others do, nor for what he asks for free.
 */
function answerFairly(app: App, call: Call): Reply | Promise<Reply> {
  const answer = () => unhurried(app.answer(call))
  if (call.header(PAYMENT_SIGNATURE) === undefined) return share.run(call.clientIp, answer)
  return share.run(`${call.clientIp} pays`, answer, { counts: ({ status }) => status !== 200 })
}

/** The same call, whose body is handed on when it is its client's turn again. */
const readFairly = (call: Call): Call => ({
  ...call,
  body: async (maxBytes) => {
    const body = await call.body(maxBytes)
    return share.run(call.clientIp, () => body, { unseenMs: (body?.length ?? 0) / BODY_BYTES_PER_MS })
  },
})

/** Answers a call, whoever still listens: a settlement in hand is finished and its answer kept. */
async function answerWhole(app: App, call: Call, response: ServerResponse): Promise<void> {
  inHand += 1
  try {
    sendNow(response, await answerFairly(app, readFairly(call)))
  } catch (error) {
    // One answer that cannot be sent must not end the process with others in hand.
    process.stderr.write(`An answer could not be sent: ${String(error)}\n`)
    response.destroy()
  } finally {
    inHand -= 1
  }
}

/** What is answered while its body still comes: so long may the rest take, then nobody listens to it any more. */
const REST_OF_BODY_MS = 1_000
function endWithoutBody(request: IncomingMessage): void {
  // Taken now: a request that has ended has no socket any more.
  const { socket } = request
  if (request.complete || !socket) return
  setTimeout(() => request.complete || socket.destroy(), REST_OF_BODY_MS).unref()
}

const line = inLine((request, response) => {
  const header = headerOf(request)
  const ip = addressOf(request.socket, header('x-forwarded-for'))
  if (stopping) response.shouldKeepAlive = false
  response.once('finish', () => endWithoutBody(request))
  const app = runningApp()
  const requestId = safeRequestId(header('x-request-id'))
  const say = (reply: Reply) => sendNow(response, request.method === 'HEAD' ? withoutBody(reply) : reply)
  const refuse = (error: unknown) =>
    void Promise.resolve(unhurried(app?.turnAway(ip, requestId, 1) ?? problemReply(settings, error, { requestId }))).then(say)
  try {
    if ((request.headersDistinct.host?.length ?? 0) > 1)
      throw new ApiError('invalid_input', 'A request names one Host (RFC 9112 section 3.2).')
    request.url = readTarget(request.url ?? '/')
  } catch (error) {
    return refuse(error)
  }
  const call = callOf(request, request.url, ip, header)
  // Whoever balances load may still ask how we are; nothing new is begun, so what is in hand gets all the time there is.
  if (stopping && app && !PROBES.includes(call.path)) return sendNow(response, app.refuse(call))
  if (app && !isForNext(call.path)) return void answerWhole(app, call, response)
  const allowed = call.path === QUEUE ? ['GET', 'POST', 'PUT'] : ['GET', 'HEAD']
  if (!allowed.includes(call.method))
    return refuse(new ApiError('method_not_allowed', 'This method is not served.', { extra: { allowed } }))
  const turnedAway = app?.turnAway(ip, requestId, call.path === QUEUE ? 0 : 1)
  if (turnedAway) return void later(turnedAway).then(say)
  request.url = targetForNext(call)
  if (call.path === QUEUE) chargeUnsigned(app, ip, request, response)
  void share.run(ip, () => handle(request, response), { unseenMs: NEXT_MS })
})

const server = createServer(TIMES, line.listener)

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
  return isForNext(call.path) ? undefined : () => answerFairly(app, call)
})
// After the lane, which takes over the listeners it finds.
bound(server, (address) => settings.TRUSTED_PROXIES.length > 0 && isTrusted(address, settings.TRUSTED_PROXIES))

server.once('error', (error) => {
  process.stderr.write(`The server cannot listen on port ${settings.PORT}: ${error.message}\n`)
  process.exit(1)
})
server.listen(settings.PORT, () => process.stdout.write(`Ready on ${settings.BASE_URL} (port ${settings.PORT})\n`))

const left = (): number => inHand + line.waiting() + lane.inHand()

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
