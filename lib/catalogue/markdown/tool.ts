/** The page of a tool as Markdown, made from its definition alone: for agents that ask for `text/markdown`. Pure. */
import type { Env } from '../../core.ts'
import { typescriptSnippet } from '../../payments/offer/capped-snippet.ts'
import { exampleUrl, toolLinks } from '../../payments/offer/terms.ts'
import type { Tool } from '../../tools/define.ts'
import { inputSchema, outputSchema } from '../../tools/schema.ts'
import { operationId } from '../openapi.ts'
import { labelOf } from '../samples.ts'
import { schemaRows, typeInWords } from '../schema-rows.ts'

/** Text within a table cell. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

function inputs(tool: Tool): string {
  const { properties = {}, required = [] } = inputSchema(tool)
  const rows = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\``,
    cell(typeInWords(schema)),
    required.includes(name) ? 'required' : 'optional',
    cell(String(schema.description ?? '')),
  ])
  return rows.length === 0 ? 'No parameters.' : table(['Parameter', 'Type', 'Needed', 'Meaning'], rows)
}

const outputs = (tool: Tool): string =>
  table(
    ['Member', 'Type', 'Meaning'],
    schemaRows(outputSchema(tool)).map(({ path, type, description, optional }) => [
      `\`${path}\``,
      cell(`${type}${optional ? ', may be absent' : ''}`),
      cell(description),
    ]),
  )

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

/** A tool in one document: what it does, what it takes and gives, what it costs and where its limits are. */
export function toolMarkdown(tool: Tool, settings: Pick<Env, 'BASE_URL'>): string {
  const { sources = [], limits = [] } = tool
  const { sample, openapi } = toolLinks(tool, settings)
  const [{ title, query, output }] = tool.examples
  const search = new URLSearchParams(query).toString()
  return `# ${tool.id}: ${tool.summary}

\`GET ${tool.path}\` costs $${tool.price} per answer in USDC, by x402 version 2 on Base or Solana. Over MCP: \`${operationId(tool)}\` at ${settings.BASE_URL}/mcp.

${tool.description}

## Inputs
${inputs(tool)}

## Output
${outputs(tool)}

## Example: ${title}
${fence('ts', typescriptSnippet(tool, settings).trimEnd())}

${fence('sh', `curl -i '${exampleUrl(tool, settings).replaceAll("'", `'\\''`)}'   # 402 with the terms; free`)}

\`GET ${tool.path}${search && `?${search}`}\` with a payment answers:

${fence('json', JSON.stringify(output, null, 2))}

## Limits, sources and freshness
- Time allowed: ${tool.handlerCapMs / 1000} seconds, then 504 and no charge.
${limits.map((limit) => `- ${limit}\n`).join('')}- Sources: ${sources.length > 0 ? sources.join(', ') : 'no third party'}.
- Freshness: ${tool.freshness ?? 'Answered when asked.'}

## More
- [Payments](${settings.BASE_URL}/docs/payments), [errors](${settings.BASE_URL}/docs/errors): only a 2xx answer is ever settled.
- [Sample answer](${sample}): ${labelOf(tool, 'answer', settings) ?? 'not recorded yet'}, [OpenAPI](${openapi})
`
}
