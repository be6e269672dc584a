/** The page of one tool, made from its definition alone. */

import { errorHelp } from '../../catalogue/error-help.ts'
import { labelOf, sampleFile, sampleKinds } from '../../catalogue/samples.ts'
import { type SchemaRow, schemaRows, typeInWords } from '../../catalogue/schema-rows.ts'
import type { Env } from '../../core.ts'
import { problems } from '../../errors.ts'
import { codeBlock, facts, folded, list, table } from '../../html/blocks.ts'
import type { Page } from '../../html/document.ts'
import { type Html, html } from '../../html/html.ts'
import { inDollars, shortPrice } from '../../html/price.ts'
import { readableJson } from '../../html/readable-json.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import { railsForPages } from '../../payments/offer/pay-from-page.ts'
import { exampleUrl } from '../../payments/offer/terms.ts'
import type { Tool } from '../../tools/define.ts'
import { inputSchema, outputSchema } from '../../tools/schema.ts'
import { hostsThatPay, sampleTabs } from '../sample-tabs.ts'
import { type Contents, docsFrame } from './frame.ts'
import { withCode } from './inline-code.ts'
import { payForm } from './pay-form.ts'

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

const memberTable = (caption: string, rows: readonly SchemaRow[]): Html =>
  table(
    caption,
    [{ name: 'Member' }, { name: 'Type', prose: true }, { name: 'Meaning', prose: true }],
    rows.map(({ name, depth, type, description, optional }) => [
      html`<code${depth > 0 && html` class="d${depth}"`}>${name}</code>`,
      html`${type}${optional && ', may be absent'}`,
      description,
    ]),
  )

/** Many members: those of the answer itself, and what lists and objects hold behind its number, there without the parents' meaning again. */
function outputs(tool: Tool): Html {
  const rows = schemaRows(outputSchema(tool))
  const own = rows.filter(({ depth }) => depth === 0)
  if (rows.length <= LONG_LINES || own.length === rows.length) return memberTable('Members of the 200 body (application/json).', rows)
  return html`${memberTable('Members of the 200 body (application/json).', own)}${folded(
    `${rows.length - own.length} members of its lists and objects`,
    memberTable(
      'What lists and objects hold, beneath their names.',
      rows.flatMap((row, at) => (row.depth > 0 ? [row] : rows[at + 1]?.depth ? [{ ...row, description: '' }] : [])),
    ),
  )}`
}

function errors(tool: Tool): Html {
  const codes = paidCodes.filter((code) => (tool.sources ?? []).length > 0 || !ofSources.includes(code))
  return html`<p>Every error is problem+json with one of these codes, and a call that ends in one is not charged; where <code>charged</code> is null its payment may have been.</p>${folded(
    `${codes.length} codes`,
    table(
      'Codes of this tool.',
      [{ name: 'Code' }, { name: 'Status', number: true }, { name: 'Meaning', prose: true }],
      codes.map((code) => [
        html`<a href="/docs/errors/${code}"><code>${code}</code></a>`,
        problems[code].status,
        withCode(errorHelp[code].meaning),
      ]),
      { captionUnseen: true },
    ),
  )}`
}

const CONTENTS: Contents = [
  ['call', 'Call it'],
  ['inputs', 'Inputs'],
  ['outputs', 'Output'],
  ['examples', 'Examples'],
  ['limits', 'Limits and sources'],
  ['errors', 'Errors'],
]

/** Of a list of more than twice as many items an example shows these; the answer as JSON has all. */
const ITEMS_SHOWN = 4

/** What is longer than this is folded, for the thumb. */
const LONG_LINES = 24

/** Makes the page. */
export function toolPage(tool: Tool, tools: readonly Tool[], settings: Env): Page {
  const { sources = [], limits = [] } = tool
  const path = `/docs/${tool.id}`
  const pays = railsForPages(settings).length > 0
  const body = html`<p class="above mono">GET ${tool.path}</p><h1>${tool.summary}</h1>
<p class="bill"><strong>${shortPrice(tool.price)}</strong><span class="soft">per answer, in USDC</span></p>
<p class="lede">${inDollars(tool.description)}</p>
<section id="call"><h2>Call it</h2><p>Each sample stops at a cap. ${hostsThatPay}</p>${sampleTabs(tool, settings)}</section>
${pays && payForm(tool, settings)}
<section id="inputs"><h2>Inputs</h2>${inputs(tool)}</section>
<section id="outputs"><h2>Output</h2>${outputs(tool)}</section>
<section id="examples"><h2>Examples</h2>${tool.examples.map(({ title, query, output }) => {
    const search = new URLSearchParams(query).toString()
    const call = `GET ${tool.path}${search && `?${search}`}`
    const answer = readableJson(output, ITEMS_SHOWN)
    const block = codeBlock(html`<code>${call.length > 160 ? `${call.slice(0, 157)}…` : call}</code>`, answer, {
      note: `Example, from test data${answer.includes('… ') ? '; long lists are cut short' : ''}`,
      language: 'json',
    })
    const lines = answer.split('\n').length
    return html`<h3>${title}</h3>${lines > LONG_LINES ? folded(`The answer, ${lines} lines`, block) : block}`
  })}<p>As JSON: ${sampleKinds.map(
    (kind, at) =>
      html`${at > 0 && ' and '}<a href="/${sampleFile(tool, kind)}">${kind === 'answer' ? 'an answer' : 'its errors'}</a>${` (${labelOf(tool, kind, settings) ?? 'not recorded yet'})`}`,
  )}.</p></section>
<section id="limits"><h2>Limits, sources and freshness</h2>${facts([
    ['Price', html`${shortPrice(tool.price)}, ${tool.amount} atomic units of USDC`],
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
    pay: pays,
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
    body: docsFrame(tools, path, body, CONTENTS),
  }
}
