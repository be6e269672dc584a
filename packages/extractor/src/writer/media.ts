/** Films, sound and frames of other pages: they become links, put into the tree when all that is judged by the tree has been judged. */
import { Attributes } from '../page/attributes.ts'
import { closest, Element, find, type Media, type Node, type Page, Text } from '../page/dom.ts'
import { FLAG, flagsAround } from '../page/flags.ts'
import { BLOCK_TAGS } from '../page/tags.ts'
import { squeeze } from '../page/text.ts'
import { sourceUrl } from './urls.ts'

/** The element that stands for a link to something that plays or shows; its address and words are its attributes. */
export const MEDIA = 'media-link'

const PLAYERS =
  /^(?:(?:www\.)?youtube(?:-nocookie)?\.com\/embed|player\.vimeo\.com|(?:www|geo)\.dailymotion\.com|fast\.wistia\.(?:net|com)|(?:www\.)?loom\.com\/embed|player\.twitch\.tv|(?:www\.)?ted\.com|embed\.ted\.com|players\.brightcove\.net|w\.soundcloud\.com|open\.spotify\.com|embed\.podcasts\.apple\.com)(?:\/|$)/
const SOUND = /^(?:w\.soundcloud|open\.spotify|embed\.podcasts\.apple)\./
/** What players call themselves says nothing of what they play. */
const NO_NAME = /^(?:(?:embedded )?(?:youtube|vimeo|videopress|wistia)?[ -]*video(?: (?:player|embed))?|(?:video )?player)$/i
const NOISE =
  /(?:^|[./])(?:doubleclick|googlesyndication|googletagmanager|google-analytics|googleadservices|2mdn|amazon-adsystem|adnxs|adsrvr|criteo|taboola|outbrain|teads|rubiconproject|pubmatic|openx|recaptcha|hcaptcha|challenges\.cloudflare|arkoselabs|cookiebot|onetrust|cookielaw|trustarc|consensu|consentmanager|privacy-mgmt|quantcast|usercentrics|didomi|iubenda|termly|addthis|sharethis|disqus|js\.stripe|intercom|livechatinc|drift|zendesk|hubspot|facebook\.com\/plugins\/(?:like|page|share|follow)|platform\.(?:twitter|x)|accounts\.google|bat\.bing|ads?|adservers?|pixels?|trackers?|analytics)(?:[./]|$)/i
const NOISE_NAME =
  /\b(?:advert\w*|ads?|sponsor\w*|cookies?|consent|captcha|recaptcha|tracking|pixel|chat|messenger|(?:like|share|follow|tweet) button|sign[- ]?in|log[- ]?in|newsletter|subscribe|subscription)\b/i
const NOISE_ID =
  /google_ads|aswift_|div-gpt|sp_message|(?:^|[-_])(?:ad|ads|advert|consent|cookie|tracker|pixel|chat)(?:[-_]|$)|tcfapi|cmpLocator/i
/** Where elements lead that scripts make players of, by what they call a film. */
const BY_ID: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'amp-dailymotion': 'https://www.dailymotion.com/video/',
    'amp-vimeo': 'https://vimeo.com/',
    'amp-youtube': 'https://www.youtube.com/watch?v=',
    'lite-vimeo': 'https://vimeo.com/',
    'lite-youtube': 'https://www.youtube.com/watch?v=',
  }),
)

const UNSEEN = /display\s*:\s*none|visibility\s*:\s*hidden|(?:^|[;\s])(?:width|height)\s*:\s*[0-3](?:px)?\s*(?:!important\s*)?(?:;|$)/i
const tiny = (size: string | undefined): boolean => size !== undefined && /^\s*[0-3](?:px)?\s*$/.test(size)

const isUnseen = ({ attributes }: Element): boolean =>
  attributes.hidden !== undefined || tiny(attributes.more.width) || tiny(attributes.more.height) || UNSEEN.test(attributes.style ?? '')

