import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ExtractResult, extractPage, extractWith } from '../src/extract.ts'
import { parseGfm, plainTextOf } from '../src/testing/gfm.ts'
import { readArguments } from '../src/usage.ts'
import { readSamples } from '../train/data.ts'
import { mean, type ShingleCounts, shingleF1, shingleScore, wordF1 } from '../train/measure.ts'
import { OPTIONS, type TrainOptions, train } from '../train/model.ts'
import { loadPages } from '../train/pages.ts'
import { benchMarkdownTime } from './time.ts'

const USAGE = 'Usage: npm run bench -- [--data <folder of *.jsonl.zst>] [--quick] [--folds 0,1,2,3,4] [--only f1|metadata|time]'

const fold = (text: string | null): string =>
  (text ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const percent = (value: number): string => value.toFixed(3)

/**
 * F1 of the returned Markdown on pages the scorer has not seen (for each fold a model trained on the other folds), shares of right metadata,
 * and time per page against jsdom + Readability + turndown. Prints a report; never uses the shipped weights on pages they were trained on.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = readArguments(USAGE, {
    args: [...args],
    options: { data: { type: 'string' }, quick: { type: 'boolean', default: false }, folds: { type: 'string' }, only: { type: 'string' } },
  })
  const data = values.data ?? join(import.meta.dirname, '../../../../shared/fixtures/web')
  if (!existsSync(data)) {
    console.log(`No pages at ${data}. ${USAGE}`)
    return
  }
  const wanted = (part: string): boolean => values.only === undefined || values.only === part
  if (wanted('f1')) {
    const folds = (values.folds ?? (values.quick ? '0' : '0,1,2,3,4')).split(',').map(Number)
    await measureF1(data, folds, values.quick)
  }
  if (wanted('metadata')) await measureMetadata(data, values.quick ? 5 : 1)
  if (wanted('time')) await measureTime(data, values.quick)
}

/** A small model on a sixth of the pages: a smoke alarm, not the figure. */
const QUICK_EVERY = 6
const QUICK: TrainOptions = { ...OPTIONS, first: { ...OPTIONS.first, trees: 30 }, second: { ...OPTIONS.second, trees: 40 } }

async function measureF1(data: string, folds: readonly number[], quick: boolean): Promise<void> {
  const pages = await loadPages(data, quick ? QUICK_EVERY : 1)
  const byType = new Map<string, number[]>()
  const shingles: ShingleCounts[] = []
  const snippets = { found: [0, 0], absent: [0, 0] }
  const share = new Map<string, unknown>()
  for (const test of folds) {
    const model = train(
      pages.filter((page) => page.sample.fold !== test),
      quick ? QUICK : OPTIONS,
      share,
    )
    let number = 0
    for await (const sample of readSamples(data)) {
      if (sample.fold !== test) continue
      number += 1
      if (quick && number % QUICK_EVERY !== 0) continue
      const text = plainTextOf(parseGfm(extractWith(model, { html: sample.html, url: sample.url })?.markdown ?? ''))
      if (sample.set === 'aeb') shingles.push(shingleScore(text, sample.truth))
      else {
        const score = wordF1(text, sample.truth)
        for (const type of ['all', sample.pageType]) byType.set(type, [...(byType.get(type) ?? []), score])
        const lower = text.toLowerCase()
        count(snippets.found, sample.with, (snippet) => lower.includes(snippet.toLowerCase()))
        count(snippets.absent, sample.without, (snippet) => !lower.includes(snippet.toLowerCase()))
      }
    }
  }
  const scored = byType.get('all')?.length ?? 0
  console.log(
    `\nF1 of the Markdown, train/test split by domain: each page scored by a model that saw no page of its fold (folds ${folds.join(', ')}${quick ? ', quick: a sixth of the pages and few trees, so far below the figure of a full run' : ''})`,
  )
  console.log(`WCXB  ${percent(mean(byType.get('all') ?? []))}  (${scored} pages)`)
  for (const [type, scores] of [...byType].sort())
    if (type !== 'all') console.log(`  ${type.padEnd(14)} ${percent(mean(scores))}  (${scores.length})`)
  console.log(
    `  with snippets found ${percent(snippets.found[0]! / Math.max(1, snippets.found[1]!))}, without snippets absent ${percent(snippets.absent[0]! / Math.max(1, snippets.absent[1]!))}`,
  )
  console.log(`AEB   ${percent(shingleF1(shingles))}  (${shingles.length} pages, four-word runs)`)
}

function count(sums: number[], snippets: readonly string[], right: (snippet: string) => boolean): void {
  for (const snippet of snippets) {
    sums[1]! += 1
    if (right(snippet)) sums[0]! += 1
  }
}

async function measureMetadata(data: string, every: number): Promise<void> {
  const sums: Record<string, [number, number]> = { title: [0, 0], author: [0, 0], date: [0, 0] }
  let number = 0
  for await (const sample of readSamples(data)) {
    number += 1
    if (sample.set !== 'wcxb' || number % every !== 0) continue
    const result: ExtractResult | null = extractPage({ html: sample.html, url: sample.url })
    const checks: [string, string | null, boolean][] = [
      ['title', sample.title, fold(sample.title) === fold(result?.title ?? null)],
      ['author', sample.author, fold(sample.author) === fold(result?.byline ?? null)],
      ['date', sample.publishDate, sample.publishDate?.slice(0, 10) === result?.publishedTime?.slice(0, 10)],
    ]
    for (const [name, truth, right] of checks) {
      if (truth === null) continue
      sums[name]![1] += 1
      if (right) sums[name]![0] += 1
    }
  }
  console.log('\nMetadata, share right where the truth is known (letters and digits compared, case ignored; dates to the day)')
  for (const [name, [right, known]] of Object.entries(sums))
    console.log(`${name.padEnd(6)} ${percent(right / Math.max(1, known))}  (${known})`)
}

async function measureTime(data: string, quick: boolean): Promise<void> {
  const times = await benchMarkdownTime({ quick, data })
  if (!times) return
  console.log(`\nCPU time per page against jsdom + Readability + turndown, ${times.pages} pages, both in random order in one process`)
  console.log(
    `median ${times.oursMedianMs.toFixed(1)} ms against ${times.stockMedianMs.toFixed(1)} ms: ratio ${percent(times.ratio)}; p95 ratio ${percent(times.p95Ratio)}`,
  )
  if (times.stockFailed > 0) console.log(`The stock stack threw on ${times.stockFailed} of them.`)
}
