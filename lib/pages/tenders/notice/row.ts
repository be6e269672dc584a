/** One notice as a line of the board. */
import { foreign } from '../../../html/blocks.ts'
import { type Html, html } from '../../../html/html.ts'
import { valueInWords } from '../../../tenders/feed/formats/words.ts'
import type { StoredNotice } from '../../../tenders/notices/notice.ts'
import type { MatchedNotice } from '../../../tenders/search/notices/notices.ts'
import { ALL_TRADES } from '../../../tenders/search/trade-index.ts'
import { dayInWords } from '../../../tenders/words/days.ts'
import { closesInWords, deadlineAbsolute, isPressing } from '../time-words.ts'
import { whyMatched } from '../why.ts'

/** The path of a notice's own page. */
export const noticePath = (id: string): string => `/tenders/notice/${encodeURIComponent(id).replaceAll('%3A', ':')}`

/** The deadline: how long still, and when exactly. */
export const whenBlock = (deadline: string, now: number): Html =>
  html`<p class="when${isPressing(deadline, now) && ' now'}"><strong>${closesInWords(deadline, now)}</strong> <time datetime="${deadline}">${deadlineAbsolute(deadline, true)}</time></p>`

/** Where the work is, or where the buyer is when nothing is said of that. */
export function placeInWords({ delivery_regions, buyer_region }: StoredNotice): string | null {
  if (delivery_regions.length > 3) return `${delivery_regions.slice(0, 2).join(', ')} and ${delivery_regions.length - 2} more regions`
  return delivery_regions.length > 0 ? delivery_regions.join(', ') : buyer_region
}

/**
 * The line of a notice in the list of `slug`, a trade or all. `search`: the filters of the list, which the page of the notice leads back to;
 * `isNews`: the list goes by the day of publication, so each line says it.
 * The official notice is named beside our page of it: exported lists are read while the program that makes our page is down.
 */
export function noticeRow({ notice, trades }: MatchedNotice, slug: string, now: number, { search = '', isNews = false } = {}): Html {
  const back = `?${new URLSearchParams({ from: `${slug}${search}` })}`
  const trade = slug === ALL_TRADES ? ([...trades].find(([, match]) => match === 'title') ?? [...trades][0])?.[0] : slug
  const place = placeInWords(notice)
  const value = notice.value_gbp === null ? 'Value not stated' : html`<b>${valueInWords(notice)}</b>`
  return html`<li>${whenBlock(notice.deadline, now)}
<div class="body"><h2><a href="${noticePath(notice.id)}${back}">${foreign(notice.title)}</a></h2>
<p class="who">${foreign(notice.buyer || 'Buyer not stated')}</p>
<p class="what"><span>${value}</span>${place && html` <span>${place}</span>`}${notice.sme_suitable && html` <span>Suits small firms</span>`}${isNews && html` <span>Published ${dayInWords(notice.published, true)}</span>`}</p>
<p class="why">${trade !== undefined && html`Listed for ${foreign(whyMatched(notice, trade))}. `}<a href="${notice.notice_url}" rel="noopener">Official notice</a> at ${notice.source}</p></div></li>
`
}
