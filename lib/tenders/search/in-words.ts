/** What a query asks for, in words: "in London", "closing within 7 days". For the titles of feeds and the head of a page. */
import type { Query } from './query.ts'

const pounds = (value: number): string => `£${value.toLocaleString('en-GB')}`

/** Its filters, each in words; none: nothing is asked for. Order, size and kind of match are not among them. */
export const queryInWords = (query: Query): string[] =>
  [
    query.q !== null && `with “${query.q}”`,
    query.region.length > 0 && `in ${query.region.join(' or ')}`,
    query.area && `in ${query.area.name}`,
    query.buyer !== null && `of buyers named “${query.buyer}”`,
    query.closing_within !== null && `closing within ${query.closing_within} ${query.closing_within === 1 ? 'day' : 'days'}`,
    query.published_since !== null && `published since ${query.published_since}`,
    query.listed_since !== null && `listed since ${query.listed_since}`,
    query.min_value !== null && `of at least ${pounds(query.min_value)}`,
    query.max_value !== null && `of at most ${pounds(query.max_value)}`,
    query.sme && 'suitable for small firms',
  ].filter((words) => typeof words === 'string')
