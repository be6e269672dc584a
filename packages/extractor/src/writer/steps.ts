/** Numbers of steps and ranks in a line of their own, which a page draws beside what they count: `1`, `Consultation`. */
import { isParagraph } from './provisions.ts'

const COUNT = /^0?(\d{1,2})(?:\\?[.)])?$/
const LONGEST = 5
/** As many in a row count something. */
const LEAST = 2
const HEADING = /^#{1,6} (?=.)/

/** What a line counts; null for any other. One in bold is a term. */
function countOf(part: string): number | null {
  const count = part.length > LONGEST ? undefined : COUNT.exec(part)?.[1]
  return count === undefined ? null : Number(count)
}

/** Whether a block of Markdown can be what a number counts: a heading or a line of words. */
const isCounted = (part: string | undefined): boolean =>
  part !== undefined && /\p{L}{2}/u.test(part) && /^(?:#{1,6} |\*\*)?[^\d]/.test(part) && (HEADING.test(part) || isParagraph(part))

/** Blocks of Markdown in which numbers that follow one another stand on the line that each of them counts. */
export const joinSteps = (parts: string[]): string[] => (parts.some((part) => countOf(part) !== null) ? withSteps(parts) : parts)

function withSteps(parts: string[]): string[] {
  const steps: { readonly at: number; readonly count: number }[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const count = countOf(parts[at]!)
    if (count !== null && isCounted(parts[at + 1])) steps.push({ at, count })
  }
  if (steps.length < LEAST) return parts
  const counts = steps.map(({ count }) => count)
  const follows = (step: number): boolean => Math.abs(counts[step]! - counts[step - 1]!) === 1
  const counted = steps.filter((_, step) => follows(step) || follows(step + 1))
  // Two that follow one another by chance are facts: three bedrooms, two bathrooms.
  if (counted.length <= LEAST && counted.every(({ count }) => count > 1)) return parts
  const joined = new Set(counted.map(({ at }) => at))
  const out: string[] = []
  for (let at = 0; at < parts.length; at += 1)
    if (!joined.has(at)) out.push(joined.has(at - 1) ? numbered(parts[at]!, parts[at - 1]!) : parts[at]!)
  return out
}

/** A heading or a line with its number. */
function numbered(part: string, number: string): string {
  const heading = HEADING.exec(part)?.[0]
  return heading === undefined ? `${number} ${part}` : `${heading}${number.replace('\\', '')} ${part.slice(heading.length)}`
}
