/** Which file of the feed an address names. */
import { ApiError } from '../../errors.ts'
import { PARAMETER_NAMES, type Sort } from '../search/parameters.ts'
import type { Reader } from '../search/query.ts'
import { ALL_TRADES } from '../search/trade-index.ts'
import { TRADES, type Trade } from '../trades/trades.ts'
import { isDay } from '../words/london.ts'
import { stripInvisible } from '../words/text.ts'
import { findTrade } from './feed.ts'
import type { FeedName } from './formats/links.ts'
import { FEED_PATH, FORMATS, type Format, formOf } from './formats.ts'
import { findView, VIEWS, type View } from './views.ts'

/** Null: all trades together. */
type OfTrade = { name: string; slug: string; trade: Trade | null }

export type FeedFile =
  | (OfTrade & { kind: 'feed'; feed: FeedName; view: View | null; format: Format })
  | (OfTrade & { kind: 'whole'; format: Format })
  | { kind: 'opml'; name: string; slugs: readonly string[] | null }
  | { kind: 'index' | 'status' | 'schema' | 'style'; name: string }
  | { kind: 'changes'; name: string; day: string }

const SINGLE = { 'index.json': 'index', 'status.json': 'status', 'schema.json': 'schema', 'feed.css': 'style' } as const
const NEWEST = 'feed.xml'
const OPML = 'feeds.opml'

/** The name of a file below the feed's path, decoded; `undefined` when the path is not below it. */
export function fileNameOf(path: string): string | undefined {
  if (!path.startsWith(`${FEED_PATH}/`)) return undefined
  const raw = path.slice(FEED_PATH.length + 1)
  if (!raw.includes('%')) return raw
  try {
    return decodeURIComponent(raw)
  } catch {
    // A malformed escape names no file; it is echoed as it came.
    return raw
  }
}

/** The trade of a slug, null for all of them; `undefined` when there is none. */
export const tradeOrAll = (slug: string): Trade | null | undefined => (slug === ALL_TRADES ? null : findTrade(slug))

/** `cleaning.feed.json`: name and form part at the first dot. */
function findFeed(name: string): FeedFile | undefined {
  const [, path = '', extension] = /^([^.]*)\.(.+)$/.exec(name) ?? []
  const format = FORMATS.find((one) => one.extension === extension)
  const [slug = '', below, ...more] = path.split('/')
  const trade = tradeOrAll(slug)
  if (!format || trade === undefined || more.length > 0) return undefined
  if (below === undefined) return { kind: 'feed', name, slug, trade, feed: { slug }, view: null, format }
  if (below === 'all') return format.pieces && { kind: 'whole', name, slug, trade, format }
  const view = findView(below)
  return view && { kind: 'feed', name, slug, trade, feed: { slug, view: below }, view, format }
}

/** The file of a name, or `undefined` when there is none. Names are case-sensitive. */
export function findFile(name: string): FeedFile | undefined {
  if (Object.hasOwn(SINGLE, name)) return { kind: SINGLE[name as keyof typeof SINGLE], name }
  if (name === NEWEST)
    return {
      kind: 'feed',
      name,
      slug: ALL_TRADES,
      trade: null,
      feed: { slug: ALL_TRADES, newest: true },
      view: null,
      format: formOf('rss'),
    }
  if (name === OPML) return { kind: 'opml', name, slugs: null }
  const slug = name.endsWith(`/${OPML}`) ? name.slice(0, -OPML.length - 1) : undefined
  if (slug !== undefined) return findTrade(slug) && { kind: 'opml', name, slugs: [slug] }
  const day = /^changes\/(.*)\.json$/.exec(name)?.[1]
  if (day !== undefined) return isDay(day) ? { kind: 'changes', name, day } : undefined
  return findFeed(name)
}

const without = (...names: readonly string[]) => PARAMETER_NAMES.filter((name) => !names.includes(name))

/** Which parameters a file of the feed reads, and in which order it lists unasked. */
export function readerOf(file: FeedFile): Reader {
  if (file.kind === 'whole') return { names: without('limit', 'sort', 'cursor') }
  if (file.kind === 'opml') return { names: without('cursor') }
  if (file.kind !== 'feed') return { names: [] }
  // feed.xml is told the newest of the country, of which no reader sees all; readers of a trade must find on the first page what came late.
  const newest: Sort = file.feed.newest ? 'published' : 'listed'
  const byForm: Reader = file.format.newestFirst ? { order: newest, searchOrder: newest } : {}
  return { ...byForm, ...(file.view && { order: file.view.order }), ...(file.feed.newest && { names: without('limit', 'sort', 'match') }) }
}

/** The failure for a name that no file has: what there is instead. */
export function unknownFile(name: string): ApiError {
  const [path = '', ...rest] = stripInvisible(name).split('.')
  const slug = path.split('/')[0] ?? ''
  const trades = TRADES.map((trade) => trade.slug)
  const extensions = FORMATS.map((format) => format.extension)
  const cut = (value: string) => Array.from(value.slice(0, 200)).slice(0, 100).join('')
  const errors = [
    ...(trades.includes(slug) || slug === ALL_TRADES ? [] : [{ parameter: 'trade', value: cut(slug), allowed: trades }]),
    ...(extensions.includes(rest.join('.')) ? [] : [{ parameter: 'extension', value: cut(rest.join('.')), allowed: extensions }]),
  ]
  return new ApiError('not_found', 'There is no such file in the feed. See "trades" and "extensions" for what there is.', {
    extra: { errors, trades, extensions, views: Object.keys(VIEWS), files: [NEWEST, OPML, ...Object.keys(SINGLE)] },
  })
}
