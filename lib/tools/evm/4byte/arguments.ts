/** Decoded arguments as a caller reads them, bounded: calldata may be large and many candidates may decode it. */
import { cleanUpstreamText } from '../../text.ts'
import type { AbiValue } from './decode.ts'
import type { Candidate } from './rank.ts'

export type Argument = { type: string; value: string }

/** Characters of all arguments of an answer, so that it stays below 30 kB. */
const BUDGET = 12_000
const LIMITS = [Number.POSITIVE_INFINITY, 1_000, 100, 20]

const cleanDeep = (value: AbiValue): AbiValue => (Array.isArray(value) ? value.map(cleanDeep) : cleanUpstreamText(value, 300_000))

const cut = (text: string, limit: number) => (text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text)

const lengthOf = (argumentList: readonly Argument[]) =>
  argumentList.reduce((sum, { type, value }) => sum + type.length + value.length + 24, 0)

/**
 * Arguments of each candidate, in order: complete while they fit; long values are cut with their full length named; a later candidate
 * that finds no room gets null.
 */
export function toArguments(candidates: readonly Candidate[]): (Argument[] | null)[] {
  let left = BUDGET
  return candidates.map(({ signature, values }) => {
    if (!values) return null
    const texts = values.map((value) => {
      const clean = cleanDeep(value)
      return typeof clean === 'string' ? clean : JSON.stringify(clean)
    })
    for (const limit of LIMITS) {
      const shown = texts.map((text, index) => ({ type: signature.typeTexts[index] ?? '', value: cut(text, limit) }))
      const length = lengthOf(shown)
      if (length > left) continue
      left -= length
      return shown
    }
    return null
  })
}
