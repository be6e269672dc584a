import { policy } from '../../catalogue/program-files.ts'
import type { Page } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { markdown } from '../../html/markdown.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import type { Tool } from '../../tools/define.ts'
import { docsFrame } from './frame.ts'

/** What callers can count on, from the same text as `docs/policy.md`. */
export const policyPage = (tools: readonly Tool[]): Page => ({
  product: 'tools',
  path: '/docs/policy',
  section: '/docs',
  title: 'Policy',
  description: 'Versions, prices, deprecation and sunset: what callers can count on, and how anything that they use comes to an end.',
  cacheControl: FIVE_MINUTES,
  body: docsFrame(tools, '/docs/policy', html`<div class="rules">${markdown(policy())}</div>`),
})
