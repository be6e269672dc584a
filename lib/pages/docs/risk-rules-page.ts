import type { Page } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { markdown } from '../../html/markdown.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import type { Tool } from '../../tools/define.ts'
import { riskRulesPage as riskRulesText } from '../../tools/risk/docs/page.ts'
import { docsFrame } from './frame.ts'

/** Without the line that is for editors of the file. */
const rules = (): string => riskRulesText().replace(/^Written from the code.*$/m, '')

/** The rules behind every risk verdict, from the same text as `docs/risk-rules.md`. */
export const riskRulesPage = (tools: readonly Tool[]): Page => ({
  product: 'tools',
  path: '/docs/risk-rules',
  section: '/docs',
  title: 'Risk rules',
  description: 'Every rule by which the token risk tools judge: what it looks at, when it fails, and how findings become a verdict.',
  cacheControl: FIVE_MINUTES,
  body: docsFrame(tools, '/docs/risk-rules', html`<div class="rules">${markdown(rules())}</div>`),
})
