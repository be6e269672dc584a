/** What an address of the feed asks for. */
import { parseQuery, type Query, toSearch } from '../search/query.ts'
import { type FeedFile, fileNameOf, findFile, readerOf, unknownFile } from './feed-file.ts'

/** feed.xml holds so many. */
const NEWEST = 50

export type Asked = {
  file: FeedFile
  query: Query
  /** The query as it was asked for, without the names that caches and links add: some forms repeat their own address. */
  search: string
  /** Equal for what has equal bytes. */
  key: string
}

/** Names are plain words: what cannot be decoded is none of them. */
function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0]!
  if (!/[%+]/.test(name)) return name
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

/** The pairs of a query whose name is one of `names`, as they were asked for. A query may be pairs without number, so each is looked at once. */
function pairsOf(search: string, names: readonly string[]): string {
  const wanted = new Set(names)
  const pairs = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && wanted.has(nameOf(pair)))
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** The file and the query of an address below the feed's path. @throws ApiError `not_found`, `invalid_input` */
export function toAsked(path: string, rawSearch: string): Asked {
  const name = fileNameOf(path) ?? ''
  const file = findFile(name)
  if (!file) throw unknownFile(name)
  // A day of changes has parameters of its own.
  if (file.kind === 'changes') return { file, query: parseQuery(new URLSearchParams()), search: rawSearch, key: `${name}${rawSearch}` }
  const reader = readerOf(file)
  const parsed = parseQuery(new URLSearchParams(rawSearch), reader)
  const query = file.kind === 'feed' && file.feed.newest ? { ...parsed, limit: NEWEST } : parsed
  const search = pairsOf(rawSearch, reader.names ?? Object.keys(query))
  const repeats = file.kind === 'feed' && file.format.repeatsAddress === true
  return { file, query, search, key: `${name}${repeats ? search : toSearch(query)}` }
}
