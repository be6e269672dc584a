/** The free feed of UK public tenders, typed: one query language, and every notice it means by following `next`. No key, no payment. */
import { type Problem, ProblemError, UnreachableError } from './errors.ts'
import type { TenderNotice, TendersPage, TendersQuery } from './generated-tenders.ts'
import { deadline, textUpTo } from './guard/replayable.ts'

export type TendersOptions = {
  /** Origin of the feed, e.g. `https://tools.example.com`. */
  server: string
  fetch?: typeof globalThis.fetch
  /** Milliseconds one request may take. Default 60,000. */
  timeoutMs?: number
}

/** More than 25 notices ever take. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isPage = (value: unknown): value is TendersPage =>
  isObject(value) && Array.isArray(value.notices) && isObject(value.meta) && (value.meta.next === null || isAddress(value.meta.next))
const isAddress = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value)

const isProblem = (value: unknown): value is Problem =>
  isObject(value) && typeof value.code === 'string' && typeof value.detail === 'string'

function addressOf(server: string, { trade = 'all', view, ...query }: TendersQuery): URL {
  const url = new URL(`/api/uk-tenders/${trade}${view === undefined ? '' : `/${view}`}.json`, server)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

export class Tenders {
  readonly #server: string
  readonly #fetch: typeof globalThis.fetch
  readonly #timeoutMs: number

  constructor({ server, fetch = globalThis.fetch, timeoutMs = 60_000 }: TendersOptions) {
    this.#server = new URL(server).origin
    this.#fetch = fetch
    this.#timeoutMs = timeoutMs
  }

  /**
   * One answer, of at most 25 notices. Go on with `all`, or with the `cursor` in `meta.next`.
   * @throws ProblemError for a query the feed does not know, saying what it may be; UnreachableError
   */
  search = (query: TendersQuery = {}): Promise<TendersPage> => this.#get(addressOf(this.#server, query))

  /** Every notice that a query means, page after page: none twice and none left out, while others close. @throws as `search` */
  async *all(query: Omit<TendersQuery, 'cursor'> = {}): AsyncGenerator<TenderNotice, void> {
    const seen = new Set<string>()
    for (let url: URL | null = addressOf(this.#server, query); url !== null; ) {
      if (seen.has(url.href)) throw new UnreachableError(`The feed of ${url.host} leads in a circle.`)
      seen.add(url.href)
      const { meta, notices }: TendersPage = await this.#get(url)
      yield* notices
      // The feed may name itself otherwise than it is reached: a page is asked for where the first one was.
      url = meta.next === null ? null : new URL(`${url.pathname}${new URL(meta.next).search}`, this.#server)
    }
  }

  async #get(url: URL): Promise<TendersPage> {
    const signal = deadline(new AbortController().signal, this.#timeoutMs)
    const request = { headers: { Accept: 'application/json' }, redirect: 'error' as const, signal }
    const response = await this.#fetch(url, request).catch((error: unknown) => {
      throw new UnreachableError(`${url.host} did not answer.`, { cause: error })
    })
    const body: unknown = await textUpTo(response, MAX_PAGE_BYTES)
      .then((text): unknown => JSON.parse(text))
      .catch(() => undefined)
    if (response.ok && isPage(body)) return body
    throw isProblem(body) ? new ProblemError(body) : new UnreachableError(`${url.host} answered ${response.status}, and no tenders.`)
  }
}

/** A reader of the feed of `server`. Nothing is asked until the first call. */
export const tenders = (options: TendersOptions): Tenders => new Tenders(options)
