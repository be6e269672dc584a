/** What amendments made of a notice, from its releases: beside the notice, for whoever looks at one. */
import { z } from 'zod'
import type { Core } from '../../core.ts'
import { toLondon } from '../words/london.ts'
import type { StoredNotice } from './notice.ts'

/** An amendment: its instant as an ISO 8601 date-time in London, and fields of the notice with what they were and became. */
export type Amendment = { at: string; fields: Record<string, [before: unknown, after: unknown]> }

const History = z.array(z.object({ at: z.iso.datetime(), fields: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).optional() }))

/** Fields of ours that say when and where, not what. */
const OWN = new Set(['updated', 'notice_url', 'unavailable'])

/**
 * Amendments of a notice up to the release it is served from, the newest first; none: `[]`. One that came since stands in the database and waits for
 * the next publish. @throws when the database does not answer
 */
export async function amendmentsOf(core: Core, { id, updated }: Pick<StoredNotice, 'id' | 'updated'>): Promise<Amendment[]> {
  const database = await core.database()
  const [row] = await database.query('select history from tender_notices where id = $1 and unlisted is null limit 1', [id])
  if (!row) return []
  const { history } = z.object({ history: History }).parse(row)
  return history
    .filter(({ at }) => Date.parse(at) <= Date.parse(updated))
    .map(({ at, fields = {} }) => ({
      at: toLondon(Date.parse(at)),
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN.has(name))),
    }))
    .filter(({ fields }) => Object.keys(fields).length > 0)
    .reverse()
}
