/** What opens over a page to explain one of its words, and is no part of what it explains. */
import type { Block } from '../../page/blocks.ts'
import { closest, type Element } from '../../page/dom.ts'
import { leaveOut } from '../../page/plain.ts'
import { WHOLE } from './sections.ts'

/** The box that opens, by its role or name; what it opens from has the name as well, and says what the page says. */
const TIP = /(?:^|[\s_-])(?:tool-?tip|info-?tip)(?:s?[_-]+|)(?:body|box|bubble|content|inner|overlay|panel|text)/i

const isTip = ({ tag, attributes: { class: classes, role } }: Element): boolean =>
  (role === 'tooltip' || (classes !== undefined && TIP.test(classes))) && !WHOLE.test(tag)

/** Share of what is kept that may stand in such boxes: more is what the page is about. */
const SHARE = 0.5

/** Leaves out what opens over what it explains: on a page of things for sale that is what a word means, and how the shop works. */
export function dropTips(blocks: readonly Block[], keep: Uint8Array): void {
  leaveOut(blocks, keep, SHARE, ({ container }) => closest(container, isTip) !== null)
}
