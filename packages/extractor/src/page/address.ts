/** Where a page stands: the address at which it was found may be that of a copy, or hold what was counted on the way there. */
import type { Page } from './dom.ts'

const LONGEST = 2_048

/** The host of an address without its `www`; empty where there is none. */
export const hostOf = (url: string): string => (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')

/** Whether an address is that of a site's first page. */
export const isHome = (url: string): boolean => /^\/(?:index\.\w{2,5})?$/.test(URL.parse(url)?.pathname ?? '')

/** Archives of the web (RFC 7089) give the moment at which they came by, and the address as a whole behind it: `/web/20240506070809/https://`. */
const ARCHIVED = /\/\d{4,14}(?:[a-z]{2}_)?\/(https?:\/\/?.+)$/

/** An address without the archive that holds a copy of what stood there. */
export const unarchived = (url: string): string => ARCHIVED.exec(url)?.[1]?.replace(/^(https?:\/)(?!\/)/, '$1/') ?? url

const [BAR, BAR_END] = ['<!-- BEGIN WAYBACK TOOLBAR INSERT -->', '<!-- END WAYBACK TOOLBAR INSERT -->']

/** A page without the bar that the Wayback Machine puts above its copies. */
export function withoutBar(html: string): string {
  const from = html.indexOf(BAR)
  const to = from === -1 ? -1 : html.indexOf(BAR_END, from)
  return to === -1 ? html : html.slice(0, from) + html.slice(to + BAR_END.length)
}

/** The address that a page gives itself: its canonical link's, else `og:url`. Null where it gives none that others could ask for. */
export function canonicalOf({ links, metas }: Page, found: string): string | null {
  const url = unarchived(found)
  const link = links.find(({ rel }) => rel.split(/\s+/).includes('canonical'))?.href
  return publicAddress(link, url) ?? publicAddress(metas.find(({ key, content }) => key === 'og:url' && content !== '')?.content, url)
}

function publicAddress(raw: string | undefined, url: string): string | null {
  const address = raw === undefined || raw === '' || /\s/.test(raw) ? null : URL.parse(unarchived(raw), URL.canParse(url) ? url : undefined)
  if (address === null || (address.protocol !== 'https:' && address.protocol !== 'http:')) return null
  if (!address.hostname.includes('.') && address.hostname !== URL.parse(url)?.hostname) return null
  // Nobody calls a page by a password.
  address.username = address.password = ''
  return address.href.length <= LONGEST ? address.href : null
}

/** The address that a page is judged by: its own word, unless all pages of its site give the first one's. */
export function addressOf(page: Page, found: string, said = canonicalOf(page, found)): string {
  const url = unarchived(found)
  return said === null || (isHome(said) && !isHome(url) && hostOf(said) === hostOf(url)) ? url : said
}

const SHARES =
  /^mailto:\?|\/\/(?:[\w-]+\.)*(?:facebook\.com\/(?:sharer|share\.php|dialog)|(?:twitter|x)\.com\/(?:intent|share)|linkedin\.com\/(?:shareArticle|sharing)|pinterest\.[a-z.]+\/pin\/create|reddit\.com\/submit|(?:telegram|t)\.me\/share|whatsapp\.com\/send|wa\.me\/\?|tumblr\.com\/(?:share|widgets\/share)|bsky\.app\/intent|threads\.(?:net|com)\/intent|news\.ycombinator\.com\/submitlink|getpocket\.com\/(?:save|edit)|vk\.com\/share|line\.me\/R\/(?:msg|share)|buffer\.com\/add|flipboard\.com\/bookmarklet)/i

/** Whether an address is where one tells others of a page. */
export const sharesPage = (href: string): boolean => SHARES.test(href)
