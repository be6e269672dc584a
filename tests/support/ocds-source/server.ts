/**
 * Loopback servers that play every source of tenders: search, paging, single notices and refusals as each source's `standIn` says, with a clock
 * under the test's control, a log of requests, and traps switched by name. Of the product's code it knows those descriptions and nothing else.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OriginSetting, Source } from '../../../lib/tenders/sources/source.ts'
import { sources as realSources } from '../../../lib/tenders/sources/sources.ts'
import { KEPT } from '../http-server.ts'
import { latestPerProcess, type MadeRelease, packageOf, type SourceName, toLocalInstant } from './search.ts'
import { type Hooks, type Trap, type TrapName, traps } from './traps.ts'

type Origins = Partial<Record<OriginSetting, string>>

/** Settings by which every source of the product is asked where `origin` says. */
export const originsOf = (origin: (source: Source) => string): Origins =>
  Object.fromEntries(realSources.map((source) => [source.originSetting, origin(source)]))

type LoggedRequest = { source: SourceName; path: string; at: number; status: number }

export type OcdsSourcesOptions = {
  fts?: readonly MadeRelease[]
  cf?: readonly MadeRelease[]
  /** Releases of further sources, by prefix. */
  more?: Readonly<Record<SourceName, readonly MadeRelease[]>>
  /** The sources to play. Default: all there are. */
  sources?: readonly Source[]
  /** Releases dated later are not served yet. Default: everything is served. */
  now?: () => number
  /** A refusal beyond so many requests in so many milliseconds; the real sources allow 12 in 120,000. Default: none. */
  rate?: { requests: number; windowMs: number }
}

export type OcdsSources = {
  /** Where each is asked, as settings. */
  env: Origins
  /** Scheme, host and port of one. */
  originOf(source: SourceName): string
  /** Every request so far, refused ones included. */
  requests: LoggedRequest[]
  /** Publishes a release, or replaces the one of the same id. */
  add(source: SourceName, ...releases: MadeRelease[]): void
  /** Takes a release away, as if it had been withdrawn. */
  remove(source: SourceName, id: string): void
  /** Springs a trap on the next `times` requests (default 1) of a source whose path contains `path`. */
  trap(name: TrapName, options: { source: SourceName; times?: number; path?: string }): void
  stop(): Promise<void>
}

const LIMIT_MAX = 100