/** `place`: its address without the scheme. */
const isNoise = ({ attributes }: Element, place: string, name: string): boolean =>
  NOISE.test(place.split(/[?#]/, 1)[0]!) || NOISE_NAME.test(name) || NOISE_ID.test(`${attributes.id ?? ''} ${attributes.more.name ?? ''}`)

/** Where a frame, film or sound leads, and what its author calls it; null for what is no content. */
function linkOf(element: Element, base: string | null): { url: string; text: string } | null {
  const { attributes } = element
  const tag = element.tag.replace('amp-', '')
  if (isUnseen(element) || closest(element.parent, (at) => at.tag === 'a' || at.tag === 'pre' || at.tag === 'button')) return null
  const title = squeeze(attributes.title || (attributes.more['aria-label'] ?? ''))
  const name = NO_NAME.test(title) ? '' : title
  const site = BY_ID.get(element.tag)
  if (site !== undefined) {
    const id = attributes.more.videoid ?? attributes.more['data-videoid'] ?? ''
    return /^[\w-]{4,40}$/.test(id) ? { url: site + id, text: name || 'Video' } : null
  }
  if (tag === 'iframe') {
    const url = sourceUrl(attributes, base)
    if (url === null || /[?&]background=1\b/.test(url)) return null
    const place = url.replace(/^https?:\/\//, '')
    const isContent = PLAYERS.test(place) || (title !== '' && !isNoise(element, place, name))
    return isContent ? { url, text: name || (SOUND.test(place) ? 'Audio' : 'Video') } : null
  }
  // What plays by itself, without end or sound, and cannot be stopped, moves behind the text.
  const { autoplay, loop, muted, controls } = attributes.more
  if (controls === undefined && (autoplay ?? loop ?? muted) !== undefined) return null
  const source = find(element, (inner) => inner.tag === 'source' && sourceUrl(inner.attributes, base) !== null)
  const url = sourceUrl(attributes, base) ?? (source && sourceUrl(source.attributes, base))
  return url === null ? null : { url, text: name || (tag === 'video' ? 'Video' : 'Audio') }
}

const BESIDE = FLAG.nav | FLAG.header | FLAG.footer | FLAG.aside | FLAG.dialog | FLAG.menu | FLAG.search | FLAG.form

/** Media of the main part of a page that will be links: what a page without text has to show. */
export const mainMedia = (page: Page, base: string | null, hidden: ReadonlySet<Element>): Element[] =>
  page.media
    .map(({ element }) => element)
    .filter(
      (element) =>
        linkOf(element, base) !== null && (flagsAround(element.parent) & BESIDE) === 0 && closest(element, (at) => hidden.has(at)) === null,
    )

/**
 * Puts a page's media into its tree as links, each address once. The tree is no longer what the page was judged by.
 * @returns the links of `main`
 */
export function placeMedia(page: Page, base: string | null, main: readonly Element[] = []): Set<Element> {
  const seen = new Set<string>()
  const links: { media: Media; link: Element }[] = []
  for (const media of page.media) {
    const { element } = media
    const target = linkOf(element, base)
    if (target === null || seen.has(target.url)) continue
    seen.add(target.url)
    const isFrame = element.tag === 'iframe'
    const link = new Element(
      MEDIA,
      Object.assign(new Attributes(), { href: target.url, title: target.text }),
      element.parent,
      isFrame ? page.elements + 2 + links.length : element.id,
    )
    link.block = isFrame ? blockAt(media) : element.block
    links.push({ media, link })
  }
  // From the last to the first: a text that is cut keeps what stands before the cut.
  for (const { media, link } of links.reverse()) place(media, link)
  return new Set(links.filter(({ media }) => main.includes(media.element)).map(({ link }) => link))
}

function place({ element, after, offset }: Media, link: Element): void {
  const parent = element.parent!
  const siblings = parent.children
  const at = after === null ? -1 : siblings.indexOf(after)
  if (element.tag !== 'iframe') {
    if (at !== -1) parent.children = siblings.with(at, link)
  } else if (after?.kind === 'text' && offset < after.text.length) {
    const rest = new Text(after.text.slice(offset), after.parent)
    rest.block = after.block
    after.text = after.text.slice(0, offset)
    parent.children = siblings.toSpliced(at + 1, 0, link, rest)
  } else parent.children = siblings.toSpliced(at + 1, 0, link)
}

/** The block that a frame stands in or before. */
function blockAt({ element, after }: Media): number {
  const parent = element.parent!
  for (let at = after === null ? -1 : parent.children.indexOf(after); at >= 0; at -= 1) {
    const block = blockBehind(parent.children[at]!, false)
    if (block >= 0) return block
  }
  return parent.block
}

/** The block that what follows a node stands in, as far as the node tells; -1 where it does not. `ended`: a border follows the node. */
function blockBehind(node: Node, ended: boolean): number {
  if (node.kind === 'text') return node.block < 0 ? -1 : node.block + (ended ? 1 : 0)
  for (let at = node.children.length - 1; at >= 0; at -= 1) {
    const block = blockBehind(node.children[at]!, ended || BLOCK_TAGS.has(node.tag))
    if (block >= 0) return block
  }
  return node.block
}
