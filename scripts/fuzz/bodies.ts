/** Damaged answers of upstreams through a tool: it gives a value that fits its schema or a failure of the error model, nothing else. */

import fc from 'fast-check'
import { type Core, createCore } from '../../lib/core.ts'
import { transport } from '../../lib/egress/network.ts'
import type { Transport } from '../../lib/egress/transport.ts'
import { ApiError } from '../../lib/errors.ts'
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

/** A tool, and how it is run for the n-th time on behalf of a core that has asked nobody anything yet. */
export type Subject = { tool: Tool; run: (core: Core, tool: Tool, index: number) => Promise<unknown> }

/** Runs the tool `runs` times, each time with the n-th answer of its sources damaged. A finding carries the shrunk damage. */
export async function fuzzBodies(core: Core, { tool, run }: Subject, runs: number, seed: number, target: Target): Promise<BodyReport> {
  const report: BodyReport = { runs: 0, sold: 0, refused: {}, damaged: 0, largestAnswer: 0, finding: null }
  const network = await transport(core)
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
    // A page is fetched past the transport, by workers that belong to a core: they are kept.
    const fresh = usesTarget ? core : createCore(core.env, { transport: replay(changes) })
    const [first] = changes
    if (usesTarget && first) {
      if (first.kind !== 'none') report.damaged++
      target.set(first.kind === 'drop' ? 'drop' : first.kind === 'status' ? first : { status: 200, body: damage(PAGE, first) })
    }
    let output: unknown
    try {
      output = await run(fresh, tool, index)
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
  const details = await fc.check(property, { numRuns: runs, seed, endOnFailure: false })
  report.runs = details.numRuns
  if (details.failed) {
    const error = details.errorInstance
    report.finding = {
      phase: 'body',
      detail: `${JSON.stringify(details.counterexample).slice(0, 600)}: ${error instanceof Error ? (error.stack ?? error.message).slice(0, 1_200) : String(error)}`,
    }
  }
  return report
}
