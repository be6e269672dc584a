/**
 * Limits on what one page may cost. Browsers stop at a depth of 512; no page worth reading comes near 128. They are applied on the token
 * stream, before a tree exists, so that a hostile page never gets to be a large tree.
 */
import { namesIn } from './names.ts'

export const LIMITS = {
  depth: 128,
  elements: 60_000,
  text: 3_000_000,
  attribute: 2_000,
  urlAttribute: 4_000,
  jsonLd: 400_000,
  metas: 400,
  media: 400,
} as const

/** Attributes that anything here reads; others never reach the tree. */
export const ATTRIBUTES: ReadonlySet<string> = namesIn(
  'id class href src alt title lang dir role hidden style aria-hidden aria-label aria-level aria-current data-src data-lazy-src data-original ' +
    'data-lazy data-srcset data-lazy-srcset srcset type start value checked colspan rowspan align datetime content scheme itemprop itemtype itemscope ' +
    'itemid rel data-lang data-language width height open reversed encoding display alttext name property data-footnote-ref data-footnotes ' +
    'data-full-src data-image data-original-src data-hi-res-src data-datetime data-timestamp data-time author data-author data-username data-testid ' +
    'data-line-number aria-controls aria-expanded aria-pressed aria-labelledby autoplay controls loop muted data-to-value data-number-value data-purecounter-end ' +
    'data-counter-value data-target data-count data-stop data-to data-footnote-backref data-code-lang data-codetype data-enlighter-language data-syntax ' +
    'language syntax data-syntaxhighlighter-params data-macro-parameters shadowrootmode data-math data-tex data-equation accesskey ts data-a-strike slot ' +
    'videoid data-videoid popover for action disabled aria-disabled data-option-label',
)

// C0 and C1 controls, soft hyphen, zero-width, bidi and other format characters, lone surrogates' stand-in NUL included.
const UNSEEN =
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g

/** Removes control, bidi and zero-width characters; joiners that shape letters and emoji stay. */
export const clean = (text: string): string => text.replace(UNSEEN, '')

/** At most `max` characters of a text (UTF-16 units), without half of one at the end: a lone surrogate is no text to databases and JSON readers. */
export const cutAt = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max)

/** Attributes that readers get to see: of these, too, what nobody sees goes. */
export const SHOWN: ReadonlySet<string> = namesIn(
  'alt title aria-label alttext data-tex data-math data-equation author data-author data-username',
)
