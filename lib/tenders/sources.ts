/**
 * Every publisher the feed is made from, in the order they are asked. Of an opportunity that several announce at once, the earlier in this list
 * is served.
 */
import type { Source, SourcePrefix } from './source.ts'
import { contractsFinder } from './sources/contracts-finder.ts'
import { findATender } from './sources/find-a-tender.ts'

export const sources: readonly Source[] = [findATender, contractsFinder]

/** The source of a prefix. @throws Error for a prefix that no source has. */
export function sourceOf(prefix: SourcePrefix): Source {
  const source = sources.find((candidate) => candidate.prefix === prefix)
  if (!source) throw new Error(`No source has the prefix ${prefix}.`)
  return source
}
