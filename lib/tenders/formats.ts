/** The forms a feed of one trade is served in, by extension. A further form is one file in `formats/` and one line here. */
import csv from './formats/csv.ts'
import type { Format } from './formats/format.ts'
import ics from './formats/ics.ts'
import json from './formats/json.ts'
import jsonFeed from './formats/json-feed.ts'
import rss from './formats/rss.ts'

export type { FeedLinks, Format } from './formats/format.ts'
export { renderIndex } from './formats/index-json.ts'
export { feedSchema } from './formats/json.ts'
export { FEED_PATH, feedLinks, fileUrl } from './formats/links.ts'
export { OPML_CONTENT_TYPE, renderOpml } from './formats/opml.ts'
export { renderRss } from './formats/rss.ts'

export const FORMATS: readonly Format[] = [json, csv, rss, jsonFeed, ics]

/**
 * `cleaning.feed.json` is the trade `cleaning` as JSON Feed; `undefined` for an unknown extension. The slug may still be unknown: see `findTrade`.
 */
export function parseFileName(file: string): { slug: string; format: Format } | undefined {
  const dot = file.indexOf('.')
  const format = dot < 0 ? undefined : FORMATS.find(({ extension }) => extension === file.slice(dot + 1))
  return format && { slug: file.slice(0, dot), format }
}
