import type { Feed } from '../feed.ts'

/** Addresses that a format writes: absolute, made by `feedLinks`. */
export type FeedLinks = {
  /** The address asked for, parameters included. */
  self: string
  /** The page of the trade (or of all trades) for people. */
  html: string
  /** The same notices in the other forms; `null` where a feed has no such form (feed.xml). */
  json: string | null
  csv: string | null
  rss: string
  json_feed: string | null
  ical: string | null
  /** The page of a trade. */
  tradePage: (slug: string) => string
  /** Names the publisher in UIDs: host and port. */
  host: string
}

/** One way to say a feed: pure, without clock, database or request. */
export type Format = {
  extension: string
  contentType: string
  /** Further headers of this form, such as Content-Disposition. */
  headers?: (feed: Feed) => Record<string, string>
  render: (feed: Feed, links: FeedLinks) => string
}
