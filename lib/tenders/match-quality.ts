/** How well the trades are told, measured on notices labelled by hand: micro-averages and every miss. */
import { z } from 'zod'
import type { Matchable, Matcher } from './match.ts'

/** One labelled notice. `also` lists trades that are right when found and not demanded. */
export const Labelled = z.object({
  source: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  main_cpv: z.string().nullable(),
  cpvs: z.array(z.string()).default([]),
  trades: z.array(z.string()),
  also: z.array(z.string()),
})
export type Labelled = z.output<typeof Labelled>

type Miss = { kind: 'false' | 'missing'; trade: string; title: string; why: string }

export type Quality = {
  notices: number
  /** Shares of 1; `precision` counts optional labels as right, `recall` does not demand them. */
  precision: number
  recall: number
  /** Precision of everything found, by description and further codes too. */
  anyPrecision: number
  misses: readonly Miss[]
}

/** Reads JSON lines; a first line that is no labelled notice (the attribution) is passed over. Throws on any other bad line. */
export function parseLabels(text: string): Labelled[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line))
    .filter((value, index) => index > 0 || Labelled.safeParse(value).success)
    .map((value) => Labelled.parse(value))
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)

/** Measures `match` on `labels`. */
export function measure(match: Matcher, labels: readonly Labelled[]): Quality {
  let right = 0
  let optional = 0
  let demanded = 0
  let anyRight = 0
  let anyFound = 0
  const misses: Miss[] = []
  for (const label of labels) {
    const notice: Matchable = label
    const found = match(notice)
    demanded += label.trades.length
    for (const [trade, { match: kind, why }] of found) {
      const isRight = label.trades.includes(trade)
      const isOptional = label.also.includes(trade)
      anyFound++
      if (isRight || isOptional) anyRight++
      if (kind !== 'title') continue
      if (isRight) right++
      else if (isOptional) optional++
      else misses.push({ kind: 'false', trade, title: label.title, why: `${why.kind} ${why.value}` })
    }
    for (const trade of label.trades) {
      if (found.get(trade)?.match !== 'title')
        misses.push({ kind: 'missing', trade, title: label.title, why: `main CPV ${label.main_cpv}` })
    }
  }
  const wrong = misses.filter(({ kind }) => kind === 'false').length
  return {
    notices: labels.length,
    precision: share(right + optional, right + optional + wrong),
    recall: share(right, demanded),
    anyPrecision: share(anyRight, anyFound),
    misses,
  }
}
