/** `/tenders/<trade>/renewals` and `/tenders/<trade>/planned`: what ends soon and who has it, and what is planned. */
import type { Core } from '../../core.ts'
import { foreign } from '../../html/blocks.ts'
import type { Page } from '../../html/document.ts'
import { type Html, html } from '../../html/html.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import { tradeOrAll } from '../../tenders/feed/feed-file.ts'
import { MONTHS, OUTLOOK_EXTENSIONS, OUTLOOK_FORMS, type Outlook, outlookFile, outlookPage } from '../../tenders/feed/formats/outlooks.ts'
import { valueInWords } from '../../tenders/feed/formats/words.ts'
import { FEED_PATH } from '../../tenders/feed/formats.ts'
import type { Planned } from '../../tenders/notices/outlook.ts'
import type { Renewal } from '../../tenders/outlook/again.ts'
import { type List, suppliersOf } from '../../tenders/outlook/forms.ts'
import { plannedOf, renewalsOf } from '../../tenders/outlook/read.ts'
import { dayInWords } from '../../tenders/words/days.ts'
import { notFoundPage } from '../not-found.ts'
import { noticePath } from './notice/row.ts'
import { caution, notReadyPage } from './parts.ts'
import { viewsNav } from './views-nav.ts'

/** What one reads on a page; the files below it have all. */
const SHOWN = 50

const when = (word: string, day: string | null): Html =>
  day === null
    ? html`<p class="when"><strong>${word}</strong></p>`
    : html`<p class="when"><strong>${word}</strong> <time datetime="${day}">${dayInWords(day, true)}</time></p>`

const span = (text: Html | string | false | null): Html | false => !!text && html`<span>${text}</span> `

const line = (item: List['items'][number], head: Html, facts: readonly (Html | false)[], why: string | false): Html =>
  html`<li>${head}
<div class="body"><h2><a href="${item.notice_url}" rel="noopener">${foreign(item.title)}</a></h2>
<p class="who">${foreign(item.buyer || 'Buyer not stated')}</p>
<p class="what">${facts}</p>${
    why &&
    html`
<p class="why">${why}</p>`
  }</div></li>
`

const worth = (item: List['items'][number], isCeiling: boolean): Html =>
  html`${item.value_gbp === null ? 'Value not stated' : html`<b>${valueInWords(item)}</b>`}${isCeiling && ', the ceiling of a framework'}`

function awardRow(item: Renewal): Html {
  const { latest_end, extendable, again } = item
  const further = latest_end ? `May be extended to ${dayInWords(latest_end, true)}` : extendable && 'May be extended'
  return line(
    item,
    when('Ends', item.contract_end),
    [span(html`Held by ${foreign(suppliersOf(item))}`), span(worth(item, item.value_is_ceiling)), span(further)],
    again.sure && `Likely to be tendered again: ${again.why}`,
  )
}

function plannedRow(item: Planned): Html {
  const { tender, expected, engagement_ends, stage } = item
  const head = tender ? when('Tendered now', null) : expected ? when('Expected', expected) : when('Published', item.published)
  return line(
    item,
    head,
    [
      span(stage[0]!.toUpperCase() + stage.slice(1)),
      span(worth(item, false)),
      span(engagement_ends && `Talks until ${dayInWords(engagement_ends, true)}`),
      span(tender && html`<a href="${noticePath(tender.id)}">The tender it became</a>`),
    ],
    false,
  )
}

const row = (item: List['items'][number]): Html => (item.kind === 'planned' ? plannedRow(item) : 'again' in item ? awardRow(item) : html``)

/** The page; months other than the listed ones count as 12. */
export async function answerOutlook(core: Core, kind: Outlook, slug: string, search: URLSearchParams, now = core.now()): Promise<Page> {
  const path = outlookPage(kind, slug)
  const trade = tradeOrAll(slug)
  if (trade === undefined) return notFoundPage('tenders', path)
  const months = MONTHS.find((each) => String(each) === search.get('months')) ?? 12
  const items: List['items'] | undefined =
    kind === 'renewals' ? await renewalsOf(core, slug, months, now) : await plannedOf(core, slug, now)
  if (!items) return notReadyPage(path)
  const name = trade?.name ?? 'All trades'
  const isRenewals = kind === 'renewals'
  const title = isRenewals ? `${name}: contracts that end within ${months} months` : `${name}: procurements coming up`
  const lede = isRenewals
    ? 'Public contracts whose end is near, and who has them: what may be tendered again. A value of a framework is its ceiling. People who trade under their own names are not named.'
    : 'What public bodies plan to buy and talk over with the market before they tender it.'
  const query = isRenewals ? `?months=${months}` : ''
  return {
    product: 'tenders',
    path,
    section: '/tenders',
    title,
    description: lede,
    cacheControl: FIVE_MINUTES,
    body: html`<div class="plain"><p class="above"><a href="/tenders">All trades</a></p><h1>${title}</h1><p class="lede"><strong class="count">${items.length} found</strong>${items.length > SHOWN && `, the first ${SHOWN} shown`}. ${lede}</p>
${viewsNav(slug, '', kind)}
${
  isRenewals &&
  html`<nav class="row small" aria-label="How far ahead">${MONTHS.map(
    (each) =>
      html`<a class="button quiet" href="${path}?months=${each}"${each === months && html` aria-current="page"`}>${each} months</a> `,
  )}</nav>`
}</div>
${items.length > 0 ? html`<ol class="board">${items.slice(0, SHOWN).map(row)}</ol>` : html`<p class="note">Nothing is known here at the moment.</p>`}
<section aria-labelledby="feeds-title"><h2 id="feeds-title">Follow this list</h2><ul class="feeds">${OUTLOOK_EXTENSIONS.map(
      (form) => html`<li><a href="${FEED_PATH}/${outlookFile(kind, slug, form)}${query}">${OUTLOOK_FORMS[form].label}</a></li>`,
    )}</ul></section>
<section>${caution}</section>`,
  }
}
