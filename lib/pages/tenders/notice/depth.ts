/** What a bidder asks next, as a section of a notice's page: questions, lots, documents, where to bid. Nothing where the notice says nothing. */
import { facts, foreign } from '../../../html/blocks.ts'
import { type Html, html } from '../../../html/html.ts'
import { valueInWords } from '../../../tenders/feed/formats/words.ts'
import type { StoredNotice } from '../../../tenders/notices/notice.ts'
import { dayInWords } from '../../../tenders/words/days.ts'
import { deadlineAbsolute } from '../time-words.ts'

const SHOWN = 20

const link = (url: string, text: string): Html => html`<a href="${url}" rel="noopener nofollow">${foreign(text)}</a>`
const more = (count: number): Html | false => count > SHOWN && html`<li>and ${count - SHOWN} more at the official notice</li>`
const listOf = (items: readonly Html[]): Html =>
  html`<ul class="words">${items.slice(0, SHOWN).map((item) => html`<li>${item}</li>`)}${more(items.length)}</ul>`

function agreement({ framework, dynamic_market }: StoredNotice): string | null {
  if (framework) return 'A framework agreement: the value is a ceiling, not a purchase'
  return dynamic_market ? 'A dynamic market: one may join as long as it is open' : null
}

/** The section, or nothing. */
export function bidderSection(notice: StoredNotice): Html | false {
  const { title_cy, questions_deadline, bid_url, documents = [], lots = [], extension_options, latest_end, delivery_areas = [] } = notice
  const said: [string, Html | string | null][] = [
    ['In Welsh', title_cy ? html`<span lang="cy">${foreign(title_cy)}</span>` : null],
    [
      'Questions until',
      questions_deadline ? html`<time datetime="${questions_deadline}">${deadlineAbsolute(questions_deadline)}</time>` : null,
    ],
    ['Bids are handed in at', bid_url ? link(bid_url, bid_url) : null],
    ['Agreement', agreement(notice)],
    ['Extensions', extension_options ? foreign(extension_options) : null],
    ['Latest end with extensions', latest_end ? dayInWords(latest_end) : null],
    ['Suits voluntary and social enterprises', notice.vcse_suitable ? 'Yes, says the buyer' : null],
    ['Areas', delivery_areas.length > 0 ? delivery_areas.map(({ name }) => name).join(', ') : null],
    [
      'Lots',
      lots.length > 1
        ? listOf(lots.map((lot) => html`${foreign(lot.title ?? `Lot ${lot.id}`)}${lot.value_gbp !== null && `: ${valueInWords(lot)}`}`))
        : null,
    ],
    ['Documents', documents.length > 0 ? listOf(documents.map(({ title, url }) => link(url, title ?? url))) : null],
  ]
  const rows = said.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  return rows.length > 0 && html`<section><h2>For bidders</h2>${facts(rows)}</section>`
}
