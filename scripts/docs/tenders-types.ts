/** The client's `generated-tenders.ts`: the query language and the notices of the tenders feed as types, from the schemas that the server checks with. */
import { z } from 'zod'
import { SearchInput } from '../../lib/mcp/search-tenders.ts'
import { FeedResponse } from '../../lib/tenders/feed/schema.ts'
import { VIEWS } from '../../lib/tenders/feed/views.ts'
import { Notice } from '../../lib/tenders/notices/notice.ts'
import { PARAMETER_NAMES } from '../../lib/tenders/search/parameters.ts'
import { TRADES } from '../../lib/tenders/trades/trades.ts'
import { formatted } from './client-types.ts'
import { docComment, type Schema, toType } from './to-type.ts'

export const GENERATED_TENDERS = 'clients/typescript/src/generated-tenders.ts'

const typeOf = (schema: z.ZodType): string => toType(z.toJSONSchema(schema, { io: 'output' }) as Schema)

/** The members of a query: those of the search over MCP, under the names that the feeds give them. */
function queryMembers(): string {
  const { words, trade: _, ...named } = SearchInput.shape
  const shape: Record<string, z.ZodType> = { ...named, q: words }
  return PARAMETER_NAMES.map((name) => {
    const own = z.toJSONSchema(shape[name]!, { io: 'input' }) as Schema
    const { description, ...bare } = own
    const type = name === 'region' ? 'string | readonly string[]' : toType(bare)
    return `${docComment(description)}${name}?: ${type}`
  }).join('\n')
}

/** The text of the file. */
export const tendersTypes = (): string =>
  formatted(`/** Written from the schemas of the tenders feed by npm run docs. Do not edit. */

/** Slug and name of every trade. */
export const trades = ${JSON.stringify(Object.fromEntries(TRADES.map(({ slug, name }) => [slug, name])))} as const

export type TradeSlug = keyof typeof trades

/** Ready-made questions: what is new since yesterday, what closes this week. */
export type TendersView = ${Object.keys(VIEWS)
    .map((name) => JSON.stringify(name))
    .join(' | ')}

/** What may be asked, as everywhere in the feed. */
export type TendersQuery = {
  /** Only this trade. Without it: all of them. */
  trade?: TradeSlug | 'all'
  view?: TendersView
${queryMembers()}
}

export type TenderNotice = ${typeOf(Notice)}

export type TendersMeta = ${typeOf(FeedResponse.shape.meta)}

/** One answer: at most 25 notices, and where the next are. */
export type TendersPage = { meta: TendersMeta, notices: TenderNotice[] }
`)
