/** What a feed is, whatever it is written in. */
import { parsePage } from '../page/parse.ts'
import { squeeze, textOf } from '../page/text.ts'

/**
 * `file`: the address of what an entry hands out, an episode or a film, with its length in time and its number; `base`: what its relative
 * addresses are relative to, where it says so.
 */
export type Entry = {
  title: string
  link: string
  date: string
  author: string
  content: string
  file: string
  duration?: string
  episode?: string
  base?: string
}
/** `base`: what its relative addresses are relative to, where it says so; `home`: the page that it is the feed of; `author`: of all entries without one. */
export type Feed = {
  title: string
  description: string
  lang: string | null
  author?: string
  base?: string
  home?: string
  entries: Entry[]
}

/** More are not read. */
export const MAX_ENTRIES = 500

export const isAddress = (text: string): boolean => /^https?:/i.test(text)

/** Text of an entry in paragraphs. @param lines what stands between two lines of one */
export const paragraphs = (text: string, lines: string): string =>
  text
    .split(/\n[^\S\n]*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${part.trim().replace(/\n/g, lines)}</p>`)
    .join('')

/** Titles are HTML in most feeds, whatever they say. */
export const plain = (title: string): string => (/[<&]/.test(title) ? squeeze(textOf(parsePage(title).body)) : title)
