/** A node's JSON-RPC in a simulation: every question is under way until the run says how it is answered. */
import { NEVER, type Timeline } from './timeline.ts'

/** How a node sees its chain: so many seconds behind, and so many seconds of history, all of it where none is said. */
export type View = { behindSeconds: number; keptSeconds?: number }
/** Answers as a node of such a view. @throws Error as a JSON-RPC error */
export type Node = (method: string, params: unknown[], view: View) => unknown

const FAILS = Symbol('fails')
const HANGS = Symbol('hangs')
/** Way 0 is the truth; then a node that is a little or far behind, one that fails, one that hangs, and one that keeps next to no history. */
const ways: (View | typeof FAILS | typeof HANGS)[] = [
  { behindSeconds: 0 },
  { behindSeconds: 4 },
  { behindSeconds: 60 },
  FAILS,
  HANGS,
  { behindSeconds: 0, keptSeconds: 20 },
]

/** Takes the place of the process's `fetch`: addresses are nodes. @returns the end of it */
export function answerAt(timeline: Timeline, nodes: Record<string, Node>): () => void {
  const before = globalThis.fetch
  globalThis.fetch = ((input: string, init: { body: string }) => {
    const node = nodes[new URL(input).host]
    if (!node) throw new Error(`nobody is at ${input}`)
    const { method, params } = JSON.parse(init.body) as { method: string; params: unknown[] }
    return timeline.ask(method, ways.length, (way) => {
      const view = ways[way]!
      if (view === FAILS) return new Response('bad gateway')
      if (view === HANGS) return NEVER
      try {
        return Response.json({ jsonrpc: '2.0', id: 1, result: node(method, params, view as View) })
      } catch (error) {
        return Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: (error as Error).message } })
      }
    })
  }) as typeof fetch
  return () => {
    globalThis.fetch = before
  }
}
