/** Damaged answers of upstreams through a tool: it gives a value that fits its schema or a failure of the error model, nothing else. */
import fc from 'fast-check'
import { ApiError } from '../../lib/errors.ts'
import { resetBreakers } from '../../lib/http/breaker.ts'
import { clearCache } from '../../lib/http/cached.ts'
import { setTransport, type Transport, transport } from '../../lib/http/transport.ts'
import type { Tool } from '../../lib/tools/define.ts'
import type { Finding } from './inputs.ts'
import { damage, type Mutation, mutation } from './mutate.ts'
import { PAGE, type Target } from './target.ts'

export type BodyReport = {
  runs: number
  sold: number
  refused: Record<string, number>
  damaged: number
  largestAnswer: number
  finding: Finding | null
}

/** Marks that let text show other than it reads must never get through. */
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202a-\u202e\u2066-\u2069]/
/** Above any honest answer; the list of models is the largest. */
const MAX_ANSWER = 2_000_000

/** Every text of an answer. */
const wordsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : []

type Stored = { status: number; type: string; body: string }

/** Whatever else a tool keeps between calls, so that each run starts anew. */
export type Subject = { tool: Tool; forget: () => void; run: (tool: Tool, index: number) => Promise<unknown> }

/** Runs the tool `runs` times, each time with the n-th answer of its sources damaged. A finding carries the shrunk damage. */
export async function fuzzBodies({ tool, forget, run }: Subject, runs: number, seed: number, target: Target): Promise<BodyReport> {
  const report: BodyReport = { runs: 0, sold: 0, refused: {}, damaged: 0, largestAnswer: 0, finding: null }
  const network = await transport()
  const stored = new Map<string, Stored>()
  const usesTarget = 'url' in tool.input.shape

  const replay = (changes: Mutation[]): Transport => {
    let asked = 0
    return async (url, request) => {
      const key = `${request.method} ${url} ${(request.body ?? '').replace(/"id":\d+/g, '"id":0')}`
      let original = stored.get(key)
      if (!original) {
        const response = await network(url, request)
        let body = ''
        const decoder = new TextDecoder()
        for await (const chunk of response.body ?? []) body += decoder.decode(chunk, { stream: true })
        original = { status: response.status, type: response.headers.get('content-type') ?? '', body }
        if (stored.size < 5_000) stored.set(key, original)
      }
      const change = changes[asked++ % changes.length] ?? { kind: 'none' }
      if (change.kind !== 'none') report.damaged++
      if (change.kind === 'drop') throw new TypeError('fetch failed')
      const [status, body] = change.kind === 'status' ? [change.status, change.body] : [original.status, damage(original.body, change)]
      const type = original.type
      return {
        status,
        headers: { get: (name) => (name === 'content-type' ? type : null) },
        body: (async function* () {
          yield Buffer.from(body)
        })(),
      }
    }
  }

  const property = fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), fc.nat(), async (changes, index) => {
    clearCache()
    resetBreakers()
    forget()
    setTransport(replay(changes))
    const [first] = changes
    if (usesTarget && first) {
      if (first.kind !== 'none') report.damaged++
      target.set(first.kind === 'drop' ? 'drop' : first.kind === 'status' ? first : { status: 200, body: damage(PAGE, first) })
    }
    let output: unknown
    try {
      output = await run(tool, index)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'internal_error') throw error
      report.refused[error.code] = (report.refused[error.code] ?? 0) + 1
      return
    }
    const text = JSON.stringify(tool.output.parse(output))
    report.largestAnswer = Math.max(report.largestAnswer, text.length)
    if (text.length > MAX_ANSWER) throw new Error(`an answer of ${text.length} characters`)
    const hidden = HIDDEN.exec(wordsOf(output).join('\n\n'))
    if (hidden) throw new Error(`a hidden character U+${hidden[0].charCodeAt(0).toString(16)} got through`)
    report.sold++
  })
  try {
    const details = await fc.check(property, { numRuns: runs, seed, endOnFailure: false })
    report.runs = details.numRuns
    if (details.failed) {
      const error = details.errorInstance
      report.finding = {
        phase: 'body',
        detail: `${JSON.stringify(details.counterexample).slice(0, 600)}: ${error instanceof Error ? (error.stack ?? error.message).slice(0, 1_200) : String(error)}`,
      }
    }
  } finally {
    setTransport(network)
  }
  return report
}
