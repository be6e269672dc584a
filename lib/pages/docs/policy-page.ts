import { policyMarkdown } from '../../catalogue/docs-markdown.ts'
import { html } from '../../html/html.ts'
import { FIVE_MINUTES, type PageAnswer } from '../../html/respond.ts'
import type { Tool } from '../../tools/define.ts'
import { markdown } from '../markdown.ts'
import { docsFrame } from './frame.ts'

/** What callers can count on, from the same text as `docs/policy.md`. */
export const policyPage = (tools: readonly Tool[]): PageAnswer => ({
  product: 'tools',
  path: '/docs/policy',
  section: '/docs',
  title: 'Policy',
  description: 'Versions, prices, deprecation and sunset: what callers can count on, and how anything that they use comes to an end.',
  cacheControl: FIVE_MINUTES,
  body: docsFrame(tools, '/docs/policy', html`<div class="rules">${markdown(policyMarkdown())}</div>`),
})
