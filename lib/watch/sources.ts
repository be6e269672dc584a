/**
 * Tells the operator when a source of the tools stays away. Breakers live in each process, so each process watches its own; alerts of one kind
 * and subject are posted once an hour.
 */
import { part } from '../core.ts'
import { breakerStates } from '../egress/breaker.ts'
import { alert } from '../jobs/alert.ts'
import { log } from '../log.ts'
import { noteOutages } from './outages.ts'

const LOOK_MS = 30_000
/** A source that is away for a moment is what breakers are for. */
const DEGRADED_AFTER_MS = 5 * 60_000

type Away = { since: number }
export type Watched = Map<string, Away>

/**
 * Notes which breakers are open and returns the sources that have not answered for five minutes although they were asked: a breaker that waits
 * half open because nobody calls says nothing.
 */
export function findDegraded(
  watched: Watched,
  states: ReturnType<typeof breakerStates>,
  now: number,
): { source: string; minutes: number; reason: string | null }[] {
  const degraded: { source: string; minutes: number; reason: string | null }[] = []
  for (const { source, state, reason } of states) {
    if (state === 'closed') {
      watched.delete(source)
      continue
    }
    const known = watched.get(source)
    const away = known ?? { since: now }
    const wasAsked = state === 'open'
    watched.set(source, away)
    if (wasAsked && now - away.since >= DEGRADED_AFTER_MS)
      degraded.push({ source, minutes: Math.round((now - away.since) / 60_000), reason })
  }
  return degraded
}

/** Watches from the first call on; its timer keeps no process alive. */
export const watchSources = part((core): NodeJS.Timeout => {
  const watched: Watched = new Map()
  let noted = core.now()
  const look = async () => {
    const since = noted
    noted = core.now()
    await noteOutages(core, since).catch((error: unknown) => log.warn({ err: error }, 'outages of sources could not be noted'))
    for (const { source, minutes, reason } of findDegraded(watched, breakerStates(core), core.now()))
      await alert(core, {
        kind: 'upstream_degraded',
        subject: source,
        detail: `${source} has not answered for ${minutes} minutes (${reason ?? 'no reason known'}); tools that need it answer 503, uncharged.`,
      })
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return timer
})
