/**
 * One loopback server that plays Find a Tender and Contracts Finder: their search, paging, single notices and refusals, with a clock under
 * the test's control, a log of requests, and traps switched by name. It knows nothing of the product's code.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { latestPerProcess, type MadeRelease, packageOf, type SourceName, searchParameters, toLocalInstant } from './search.ts'
import { type Hooks, type Trap, type TrapName, traps } from './traps.ts'

type LoggedRequest = { source: SourceName; path: string; at: number; status: number }

export type OcdsSourcesOptions = {
  fts?: readonly MadeRelease[]
  cf?: readonly MadeRelease[]
  /** Releases dated later are not served yet. Default: everything is served. */
  now?: () => number
  /** A refusal beyond so many requests in so many milliseconds; the real sources allow 12 in 120,000. Default: none. */
  rate?: { requests: number; windowMs: number }
}

export type OcdsSources = {
  env: { FIND_A_TENDER_URL: string; CONTRACTS_FINDER_URL: string }
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
  const stores = { fts: new Map<string, MadeRelease>(), cf: new Map<string, MadeRelease>() }
  const requests: LoggedRequest[] = []
  const armed: Trap[] = []
  const accepted = { fts: [] as number[], cf: [] as number[] }
  for (const source of ['fts', 'cf'] as const) for (const release of options[source] ?? []) stores[source].set(release.id, release)

  const visible = (source: SourceName) =>
    [...stores[source].values()]
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

  function search(source: SourceName, url: URL, hooks: Hooks, response: ServerResponse) {
    const names = searchParameters[source]
    const values = new URLSearchParams()
    for (const [name, value] of url.searchParams) {
      if (!names.all.includes(name)) return problem(response, 400, `Unknown parameter ${name}`, url.pathname)
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
    const [from, to] = [values.get(names.from), values.get(names.to)].map((value) => (value === null ? null : toLocalInstant(value)))
    if (Number.isNaN(from) || Number.isNaN(to)) return problem(response, 400, 'dates must be YYYY-MM-DDTHH:MM:SS', url.pathname)
    const stages = values.get('stages')
    const all = source === 'cf' ? latestPerProcess(visible(source)) : visible(source)
    const found = all.filter((release) => {
      const date = Date.parse(release.date)
      const isWithin = (from == null || date >= from) && (to == null || date <= to)
      // The real API's trap: with stages=tender it answers old-regime notices only.
      return (
        isWithin && (stages === null || (release.tag.some((tag) => tag.startsWith(stages)) && JSON.stringify(release).includes('CELEX')))
      )
    })
    const releases = found.slice(offset, offset + limit)
    const nextOffset = offset + limit
    let next: string | undefined
    if (nextOffset < found.length) {
      const state = { ...Object.fromEntries(values), offset: String(nextOffset), ...(hooks.longCursor ? { padding: 'x'.repeat(200) } : {}) }
      const link = new URL(url.pathname, url.origin)
      link.searchParams.set('cursor', Buffer.from(JSON.stringify(state)).toString('base64'))
      next = link.href
    }
    if (hooks.next) next = hooks.next(next, url)
    hooks.arrive?.()
    const body = packageOf(source, hooks.releases ? hooks.releases(releases) : releases, next)
    const text = hooks.text ? hooks.text(JSON.stringify(body)) : JSON.stringify(body)
    const bytes = hooks.bytes ? hooks.bytes(text) : Buffer.from(text)
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(bytes)
  }

  function single(source: SourceName, id: string, url: URL, response: ServerResponse) {
    const found = visible(source).filter((release) => release.id === id || release.ocid === id)
    if (found.length === 0) json(response, 404, { status: 404, error: 'Not Found', message: 'Notice not found', path: url.pathname })
    else json(response, 200, packageOf(source, found, undefined))
  }

  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const source: SourceName = url.pathname.startsWith('/Published/') ? 'cf' : 'fts'
    const entry: LoggedRequest = { source, path: `${url.pathname}${url.search}`, at: Date.now(), status: 0 }
    requests.push(entry)
    response.on('finish', () => {
      entry.status = response.statusCode
    })
    const { rate } = options
    if (rate) {
      const recent = accepted[source].filter((at) => at > entry.at - rate.windowMs)
      accepted[source] = recent
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
    if (path === '/api/1.0/ocdsReleasePackages') return search('fts', url, hooks, response)
    if (path === '/Published/Notices/OCDS/Search') return search('cf', url, hooks, response)
    const notice = /^\/api\/1\.0\/ocdsReleasePackages\/(.+)$/.exec(path)?.[1]
    if (notice) return single('fts', notice, url, response)
    const release = /^\/Published\/OCDS\/(?:Release|Record)\/(.+)$/.exec(path)?.[1]
    if (release) return single('cf', release, url, response)
    json(response, 404, { status: 404, error: 'Not Found', path: url.pathname })
  }

  const server = createServer((request, response) => {
    try {
      answer(request, response)
    } catch (error) {
      problem(response, 400, error instanceof Error ? error.message : 'Bad request', request.url ?? '')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: { FIND_A_TENDER_URL: origin, CONTRACTS_FINDER_URL: origin },
    requests,
    add: (source, ...releases) => {
      for (const release of releases) stores[source].set(release.id, release)
    },
    remove: (source, id) => {
      stores[source].delete(id)
    },
    trap: (name, { source, times = 1, path = '' }) => {
      armed.push({ name, source, times, path })
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