/** Starts the server on a free loopback port. */
export async function startOcdsSources(options: OcdsSourcesOptions = {}): Promise<OcdsSources> {
  const now = options.now ?? (() => Number.POSITIVE_INFINITY)
  const played = options.sources ?? realSources
  const given: Readonly<Record<SourceName, readonly MadeRelease[] | undefined>> = { fts: options.fts, cf: options.cf, ...options.more }
  const stores = new Map(played.map(({ prefix }) => [prefix, new Map((given[prefix] ?? []).map((release) => [release.id, release]))]))
  const storeOf = (source: SourceName): Map<string, MadeRelease> => {
    const store = stores.get(source)
    if (!store) throw new Error(`No source ${source} is played here.`)
    return store
  }
  const requests: LoggedRequest[] = []
  const armed: Trap[] = []
  const accepted = new Map<SourceName, number[]>()

  const visible = (source: SourceName) =>
    [...storeOf(source).values()]
      .filter((release) => Date.parse(release.date) <= now())
      .sort((a, b) => Date.parse(b.date) - Date.parse(a.date) || (a.id < b.id ? 1 : -1))

  const json = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(body))
  }
  const problem = (response: ServerResponse, status: number, message: string, path: string) =>
    json(response, status, {
      timestamp: new Date().toISOString(),
      status,
      error: 'Bad Request',
      message,
      path,
      exception: 'BadRequestException',
    })

  function search({ prefix, standIn }: Source, url: URL, hooks: Hooks, response: ServerResponse) {
    const values = new URLSearchParams()
    for (const [name, value] of url.searchParams) {
      if (!standIn.search.parameters.includes(name)) return problem(response, 400, `Unknown parameter ${name}`, url.pathname)
      values.set(name, value)
    }
    const cursor = values.get('cursor')
    let offset = 0
    if (cursor !== null) {
      const saved: unknown = JSON.parse(Buffer.from(cursor, 'base64').toString())
      for (const [name, value] of Object.entries(saved as Record<string, string>))
        if (name === 'offset') offset = Number(value)
        else if (name !== 'padding') values.set(name, value)
    }
    const limit = Number(values.get('limit') ?? LIMIT_MAX)
    if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
      return problem(response, 400, 'limit must be between 1 and 100', url.pathname)
    const asked = standIn.window(values)
    const [from, to] = [asked.from, asked.to].map((value) => (value === null ? null : toLocalInstant(value)))
    if (Number.isNaN(from) || Number.isNaN(to)) return problem(response, 400, 'dates must be YYYY-MM-DDTHH:MM:SS', url.pathname)
    const stages = values.get('stages')
    const all = standIn.latestOnly ? latestPerProcess(visible(prefix)) : visible(prefix)
    const found = all.filter((release) => {
      const date = Date.parse(release.date)
      const isWithin = (from == null || date >= from) && (to == null || date <= to)
      // The real API's trap: with stages=tender it answers old-regime notices only.
      return (
        isWithin && (stages === null || (release.tag.some((tag) => tag.startsWith(stages)) && JSON.stringify(release).includes('CELEX')))
      )
    })
    const { whole } = standIn
    const releases = whole ? found.filter((release) => whole(values, release)) : found.slice(offset, offset + limit)
    const nextOffset = whole ? found.length : offset + limit
    let next: string | undefined
    if (nextOffset < found.length) {
      const state = { ...Object.fromEntries(values), offset: String(nextOffset), ...(hooks.longCursor ? { padding: 'x'.repeat(200) } : {}) }
      const link = new URL(url.pathname, url.origin)
      link.searchParams.set('cursor', Buffer.from(JSON.stringify(state)).toString('base64'))
      next = link.href
    }
    if (hooks.next) next = hooks.next(next, url)
    hooks.arrive?.()
    const { releases: listed, ...envelope } = packageOf(
      `${url.origin}${url.pathname}`,
      hooks.releases ? hooks.releases(releases) : releases,
      next,
    )
    const body = whole && listed.length === 0 ? envelope : { ...envelope, releases: listed }
    const text = hooks.text ? hooks.text(JSON.stringify(body)) : JSON.stringify(body)
    const bytes = hooks.bytes ? hooks.bytes(text) : Buffer.from(text)
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(bytes)
  }

  function single(source: SourceName, id: string, url: URL, response: ServerResponse) {
    const found = visible(source).filter((release) => release.id === id || release.ocid === id)
    if (found.length === 0) json(response, 404, { status: 404, error: 'Not Found', message: 'Notice not found', path: url.pathname })
    else json(response, 200, packageOf(`${url.origin}${url.pathname}`, found, undefined))
  }

  function answer(player: Source, request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const source = player.prefix
    const entry: LoggedRequest = { source, path: `${url.pathname}${url.search}`, at: Date.now(), status: 0 }
    requests.push(entry)
    response.on('finish', () => {
      entry.status = response.statusCode
    })
    const { rate } = options
    if (rate) {
      const recent = (accepted.get(source) ?? []).filter((at) => at > entry.at - rate.windowMs)
      accepted.set(source, recent)
      if (recent.length >= rate.requests) {
        response.writeHead(429, { 'content-type': 'text/plain' })
        response.end(`Rate limit of ${rate.requests} requests exceeded`)
        return
      }
      recent.push(entry.at)
    }
    const place = armed.findIndex((trap) => trap.source === source && entry.path.includes(trap.path) && trap.times > 0)
    const trap = armed[place]
    let hooks: Hooks = {}
    if (trap) {
      trap.times -= 1
      hooks = traps[trap.name]
      if (hooks.respond) return hooks.respond(response)
    }
    const path = decodeURIComponent(url.pathname)
    if (path === player.standIn.search.path) return search(player, url, hooks, response)
    const id = player.standIn.single.exec(path)?.[1]
    if (id) return single(source, id, url, response)
    json(response, 404, { status: 404, error: 'Not Found', path: url.pathname })
  }

  const servers = await Promise.all(
    played.map(async (player) => {
      const server = createServer(KEPT, (request, response) => {
        try {
          answer(player, request, response)
        } catch (error) {
          problem(response, 400, error instanceof Error ? error.message : 'Bad request', request.url ?? '')
        }
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      // A server that listens on TCP has such an address.
      return { prefix: player.prefix, server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }),
  )
  const originOf = (source: SourceName) => servers.find(({ prefix }) => prefix === source)?.origin ?? 'http://127.0.0.1:9'
  return {
    env: originsOf(({ prefix }) => originOf(prefix)),
    originOf,
    requests,
    add: (source, ...releases) => {
      for (const release of releases) storeOf(source).set(release.id, release)
    },
    remove: (source, id) => {
      storeOf(source).delete(id)
    },
    trap: (name, { source, times = 1, path = '' }) => {
      armed.push({ name, source, times, path })
    },
    stop: async () => {
      const closed = servers.map(({ server }) => new Promise<void>((resolve) => server.close(() => resolve())))
      for (const { server } of servers) server.closeAllConnections()
      await Promise.all(closed)
    },
  }
}
