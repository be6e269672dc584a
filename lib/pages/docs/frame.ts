/** The frame of the documentation: its contents beside the page. */
import { type Html, html } from '../../html/html.ts'
import type { Tool } from '../../tools/define.ts'

const general: readonly (readonly [path: string, name: string])[] = [
  ['/docs', 'Start here'],
  ['/docs/payments', 'Payments'],
  ['/docs/errors', 'Errors'],
  ['/docs/risk-rules', 'Risk rules'],
  ['/docs/tenders-feed', 'Tenders feed'],
  ['/docs/policy', 'Policy'],
]

/** Puts `body` beside the contents; `path` is the page's own. */
export const docsFrame = (tools: readonly Tool[], path: string, body: Html): Html => {
  const entry = ([href, name]: readonly [string, string]) =>
    html`<li><a href="${href}"${href === path && html` aria-current="page"`}>${name}</a></li>`
  return html`<div class="side"><nav aria-label="Documentation"><h2>Guides</h2><ul>${general.map(entry)}</ul><h2>Tools</h2><ul>${tools.map(({ id }) => entry([`/docs/${id}`, id]))}</ul></nav><article class="doc">${body}</article></div>`
}
