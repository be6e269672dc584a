/** `/tenders/<trade>/renewals` and `/tenders/<trade>/planned`: what ends soon and who has it, and what is planned. */
import type { Core } from '../../core.ts'
import { foreign } from '../../html/blocks.ts'
import type { Page } from '../../html/document.ts'
import { type Html, html } from '../../html/html.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import { tradeOrAll } from '../../tenders/feed/feed-file.ts'
import { FEED_PATH } from '../../tenders/feed/formats.ts'
import { inWords, type List } from '../../tenders/outlook/forms.ts'
import { MONTHS, OUTLOOK_EXTENSIONS, OUTLOOK_FORMS, type Outlook, outlookFile, outlookPage } from '../../tenders/outlook/kinds.ts'
import { plannedOf, renewalsOf } from '../../tenders/outlook/read.ts'
import { notFoundPage } from '../not-found.ts'
import { caution, notReadyPage } from './parts.ts'

const SHOWN = 100

const row = (item: List['items'][number]): Html =>
  html`<li><a href="${item.notice_url}" rel="noopener">${foreign(item.title)}</a><p class="small">${foreign(inWords(item))}</p></li>`

/** The page; months other than the listed ones count as 12. */
export async function answerOutlook(core: Core, kind: Outlook, slug: string, search: URLSearchParams, now = core.now()): Promise<Page> {
  const path = outlookPage(kind, slug)
  const trade = tradeOrAll(slug)
  if (trade === undefined) return notFoundPage('tenders', path)
  const months = MONTHS.find((each) => String(each) === search.get('months')) ?? 12
  const items = kind === 'renewals' ? await renewalsOf(core, slug, months, now) : await plannedOf(core, slug, now)
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
    body: html`<article class="prose"><p class="above"><a href="/tenders/${slug}">${name}</a></p><h1>${title}</h1><p class="lede">${lede}</p>
${isRenewals && html`<p>${MONTHS.map((each) => html`<a href="${path}?months=${each}">within ${each} months</a> `)}</p>`}
<p class="small soft">${items.length} found${items.length > SHOWN && html`, the first ${SHOWN} shown`}. Also as ${OUTLOOK_EXTENSIONS.map(
      (form) => html`<a href="${FEED_PATH}/${outlookFile(kind, slug, form)}${query}">${OUTLOOK_FORMS[form].label}</a> `,
    )}</p>
<ul>${items.slice(0, SHOWN).map(row)}</ul>${caution}</article>`,
  }
}
