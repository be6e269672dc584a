/**
 * The feed as static files: written once (`exportOnce`), or kept exact for as long as a program runs (`keepExported`): after every publish, and
 * at every deadline. What changes by the clock is known beforehand, so the next state is written seconds before and put in place at its second.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Core } from '../../core.ts'
import { log } from '../../log.ts'
import { freshSnapshot, type Snapshot, snapshotAt, startSnapshot } from '../snapshot/snapshot.ts'
import type { ExportSection } from './section.ts'
import { commit, remove, type Staged, type Standing, stage, standingAt, tidy } from './write.ts'

/** The next states are written so long before their moments. */
const LEAD_MS = 30_000
/** Late is worse than early, and a busy machine may wake its programs late. */
const EARLY_MS = 500
const LOOK_MS = 500
/** Clocks are set: whoever waits for a moment looks so often whether it has come. */
const WAIT_MS = 250
const RETRY_MS = 5_000
/** Written after each other before anything that comes due is looked at again, and so many beside each other. */
const BATCH = 16
const ABREAST = 4

/** The newest version of a file, in place or waiting for its moment. */
type Version = { standing: Standing | undefined; generation: number; changesAt: number; waiting: number }

class Exporter {
  readonly #core: Core
  readonly #dir: string
  readonly #sections: readonly ExportSection[]
  readonly #versions = new Map<string, Version>()
  /** One after the other in order of their moments, or an older state might be put over a newer. */
  #commits: Promise<void> = Promise.resolve()
  /** Names for which others were taken away. */
  #tidied = ''

  constructor(core: Core, dir: string, sections: readonly ExportSection[]) {
    this.#core = core
    this.#dir = dir
    this.#sections = sections
  }

  #names(now = this.#core.now()): Map<string, ExportSection> {
    return new Map(this.#sections.flatMap((section) => section.names(now).map((name) => [name, section] as const)))
  }

  /** Writes files as they are at `at`, not yet in place. */
  async #stage(names: readonly (readonly [string, ExportSection])[], snapshot: Snapshot, at: number): Promise<Staged[]> {
    const staged: Staged[] = []
    const then = snapshotAt(snapshot, at)
    const rest = names.values()
    const work = async () => {
      for (const [name, section] of rest) {
        const before = this.#versions.get(name)
        const file = await section.read(this.#core, name, then, at)
        const standing = before ? before.standing : await standingAt(this.#dir, name)
        const made = await stage(this.#dir, name, file.pieces, file.lastModified, standing)
        staged.push(made)
        // A file that says it changed already changes at every look, not in a loop without end.
        const changesAt = Math.max(file.changesAt, at + 1)
        this.#versions.set(name, { standing: made.standing, generation: snapshot.generation, changesAt, waiting: before?.waiting ?? 0 })
      }
    }
    await Promise.all(Array.from({ length: ABREAST }, work))
    return staged
  }

  /** Every file as it is now. Returns how many. */
  async writeAll(snapshot: Snapshot): Promise<number> {
    const names = this.#names()
    await commit(await this.#stage([...names], snapshot, this.#core.now()))
    await this.#removeOthers(names)
    return names.size
  }

  /** Days of changes that nobody keeps any more, and what a program left that died while writing. Other files are not ours to judge. */
  async #removeOthers(names: ReadonlyMap<string, unknown>): Promise<void> {
    const all = [...names.keys()].join('\n')
    if (all === this.#tidied) return
    for (const name of this.#versions.keys())
      if (!names.has(name)) {
        await remove(this.#dir, name)
        this.#versions.delete(name)
      }
    await tidy(this.#dir, names)
    this.#tidied = all
  }

  async #commitAt(at: number, names: readonly string[], staged: readonly Staged[], signal: AbortSignal): Promise<void> {
    for (let left = at - EARLY_MS - this.#core.now(); left > 0; left = at - EARLY_MS - this.#core.now())
      await sleep(Math.min(left, WAIT_MS), undefined, { signal })
    await commit(staged)
    const late = this.#core.now() - at
    if (late > 0) log.warn({ late, files: staged.length }, 'files of the tenders export were late')
    for (const name of names) {
      const version = this.#versions.get(name)
      if (version) version.waiting -= 1
    }
  }

  /** One look: prepares what the clock changes next, or else writes some of what is outdated. Returns whether there was anything to do. */
  async look(signal: AbortSignal, failed: (error: unknown) => void): Promise<boolean> {
    const snapshot = await freshSnapshot(this.#core, this.#core.now())
    if (!snapshot) return false
    const names = this.#names()
    // What is about to end its days is not written once more.
    const lasting = this.#names(this.#core.now() + LEAD_MS)
    const known = [...names].flatMap(([name, section]) => {
      const version = this.#versions.get(name)
      return version && lasting.has(name) ? [{ name, section, version }] : []
    })
    const next = Math.min(...known.map(({ version }) => version.changesAt))
    if (next - this.#core.now() <= LEAD_MS) {
      const at = Math.max(next, this.#core.now())
      const due = known.filter(({ version }) => version.changesAt <= at)
      const staged = await this.#stage(
        due.map(({ name, section }) => [name, section] as const),
        snapshot,
        at,
      )
      const waiting = due.map(({ name }) => name)
      for (const name of waiting) this.#versions.get(name)!.waiting += 1
      this.#commits = this.#commits.then(() => this.#commitAt(at, waiting, staged, signal))
      this.#commits.catch(failed)
      return true
    }
    // What waits for its moment is written anew after it, or the older state would be put over the newer.
    const outdated = [...names].filter(([name]) => {
      const version = this.#versions.get(name)
      return version === undefined || (version.generation !== snapshot.generation && version.waiting === 0)
    })
    if (outdated.length === 0) {
      await this.#removeOthers(names)
      return false
    }
    await commit(await this.#stage(outdated.slice(0, BATCH), snapshot, this.#core.now()))
    return true
  }
}

/** Writes every file as it is now, however long the tenders take to read. Returns how many. @throws Error when they were never read */
export async function exportOnce(core: Core, dir: string, sections: readonly ExportSection[]): Promise<number> {
  await startSnapshot(core)
  const snapshot = await freshSnapshot(core, core.now())
  if (!snapshot) throw new Error('The tenders have not been read yet: nothing is exported rather than half of it.')
  return new Exporter(core, dir, sections).writeAll(snapshot)
}

/** Keeps the files exact until stopped. What fails is tried again; the files stay as they were. */
export function keepExported(core: Core, dir: string, sections: readonly ExportSection[]): { stop(): Promise<void> } {
  const ending = new AbortController()
  const { signal } = ending
  const running = (async () => {
    while (!signal.aborted) {
      const exporter = new Exporter(core, dir, sections)
      const broken = new AbortController()
      const fail = (error: unknown) => {
        if (!signal.aborted && !broken.signal.aborted) log.error({ err: error, dir }, 'the tenders could not be exported')
        broken.abort()
      }
      const round = AbortSignal.any([signal, broken.signal])
      try {
        while (!round.aborted) if (!(await exporter.look(round, fail))) await sleep(LOOK_MS, undefined, { signal: round })
      } catch (error) {
        fail(error)
      }
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  })()
  return {
    stop: () => {
      ending.abort()
      return running
    },
  }
}
