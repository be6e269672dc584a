/**
 * The feed as static files: written once (`exportOnce`), or kept exact for as long as a program runs (`keepExported`): after every publish, and
 * at every deadline. What changes by the clock is known beforehand, so the next state is written seconds before and put in place at its second.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Core } from '../../core.ts'
import { log } from '../../log.ts'
import { nextTurn } from '../search/turns.ts'
import { freshSnapshot, type Snapshot } from '../snapshot/snapshot.ts'
import { exported, exportedNames } from './files.ts'
import { commit, type Staged, stage } from './write.ts'

/** When a file must be written again: with the next snapshot, or at this moment. */
type Written = { generation: number; changesAt: number }

/** The next state is written so long before its moment. */
const LEAD_MS = 5_000
/** Putting files in place takes a moment, and late is worse than early. */
const EARLY_MS = 30
const LOOK_MS = 1_000

async function write(
  core: Core,
  dir: string,
  names: readonly string[],
  snapshot: Snapshot,
  at: number,
  known: Map<string, Written>,
): Promise<Staged> {
  const staged: Staged = []
  for (const name of names) {
    const { body, changesAt } = await exported(core, name, snapshot, at)
    staged.push(...(await stage(dir, name, body)))
    known.set(name, { generation: snapshot.generation, changesAt })
    await nextTurn()
  }
  return staged
}

/** Writes every file as it is now. Returns how many. @throws Error when the tenders were never read */
export async function exportOnce(core: Core, dir: string): Promise<number> {
  const snapshot = await freshSnapshot(core, core.now())
  if (!snapshot) throw new Error('The tenders have not been read yet: nothing is exported rather than half of it.')
  const names = exportedNames()
  await commit(await write(core, dir, names, snapshot, core.now(), new Map()))
  return names.length
}

/** One round: what is outdated is written, and what the clock is about to change is prepared and put in place at its moment. */
async function round(core: Core, dir: string, known: Map<string, Written>, signal: AbortSignal): Promise<void> {
  const snapshot = await freshSnapshot(core, core.now())
  if (!snapshot) return
  const names = exportedNames()
  const isOutdated = (name: string, at: number) => {
    const before = known.get(name)
    return before === undefined || before.generation !== snapshot.generation || before.changesAt <= at
  }
  const outdated = names.filter((name) => isOutdated(name, core.now()))
  if (outdated.length > 0) await commit(await write(core, dir, outdated, snapshot, core.now(), known))
  const next = Math.min(...[...known.values()].map(({ changesAt }) => changesAt))
  if (next - core.now() > LEAD_MS) return
  const staged = await write(
    core,
    dir,
    names.filter((name) => isOutdated(name, next)),
    snapshot,
    next,
    known,
  )
  await sleep(Math.max(0, next - core.now() - EARLY_MS), undefined, { signal })
  await commit(staged)
}

/** Keeps the files exact until stopped. A round that fails is tried again; the files stay as they were. */
export function keepExported(core: Core, dir: string): { stop(): Promise<void> } {
  const ending = new AbortController()
  const known = new Map<string, Written>()
  const running = (async () => {
    while (!ending.signal.aborted) {
      try {
        await round(core, dir, known, ending.signal)
        await sleep(LOOK_MS, undefined, { signal: ending.signal })
      } catch (error) {
        if (ending.signal.aborted) return
        known.clear()
        log.error({ err: error, dir }, 'the tenders could not be exported')
        await sleep(LEAD_MS)
      }
    }
  })()
  return {
    stop: () => {
      ending.abort()
      return running
    },
  }
}
