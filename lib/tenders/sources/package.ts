/** A release package as a search answers it. */
import { z } from 'zod'
import { type RawRelease, toRawRelease } from '../notices/release.ts'
import { SourceError } from './client.ts'
import type { Source } from './source.ts'

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

/** Reads a package; a release that cannot be used is reported, the page survives. @throws SourceError when it is no package. */
export function toPage(source: Source, body: unknown): Page {
  const parsed = Package.safeParse(body)
  if (!parsed.success) throw new SourceError('a package without releases')
  const page: Page = { received: parsed.data.releases.length, releases: [], reported: [], next: parsed.data.links?.next || null }
  for (const received of parsed.data.releases) {
    const release = toRawRelease(source, received)
    if ('reported' in release) page.reported.push(release.reported)
    else page.releases.push(release)
  }
  return page
}
