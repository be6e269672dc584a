/** Finds the case that answers a request. Values are compared without letter case; `<words>` in a case match anything, but rank last. */
import type { Case, CaseRequest } from './cases.ts'

export type Incoming = { method: string; url: URL; body: string }
export type RpcCall = { id: unknown; method: string; params: unknown }

const isWildcard = (text: string) => /<[^>]*>/.test(text)

const same = (expected: string, actual: string) =>
  isWildcard(expected)
    ? new RegExp(`^${expected.replace(/<[^>]*>|[.*+?^${}()|[\]\\]/g, (part) => (part.startsWith('<') ? '.+' : `\\${part}`))}$`, 'i').test(
        actual,
      )
    : expected.toLowerCase().replace(/\.$/, '') === actual.toLowerCase().replace(/\.$/, '')

/** How well a case's request fits, higher is better; null when it does not. */
function scoreOf(request: CaseRequest, incoming: Incoming, anyPath: boolean): number | null {
  if (request.rpc || request.sketch || request.method !== incoming.method) return null
  if (!anyPath && !same(request.pathname, decodeURIComponent(incoming.url.pathname))) return null
  let score = isWildcard(request.pathname) ? 0 : 100
  let shared = 0
  for (const [key, value] of incoming.url.searchParams) {
    const expected = request.params.get(key)
    if (expected === undefined) continue
    if (!sameParam(key, expected, value)) return null
    shared++
    score += isWildcard(expected) ? 0 : 1
  }
  // A case about a certain value does not answer a request that leaves it out.
  return shared === 0 && request.params.size > 0 && incoming.url.search ? null : score - (request.params.size - shared) / 100
}

/** Two filters in JSON are the same when they ask for the same GPU: the rest of the filter is applied to the rows again by the reader. */
const sameParam = (key: string, expected: string, actual: string): boolean =>
  key === 'q' && expected.startsWith('{') && actual.startsWith('{') ? gpuOf(expected) === gpuOf(actual) : same(expected, actual)

const gpuOf = (filter: string): string => /"gpu_name":\s*\{\s*"(?:eq|in)":\s*\[?\s*"([^"]*)"/.exec(filter)?.[1] ?? ''

/** The best case for a plain request, and whether it fits only by a wildcard. `anyPath` for sources whose recorded paths have changed. */
export function findCase(cases: readonly Case[], incoming: Incoming, anyPath = false): { case: Case; wildcard: boolean } | null {
  let best: { case: Case; wildcard: boolean } | null = null
  let bestScore = Number.NEGATIVE_INFINITY
  for (const candidate of cases) {
    for (const request of candidate.requests) {
      const fitting = scoreOf(request, incoming, anyPath)
      // A recorded error answers what nothing else does.
      const score = fitting !== null && candidate.status >= 400 ? fitting - 10_000 : fitting
      if (score !== null && score > bestScore) {
        best = { case: candidate, wildcard: isWildcard(request.pathname) || [...request.params.values()].some(isWildcard) }
        bestScore = score
      }
    }
  }
  return best
}

/** The best case for a JSON-RPC call: same method, and every plain word of its arguments occurs in the call's parameters. */
export function findRpcCase(cases: readonly Case[], call: RpcCall): Case | null {
  const words = new Set(wordsOf(call.params))
  let best: Case | null = null
  let bestScore = -1
  for (const candidate of cases) {
    for (const { rpc, sketch } of candidate.requests) {
      if (!rpc || sketch || rpc.method !== call.method || !rpc.words.every((word) => words.has(word.toLowerCase()))) continue
      if (rpc.words.length > bestScore) {
        best = candidate
        bestScore = rpc.words.length
      }
    }
  }
  return best
}

const wordsOf = (value: unknown): string[] => {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [String(value).toLowerCase()]
  return Object.entries(value).flatMap(([key, inner]) => [key.toLowerCase(), ...wordsOf(inner)])
}
