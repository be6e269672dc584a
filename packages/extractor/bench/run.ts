import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ExtractResult, extractPage } from '../src/extract.ts'
import { parseGfm, plainTextOf } from '../src/testing/gfm.ts'
import { readArguments } from '../src/usage.ts'
import { readSamples } from '../train/data.ts'
import { comparePeers } from './peers.ts'
import { Scores } from './scores.ts'
import { benchMarkdownTime } from './time.ts'
import { unseenMarkdown } from './unseen.ts'

const USAGE =
  'Usage: npm run bench -- [--data <folder of *.jsonl.zst>] [--quick] [--folds 0,1,2,3,4] [--only f1|metadata|time|peers]; peers only where it is named'

const fold = (text: string | null): string =>
  (text ?? '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const percent = (value: number): string => value.toFixed(3)

/**
 * F1 of the returned Markdown on pages the scorer has not seen (for each fold a model trained on the other folds), shares of right metadata,
 * and time per page against jsdom + Readability + turndown; with `--only peers` all of it beside other extractors. Prints a report; never
 * gives a score of the shipped weights on pages they were trained on without saying so.
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
  const folds = (values.folds ?? (values.quick ? '0' : '0,1,2,3,4')).split(',').map(Number)
  if (wanted('f1')) await measureF1(data, folds, values.quick)
  if (wanted('metadata')) await measureMetadata(data, values.quick ? 5 : 1)
  if (wanted('time')) await measureTime(data, values.quick)
  if (values.only === 'peers') await comparePeers(data, folds, values.quick)
}

async function measureF1(data: string, folds: readonly number[], quick: boolean): Promise<void> {
  const scores = new Scores()
  for await (const { sample, markdown } of unseenMarkdown(data, folds, quick)) scores.add(sample, plainTextOf(parseGfm(markdown)))
  const [all, ...types] = scores.types
  console.log(
    `\nF1 of the Markdown, train/test split by domain: each page scored by a model that saw no page of its fold (folds ${folds.join(', ')}${quick ? ', quick: a sixth of the pages and few trees, so far below the figure of a full run' : ''})`,
  )
  console.log(`WCXB  ${percent(all?.f1 ?? 0)}  (${all?.pages ?? 0} pages)`)
  for (const { type, f1, pages } of types) console.log(`  ${type.padEnd(14)} ${percent(f1)}  (${pages})`)
  console.log(`  with snippets found ${percent(scores.snippets.found)}, without snippets absent ${percent(scores.snippets.absent)}`)
  console.log(`AEB   ${percent(scores.aeb.f1)}  (${scores.aeb.pages} pages, four-word runs)`)
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
