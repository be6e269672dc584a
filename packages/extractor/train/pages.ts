import { type PageTokens, readTokens } from '../src/features/dictionary.ts'
import { type Features, readFeatures } from '../src/features/index.ts'
import { kindRow } from '../src/features/kind.ts'
import { readPageFacts } from '../src/features/page.ts'
import type { Block } from '../src/page/blocks.ts'
import { parsePage } from '../src/page/parse.ts'
import { segment } from '../src/page/segment.ts'
import { findRecords, MANY_RECORDS } from '../src/records/find.ts'
import { readSamples, type Sample } from './data.ts'
import { labelBlocks } from './labels.ts'

/** A page ready for training: blocks, their numbers and tokens, and what is right. The HTML is let go. */
export type TrainingPage = {
  readonly sample: Omit<Sample, 'html'>
  readonly blocks: readonly Block[]
  readonly features: Features
  readonly tokens: PageTokens
  readonly labels: Float32Array
  readonly weights: Float32Array
  readonly sizes: Int32Array
  /** What tells the kind of the page. */
  readonly kind: Float32Array
}

/** Reads and measures all pages of a folder; `every` keeps only one page in so many, for quick runs. */
export async function loadPages(folder: string, every = 1): Promise<TrainingPage[]> {
  const interned = new Map<string, string>()
  const intern = (token: string): string => {
    const known = interned.get(token)
    if (known !== undefined) return known
    // A copy, so that a token does not hold on to the page it was cut from.
    const own = Buffer.from(token).toString()
    interned.set(own, own)
    return own
  }
  const pages: TrainingPage[] = []
  let number = 0
  for await (const { html, ...sample } of readSamples(folder)) {
    number += 1
    if (number % every !== 0) continue
    const page = parsePage(html)
    const { blocks } = segment(page)
    if (blocks.length === 0) continue
    const facts = readPageFacts(page, sample.url, blocks)
    const features = readFeatures(page, blocks, facts)
    const raw = readTokens(blocks, features)
    const tokens: PageTokens = {
      chains: raw.chains,
      elements: raw.elements.map((names) => names.map(intern)),
      words: raw.words.map((words) => words.map(intern)),
      headings: raw.headings.map((words) => words.map(intern)),
    }
    const groups = findRecords(page, blocks).filter(({ records }) => records.length >= MANY_RECORDS)
    const kind = kindRow(page, blocks, groups, facts)
    // The words are in the tokens, once for all pages.
    pages.push({ sample, blocks, features: { ...features, words: [] }, tokens, kind, ...labelBlocks(blocks, sample.truth) })
  }
  return pages
}
