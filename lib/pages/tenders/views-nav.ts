/** The ways between a list, its views, and what comes before and after it. */
import { type Html, html } from '../../html/html.ts'
import { OUTLOOK_NAMES, OUTLOOKS, outlookPage } from '../../tenders/feed/formats/outlooks.ts'
import { VIEWS } from '../../tenders/feed/views.ts'

const VIEW_TITLES = Object.entries(VIEWS).map(([name, { title }]) => [name, title] as const)

/** `current`: '' for all that is open, else the name of a view or of an outlook; null: none of them. `search`: the filters, which the views keep. */
export function viewsNav(slug: string, search: string, current: string | null): Html {
  const base = `/tenders/${slug}`
  const ways = [
    ['', 'All open', `${base}${search}`] as const,
    ...VIEW_TITLES.map(([name, title]) => [name, title, `${base}/${name}${search}`] as const),
    ...OUTLOOK_NAMES.map((kind) => [kind, OUTLOOKS[kind].title, outlookPage(kind, slug)] as const),
  ]
  return html`<nav class="row small" aria-label="Views">${ways.map(
    ([name, title, href]) => html`<a class="button quiet" href="${href}"${name === current && html` aria-current="page"`}>${title}</a> `,
  )}</nav>`
}
