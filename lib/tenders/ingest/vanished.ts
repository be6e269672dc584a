/** Open notices that disappeared at their source, which shows it in no other way, and those that came back. */
import { log } from '../../log.ts'
import { fetchFrom, SourceError } from '../sources/client.ts'
import type { Source } from '../sources/source.ts'
import type { Fetching } from './fetch-window.ts'
import { type Asked, leastRecentlyChecked, storeChecked, storeFound, storeVanished } from './presence.ts'
import { ERRORS_MAX, singleUrl } from './single.ts'

const RECHECKS_MAX = 50
/** So many notices asked for and all of them gone: that is the source's fault, not theirs. */
const MASS_VANISHING = 10
/** So many gone, and none of them older than what is there: the same. Fewer may be withdrawn by chance. */
const LAST_GONE_MIN = 3

type Presence = 'present' | 'gone' | 'error'

async function presenceOf({ core, context }: Fetching, source: Source, releaseId: string): Promise<Presence> {
  try {
    const fetched = await fetchFrom(core, source, singleUrl(core, source, releaseId), { signal: context.signal, maxBroken: 0 })
    return fetched.found ? 'present' : 'gone'
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    log.warn({ source: source.prefix, releaseId, error: error.message }, 'open notice could not be asked for again')
    return 'error'
  }
}

/**
 * Why notices that were found gone are believed to be there, or null. A source that shows a former state of itself lacks all that came since and
 * nothing else; withdrawn ones are not by chance just the last.
 */
function whyNotGone(gone: readonly Asked[], present: readonly Asked[]): string | null {
  if (gone.length >= MASS_VANISHING && present.length === 0) return 'all are gone'
  const [first, last] = [Math.min(...gone.map(({ date }) => date)), Math.max(...present.map(({ date }) => date))]
  return gone.length >= LAST_GONE_MIN && present.length > 0 && first > last ? 'only the last ones are gone' : null
}

/**
 * Asks again for open notices that were not asked for the longest, and closes those that are gone; before them for those closed so in the last
 * nights, and opens again what is there after all. Returns how many vanished.
 */
export async function recheckOpen(fetching: Fetching, source: Source): Promise<number> {
  if (!source.isRechecked) return 0
  const { context, core } = fetching
  const database = await core.database()
  const plan = await context.step(`rechecks-${source.prefix}`, () =>
    leastRecentlyChecked(database, source.prefix, core.now(), RECHECKS_MAX),
  )
  const found: Record<Presence, Asked[]> = { present: [], gone: [], error: [] }
  let errors = 0
  for (const asked of plan) {
    if (errors >= ERRORS_MAX) break
    const presence = await context.step(`recheck-${source.prefix}-${asked.id}`, async () => {
      const answer = await presenceOf(fetching, source, asked.id)
      if (answer === 'gone') return answer
      const wasGone = await storeChecked(database, source.prefix, asked.id, core.now())
      // Nearly none is: the others need no writer's turn.
      if (answer === 'present' && wasGone) await storeFound(database, source, asked.id)
      return answer
    })
    errors = presence === 'error' ? errors + 1 : 0
    found[presence].push(asked)
  }
  const { gone, present } = found
  const doubt = whyNotGone(gone, present)
  // Not noted as asked: they come first the next time.
  if (doubt !== null) {
    log.error({ source: source.prefix, gone: gone.length, present: present.length, doubt }, 'no notice that was found gone is closed')
    return 0
  }
  return context.step(`vanished-${source.prefix}`, async () => {
    let closed = 0
    for (const { id } of gone) {
      await storeChecked(database, source.prefix, id, core.now())
      if (await storeVanished(database, source, id, core.now())) closed += 1
    }
    return closed
  })
}
