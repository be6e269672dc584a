/** Everything in the repository that is written from code, whole files and parts of files. */

import { skillMarkdown } from '../../lib/catalogue/markdown/skill.ts'
import { envExample } from '../../lib/env.ts'
import { problems } from '../../lib/errors.ts'
import { ATTRIBUTION } from '../../lib/tenders/feed/feed.ts'
import { FORMATS } from '../../lib/tenders/feed/formats.ts'
import { tools } from '../../lib/tools/registry.ts'
import { riskRulesPage } from '../../lib/tools/risk/docs/page.ts'
import { breaks, type Frozen, frozen } from '../../tests/support/frozen-v1.ts'
import { clientTypes, formatted, GENERATED, SERVER_IN_SKILL, SKILL } from './client-types.ts'
import { GENERATED_TENDERS, tendersTypes } from './tenders-types.ts'

const PUBLISHED = 'tests/contract/v1.snapshot.json'

const NGINX = 'deploy/nginx.conf'

const priceTable = (): string =>
  [
    '| Endpoint | USD per call | What it answers |',
    '|---|---|---|',
    ...tools.map((tool) => `| \`GET ${tool.path}\` | ${tool.price} | ${tool.summary} |`),
  ].join('\n')

/** The media types of the forms, as a map of nginx; an extension that ends with another stands before it. */
const formTypes = (): string =>
  FORMATS.toSorted((one, two) => two.extension.length - one.extension.length)
    .map(({ extension, contentType }) => `    ~\\.${extension.replaceAll('.', '\\.')}(\\.br)?$ "${contentType}";`)
    .join('\n')

/** The text with what stands between two marks renewed. @throws Error when a mark is gone. */
function between(text: string, start: string, end: string, body: string): string {
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The marks "${start}" and "${end}" are gone.`)
  return `${text.slice(0, from + start.length)}\n${body}\n${text.slice(to)}`
}

const withPrices = (readme: string): string =>
  between(readme, '<!-- prices: written by npm run docs -->', '<!-- end of prices -->', priceTable())

const withForms = (conf: string): string => between(conf, '    # forms: written by npm run docs', '    # end of forms', formTypes())

const withAttribution = (text: string): string => text.replace(/Contains public sector information [^"]*? - sources: [^".]*/, ATTRIBUTION)

/** The frozen `/v1` with what was added to it; as it was while anything of it is taken away, which the contract test names. */
function withAdditions(published: string): string {
  const now = frozen(tools, problems)
  return breaks(JSON.parse(published) as Frozen, now).length === 0 ? formatted(JSON.stringify(now, null, 2), 'json') : published
}

/** Path and text of every derived file. */
export const derivedFiles = (read: (path: string) => string): [path: string, text: string][] => [
  ['.env.example', envExample()],
  ['README.md', withAttribution(withPrices(read('README.md')))],
  [NGINX, withAttribution(withForms(read(NGINX)))],
  ['docs/risk-rules.md', riskRulesPage()],
  [GENERATED, clientTypes()],
  [GENERATED_TENDERS, tendersTypes()],
  [SKILL, skillMarkdown(SERVER_IN_SKILL)],
  [PUBLISHED, withAdditions(read(PUBLISHED))],
]
