/**
 * The one way to a source: paced, patient and bounded. The pace is kept in the database, so that two runs, in one
 * process or in two, still ask one request at a time and interval.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import type { Agent } from 'undici'
import { type Core, part } from '../../core.ts'
import { log } from '../../log.ts'
import { decodeBody } from './decode.ts'
import { parseJson } from './json-repair.ts'
import type { Source } from './source.ts'

/** A source did not give what was asked for, after every try. The message names no third-party text but a status or a parser's word. */
export class SourceError extends Error {
  override name = 'SourceError'
}

const TIMEOUT_MS = 60_000
const BODY_MAX_BYTES = 32 * 1024 * 1024
const REDIRECTS_MAX = 3
/** Waits after a broken answer: 5xx, time-out, HTML, cut off. */
const BROKEN_WAITS_SECONDS = [10, 20, 40, 80, 160]
/** "Too fast" is routine; so often in a row it is not. */
const REFUSALS_MAX = 20
/** A source that asks for more patience than this is asked again in the next run. */
const WAIT_MAX_SECONDS = 3600

type Attempt =
  | { kind: 'ok'; body: unknown }
  | { kind: 'absent' }
  | { kind: 'refused'; waitSeconds: number | undefined; why: string }
  | { kind: 'broken'; waitSeconds?: number | undefined; why: string }
  | { kind: 'wrong'; why: string }

/** Seconds to wait that a Retry-After header asks for: a number of seconds or an HTTP date. */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text)
  const date = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

async function readBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > BODY_MAX_BYTES) throw new Error('a body of more than 32 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Node 20 knows its own roots only, later ones also what NODE_EXTRA_CA_CERTS adds. */
const roots = (): readonly string[] => tls.getCACertificates?.('default') ?? tls.rootCertificates

/** Connections of sources that forget a certificate of their chain, which is verified all the same: against the usual roots and what is added. */
const completed = part(() => new Map<string, Agent>())

type Ask = (url: URL, options: { signal: AbortSignal; redirect: 'manual'; headers: Record<string, string> }) => Promise<Response>

async function askFor(core: Core, { prefix, intermediates }: Source): Promise<Ask> {
  if (!intermediates) return fetch
  const agents = completed(core)
  const undici = await import('undici')
  const dispatcher = agents.get(prefix) ?? new undici.Agent({ connect: { ca: [...roots(), ...intermediates] } })
  agents.set(prefix, dispatcher)
  // The package's response is the web's in all that is read of it; its types say so in other words.
  return async (url, options) => (await undici.fetch(url, { ...options, dispatcher })) as unknown as Response
}

/** Follows redirects within the host only. */
async function request(core: Core, source: Source, url: URL, signal: AbortSignal): Promise<Response> {
  const ask = await askFor(core, source)
  let target = url
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const response = await ask(target, {
      signal,
      redirect: 'manual',
      headers: { accept: 'application/json', 'user-agent': `paid-agent-tools (+${core.env.CONTACT_URL})` },
    })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return response
    await response.body?.cancel()
    const next = new URL(location, target)
    if (next.host !== url.host) throw new SourceError(`redirected to another host, ${next.host}`)
    target = next
  }
  throw new SourceError('redirected too often')
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? [error.message, messageOf(error.cause)].filter(Boolean).join(': ') : ''

async function attempt(core: Core, source: Source, url: URL, signal: AbortSignal): Promise<Attempt> {
  try {
    const response = await request(core, source, url, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
    const { status } = response
    // A wait is slept in real time, so a date is measured against the real clock, whatever the program's says.
    const waitSeconds = retryAfterSeconds(response.headers.get('retry-after'), Date.now())
    if (status !== 200) await response.body?.cancel()
    if (status === 404 || status === 410) return { kind: 'absent' }
    if (source.refusal.statuses.includes(status)) return { kind: 'refused', waitSeconds, why: `status ${status}` }
    if (status >= 500 || status === 408) return { kind: 'broken', waitSeconds, why: `status ${status}` }
    if (status !== 200) return { kind: 'wrong', why: `status ${status}` }
    const text = decodeBody(await readBody(response))
    if (/^\s*</.test(text)) return { kind: 'broken', why: 'HTML instead of JSON' }
    return { kind: 'ok', body: parseJson(text) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SourceError) return { kind: 'wrong', why: error.message }
    return { kind: 'broken', why: error instanceof SyntaxError ? 'a body that is not JSON' : messageOf(error) || 'no answer' }
  }
}

/** Waits for this source's next free moment and takes it. */
async function takeTurn(core: Core, source: Source, signal: AbortSignal): Promise<void> {
  const database = await core.database()
  const [turn] = await database.query<{ wait_ms: string | number }>(
    `insert into tender_sources as s (source, next_request_at) values ($1, now() + $2 * interval '1 millisecond')
     on conflict (source) do update
     set next_request_at = greatest(coalesce(s.next_request_at, now()), now()) + $2 * interval '1 millisecond'
     returning (extract(epoch from next_request_at - now()) * 1000 - $2)::float8 as wait_ms`,
    [source.prefix, core.env.INGEST_INTERVAL_MS],
  )
  await sleep(Math.max(0, Math.ceil(Number(turn?.wait_ms ?? 0))), undefined, { signal })
}

/** No request to this source for so long, whoever sends it. */
async function postpone(core: Core, source: Source, seconds: number): Promise<void> {
  const database = await core.database()
  await database.query(
    `update tender_sources set next_request_at = greatest(coalesce(next_request_at, now()), now() + $2 * interval '1 millisecond')
     where source = $1`,
    [source.prefix, seconds * 1000 * core.env.INGEST_BACKOFF_SCALE],
  )
}

export type Fetched = { found: true; body: unknown } | { found: false }

/**
 * Asks a source for a JSON document, waiting and trying again as its rules say. 404 and 410 are an answer (`found: false`).
 * @param maxBroken how often a broken answer is tried again; default as the source's rules say, 5 times.
 * @throws SourceError after the last try; the signal's reason when aborted.
 */
export async function fetchFrom(
  core: Core,
  source: Source,
  url: URL,
  { signal, maxBroken = source.brokenTries ?? BROKEN_WAITS_SECONDS.length }: { signal: AbortSignal; maxBroken?: number },
): Promise<Fetched> {
  let broken = 0
  for (let refused = 0; ; ) {
    await takeTurn(core, source, signal)
    const outcome = await attempt(core, source, url, signal)
    if (outcome.kind === 'ok') return { found: true, body: outcome.body }
    if (outcome.kind === 'absent') return { found: false }
    if (outcome.kind === 'wrong') throw new SourceError(outcome.why)
    const isRefusal = outcome.kind === 'refused'
    const fallback = isRefusal ? source.refusal.waitSeconds : BROKEN_WAITS_SECONDS[broken]
    if (isRefusal) refused += 1
    else broken += 1
    const seconds = outcome.waitSeconds ?? fallback
    if (seconds === undefined || seconds > WAIT_MAX_SECONDS || broken > maxBroken || refused > REFUSALS_MAX)
      throw new SourceError(outcome.why)
    log.info({ source: source.prefix, why: outcome.why, seconds }, 'tenders source asked to wait')
    await postpone(core, source, seconds)
  }
}
