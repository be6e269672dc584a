/** Numbers of steps and ranks in a line of their own, which a page draws beside what they count: `1`, `Consultation`. */
import { isParagraph } from './provisions.ts'

const COUNT = /^0?(\d{1,2})(?:\\?[.)])?$/
const LONGEST = 5
/** As many in a row count something. */
const LEAST = 2
const HEADING = /^#{1,6} (?=.)/

/** One in bold is a term. */
const countOf = (part: string): number | null => {
  const count = COUNT.exec(part)?.[1]
  return count === undefined ? null : Number(count)
}

/** Whether a block of Markdown can be what a number counts: a heading or a line of words. */
const isCounted = (part: string | undefined): boolean =>
  part !== undefined && /\p{L}{2}/u.test(part) && /^(?:#{1,6} |\*\*)?[^\d]/.test(part) && (HEADING.test(part) || isParagraph(part))

/** Blocks of Markdown in which numbers that follow one another stand on the line that each of them counts. */
export function joinSteps(parts: string[]): string[] {
  const steps: number[] = []
  for (let at = 0; at < parts.length; at += 1)
    if (parts[at]!.length <= LONGEST && countOf(parts[at]!) !== null && isCounted(parts[at + 1])) steps.push(at)
  if (steps.length < LEAST) return parts
  const counts = steps.map((at) => countOf(parts[at]!)!)
  const follows = (step: number): boolean => Math.abs(counts[step]! - counts[step - 1]!) === 1
  const joined = new Set(steps.filter((_, step) => follows(step) || follows(step + 1)))
  return parts.flatMap((part, at) => {
    if (joined.has(at)) return []
    const number = joined.has(at - 1) ? parts[at - 1]! : null
    if (number === null) return [part]
    const heading = HEADING.exec(part)?.[0]
    return [heading === undefined ? `${number} ${part}` : `${heading}${number.replace('\\', '')} ${part.slice(heading.length)}`]
  })
}
