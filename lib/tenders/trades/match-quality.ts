/** How well the trades are told, measured on notices labelled by hand: micro-averages and every miss. */
import { z } from 'zod'
import { compileTrades, type Matchable, type Matcher } from './match.ts'
import type { Trade } from './trades.ts'

/** One labelled notice. `also` lists trades that are right when found and not demanded. */
export const Labelled = z.object({
  source: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  main_cpv: z.string().nullable(),
  cpvs: z.array(z.string()).default([]),
  trades: z.array(z.string()),
  also: z.array(z.string()),
  /** The same judged once more by somebody who saw neither the first labels nor an answer. */
  second: z.object({ trades: z.array(z.string()), also: z.array(z.string()) }).optional(),
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

export type Agreement = {
  /** Notices labelled twice. */
  notices: number
  /** Share of them with the same trades. */
  exact: number
  /** Cohen's kappa over the decisions "notice belongs to trade". */
  kappa: number
  /** Titles on which one demands what the other forbids. */
  contradictions: readonly string[]
}

/** How far two independent labellings agree; `tradeCount` trades could be given each time. */
export function agreement(labels: readonly Labelled[], tradeCount: number): Agreement {
  const twice = labels.flatMap(({ second, ...first }) => (second ? [{ first, second }] : []))
  const contradictions: string[] = []
  let [same, both, one, other] = [0, 0, 0, 0]
  for (const { first, second } of twice) {
    const shared = first.trades.filter((trade) => second.trades.includes(trade)).length
    both += shared
    one += first.trades.length
    other += second.trades.length
    if (shared === first.trades.length && shared === second.trades.length) same += 1
    const forbidden = (demanded: readonly string[], by: { trades: string[]; also: string[] }) =>
      demanded.some((trade) => !by.trades.includes(trade) && !by.also.includes(trade))
    if (forbidden(first.trades, second) || forbidden(second.trades, first)) contradictions.push(first.title)
  }
  const decisions = twice.length * tradeCount
  const observed = share(decisions - one - other + 2 * both, decisions)
  const expected = share(one * other + (decisions - one) * (decisions - other), decisions ** 2)
  return { notices: twice.length, exact: share(same, twice.length), kappa: share(observed - expected, 1 - expected), contradictions }
}

const KINDS = ['keywords', 'titleKeywords', 'negatives'] as const

/**
 * The table as it might be had nobody seen the notice: for each label, the trades without every phrase that occurs in its title and in no other.
 * Phrases that do not stand in the title are left out too: they decide nothing there, and a table of each label's own would take a minute.
 * What is measured so is a lower bound for notices nobody has seen, since common words that happen to occur once are taken away too.
 */
export function* withoutOwnPhrases(labels: readonly Labelled[], trades: readonly Trade[]): Generator<{ label: Labelled; trades: Trade[] }> {
  const keyOf = (slug: string, kind: string, phrase: string) => `${slug} ${kind} ${phrase}`
  const none = { name: '', titleKeywords: [], negatives: [], cpv: [], cpvExcept: [] }
  const phrases = trades.flatMap((trade) =>
    KINDS.flatMap((kind) => trade[kind].map((phrase) => ({ ...none, slug: keyOf(trade.slug, kind, phrase), keywords: [phrase] }))),
  )
  const findPhrases = compileTrades(phrases)
  const found = labels.map(({ title }) => [...findPhrases({ title }).keys()])
  const times = new Map<string, number>()
  for (const key of found.flat()) times.set(key, (times.get(key) ?? 0) + 1)
  for (const [index, label] of labels.entries()) {
    const shared = new Set(found[index]?.filter((key) => times.get(key) !== 1))
    const keep = (trade: Trade, kind: (typeof KINDS)[number]) => trade[kind].filter((phrase) => shared.has(keyOf(trade.slug, kind, phrase)))
    yield {
      label,
      trades: trades.map((trade) => ({
        ...trade,
        keywords: keep(trade, 'keywords'),
        titleKeywords: keep(trade, 'titleKeywords'),
        negatives: keep(trade, 'negatives'),
      })),
    }
  }
}
