/** What the pages of the tenders share: how fresh the data is, what must be said of it, and the page for when there is none. */

import type { Page } from '../../html/document.ts'
import { type Html, html } from '../../html/html.ts'
import type { FeedStatus } from '../../tenders/snapshot/snapshot.ts'
import { sourceNames } from '../../tenders/sources/source-names.ts'
import { sources } from '../../tenders/sources/sources.ts'
import { dayInWords } from '../../tenders/words/days.ts'

/** "Complete through …", and which source is behind. */
export function freshness({ data_through, sources: states }: Pick<FeedStatus, 'data_through' | 'sources'>): Html {
  const behind = states.filter(({ stale }) => stale)
  return html`<p class="small soft">${
    data_through === null
      ? 'Not yet complete for any day.'
      : html`Complete through <time datetime="${data_through}">${dayInWords(data_through)}</time>, updated once a day.`
  }${behind.map(
    ({ name, data_through: day }) =>
      html` <strong>${name} is behind${day !== null && html` (last full day ${dayInWords(day, true)})`}.</strong>`,
  )} Closed notices leave at the second of their deadline.</p>`
}

/** What a reader must know before acting on any of it. */
export const caution = html`<div class="note small"><p><strong>Not official.</strong> This list is compiled by a private party from ${sourceNames}. Confirm
every date and figure at the official notice before you act.</p><p>Free to read and reuse under the Open Government Licence v3.0; keep the attribution. Programs: please ask for each
trade about once a minute at most. Heavy automated use may be blocked without notice.</p></div>`

/** When nothing was ever read: not an empty list, which would say that nothing is open. */
export const notReadyPage = (path: string): Page => ({
  status: 503,
  cacheControl: 'no-store',
  product: 'tenders',
  path,
  noindex: true,
  title: 'Not read yet',
  description: 'The notices are still being fetched from their official sources.',
  body: html`<div class="plain"><h1>The notices are still being fetched</h1><p class="lede">This server has not finished its first reading of the official sources. Nothing is
shown rather than half of it. Try again in a few minutes, or go to
${sources.map(({ name, site }, index) => html`${index > 0 && (index === sources.length - 1 ? ' or ' : ', ')}<a href="${site}/">${name}</a>`)} themselves.</p></div>`,
})

/** What a web server shows in the place of a page that only the program can make, while it is down. Exported, and nowhere else. */
export const awayPage: Page = {
  status: 503,
  cacheControl: 'no-store',
  product: 'tenders',
  path: '/tenders/away',
  noindex: true,
  title: 'Away for a moment',
  description: 'Search, filters and single notices are away for a moment; the lists are not.',
  body: html`<div class="plain"><h1>Away for a moment</h1><p class="lede">Searches, filters and the pages of single notices are made by a program that does not answer
just now. Try again in a minute.</p>
<p>The lists need no program and are exact to the second: <a href="/tenders">every trade</a>, each with its newest and soonest, a link to every official notice, and the
whole trade in one file.</p></div>`,
}
