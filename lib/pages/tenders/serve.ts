/** The pages of the tenders over HTTP values: snapshot, clock and query to a page. Each asks the clock, so none outlives a deadline. */
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Page } from '../../html/document.ts'
import { ALWAYS_ASK } from '../../html/respond.ts'
import { redirect, text } from '../../http/endpoint.ts'
import type { Reply } from '../../http/reply.ts'
import { log } from '../../log.ts'
import { findTrade } from '../../tenders/feed/feed.ts'
import { tradeOrAll } from '../../tenders/feed/feed-file.ts'
import { findView } from '../../tenders/feed/views.ts'
import { amendmentsOf } from '../../tenders/notices/amendments.ts'
import type { StoredNotice } from '../../tenders/notices/notice.ts'
import { lastTimeOf } from '../../tenders/outlook/read.ts'
import { PARAMETER_NAMES } from '../../tenders/search/parameters.ts'
import { similarTo } from '../../tenders/search/similar.ts'
import { ALL_TRADES } from '../../tenders/search/trade-index.ts'
import { findNotice } from '../../tenders/snapshot/lookup.ts'
import { feedStatus, freshSnapshot } from '../../tenders/snapshot/snapshot.ts'
import { isNoticeId } from '../../tenders/sources/sources.ts'
import { toLondon } from '../../tenders/words/london.ts'
import { notFoundPage } from '../not-found.ts'
import { filterSearch, parseFilter } from './filter/read.ts'
import { tendersIndex } from './index-page.ts'
import { keywordsPage } from './keywords-page.ts'
import { noticeCalendar, noticeJson } from './notice/files.ts'
import { type Back, CLOSED_REASONS, closedNoticePage, noticePage } from './notice/page.ts'
import { notReadyPage } from './parts.ts'
import { tradePage } from './trade-page.ts'

const FILTER_NAMES: ReadonlySet<string> = new Set(PARAMETER_NAMES)

/** `/tenders`; its form sends a trade and filters, and gets to the page of the trade. Filters alone are asked of all trades. */
export async function answerIndex(core: Core, search: URLSearchParams): Promise<Page | Reply> {
  const filters = new URLSearchParams([...search].filter(([name, value]) => name !== 'trade' && value.trim() !== ''))
  const isAsked = [...filters.keys()].some((name) => FILTER_NAMES.has(name))
  const asked = search.get('trade') ?? (isAsked ? ALL_TRADES : null)
  if (asked !== null && tradeOrAll(asked) !== undefined) return redirect(`/tenders/${asked}${filters.size === 0 ? '' : `?${filters}`}`)
  const now = core.now()
  const snapshot = await freshSnapshot(core, now)
  return snapshot ? tendersIndex(snapshot.index, feedStatus(snapshot, now), core.env, now) : notReadyPage('/tenders')
}

/**
 * `/tenders/<trade>` (or `all`), and `/tenders/<trade>/<view>`. A form sent as it is leads to the short address of the same list.
 */
export async function answerTrade(core: Core, slug: string, search: URLSearchParams, view?: string): Promise<Page | Reply> {
  const path = `/tenders/${slug}${view === undefined ? '' : `/${view}`}`
  const trade = tradeOrAll(slug)
  const known = view === undefined ? undefined : findView(view)
  if (trade === undefined || (view !== undefined && !known)) return notFoundPage('tenders', path)
  const { filter, faults, isLong } = parseFilter(search, known?.order)
  if (isLong && faults.length === 0) return redirect(`${path}${filterSearch(filter)}`)
  const now = core.now()
  const snapshot = await freshSnapshot(core, now)
  if (!snapshot) return notReadyPage(path)
  return tradePage(trade, {
    view,
    index: snapshot.index,
    status: feedStatus(snapshot, now),
    filter,
    faults,
    site: core.env,
    now,
  })
}

/** `/tenders/<trade>/keywords` */
export function answerKeywords(slug: string): Page {
  const trade = findTrade(slug)
  return trade ? keywordsPage(trade) : notFoundPage('tenders', `/tenders/${slug}/keywords`)
}

const SIMILAR = 3

/** The list that a link to a notice says it stood in: nothing of it is believed but a trade and filters that are known. */
function backTo(from: string | null): Back | undefined {
  const [, slug = '', search = ''] = /^([a-z-]+)(\?.*)?$/.exec(from ?? '') ?? []
  const trade = tradeOrAll(slug)
  if (trade === undefined) return undefined
  const { filter } = parseFilter(new URLSearchParams(search))
  return { path: `/tenders/${slug}${filterSearch(filter)}`, name: trade?.name ?? 'All trades' }
}

/** A page of an open notice never fails for what is only beside it: undefined then. */
const orWithout = <Value>(reading: Promise<Value>, notice: StoredNotice, what: string): Promise<Value | undefined> =>
  reading.catch((error: unknown) => {
    log.warn({ err: error, notice: notice.id }, `${what} not read`)
    return undefined
  })

/**
 * `/tenders/notice/<id>`, `.json` and `.ics`. Closed or unknown: the page that says so, also where people follow a link to a file.
 * @throws ApiError `gone`, `not_found` for programs (`forPeople` false) that ask for a file
 */
export async function answerNotice(
  core: Core,
  name: string,
  search = new URLSearchParams(),
  now = core.now(),
  forPeople = true,
): Promise<Page | Reply> {
  const [, id = '', extension] = /^(.*?)(?:\.(json|ics))?$/.exec(name) ?? []
  const wantsPage = forPeople || extension === undefined
  const unknown = () => {
    if (wantsPage) return notFoundPage('tenders', `/tenders/notice/${name}`)
    throw new ApiError('not_found', 'No notice has this id. The ids are those of the feeds.')
  }
  if (!isNoticeId(id)) return unknown()
  const snapshot = await freshSnapshot(core, now)
  if (!snapshot) return notReadyPage('/tenders')
  const found = await findNotice(core, id, now)
  if (!found) return unknown()
  if (found.state === 'closed') {
    if (wantsPage) return closedNoticePage(found)
    const { reason, notice, at } = found
    throw new ApiError('gone', CLOSED_REASONS[reason], {
      extra: { id, reason, at: toLondon(at), deadline: notice.deadline, notice_url: notice.notice_url },
    })
  }
  const { row } = found
  const { notice } = row
  const [before, amendments] =
    extension === 'ics'
      ? [null, []]
      : await Promise.all([
          orWithout(lastTimeOf(core, notice, snapshot.version), notice, 'earlier awards'),
          orWithout(amendmentsOf(core, notice), notice, 'amendments'),
        ])
  if (extension === undefined) {
    const [home = ALL_TRADES] = row.trades.keys()
    const similar = similarTo(snapshot.index, id, home, now, SIMILAR)
    return noticePage(row, core.env, now, { back: backTo(search.get('from')), similar, before, amendments })
  }
  const isJson = extension === 'json'
  return text(
    isJson ? 'application/json; charset=utf-8' : 'text/calendar; charset=utf-8',
    isJson ? noticeJson(row, before, amendments) : noticeCalendar(row, core.env),
    {
      'Cache-Control': ALWAYS_ASK,
      ...(isJson ? {} : { 'Content-Disposition': `inline; filename="${id.replace(':', '-')}.ics"` }),
    },
  )
}
