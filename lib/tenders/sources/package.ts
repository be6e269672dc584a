/** A release package as a search answers it. */
import { z } from 'zod'
import { SourceError } from './client.ts'
import { type RawRelease, toRawRelease } from './release.ts'
import type { Source, Window } from './source.ts'

const Package = z.object({
  releases: z.array(z.unknown()),
  links: z.object({ next: z.string().nullish() }).nullish().catch(null),
})

export type Page = {
  /** How many releases came, usable or not: a full page without a next one is not believable. */
  received: number
  releases: RawRelease[]
  /** Why a release could not be used. */
  reported: string[]
  /** The address of the next page as the source wrote it; null on the last. */
  next: string | null
}

/** The envelope of a month in which nothing was published: a package, though no list is in it. */
const Empty = z
  .object({ releases: z.null().optional(), error: z.undefined().optional() })
  .and(z.union([z.object({ uri: z.string() }), z.object({ version: z.string() }), z.object({ publishedDate: z.string() })]))

/**
 * Reads a package; a release that cannot be used is reported, the page survives. `search`: the window it answers, null for a single release.
 * @throws SourceError when it is no package.
 */
export function toPage(source: Source, body: unknown, search: Window | null = null): Page {
  const parsed = Package.safeParse(body)
  if (!parsed.success && source.windows.unit === 'months' && Empty.safeParse(body).success)
    return { received: 0, releases: [], reported: [], next: null }
  if (!parsed.success) throw new SourceError('a package without releases')
  const page: Page = { received: parsed.data.releases.length, releases: [], reported: [], next: parsed.data.links?.next || null }
  for (const received of parsed.data.releases) {
    const release = toRawRelease(source, received, search)
    if ('reported' in release) page.reported.push(release.reported)
    else page.releases.push(release)
  }
  return page
}
