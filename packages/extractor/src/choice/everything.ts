/** What is taken without a choice. */
import { readPageFacts } from '../features/page.ts'
import type { Page } from '../page/dom.ts'
import { segment } from '../page/segment.ts'
import type { Chosen } from './choose.ts'
import { kindsOf } from './kind/said-kind.ts'
import type { Model } from './scorer/score.ts'
import { keepTabs } from './whole/tabs.ts'

/** All of a page, of which the caller has named what to write. */
export function takeAll(page: Page, url: string, model: Model): Chosen {
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
