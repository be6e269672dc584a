/** The pages of the tenders over HTTP values: snapshot, clock and query to a page. Each asks the clock, so none outlives a deadline. */
import { env } from '../../env.ts'
import type { FileAnswer, PageAnswer, Redirect } from '../../html/respond.ts'
import { findTrade } from '../../tenders/feed.ts'
import { findNotice } from '../../tenders/lookup.ts'
import { parseRegionParameter } from '../../tenders/regions.ts'
import { feedStatus, freshSnapshot } from '../../tenders/snapshot.ts'
import { notFoundPage } from '../not-found.ts'
import { filterSearch, parseFilter } from './filter.ts'
import { tendersIndex } from './index-page.ts'
import { keywordsPage } from './keywords-page.ts'
import { noticeCalendar, noticeJson } from './notice-files.ts'
import { closedNoticePage, noticePage } from './notice-page.ts'
import { notReadyPage } from './parts.ts'
import { tradePage } from './trade-page.ts'

/** `/tenders`; its form sends `trade` and `region`, and gets to the page of the trade. */
export async function answerIndex(search: URLSearchParams, now = Date.now()): Promise<PageAnswer | Redirect> {
  const asked = search.get('trade')
  if (asked !== null && findTrade(asked)) {
    const region = parseRegionParameter(search.get('region') ?? '')
    return { location: `/tenders/${asked}${region === undefined ? '' : `?${new URLSearchParams({ region })}`}` }
  }
  const snapshot = await freshSnapshot(now)
  return snapshot ? tendersIndex(snapshot.index, feedStatus(snapshot, now), env(), now) : notReadyPage('/tenders')
}

/** `/tenders/<trade>`. A form sent as it is leads to the short address of the same view. */
export async function answerTrade(slug: string, search: URLSearchParams, now = Date.now()): Promise<PageAnswer | Redirect> {
  const trade = findTrade(slug)
  if (!trade) return notFoundPage('tenders', `/tenders/${slug}`)
  const { filter, faults, hasEmpty } = parseFilter(search)
  if (hasEmpty && faults.length === 0) return { location: `/tenders/${slug}${filterSearch(filter)}` }
  const snapshot = await freshSnapshot(now)
  if (!snapshot) return notReadyPage(`/tenders/${slug}`)
  return tradePage(trade, { index: snapshot.index, status: feedStatus(snapshot, now), filter, faults, site: env(), now })
}

/** `/tenders/<trade>/keywords` */
export function answerKeywords(slug: string): PageAnswer {
  const trade = findTrade(slug)
  return trade ? keywordsPage(trade) : notFoundPage('tenders', `/tenders/${slug}/keywords`)
}

const NOTICE_ID = /^(?:fts|cf):[A-Za-z0-9-]{1,80}$/

/** `/tenders/notice/<id>`, `.json` and `.ics`. Closed: the 410 page, whatever was asked for. */
export async function answerNotice(name: string, now = Date.now()): Promise<PageAnswer | FileAnswer> {
  const [, id = '', extension] = /^(.*?)(?:\.(json|ics))?$/.exec(name) ?? []
  const unknown = notFoundPage('tenders', `/tenders/notice/${name}`)
  if (!NOTICE_ID.test(id)) return unknown
  const snapshot = await freshSnapshot(now)
  if (!snapshot) return notReadyPage('/tenders')
  const found = await findNotice(id, now)
  const row = snapshot.rows.get(id)
  if (!found || (found.state === 'open' && !row)) return unknown
  if (found.state === 'closed' || !row) return found.state === 'closed' ? closedNoticePage(found) : unknown
  if (extension === undefined) return noticePage(row, env(), now)
  const isJson = extension === 'json'
  return {
    contentType: isJson ? 'application/json; charset=utf-8' : 'text/calendar; charset=utf-8',
    body: isJson ? noticeJson(row) : noticeCalendar(row, env()),
    headers: isJson ? {} : { 'Content-Disposition': `inline; filename="${id.replace(':', '-')}.ics"` },
  }
}
