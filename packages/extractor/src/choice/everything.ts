/** What is taken without a choice. */
import { readPageFacts } from '../features/page.ts'
import type { Element, Page } from '../page/dom.ts'
import { segment } from '../page/segment.ts'
import type { Chosen } from './choose.ts'
import { kindsOf } from './kind/said-kind.ts'
import type { Model } from './scorer/score.ts'
import { keepTabs } from './whole/tabs.ts'

/** Everything inside the elements that the caller named; null where these are none. */
export function takeAll(page: Page, url: string, model: Model, roots: readonly Element[]): Chosen | null {
  if (roots.length === 0) return null
  const segmented = segment(page)
  const { blocks } = segmented
  const keep = new Uint8Array(blocks.length).fill(1)
  return {
    kinds: kindsOf(page, { blocks, groups: [] }, readPageFacts(page, url, blocks), model),
    ...segmented,
    keep,
    tabs: keepTabs(page, blocks, keep, true),
    everything: true,
    extraction: 'article',
  }
}
