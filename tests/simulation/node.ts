/** A node's JSON-RPC in a simulation: every question is under way until the run says how it is answered. */
import { NEVER, type Timeline } from './timeline.ts'

/** Answers as a node that is so many seconds behind its chain. @throws Error as a JSON-RPC error */
export type Node = (method: string, params: unknown[], behindSeconds: number) => unknown

/** Way 0 is the truth; then a node that is a little or far behind, one that fails, one that hangs. */
const BEHIND_SECONDS = [0, 4, 60]

/** Takes the place of the process's `fetch`: addresses are nodes. @returns the end of it */
export function answerAt(timeline: Timeline, nodes: Record<string, Node>): () => void {
  const before = globalThis.fetch
  globalThis.fetch = ((input: string, init: { body: string }) => {
    const node = nodes[new URL(input).host]
    if (!node) throw new Error(`nobody is at ${input}`)
    const { method, params } = JSON.parse(init.body) as { method: string; params: unknown[] }
    return timeline.ask(method, BEHIND_SECONDS.length + 2, (way) => {
      if (way === BEHIND_SECONDS.length) return new Response('bad gateway')
      if (way > BEHIND_SECONDS.length) return NEVER
      try {
        return Response.json({ jsonrpc: '2.0', id: 1, result: node(method, params, BEHIND_SECONDS[way]!) })
      } catch (error) {
        return Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: (error as Error).message } })
      }
    })
  }) as typeof fetch
  return () => {
    globalThis.fetch = before
  }
}
