/** "Does it work?", in one word and one sentence. Pure. */
import type { ToolDay } from '../../payments/books/tool-stats.ts'

export type Level = 'up' | 'partly' | 'down'
export type Verdict = { level: Level; words: string }

/** Fewer calls than this say nothing about a tool. */
const CALLS_MIN = 5
const FAILED_MAX = 0.05

export type Evidence = {
  /** Everyday names of the networks on which payments are offered now. */
  networks: readonly string[]
  toolCount: number
  /** Tools that refuse to sell now. */
  toolsDown: readonly string[]
  /** Figures of today; null: the ledger cannot be read. */
  today: readonly ToolDay[] | null
}

const names = new Intl.ListFormat('en-GB')

/** Tools of which more than one call in twenty failed today. */
const failing = (today: readonly ToolDay[]): string[] =>
  today.filter(({ settled, failed }) => settled + failed >= CALLS_MIN && failed / (settled + failed) > FAILED_MAX).map(({ tool }) => tool)

/** Not working: nothing at all can be bought. Partly: a tool refuses, or fails too often today. */
export function verdictOf({ networks, toolCount, toolsDown, today }: Evidence): Verdict {
  if (networks.length === 0)
    return { level: 'down', words: 'Nothing can be bought at present: no payment is offered. Nothing is charged either.' }
  if (today === null)
    return { level: 'down', words: 'Nothing can be bought at present: the ledger cannot be read. Nothing is charged either.' }
  if (toolsDown.length === toolCount)
    return { level: 'down', words: 'Nothing can be bought at present: no tool can answer. Nothing is charged either.' }
  const bad = [...new Set([...toolsDown, ...failing(today)])]
  if (bad.length > 0) return { level: 'partly', words: `Most of it works. In trouble: ${names.format(bad)}. What fails is not charged.` }
  return { level: 'up', words: `It works: all ${toolCount} tools can be bought, on ${names.format(networks)}.` }
}
