/** A way out of a list in which nothing is left: what it would hold without one of its filters. */
import { queryInWords } from '../../tenders/search/in-words.ts'
import { PARAMETER_NAMES, type Query, readQuery, toSearch } from '../../tenders/search/query.ts'

/** `without`: the filter left out, in words. `matching`: notices that fit the others, at least one. */
type Looser = { query: Query; without: string; matching: number }

/** None where fewer than two filters are set: then the whole list is the way out. `count` says how many notices fit a query. */
export function looserQueries(query: Query, count: (query: Query) => number): Looser[] {
  const asked = queryInWords(query)
  if (asked.length < 2) return []
  return PARAMETER_NAMES.flatMap((name) => {
    const { query: looser } = readQuery(new URLSearchParams(toSearch(query, { without: [name, 'cursor'] })))
    const kept = queryInWords(looser)
    const without = asked.filter((words) => !kept.includes(words)).join(', ')
    const matching = without === '' ? 0 : count(looser)
    return matching === 0 ? [] : [{ query: looser, without, matching }]
  })
}
