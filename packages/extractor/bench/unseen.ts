import { extractWith } from '../src/extract.ts'
import { readSamples, type Sample } from '../train/data.ts'
import { OPTIONS, type TrainOptions, train } from '../train/model.ts'
import { loadPages } from '../train/pages.ts'

/** A small model on a sixth of the pages: a smoke alarm, not the figure. */
export const QUICK_EVERY = 6
const QUICK: TrainOptions = { ...OPTIONS, first: { ...OPTIONS.first, trees: 30 }, second: { ...OPTIONS.second, trees: 40 } }

/** The Markdown of every page of these folds, each by a model that was trained on the other folds. */
export async function* unseenMarkdown(
  data: string,
  folds: readonly number[],
  quick: boolean,
): AsyncGenerator<{ sample: Sample; markdown: string }> {
  const pages = await loadPages(data, quick ? QUICK_EVERY : 1)
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
      yield { sample, markdown: extractWith(model, { html: sample.html, url: sample.url })?.markdown ?? '' }
    }
  }
}
