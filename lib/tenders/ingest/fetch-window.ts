/** Fetches one window page by page, each page a step, and records the window as done only when it can be believed. */
import type { Core } from '../../core.ts'
import { log } from '../../log.ts'
import type { JobContext } from '../../steps.ts'
import { fetchFrom, SourceError } from '../sources/client.ts'
import { toPage } from '../sources/package.ts'
import type { Source, Window } from '../sources/source.ts'
import { beforeSearch } from './late.ts'
import { storeReleases } from './store.ts'
import { coveredBy, endWindow, halves, searchWindow, type WindowEnd, type WindowKey, windowSpan } from './windows.ts'

const PAGE_LIMIT = 100
/** More pages than any window has: a source that invents a new next link every time stops here. */
const PAGES_MAX = 500

/** Cursors have some hundreds of characters. */
const ADDRESS_MAX = 16_384

export type Fetching = { core: Core; context: JobContext }

export type Tally = { requests: number; releases: number; changed: number; reported: number }

/** What a page step returns; it travels as JSON. */
type PageResult = { received: number; changed: number; reported: number; next: string | null; error: string | null }

/** The address of a page, which must be at the source itself. */
function pageUrl({ env }: Core, source: Source, address: string): URL {
  const origin = new URL(env[source.originSetting])
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined
  if (!url || url.origin !== origin.origin)
    throw new SourceError(`the next page is at another host, ${url?.host.slice(0, 100) ?? 'unreadable'}`)
  if (url.href.length > ADDRESS_MAX) throw new SourceError('the address of the next page is too long')
  return url
}

async function storePage({ core, context }: Fetching, source: Source, window: Window, address: string): Promise<PageResult> {
  try {
    const fetched = await fetchFrom(core, source, pageUrl(core, source, address), { signal: context.signal })
    if (!fetched.found) throw new SourceError('status 404')
    const page = toPage(source, fetched.body, window)
    for (const problem of page.reported) log.warn({ source: source.prefix, problem }, 'release could not be used')
    const { changed, refused } = await storeReleases(await core.database(), source, page.releases)
    // As it is asked for: a source's own words need not be fit to be stored.
    const next = page.next === null ? null : pageUrl(core, source, page.next).href
    return { received: page.received, changed, reported: page.reported.length + refused.length, next, error: null }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { received: 0, changed: 0, reported: 0, next: null, error: error.message }
  }
}

/** All pages of a window, halved as long as the last page is as full as a page can be. Returns what went wrong, or null. */
async function fetchPages(fetching: Fetching, source: Source, window: Window, tally: Tally): Promise<string | null> {
  const seen = new Set<string>()
  const isWhole = source.windows.unit === 'months'
  let address: string | null = pageUrl(fetching.core, source, source.searchPath(window, PAGE_LIMIT)).href
  while (address !== null) {
    if (seen.has(address)) return 'the next page is one that was read before'
    if (seen.size >= PAGES_MAX) return `more than ${PAGES_MAX} pages`
    seen.add(address)
    const asked: string = address
    const name = `page-${source.prefix}-${window.from}-${window.to}-${isWhole ? `${window.part}-` : ''}${seen.size}`
    const page: PageResult = await fetching.context.step(name, () => storePage(fetching, source, window, asked))
    tally.requests += 1
    tally.releases += page.received
    tally.changed += page.changed
    tally.reported += page.reported
    if (page.error !== null) return page.error
    if (page.next === null && page.received >= PAGE_LIMIT && !isWhole) {
      const parts = halves(window)
      if (!parts) return 'a full page without a next one, in a window that cannot be halved'
      return (await fetchPages(fetching, source, parts[0], tally)) ?? (await fetchPages(fetching, source, parts[1], tally))
    }
    address = page.next
  }
  return null
}

/**
 * Fetches a window and records how it ended. `skipped`: it has not begun, or another run has finished it.
 * A source's failure is recorded, not thrown; anything else is thrown.
 */
export async function fetchWindow(
  fetching: Fetching,
  source: Source,
  key: WindowKey,
  tally: Tally,
): Promise<{ state: WindowEnd['state'] | 'skipped'; error: string | null }> {
  const { core, context } = fetching
  const name = `${source.prefix}-${key.day}-${key.part}`
  const begun = await context.step(`open-${name}`, async () => {
    const at = core.now()
    const { begins, settled } = windowSpan(source, key)
    const before = begins > at ? null : await beforeSearch(await core.database(), source, key)
    return { isSettled: settled <= at, from: before === null || before.isDone ? null : before.from }
  })
  if (begun.from === null) return { state: 'skipped', error: null }
  const window = { ...searchWindow(source, key), from: begun.from }
  const own: Tally = { requests: 0, releases: 0, changed: 0, reported: 0 }
  const error = await fetchPages(fetching, source, window, own)
  for (const count of Object.keys(own) as (keyof Tally)[]) tally[count] += own[count]
  const state = error !== null ? 'failed' : begun.isSettled ? 'done' : 'partial'
  await context.step(`end-${name}`, async () => {
    const covers = error === null ? coveredBy(source, key, core.now()) : null
    const end = { state, releases: own.releases, reported: own.reported, error, covers } as const
    await endWindow(await core.database(), source.prefix, key, end, core.now())
    return null
  })
  if (error !== null) log.error({ source: source.prefix, day: key.day, part: key.part, error }, 'tenders window failed')
  return { state, error }
}

/**
 * Fetches a window that is done once more. A failure is returned, and nothing is recorded of it: the window stays what it was, and is still to
 * be read again.
 */
export async function fetchAgain(fetching: Fetching, source: Source, key: WindowKey, tally: Tally): Promise<string | null> {
  const { core, context } = fetching
  const name = `${source.prefix}-${key.day}-${key.part}`
  const { from } = await context.step(`again-${name}`, async () => beforeSearch(await core.database(), source, key))
  const own: Tally = { requests: 0, releases: 0, changed: 0, reported: 0 }
  const error = await fetchPages(fetching, source, { ...searchWindow(source, key), from }, own)
  for (const count of Object.keys(own) as (keyof Tally)[]) tally[count] += own[count]
  if (error !== null) {
    log.error({ source: source.prefix, day: key.day, part: key.part, error }, 'a tenders window could not be read again')
    return error
  }
  await context.step(`end-again-${name}`, async () => {
    const at = core.now()
    const end = { state: 'done', releases: own.releases, reported: own.reported, error, covers: coveredBy(source, key, at) } as const
    await endWindow(await core.database(), source.prefix, key, end, at)
    return null
  })
  return null
}
