import type { Dictionaries, PageTokens } from '../src/features/dictionary.ts'

export type Labelled = { readonly tokens: PageTokens; readonly labels: Float32Array; readonly weights: Float32Array }

class Votes {
  private readonly counts = new Map<string, { kept: number; left: number; pages: number }>()
  private page = new Map<string, { kept: number; left: number }>()
  private kept = 0
  private left = 0

  add(token: string, label: number, weight: number): void {
    const own = this.page.get(token)
    if (own) {
      own.kept += weight * label
      own.left += weight * (1 - label)
    } else this.page.set(token, { kept: weight * label, left: weight * (1 - label) })
  }

  /** Every page has one vote on each of its tokens, split between kept and left out. */
  endPage(): void {
    for (const [token, own] of this.page) {
      const share = own.kept / Math.max(1e-12, own.kept + own.left)
      const sum = this.counts.get(token)
      if (sum) {
        sum.kept += share
        sum.left += 1 - share
        sum.pages += 1
      } else this.counts.set(token, { kept: share, left: 1 - share, pages: 1 })
      this.kept += share
      this.left += 1 - share
    }
    this.page = new Map()
  }

  /** Smoothed log-odds of the tokens on at least `minPages` pages; at most `cap` of them, the most telling ones. */
  odds(minPages: number, cap: number): Map<string, number> {
    const prior = this.kept / Math.max(1e-12, this.kept + this.left)
    const base = Math.log(prior / (1 - prior))
    const found: { token: string; value: number; rank: number }[] = []
    for (const [token, { kept, left, pages }] of this.counts) {
      if (pages < minPages) continue
      const value = Math.log((kept + 3 * prior) / (left + 3 * (1 - prior))) - base
      if (Math.abs(value) > 0.15) found.push({ token, value: Math.round(value * 20) / 20, rank: Math.abs(value) * Math.sqrt(pages) })
    }
    found.sort((one, two) => two.rank - one.rank || (one.token < two.token ? -1 : 1))
    return new Map(found.slice(0, cap).map(({ token, value }) => [token, value]))
  }
}

export type DictionaryOptions = { readonly minPages: number; readonly caps: { names: number; words: number; headings: number } }

/** Three dictionaries of log-odds from labelled pages. Which pages go in is the caller's choice: training folds only. */
export function learnDictionaries(pages: readonly Labelled[], options: DictionaryOptions): Dictionaries {
  const names = new Votes()
  const words = new Votes()
  const headings = new Votes()
  for (const { tokens, labels, weights } of pages) {
    // A block speaks once for every element around it, so sum per element first.
    const kept = new Float64Array(tokens.elements.length)
    const left = new Float64Array(tokens.elements.length)
    tokens.chains.forEach((chain, row) => {
      for (const element of chain) {
        kept[element]! += weights[row]! * labels[row]!
        left[element]! += weights[row]! * (1 - labels[row]!)
      }
      for (const token of tokens.words[row]!) words.add(token, labels[row]!, weights[row]!)
      for (const token of tokens.headings[row]!) headings.add(token, labels[row]!, weights[row]!)
    })
    tokens.elements.forEach((own, element) => {
      const sum = kept[element]! + left[element]!
      if (sum > 0) for (const token of own) names.add(token, kept[element]! / sum, sum)
    })
    names.endPage()
    words.endPage()
    headings.endPage()
  }
  return {
    names: names.odds(options.minPages, options.caps.names),
    words: words.odds(options.minPages, options.caps.words),
    headings: headings.odds(options.minPages, options.caps.headings),
  }
}
