/**
 * Every publisher the feed is made from, in the order they are asked. Of an opportunity that several announce at once, the earlier in this list
 * is served.
 */

import { contractsFinder } from './contracts-finder.ts'
import { findATender } from './find-a-tender.ts'
import { publicContractsScotland } from './public-contracts-scotland.ts'
import { sell2Wales } from './sell2wales.ts'
import type { Source, SourcePrefix } from './source.ts'

export const sources: readonly Source[] = [findATender, contractsFinder, publicContractsScotland, sell2Wales]

/** What an id of a notice looks like, whatever its source: prefix, colon, number. A function, so that a source added later counts too. */
export const isNoticeId = (text: string): boolean => {
  const [, prefix, number = ''] = /^([a-z0-9]+):(.+)$/.exec(text) ?? []
  return sources.some((source) => source.prefix === prefix) && /^[A-Za-z0-9-]{1,80}$/.test(number)
}

/** The source of a prefix. @throws Error for a prefix that no source has. */
export function sourceOf(prefix: SourcePrefix): Source {
  const source = sources.find((candidate) => candidate.prefix === prefix)
  if (!source) throw new Error(`No source has the prefix ${prefix}.`)
  return source
}
