/** Which file of the feed an address names. */
import { ApiError } from '../errors.ts'
import { findTrade } from './feed.ts'
import { FEED_PATH, FORMATS, type Format, parseFileName } from './formats.ts'
import { isDay } from './london.ts'
import { stripInvisible } from './text.ts'
import { TRADES, type Trade } from './trades.ts'

export type FeedFile =
  | { kind: 'trade'; name: string; trade: Trade; format: Format }
  | { kind: 'newest' | 'index' | 'opml' | 'status' | 'schema'; name: string }
  | { kind: 'changes'; name: string; day: string }

const SINGLE = {
  'feed.xml': 'newest',
  'index.json': 'index',
  'feeds.opml': 'opml',
  'status.json': 'status',
  'schema.json': 'schema',
} as const

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

/** The file of a name, or `undefined` when there is none. Names are case-sensitive. */
export function findFile(name: string): FeedFile | undefined {
  if (Object.hasOwn(SINGLE, name)) return { kind: SINGLE[name as keyof typeof SINGLE], name }
  const day = /^changes\/(.*)\.json$/.exec(name)?.[1]
  if (day !== undefined) return isDay(day) ? { kind: 'changes', name, day } : undefined
  const parsed = parseFileName(name)
  const trade = parsed && findTrade(parsed.slug)
  return trade && parsed ? { kind: 'trade', name, trade, format: parsed.format } : undefined
}

/** The failure for a name that no file has: what there is instead. */
export function unknownFile(name: string): ApiError {
  const [slug = '', ...rest] = stripInvisible(name).split('.')
  const trades = TRADES.map((trade) => trade.slug)
  const extensions = FORMATS.map((format) => format.extension)
  const cut = (value: string) => Array.from(value.slice(0, 200)).slice(0, 100).join('')
  const errors = [
    ...(trades.includes(slug) ? [] : [{ parameter: 'trade', value: cut(slug), allowed: trades }]),
    ...(extensions.includes(rest.join('.')) ? [] : [{ parameter: 'extension', value: cut(rest.join('.')), allowed: extensions }]),
  ]
  return new ApiError('not_found', 'There is no such file in the feed. See "trades" and "extensions" for what there is.', {
    extra: { errors, trades, extensions, files: Object.keys(SINGLE) },
  })
}
