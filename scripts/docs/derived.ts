/** Everything in the repository that is written from code, whole files and parts of files. */

import { skillMarkdown } from '../../lib/catalogue/markdown/skill.ts'
import { envExample } from '../../lib/env.ts'
import { problems } from '../../lib/errors.ts'
import { tools } from '../../lib/tools/registry.ts'
import { riskRulesPage } from '../../lib/tools/risk/docs/page.ts'
import { breaks, type Frozen, frozen } from '../../tests/support/frozen-v1.ts'
import { clientTypes, formatted, GENERATED, SERVER_IN_SKILL, SKILL } from './client-types.ts'
import { GENERATED_TENDERS, tendersTypes } from './tenders-types.ts'

const PUBLISHED = 'tests/contract/v1.snapshot.json'

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

/** The frozen `/v1` with what was added to it; as it was while anything of it is taken away, which the contract test names. */
function withAdditions(published: string): string {
  const now = frozen(tools, problems)
  return breaks(JSON.parse(published) as Frozen, now).length === 0 ? formatted(JSON.stringify(now, null, 2), 'json') : published
}

/** Path and text of every derived file. */
export const derivedFiles = (read: (path: string) => string): [path: string, text: string][] => [
  ['.env.example', envExample()],
  ['README.md', withPrices(read('README.md'))],
  ['docs/risk-rules.md', riskRulesPage()],
  [GENERATED, clientTypes()],
  [GENERATED_TENDERS, tendersTypes()],
  [SKILL, skillMarkdown(SERVER_IN_SKILL)],
  [PUBLISHED, withAdditions(read(PUBLISHED))],
]
