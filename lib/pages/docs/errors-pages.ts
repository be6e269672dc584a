/** One page for every problem code, at the address that is its `type`, and their list. */

import { errorHelp } from '../../catalogue/error-help.ts'
import type { Env } from '../../core.ts'
import { chargedBy, type ProblemCode, problemCodes, problems } from '../../errors.ts'
import { codeBlock, facts, table } from '../../html/blocks.ts'
import type { Page } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { readableJson } from '../../html/readable-json.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import type { Tool } from '../../tools/define.ts'
import { docsFrame } from './frame.ts'
import { withCode } from './inline-code.ts'

const charged = (code: ProblemCode): string =>
  chargedBy(code) === null ? 'Perhaps, by this call or an earlier one (`charged` is null)' : 'No'

const frame = { product: 'tools', section: '/docs', cacheControl: FIVE_MINUTES } as const

/** The page of one code. */
export function errorPage(code: ProblemCode, tools: readonly Tool[], settings: Pick<Env, 'BASE_URL'>): Page {
  const { status, title, retryable } = problems[code]
  const { meaning, todo } = errorHelp[code]
  const path = `/docs/errors/${code}`
  const document = {
    type: `${settings.BASE_URL}${path}`,
    title,
    status,
    detail: 'What went wrong with this call, and what to do next.',
    code,
    retryable,
    charged: chargedBy(code),
    requestId: 'your-request-id',
  }
  return {
    ...frame,
    path,
    title: `${code} (${status})`,
    description: meaning.replaceAll('`', ''),
    body: docsFrame(
      tools,
      path,
      html`<p class="above">Error <code>${code}</code></p><h1>${title}</h1><p class="lede">${withCode(meaning)}</p>
<section><h2>What to do</h2><p>${withCode(todo)}</p></section>
<section><h2>In short</h2>${facts([
        ['Status', String(status)],
        ['The same call may succeed later', retryable ? 'Yes' : 'No'],
        ['Charged', withCode(charged(code))],
      ])}</section>
<section><h2>As it is sent</h2>${codeBlock('application/problem+json', readableJson(document))}</section>
<p class="row"><a href="/docs/errors">All errors</a></p>`,
    ),
    script: true,
  }
}

/** The list of all codes. */
export const errorsIndex = (tools: readonly Tool[]): Page => ({
  ...frame,
  path: '/docs/errors',
  title: 'Errors',
  description: 'Every error code of the service: what it means, whether to try again, and that it is not charged.',
  body: docsFrame(
    tools,
    '/docs/errors',
    html`<h1>Errors</h1><p class="lede">Every error is a problem document (RFC 9457) with a stable <code>code</code>. Branch on the code, not on the words.</p>
<section>${table(
      'All codes. A call that ends in one is not charged; where `charged` is null, its payment may have been, and the same payment sent again tells.',
      [{ name: 'Code' }, { name: 'Status', number: true }, { name: 'Retry' }, { name: 'Meaning', prose: true }],
      problemCodes.map((code) => [
        html`<a href="/docs/errors/${code}"><code>${code}</code></a>`,
        problems[code].status,
        problems[code].retryable ? 'yes' : 'no',
        withCode(errorHelp[code].meaning),
      ]),
    )}</section>`,
  ),
})
