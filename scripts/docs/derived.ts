/** Documents, or parts of them, that are written from code. */
import { envExample } from '../../lib/env.ts'
import { tools } from '../../lib/tools/registry.ts'
import { riskRulesPage } from '../../lib/tools/risk/docs.ts'

const START = '<!-- prices: written by npm run docs -->'
const END = '<!-- end of prices -->'

const priceTable = (): string =>
  [
    '| Endpoint | USD per call | What it answers |',
    '|---|---|---|',
    ...tools.map((tool) => `| \`GET ${tool.path}\` | ${tool.price} | ${tool.summary} |`),
  ].join('\n')

/** The README with its price table renewed. @throws Error when the markers are gone. */
function withPrices(readme: string): string {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)]
  if (start < 0 || end < start) throw new Error('README.md has lost the markers of its price table.')
  return `${readme.slice(0, start + START.length)}\n${priceTable()}\n${readme.slice(end)}`
}

/** Path and text of every derived file. */
export const derivedFiles = (read: (path: string) => string): [path: string, text: string][] => [
  ['.env.example', envExample()],
  ['README.md', withPrices(read('README.md'))],
  ['docs/risk-rules.md', riskRulesPage()],
]
