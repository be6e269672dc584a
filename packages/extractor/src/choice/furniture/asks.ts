/** What platforms for letters and articles ask of their readers in the midst of a text and behind it: to subscribe, to share, to clap. */
import { type Block, blocksIn, lengthOf } from '../../page/blocks.ts'
import { withClass } from '../../page/classes.ts'
import type { Page } from '../../page/dom.ts'

/** Boxes of Substack, Medium and Ghost that hold nothing else. */
const BOXES =
  'subscription-widget subscription-widget-wrap subscription-widget-wrap-editor subscribe-widget captioned-button-wrap button-wrapper share-dialog post-ufi speechify-ignore pw-multi-vote-count pw-responses-count kg-signup-card gh-subscribe-form'.split(
    ' ',
  )
/** Lines of theirs outside of such boxes. */
const LINE =
  /^(?:[\d.,]+[km]? followers?|follow(?:ing)?|responses? ?\(\d+\)|write a response|what are your thoughts\?|discussion about this (?:post|episode|video)|share this (?:post|discussion)|ready for more\?|no posts|press enter or click to view image in full size|(?:subscribe|share|leave a comment|subscribe now|get the app|start (?:your|writing)[\w ]{0,20})|\d+ min read)$/i
/** Text that a box may have, and the share of what is kept that all of it may be. */
const MOST = { box: 600, share: 0.3 }

/** Leaves these out, on pages that such a platform has made; all of it stays where it would be much of the text. */
export function dropAsks(page: Page, blocks: readonly Block[], keep: Uint8Array): void {
  const boxes = new Set(withClass(page, ...BOXES))
  if (boxes.size === 0) return
  const inside = blocksIn(blocks, (at) => boxes.has(at))
  const small = [...inside.values()].filter((own) => lengthOf(own) <= MOST.box).flat()
  const asks = [...small, ...blocks.filter(({ text }) => LINE.test(text))].filter(({ index }) => keep[index] === 1)
  if (lengthOf(asks) <= lengthOf(blocks, keep) * MOST.share) for (const { index } of asks) keep[index] = 0
}
