/**
 * A stand-in on loopback for every upstream, one port each. It answers from cases (the project's own, or those of the folder named by
 * UPSTREAM_CASES), can fail in every known way, counts, and refuses loudly what no case answers.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { KEPT } from '../http-server.ts'
import { type Case, loadCases } from './cases.ts'
import { coinMarkets, currentPrices, likeAnswer, multipleAccounts, sharedOffers } from './composed.ts'
import { answerFault, type Fault } from './faults.ts'
import { findCase, findRpcCase, type Incoming, type RpcCall } from './match.ts'
import { type StandInSource, sources } from './sources.ts'

/** The status of a request no case answers: no real upstream sends it. */
export const UNKNOWN_REQUEST_STATUS = 599

type SeenRequest = { source: string; method: string; url: string; body: string; headers: Record<string, string>; status: number }

export type Upstreams = {
  /** Every `*_URL` and `*_RPC_URLS`. */
  env: Record<string, string>
  /** Every request so far, oldest first. */
  requests: SeenRequest[]
  /** Requests that no case answered: assert that it stays empty. */
  unknown: string[]
  /** Makes one source, or all (`*`), fail; null heals. */
  setFault(source: string, fault: Fault | null): void
  /** Answers every request to a source with one case, e.g. `pin('goplus', 'rate-limited-http200')`; null ends it. */
  pin(source: string, caseName: string | null): void
  /** Requests a source has had since the last `reset`. */
  count(source: string): number
  /** Heals, unpins and forgets all requests. */
  reset(): void
  stop(): Promise<void>
}

export type UpstreamsOptions = {
  /** Folder of cases. Default: UPSTREAM_CASES, else the project's own. */
  casesRoot?: string
  /** Print unknown requests on stderr. Default true. */
  loud?: boolean
}

/** The project's own cases. */
export const OWN_CASES = path.join(import.meta.dirname, 'cases')

/** Starts all stand-ins on free ports of 127.0.0.1. */
export async function startUpstreams(options: UpstreamsOptions = {}): Promise<Upstreams> {
  const root = options.casesRoot ?? process.env.UPSTREAM_CASES ?? OWN_CASES
  const faults = new Map<string, Fault>()
  const pins = new Map<string, string>()
  const requests: SeenRequest[] = []
  const unknown: string[] = []
  const stopping = new AbortController()
  const servers: Server[] = []
  const env: Record<string, string> = {}

  for (const source of sources) {
    const cases = source.folders.flatMap((folder) => loadCases(root, folder, source.recorded))
    const server = createServer(KEPT, (request, response) => {
      serve(source, cases, request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
    env[source.variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function serve(source: StandInSource, cases: readonly Case[], request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const incoming: Incoming = { method: request.method ?? 'GET', url: new URL(request.url ?? '/', 'http://stand-in'), body }
    const seen: SeenRequest = {
      source: source.name,
      method: incoming.method,
      url: request.url ?? '/',
      body,
      headers: Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)])),
      status: 0,
    }
    requests.push(seen)
    response.once('close', () => {
      seen.status = response.statusCode
    })
    const set = faults.get(source.name) ?? faults.get('*')
    const fault = !set?.only || `${seen.url} ${body}`.includes(set.only) ? set : undefined
    if (fault && (await answerFault(fault, source.name, response, firstRpcId(body), stopping.signal))) return
    const answer = answerFrom(source, cases, incoming, pins.get(source.name))
    if (!answer) {
      const line = `${source.name}: no case answers ${incoming.method} ${seen.url} ${body.slice(0, 300)}`.trim()
      unknown.push(line)
      if (options.loud !== false) process.stderr.write(`${line}\n`)
      response.writeHead(UNKNOWN_REQUEST_STATUS, { 'content-type': 'text/plain' }).end(line)
      return
    }
    const text = fault?.mode === 'truncated' ? answer.body.slice(0, Math.floor(answer.body.length / 2)) : answer.body
    // An answer may name its own host, for what is asked there next.
    response.writeHead(answer.status, answer.headers).end(text.replaceAll('https://stand-in.invalid', env[source.variable] ?? ''))
  }

  return {
    env,
    requests,
    unknown,
    setFault: (source, fault) => {
      if (source !== '*' && !sources.some(({ name }) => name === source)) throw new Error(`No stand-in is called ${source}.`)
      if (fault) faults.set(source, fault)
      else faults.delete(source)
    },
    pin: (source, name) => {
      if (name) pins.set(source, name)
      else pins.delete(source)
    },
    count: (source) => requests.filter((request) => request.source === source).length,
    reset: () => {
      faults.clear()
      pins.clear()
      requests.length = 0
      unknown.length = 0
    },
    stop: async () => {
      stopping.abort()
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      await Promise.all(servers.map((server) => (server.listening ? once(server, 'close') : null)))
    },
  }
}

type Answer = Pick<Case, 'status' | 'headers' | 'body'>

const JSON_HEADERS = { 'content-type': 'application/json' }

function answerFrom(source: StandInSource, cases: readonly Case[], incoming: Incoming, pinned: string | undefined): Answer | null {
  if (pinned) return cases.find(({ name }) => name === pinned) ?? null
  if (source.rpc) return answerRpc(cases, incoming)
  const compose = { coingecko: coinMarkets, defillama: currentPrices, vast: sharedOffers }[source.name]
  const composed = compose?.(cases, incoming) ?? null
  if (composed !== null) return { status: 200, headers: JSON_HEADERS, body: composed }
  if (source.name === 'coingecko' && incoming.url.pathname === '/api/v3/coins/markets') return null
  const found = findCase(cases, incoming, source.name === 'sourcify-4byte')
  return found && !found.wildcard ? found.case : (likeAnswer(cases, incoming) ?? found?.case ?? null)
}

/** One call or a batch. The stored `id` is replaced by the request's. */
function answerRpc(cases: readonly Case[], { body }: Incoming): Answer | null {
  const asked = parseJson(body)
  const calls = [asked].flat().filter(isRpcCall)
  if (calls.length === 0) return null
  const answers = calls.map((call) => {
    const composed = multipleAccounts(cases, call)
    if (composed) return { status: 200, headers: JSON_HEADERS, body: composed }
    const found = findRpcCase(cases, call)
    if (!found) return null
    const stored = parseJson(found.body)
    const isObject = typeof stored === 'object' && stored !== null
    return { ...found, body: isObject ? JSON.stringify({ ...stored, id: call.id }) : found.body }
  })
  if (answers.includes(null)) return null
  if (!Array.isArray(asked)) return answers[0] ?? null
  return { status: 200, headers: JSON_HEADERS, body: `[${answers.map((answer) => answer?.body).join(',')}]` }
}

const isRpcCall = (value: unknown): value is RpcCall =>
  typeof value === 'object' && value !== null && 'method' in value && typeof value.method === 'string'

const firstRpcId = (body: string): unknown => [parseJson(body)].flat().filter(isRpcCall)[0]?.id ?? null

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null // not JSON-RPC: no case answers it
  }
}
