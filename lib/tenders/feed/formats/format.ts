import type { Feed, FeedItem } from '../feed.ts'

/** Addresses that a form writes: absolute, made by `feedLinks`. */
export type FeedLinks = {
  /** The address asked for, parameters included. */
  self: string
  /** The page of the same notices for people. */
  html: string
  /** The same notices in every form, by the form's name. */
  forms: Readonly<Record<string, string>>
  /** The next notices in this form; null: these are the last. */
  next: string | null
  /** The first of this form, where these are not; null: they are. */
  first: string | null
  /** The page of a trade. */
  tradePage: (slug: string) => string
  /** Names the publisher in UIDs: host and port. */
  host: string
}

/** A form in pieces, so that thousands of notices are written without holding anybody up: one after the other they are the whole. */
export type Pieces = { head: string; item: (item: FeedItem, place: number) => string; tail: string }

/**
 * One way to say a feed: pure, without clock, database or request. Everything that lists forms (links, headers, pages, documents, errors)
 * reads this value and needs no line of its own.
 */
export type Format = {
  /** Its name in `links`. */
  name: string
  /** As a button says it. */
  label: string
  extension: string
  contentType: string
  /** One sentence for those who choose a form. */
  about: string
  /** Unasked it lists the newest first, because its readers read news. */
  newestFirst?: true
  /** It repeats the address asked for, so equal queries asked differently are not the same bytes. */
  repeatsAddress?: true
  /** Further headers of this form, such as Content-Disposition. */
  headers?: (feed: Feed) => Record<string, string>
  render: (feed: Feed, links: FeedLinks) => string
  /** Where a whole trade can be had in one file of this form. */
  pieces?: (feed: Feed, links: FeedLinks) => Pieces
}

/** A feed of a form that comes in pieces. */
export function inOne(feed: Feed, { head, item, tail }: Pieces): string {
  return `${head}${feed.items.map(item).join('')}${tail}`
}
