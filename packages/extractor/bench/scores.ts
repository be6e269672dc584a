import type { Sample } from '../train/data.ts'
import { mean, type ShingleCounts, shingleF1, shingleScore, wordF1 } from '../train/measure.ts'

/** Scores of returned texts: word F1 on WCXB by kind of page, F1 of four-word runs on the Article Extraction Benchmark. */
export class Scores {
  readonly #byType = new Map<string, number[]>()
  readonly #shingles: ShingleCounts[] = []
  readonly #snippets = { found: [0, 0], absent: [0, 0] }

  add(sample: Sample, text: string): void {
    if (sample.set === 'aeb') {
      this.#shingles.push(shingleScore(text, sample.truth))
      return
    }
    const score = wordF1(text, sample.truth)
    for (const type of ['all', sample.pageType]) this.#byType.set(type, [...(this.#byType.get(type) ?? []), score])
    const lower = text.toLowerCase()
    count(this.#snippets.found, sample.with, (snippet) => lower.includes(snippet.toLowerCase()))
    count(this.#snippets.absent, sample.without, (snippet) => !lower.includes(snippet.toLowerCase()))
  }

  /** Kinds of pages, `all` first. */
  get types(): { type: string; pages: number; f1: number }[] {
    return [...this.#byType].sort().map(([type, scores]) => ({ type, pages: scores.length, f1: mean(scores) }))
  }

  get aeb(): { pages: number; f1: number } {
    return { pages: this.#shingles.length, f1: shingleF1(this.#shingles) }
  }

  /** Shares of the snippets that must be there and are, and of those that must not and are not. */
  get snippets(): { found: number; absent: number } {
    const { found, absent } = this.#snippets
    return { found: found[0]! / Math.max(1, found[1]!), absent: absent[0]! / Math.max(1, absent[1]!) }
  }
}

function count(sums: number[], snippets: readonly string[], right: (snippet: string) => boolean): void {
  for (const snippet of snippets) {
    sums[1]! += 1
    if (right(snippet)) sums[0]! += 1
  }
}
