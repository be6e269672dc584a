/** `/tenders/<trade>/renewals` and `/tenders/<trade>/planned`: what ends soon and who has it, and what is planned. */
import type { Core } from '../../core.ts'
import { foreign } from '../../html/blocks.ts'
import type { Page } from '../../html/document.ts'
import { type Html, html } from '../../html/html.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import { tradeOrAll } from '../../tenders/feed/feed-file.ts'
import { inWords } from '../../tenders/outlook/forms.ts'
import type { OutlookItem } from '../../tenders/outlook/item.ts'
import { plannedOf, renewalsOf } from '../../tenders/outlook/read.ts'
import { MONTHS } from '../../tenders/outlook/serve.ts'
import { notFoundPage } from '../not-found.ts'
import { caution, notReadyPage } from './parts.ts'

const SHOWN = 100

const row = (item: OutlookItem): Html =>
  html`<li><a href="${item.notice_url}" rel="noopener">${foreign(item.title)}</a><p class="small">${foreign(inWords(item))}</p></li>`

/** The page; months other than the listed ones count as 12. */
export async function answerOutlook(
  core: Core,
  kind: 'renewals' | 'planned',
  slug: string,
  search: URLSearchParams,
  now = core.now(),
): Promise<Page> {
  const path = `/tenders/${slug}/${kind}`
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
<p class="small soft">${items.length} found${items.length > SHOWN && html`, the first ${SHOWN} shown`}. Also as ${(
      ['json', 'csv', 'xml', 'ics'] as const
    ).map(
      (form) =>
        html`<a href="/api/uk-tenders/${kind}/${slug}.${form}${query}">${{ json: 'JSON', csv: 'CSV', xml: 'RSS', ics: 'calendar' }[form]}</a> `,
    )}</p>
<ul>${items.slice(0, SHOWN).map(row)}</ul>${caution}</article>`,
  }
}
