/** Random runs of the simulation, and of one that breaks a promise the shortest that still does. */
import fc from 'fast-check'
import { type Books, openBooks } from './books.ts'
import type { Move } from './move.ts'
import { runs } from './moves.ts'
import { play } from './world.ts'

/** Moves of a run at most. */
const MOST_MOVES = 60

export type Finding = { broken: string[]; moves: readonly Move[]; trace: string[] }

/** Every module is loaded before time is counted: what loads one waits for the disk. */
async function warmUp(books: Books): Promise<void> {
  await play(books, [
    { do: 'buy', rail: 'base', server: 0, over: 'http' },
    { do: 'buy', rail: 'solana', server: 1, over: 'mcp' },
    ...Array.from({ length: 12 }, () => ({ do: 'step', pick: 0, way: 4 }) as const),
  ])
}

/** Makes so many runs. The same seed gives the same. @returns undefined when they keep every promise */
export async function explore(seed: number, numRuns: number): Promise<Finding | undefined> {
  const books = await openBooks()
  try {
    await warmUp(books)
    // As it was found: a run that is played anew may differ by a module that was loaded meanwhile.
    let found: Finding | undefined
    const keepsAll = fc.asyncProperty(runs(MOST_MOVES), async (moves) => {
      const { broken, trace } = await play(books, moves)
      if (broken.length > 0) found = { broken, moves, trace }
      return broken.length === 0
    })
    const { errorInstance } = await fc.check(keepsAll, { seed, numRuns })
    if (errorInstance && !found) throw errorInstance
    return found
  } finally {
    await books.close()
  }
}
