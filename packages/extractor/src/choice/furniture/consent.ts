/** Dialogs that ask whether a page may store cookies, and what they say of each: told by what their makers call them. */
import type { Block } from '../../page/blocks.ts'
import { withClassLike } from '../../page/classes.ts'
import { closest, type Page } from '../../page/dom.ts'
import { leaveOut } from '../../page/plain.ts'

const NAME =
  /(?:^|[\s_-])(?:cookies?-?(?:banner|bar|consent|declaration|dialog|item|law|message|modal|notice|notification|popup|preferences|settings|wall)|cybotcookiebot\w*|onetrust-\w+|usercentrics-\w+|didomi-\w+|cmplz-\w+|cky-\w+|iubenda-cs-\w+|osano-cm-\w+|consent-?(?:banner|dialog|manager|modal|popup))(?:$|[\s_-])/i
/** What such a dialog says in any language: hardly a page has to be looked at for more. */
const SAYS = /cookie|consent/i
/** Share of what is kept from which on it is what the page is about. */
const SHARE = 0.8

/** Leaves these out. */
export function dropConsent(page: Page, blocks: readonly Block[], keep: Uint8Array): void {
  if (!blocks.some(({ index, text }) => keep[index] === 1 && SAYS.test(text))) return
  const boxes = new Set([...withClassLike(page, NAME), ...page.having.id.filter(({ attributes }) => NAME.test(attributes.id!))])
  boxes.delete(page.body)
  if (boxes.size > 0) leaveOut(blocks, keep, SHARE, ({ container }) => closest(container, (at) => boxes.has(at)) !== null)
}
