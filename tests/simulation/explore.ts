/** Random runs of the simulation, and of one that breaks a promise the shortest that still does. */
import fc from 'fast-check'
import { type Books, openBooks } from './books.ts'
import { runs } from './moves.ts'
import { type Move, play } from './world.ts'

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
    const keepsAll = fc.asyncProperty(runs(MOST_MOVES), async (moves) => (await play(books, moves)).broken.length === 0)
    const { counterexample } = await fc.check(keepsAll, { seed, numRuns })
    if (!counterexample) return undefined
    const [moves] = counterexample
    return { moves, ...(await play(books, moves)) }
  } finally {
    await books.close()
  }
}
