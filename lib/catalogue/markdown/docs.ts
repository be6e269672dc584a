/** Every page of the documentation as Markdown, by its path; and the two files for language models (llmstxt.org). */
import type { Env } from '../../core.ts'
import { type ProblemCode, problems } from '../../errors.ts'
import { type OperatorSettings, operatorOf, termsUrl } from '../../operator.ts'
import { TRADES } from '../../tenders/trades/trades.ts'
import { toolByPath, tools } from '../../tools/registry.ts'
import { riskRulesPage } from '../../tools/risk/docs/page.ts'
import { operationId } from '../openapi.ts'
import { policy } from '../program-files.ts'
import { sampleLinks } from '../samples.ts'
import { errorMarkdown, errorsMarkdown, paymentsMarkdown, tendersMarkdown } from './guides.ts'
import { toolMarkdown } from './tool.ts'

type Settings = Pick<Env, 'BASE_URL' | 'TOOLS_URL' | 'NETWORK_BASE' | 'NETWORK_SOLANA'> & OperatorSettings

function operatorSentence(settings: OperatorSettings): string {
  const operator = operatorOf(settings)
  if (!operator) return 'No operator is named on this server.'
  const { name, country, contact } = operator
  return `Run by ${[name, country].filter(Boolean).join(', ')}${contact ? `: ${contact.words}` : ''}.`
}

/** `/llms.txt`: what there is, and where to read on. */
export const llmsTxt = (settings: Settings): string => {
  const { BASE_URL, TOOLS_URL } = settings
  return `# Paid Agent Tools

> Read-only tools for software agents, bought one call at a time in USDC on Base or Solana by x402 version 2, and a free feed of UK public tenders.

Every paid path is a GET under ${BASE_URL}/v1. Bad input is 400 and free; a good unpaid call is 402 with its exact terms, free too; only a 2xx answer is ever settled. On 503 settlement_unknown send the same payment again, never sign anew. The same tools are sold over MCP at ${BASE_URL}/mcp. Every page under /docs answers \`Accept: text/markdown\`, and with \`.md\` at its end, in Markdown.

${operatorSentence(settings)} Terms: ${termsUrl(settings)}

## Tools
${tools.map((tool) => `- [${tool.id}](${BASE_URL}/docs/${tool.id}.md): $${tool.price}, \`GET ${tool.path}\`, MCP \`${operationId(tool)}\`. ${tool.description}`).join('\n')}

## Guides
- [Payments](${BASE_URL}/docs/payments.md): how to pay, what is charged when, safe retries
- [Errors](${BASE_URL}/docs/errors.md): every problem code and what to do
- [Tenders feed](${BASE_URL}/docs/tenders-feed.md): free, ${TRADES.length} trades, ${TOOLS_URL}/api/uk-tenders/index.json
- [Policy](${BASE_URL}/docs/policy.md): versions, deprecation, what is never charged

## Machine-readable
- [OpenAPI 3.1](${BASE_URL}/openapi.json)
- [x402 resources](${BASE_URL}/.well-known/x402)
- [API catalog](${BASE_URL}/.well-known/api-catalog)
- [MCP server card](${BASE_URL}/.well-known/mcp/server-card.json)

## Optional
- [Everything in one file](${BASE_URL}/llms-full.txt)
- [Risk rules](${BASE_URL}/docs/risk-rules.md): the rules behind every token verdict
- [Sample answer](${sampleLinks(tools[0]!, settings).sample}): one per tool, at /samples/<tool>.json
- [Changelog feed](${BASE_URL}/changelog.xml)
`
}

/** One heading level deeper, so that whole documents nest. Headings within code are left alone. */
function nested(markdown: string): string {
  let inCode = false
  return markdown
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) inCode = !inCode
      return !inCode && /^#{1,5} /.test(line) ? `#${line}` : line
    })
    .join('\n')
}

/** `/llms-full.txt`: all of it. */
export const llmsFullTxt = (settings: Settings): string => {
  const parts = [
    paymentsMarkdown(settings),
    ...tools.map((tool) => toolMarkdown(tool, settings)),
    errorsMarkdown(),
    tendersMarkdown(settings),
    policy(),
  ]
  return `${llmsTxt(settings)}\n${parts.map(nested).join('\n')}`
}

/** The Markdown of a documentation page; undefined for a path that has none. */
export function docsMarkdown(path: string, settings: Settings): string | undefined {
  switch (path) {
    case '/docs':
      return llmsTxt(settings)
    case '/docs/payments':
      return paymentsMarkdown(settings)
    case '/docs/errors':
      return errorsMarkdown()
    case '/docs/risk-rules':
      return riskRulesPage()
    case '/docs/tenders-feed':
      return tendersMarkdown(settings)
    case '/docs/policy':
      return policy()
  }
  const code = path.startsWith('/docs/errors/') ? path.slice('/docs/errors/'.length) : ''
  if (Object.hasOwn(problems, code)) return errorMarkdown(code as ProblemCode, settings)
  const tool = toolByPath.get(path.replace(/^\/docs\//, '/v1/'))
  return tool && path.startsWith('/docs/') ? toolMarkdown(tool, settings) : undefined
}
