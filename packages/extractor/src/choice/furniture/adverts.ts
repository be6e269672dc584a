/** What somebody pays for between the posts of a thread: it would be read as part of the post above it. */
import { type Block, firstBlock } from '../../page/blocks.ts'
import { closest, type Element, isWithin } from '../../page/dom.ts'

/** What an advertisement must call itself, in the languages of most boards. */
const CALLED = /^(?:promoted|sponsored|ad|advert(?:isement)?|anzeige|werbung|publicité|publicidad|patrocinado|pubblicità|реклама|広告)$/i

/** Leaves out boxes beside posts, and of none, that begin with a line that calls them an advertisement. */
export function dropAdverts(blocks: readonly Block[], posts: ReadonlyMap<Element, unknown>, keep: Uint8Array): void {
  const threads = new Set<Element | null>([...posts.keys()].map(({ parent }) => parent))
  for (const { index, text, container } of blocks) {
    if (!CALLED.test(text)) continue
    const box = closest(container, (at) => posts.has(at) || threads.has(at.parent))
    if (box === null || posts.has(box) || firstBlock(box) !== index) continue
    for (let at = index; at < blocks.length && isWithin(blocks[at]!.container, box); at += 1) keep[at] = 0
  }
}
