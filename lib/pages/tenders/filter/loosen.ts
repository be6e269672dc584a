/** A way out of a list in which nothing is left: what it would hold with fewer filters. */
import { queryInWords } from '../../../tenders/search/in-words.ts'
import { PARAMETER_NAMES, type ParameterName } from '../../../tenders/search/parameters.ts'
import { type Query, readQuery, toSearch } from '../../../tenders/search/query.ts'

/** `said`: "if not in Leeds", or "in Leeds alone". `matching`: how many notices fit, at least one. */
type Looser = { query: Query; said: string; matching: number }

const leaveOut = (query: Query, without: readonly ParameterName[]): Query =>
  readQuery(new URLSearchParams(toSearch(query, { without: [...without, 'cursor'] }))).query

/**
 * Each filter left out in turn; where that leaves nothing either, each by itself. None where fewer than two are set: then the whole list is
 * the way out. `count` says how many notices fit a query.
 */
export function looserQueries(query: Query, count: (query: Query) => number): Looser[] {
  const asked = queryInWords(query)
  const counted = (looser: Query, said: string): Looser[] => {
    const matching = count(looser)
    return matching === 0 ? [] : [{ query: looser, said, matching }]
  }
  const without = PARAMETER_NAMES.flatMap((name) => {
    const looser = leaveOut(query, [name])
    const kept = queryInWords(looser)
    const left = asked.filter((words) => !kept.includes(words)).join(', ')
    return left === '' || kept.length === 0 ? [] : counted(looser, `if not ${left}`)
  })
  if (without.length > 0 || asked.length < 3) return without
  return PARAMETER_NAMES.flatMap((name) => {
    const others = PARAMETER_NAMES.filter((other) => other !== name && other !== 'match')
    const alone = leaveOut(query, others)
    const [kept] = queryInWords(alone)
    return kept === undefined ? [] : counted(alone, `${kept} alone`)
  })
}
