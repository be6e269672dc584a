import { destination } from '../body/destination.ts'
import { closest, type Element, find } from '../page/dom.ts'
import { ratingSaid } from '../page/rating.ts'
import { hasWords, squeeze } from '../page/text.ts'
import { ANSWER, isCell, markOfPicture } from './marks.ts'
import { isSaid } from './permalink.ts'
import { sourceSet, sourceUrl } from './urls.ts'

const TRACKER =
  /(?:\/|\.)(?:pixel|beacon|counter|track(?:ing|er)?|analytics|doubleclick|scorecardresearch|quantserve|facebook\.com\/tr|bat\.bing|stats\.wp)\b/i

/** Pictures of people beside what they say, and signs beside text: known by a class, a folder, or a size that no picture has. */
const ICON_CLASS = /(?:^|\s)(?:(?:[\w-]+[_-])?avatar|gravatar|user-?(?:icon|pic)|icon|favicon|site-icon|status-?icon)(?:\s|$)/i
const ICON_PATH =
  /\/(?:user_?avatars?|avatars?|icons?|statusicons?|favicons?|smil(?:ies|eys))\/|\bgravatar\.com\/avatar|^https?:\/\/avatars?\d*\.|\/(?:favicon\.\w+|icon_\w+\.gif)$|\/buttons\/[\w-]+\.(?:gif|png)$/i
const small = (value: string | undefined): boolean => value !== undefined && /^\s*(?:[12]?\d|3[0-2])(?:px)?\s*$/.test(value)

const tiny = (value: string | undefined): boolean => value !== undefined && /^\s*[0-3](?:px)?\s*$/.test(value)

const isIcon = ({ attributes }: Element, url: string): boolean =>
  (small(attributes.more.width) && small(attributes.more.height)) ||
  ICON_CLASS.test(attributes.class ?? '') ||
  ICON_PATH.test(url.split('?', 1)[0]!)

/** What boards say of whoever wrote a post. */
const STATE = / is (?:off|on)line$/i
/** The make of a file in a list of files, as servers draw it. */
const MAKE = /^\[[A-Z\d ]*\]$/

/** Signs of a page's own making that say nothing: arrows, bullets, boxes to unfold, icons, ways to print, to send or to share a page. */
const SIGN_FILE =
  /\/(?:(?:arrow|bullet|button\d?|caret|chevron|closed?|collapse|dot|down|e?mail|expand|external|left|minus|open|permalink|plus|print|right|share|up)(?:[-_]\w{1,12}){0,2}|(?:[a-z\d]+[-_]+)*icons?(?:[-_]+[a-z\d]+)*)\.(?:gif|png|svg)$|\/(?:addthis|facebook|linkedin|pinterest|rss|twitter)(?:[-_]\w{1,12}){0,2}\.(?:gif|jpg|png|svg)$/i
const isSign = ({ attributes }: Element, url: string): boolean => {
  const path = url.split('?', 1)[0]!
  if (!SIGN_FILE.test(path.slice(-LONGEST_SIGN))) return false
  const alt = squeeze(attributes.alt ?? '')
  return !/[\p{L}\p{N}]/u.test(alt) || /permalink/i.test(url) || path.toLowerCase().includes(`/${alt.toLowerCase()}.`)
}
const LONGEST_SIGN = 80

/**
 * A picture that stands on a page as often is a part of its dress: one that says nothing (a star, a quotation mark, a divider), and one that
 * says its name (an arrow, a shop's sign).
 */
const OFTEN = { silent: 3, named: 6 }

/** The file of a picture and what it is said to show: one file may be the example of many things. */
const pictureOf = ({ attributes: { src = '', alt = '', more } }: Element): string =>
  `${alt} ${src} ${more['data-src'] ?? ''} ${more['data-lazy-src'] ?? ''} ${more.srcset ?? ''}`

/** Counts the pictures of a page. */
export class RepeatedPictures {
  readonly #times = new Map<string, number>()

  add(image: Element): void {
    const picture = pictureOf(image)
    this.#times.set(picture, (this.#times.get(picture) ?? 0) + 1)
  }

