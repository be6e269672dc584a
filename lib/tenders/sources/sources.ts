/**
 * Every publisher the feed is made from, in the order they are asked. Of an opportunity that several announce at once, the earlier in this list
 * is served.
 */

import { hash } from 'node:crypto'
import { contractsFinder } from './contracts-finder.ts'
import { findATender } from './find-a-tender.ts'
import { publicContractsScotland } from './public-contracts-scotland.ts'
import { sell2Wales } from './sell2wales.ts'
import type { Source, SourcePrefix } from './source.ts'

export const sources: readonly Source[] = [findATender, contractsFinder, publicContractsScotland, sell2Wales]

const PLAIN = /^[A-Za-z0-9-]{1,80}$/

/** What an id of a notice looks like, whatever its source: prefix, colon, number. A function, so that a source added later counts too. */
export const isNoticeId = (text: string): boolean => {
  const [, prefix, number = ''] = /^([a-z0-9]+):(.+)$/.exec(text) ?? []
  return sources.some((source) => source.prefix === prefix) && PLAIN.test(number)
}

/**
 * The id of a notice by its number. It stands in paths, file names, cursors and calendars, so a number that is more than letters, digits and
 * hyphens is told by those that it has and a hash of the whole.
 */
export const noticeId = (prefix: SourcePrefix, number: string): string =>
  `${prefix}:${PLAIN.test(number) ? number : `${number.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 60)}-${hash('sha1', number).slice(0, 12)}`}`

/** The source of a prefix. @throws Error for a prefix that no source has. */
export function sourceOf(prefix: SourcePrefix): Source {
  const source = sources.find((candidate) => candidate.prefix === prefix)
  if (!source) throw new Error(`No source has the prefix ${prefix}.`)
  return source
}
