/** What a page begins with that only its data say. */
import type { Block } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { unseenEvent } from './unseen-event.ts'
import { unseenJob } from './unseen-job.ts'

/** Lines of Markdown of the one event or job that a page is about; null where it is about none, or shows all of it. */
export const unseenLead = (page: Page, blocks: readonly Block[], keep: Uint8Array): string | null =>
  unseenEvent(page, blocks, keep) ?? unseenJob(page, blocks, keep)
