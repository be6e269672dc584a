/** The page of one tool, made from its definition alone. */

import { errorHelp } from '../../catalogue/error-help.ts'
import { sampleFile } from '../../catalogue/samples.ts'
import { schemaRows, typeInWords } from '../../catalogue/schema-rows.ts'
import type { Env } from '../../core.ts'
import { problems } from '../../errors.ts'
import { codeBlock, facts, list, table } from '../../html/blocks.ts'
import type { Page } from '../../html/document.ts'
import { type Html, html } from '../../html/html.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import { exampleUrl } from '../../payments/offer/terms.ts'
import type { Tool } from '../../tools/define.ts'
import { inputSchema, outputSchema } from '../../tools/schema.ts'
import { curlSnippet, pythonSnippet, typescriptSnippet } from '../snippets.ts'
import { docsFrame } from './frame.ts'
import { withCode } from './inline-code.ts'

/** Codes that a call of any paid path can meet, in the order in which they are decided. */
const paidCodes = [
  'invalid_input',
  'rate_limited',
  'upstream_unavailable',
  'warming_up',
  'facilitator_unavailable',
  'invalid_payload',
  'payment_in_flight',
  'payment_already_used',
  'payment_identifier_conflict',
  'subject_not_found',
  'unprocessable',
  'upstream_failed',
  'upstream_timeout',
  'settlement_unknown',
  'internal_error',
] as const

/** Without third parties there is nothing that could be missing, slow or down. */
const ofSources = ['upstream_unavailable', 'warming_up', 'subject_not_found', 'unprocessable', 'upstream_failed', 'upstream_timeout']

const inputs = (tool: Tool): Html => {
  const { properties = {}, required = [] } = inputSchema(tool)
  const names = Object.entries(properties)
  if (names.length === 0) return html`<p>This tool takes no parameters; any parameter is refused with a 400.</p>`
  return table(
    'Query parameters. Unknown and repeated ones are refused with a 400.',
    [{ name: 'Parameter' }, { name: 'Type' }, { name: 'Needed' }, { name: 'Meaning', prose: true }],
    names.map(([name, schema]) => [
      html`<code>${name}</code>`,
      typeInWords(schema),
      required.includes(name) ? 'required' : 'optional',
      html`${typeof schema.description === 'string' && schema.description}${schema.example !== undefined && html` Example: <code>${String(schema.example)}</code>`}`,
    ]),
  )
}

const outputs = (tool: Tool): Html =>
  table(
    'Members of the 200 body (application/json).',
    [{ name: 'Member' }, { name: 'Type' }, { name: 'Meaning', prose: true }],
    schemaRows(outputSchema(tool)).map(({ name, depth, type, description, optional }) => [
      html`<code${depth > 0 && html` class="d${depth}"`}>${name}</code>`,
      html`${type}${optional && ', may be absent'}`,
      description,
    ]),
  )

const errors = (tool: Tool): Html =>
  table(
    'Every error is problem+json with these codes, and none of them is ever charged.',
    [{ name: 'Code' }, { name: 'Status', number: true }, { name: 'Meaning', prose: true }],
    paidCodes
      .filter((code) => (tool.sources ?? []).length > 0 || !ofSources.includes(code))
      .map((code) => [
        html`<a href="/docs/errors/${code}"><code>${code}</code></a>`,
        problems[code].status,
        withCode(errorHelp[code].meaning),
      ]),
  )

/** Makes the page. */
export function toolPage(tool: Tool, tools: readonly Tool[], settings: Env): Page {
  const { sources = [], limits = [] } = tool
  const path = `/docs/${tool.id}`
  const body = html`<p class="above mono">GET ${tool.path}</p><h1>${tool.summary}</h1>
<p class="bill"><strong>$${tool.price}</strong><span class="soft">per answer, in USDC</span></p>
<p class="lede">${tool.description}</p>
<section id="call"><h2>Call it</h2>${codeBlock('curl', curlSnippet(tool, settings), { note: 'Shows the terms; costs nothing' })}
${codeBlock('TypeScript', typescriptSnippet(tool, settings), { note: html`<code>@x402/fetch</code>` })}${codeBlock('Python', pythonSnippet(tool, settings), { note: html`<code>x402</code>` })}</section>
<section id="inputs"><h2>Inputs</h2>${inputs(tool)}</section>
<section id="outputs"><h2>Output</h2>${outputs(tool)}</section>
<section id="examples"><h2>Examples</h2>${tool.examples.map(({ title, query, output }) => {
    const search = new URLSearchParams(query).toString()
    const call = `GET ${tool.path}${search && `?${search}`}`
    return html`<h3>${title}</h3>${codeBlock(html`<code>${call.length > 160 ? `${call.slice(0, 157)}…` : call}</code>`, JSON.stringify(output, null, 2), { note: 'Example answer' })}`
  })}<p>Real calls, recorded: <a href="/${sampleFile(tool, 'answer')}">an answer</a> and <a href="/${sampleFile(tool, 'errors')}">its errors</a>, as JSON.</p></section>
<section id="limits"><h2>Limits, sources and freshness</h2>${facts([
    ['Price', html`$${tool.price}, ${tool.amount} atomic units of USDC`],
    ['Time allowed', `${tool.handlerCapMs / 1000} seconds, then 504 and no charge`],
    ['Limits', limits.length > 0 ? list(limits) : 'None beyond the inputs.'],
    ['Sources', sources.length > 0 ? sources.join(', ') : 'No third party.'],
    ['Freshness', tool.freshness ?? 'Answered when asked.'],
  ])}</section>
<section id="errors"><h2>Errors</h2>${errors(tool)}</section>`
  return {
    product: 'tools',
    path,
    section: '/docs',
    title: `${tool.id}: ${tool.summary}`,
    description: tool.description.slice(0, 300),
    cacheControl: FIVE_MINUTES,
    script: true,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'TechArticle',
      headline: tool.summary,
      description: tool.description,
      url: `${settings.BASE_URL}${path}`,
      about: {
        '@type': 'WebAPI',
        name: tool.id,
        url: exampleUrl(tool, settings),
        offers: { '@type': 'Offer', price: tool.price, priceCurrency: 'USD' },
      },
    },
    body: docsFrame(tools, path, body),
  }
}
