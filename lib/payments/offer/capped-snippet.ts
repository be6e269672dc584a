/** A call as our own client makes it, which signs nothing beyond its caps. Pure. */
import type { Env } from '../../core.ts'
import { shortAmount } from '../../html/price.ts'
import type { Tool } from '../../tools/define.ts'

/** What a session may spend in the samples, in USD: ten cents. */
export const SESSION_USD = '0.10'

/** A text as TypeScript writes it here. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

/** Names and values as TypeScript writes them: `{ selector: '0x…' }`. */
export function literal(values: Readonly<Record<string, string>>): string {
  const members = Object.entries(values).map(([name, value]) => `${/^\w+$/.test(name) ? name : quoted(name)}: ${quoted(value)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** The longest line that a reader of a page sees whole. */
const LINE = 100

/** The call itself: what is asked for on lines of its own where one would be too long. */
function callLine(tool: Tool): string {
  const query = tool.examples[0].query
  const line = (values: string) => `const { data, receipt } = await client.call(${quoted(tool.id)}, ${values})`
  const short = line(literal(query))
  return short.length <= LINE ? short : line(literal(query).replace(/^\{ /, '{\n  ').replace(/ \}$/, ',\n}'))
}

/** `keys` is TypeScript: where the client finds its key. */
export const cappedSnippet = (tool: Tool, settings: Pick<Env, 'BASE_URL'>, keys: string): string => `// npm install paid-agent-tools-client
import { createClient } from 'paid-agent-tools-client'

const client = createClient({
  server: ${quoted(settings.BASE_URL)},
  keys: ${keys},
  caps: { perCall: '${shortAmount(tool.price)}', perSession: '${SESSION_USD}' }, // USD: beyond them nothing is signed
})
${callLine(tool)}
console.log(data, receipt.transaction)
`

/** Pays on Base. */
export const typescriptSnippet = (tool: Tool, settings: Pick<Env, 'BASE_URL'>): string =>
  cappedSnippet(tool, settings, '{ base: process.env.EVM_PRIVATE_KEY! }')