  /** In a cell of a table it may be all that the cell says. */
  isDress(image: Element): boolean {
    const often = (image.attributes.alt ?? '').trim() === '' ? OFTEN.silent : OFTEN.named
    return (this.#times.get(pictureOf(image)) ?? 0) >= often && closest(image, isCell) === null
  }
}

const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u

/** Nodes beside a picture that are looked through, and boxes of its own that one may stand in. */
const MOST_SIBLINGS = 40
const BOXES = 3

/** Whether a sign that says yes says it of the text behind it, as bullets do, or stands as an icon beside a title. */
function isDecoration(image: Element): boolean {
  if (isIcon(image, image.attributes.src ?? '') && closest(image, isCell) === null) return true
  let at = image
  for (let level = 0; level < BOXES && at.parent !== null && !isCell(at); level += 1) {
    const { children } = at.parent
    if (children.length > MOST_SIBLINGS) return false
    const next = children.slice(children.indexOf(at) + 1).find(isSaid)
    if (next !== undefined) return hasWords(next)
    at = at.parent
  }
  return false
}

/** What a picture says in the place of a word: an emoji, a sign for yes or no, or the one that is all a cell of a table holds. Null for any other. */
export function wordOf(image: Element): string | null {
  const alt = squeeze(image.attributes.alt ?? '')
  const mark = markOfPicture(image)
  if (mark === '✓' && isDecoration(image)) return ''
  if (mark !== null) return ` ${ANSWER.test(alt) ? alt : mark} `
  if (alt === '') return null
  const rating = ratingSaid(alt)
  if (rating !== null) return ` ${rating} `
  if (/\p{Extended_Pictographic}/u.test(alt) && EMOJI.test(alt)) return alt
  const cell =
    image.parent?.tag === 'td' && image.parent.children.every((at) => at === image || (at.kind === 'text' && at.text.trim() === ''))
  return cell && isIcon(image, image.attributes.src ?? '') && !STATE.test(alt) && !MAKE.test(alt) ? alt : null
}

/** The address or the file of a picture says nothing of it. */
const FILE = /^(?:https?:\/\/\S+|[\w%.-]+\.(?:jpe?g|png|gif|webp))$/i

/** Markdown of an image, or nothing for tracking pixels, signs and dress, and stand-ins without a real source. */
export function writeImage(image: Element, base: string | null, repeated: RepeatedPictures): string {
  const { attributes } = image
  if (
    tiny(attributes.more.width) ||
    tiny(attributes.more.height) ||
    /(?:^|[;\s])(?:width|height)\s*:\s*[01]px/i.test(attributes.style ?? '')
  )
    return ''
  const picture = image.parent?.tag === 'picture' ? image.parent : null
  const source = picture ? find(picture, (inner) => inner.tag === 'source' && sourceSet(inner.attributes) !== undefined) : null
  const url = sourceUrl(attributes, base, source ? sourceSet(source.attributes) : undefined) ?? fromNoscript(picture ?? image, base)
  if (url === null || TRACKER.test(url)) return ''
  if (isIcon(image, url) || isSign(image, url) || repeated.isDress(image)) return ''
  const said = squeeze(attributes.alt ?? '')
  const alt = FILE.test(said) ? '' : said.replace(/[\\[\]*_`<]/g, '\\$&')
  const title = squeeze(attributes.title ?? '')
  return `![${alt}](${destination(url)}${title !== '' && title !== squeeze(attributes.alt ?? '') ? ` "${title.replace(/[\\"<]/g, '\\$&')}"` : ''})`
}

/** Lazy images often keep their real source in a `noscript` right behind them. */
function fromNoscript(node: Element, base: string | null): string | null {
  const siblings = node.parent?.children ?? []
  if (siblings.length > MOST_SIBLINGS) return null
  for (let index = siblings.indexOf(node) + 1; index < siblings.length; index += 1) {
    const next = siblings[index]!
    if (next.kind === 'text') {
      if (next.text.trim() !== '') return null
      continue
    }
    if (next.tag !== 'noscript') return null
    const image = find(next, (inner) => inner.tag === 'img')
    return image ? sourceUrl(image.attributes, base) : null
  }
  return null
}
