/** Random queries through a tool's input parser: it answers with a parsed input or the 400 of the error model, nothing else. */

import fc from 'fast-check'
import type { Core } from '../../lib/core.ts'
import { ApiError } from '../../lib/errors.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { parseInput } from '../../lib/tools/parse.ts'
import { inputSchema } from '../../lib/tools/schema.ts'

const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...'0123456789abcdefxX.,:-_/@%# '), maxLength: 80 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', '0', '.', ',', '%', '٣', '😀', '-'), fc.nat({ max: 16 }))
      .map(([unit, size]) => unit.repeat(2 ** size)),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\u0000',
      '__proto__',
      'constructor',
      'toString',
      'null',
      'NaN',
      '-0',
      '1e3',
      '0x',
      '\ud800',
      '../../etc/passwd',
    ),
  },
)

/** Something near what the tool takes: an example with a piece cut out, doubled or replaced. */
const near = (samples: string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...samples), fc.nat(), fc.nat({ max: 12 }), text).map(([sample, from, length, insert]) => {
    const start = from % (sample.length + 1)
    return sample.slice(0, start) + insert + sample.slice(start + length)
  })

function queries(tool: Tool): fc.Arbitrary<string> {
  const names = Object.keys(inputSchema(tool).properties ?? {})
  const samples = [...tool.examples.flatMap(({ query }) => Object.values(query)), '1']
  const value = fc.oneof(text, near(samples), fc.constantFrom(...samples))
  const name = names.length > 0 ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text }) : text
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 4 })
  const encode = (part: string) => encodeURIComponent(part.toWellFormed())
  return fc.oneof(
    { weight: 8, arbitrary: pairs.map((list) => list.map(([key, given]) => `${encode(key)}=${encode(given)}`).join('&')) },
    { weight: 2, arbitrary: pairs.map((list) => list.map(([key, given]) => `${key}=${given}`).join('&')) },
    { weight: 1, arbitrary: text },
  )
}

export type Finding = { phase: 'input' | 'body'; detail: string }
export type InputReport = { runs: number; accepted: number; refused: number; slowestMs: number; finding: Finding | null }

/** Runs `runs` random queries. A finding carries the shrunk query. */
export function fuzzInputs(core: Core, tool: Tool, runs: number, seed: number): InputReport {
  let accepted = 0
  let refused = 0
  let slowestMs = 0
  const property = fc.property(queries(tool), (query) => {
    const started = performance.now()
    try {
      parseInput(core, tool, `?${query}`)
      accepted++
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_input') throw error
      refused++
    }
    slowestMs = Math.max(slowestMs, performance.now() - started)
  })
  const details = fc.check(property, { numRuns: runs, seed })
  const finding = details.failed
    ? {
        phase: 'input' as const,
        detail: `${JSON.stringify(details.counterexample?.[0]).slice(0, 500)}: ${String(details.errorInstance).slice(0, 500)}`,
      }
    : null
  return { runs: details.numRuns, accepted, refused, slowestMs: Math.round(slowestMs * 10) / 10, finding }
}
