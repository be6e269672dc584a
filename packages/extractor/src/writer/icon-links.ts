/** Links that show an icon and no words: what they lead to would be lost. */
import { type Element, findAll } from '../page/dom.ts'
import { squeeze } from '../page/text.ts'
import { isUnseen } from './marks.ts'
import { leadsNowhere } from './permalink.ts'
import { linkUrl } from './urls.ts'

/** Something to take home, and ways to reach somebody; a mail without a reader is one to send the page to friends. */
const FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|tsv|geojson|kml|gpx|ics|epub|mobi|zip|tar|t?gz|bz2|xz|7z|rar|dmg|exe|msi|deb|rpm|apk|iso|mp3|ogg|wav|mp4|webm)(?:$|[?#])/i
const REACHES = /^\s*(?:mailto:[^?@\s]+@|tel:)/i
/** What is done with a page or a row of one, not told by it. */
const DOES =
  /^(?:share|print|e-?mail|edit|delete|remove|sort|close|like|(?:up|down)?vote|tweet|reply|expand|collapse|toggle|hide)\b|facebook|twitter|linkedin|pinterest|whatsapp|reddit/i
const LONGEST = { name: 80, file: 150 }
/** Links of one cell, and what stands around each of them. */
const MOST = { links: 3, nodes: 40 }

export type IconLink = { readonly text: string; readonly url: string }

type Where = { readonly base: string | null; readonly choice: { readonly hidden: ReadonlySet<Element> } }

/** What a link is called for those who do not see its icon; by where it leads where nothing says so. */
function nameOf(anchor: Element, url: string): string {
  const said = [anchor, ...findAll(anchor, () => true)].flatMap(({ attributes: { title, alt, more } }) => [more['aria-label'], title, alt])
  const name = said.map((text) => squeeze(text ?? '')).find((text) => /[\p{L}\p{N}]/u.test(text) && text.length <= LONGEST.name)
  const path = url.split(/[?#]/, 1)[0]!.replace(/\/$/, '')
  return name ?? decoded(path.slice(path.lastIndexOf('/') + 1))
}

/** The link that an element without words is; null for any other element, and for what is done with a page. */
export function iconLink(anchor: Element, { base, choice }: Where, isAny: boolean): IconLink | null {
  const { href, class: classes = '' } = anchor.attributes
  if (anchor.tag !== 'a' || href === undefined || href.startsWith('#') || (!isAny && !FILE.test(href) && !REACHES.test(href))) return null
  const url = isUnseen(anchor, choice) || leadsNowhere(anchor) ? null : linkUrl(href, base)
  if (url === null) return null
  if (REACHES.test(href)) return { text: decoded(url.replace(/^\w+:|\?.*/g, '')), url }
  const text = nameOf(anchor, url)
  return text === '' || text.length > LONGEST.file || DOES.test(text) || DOES.test(classes) ? null : { text, url }
}

/** Links that are all that an element holds, by icons: of files, and of a cell any. */
export function iconLinksIn(element: Element, where: Where, isAny: boolean): IconLink[] {
  const links: IconLink[] = []
  for (const inner of elementsIn(element) ?? []) {
    const link = inner.tag === 'a' ? iconLink(inner, where, isAny) : null
    if (link !== null) links.push(link)
  }
  return links.length > MOST.links ? [] : links
}

/** An element and what stands in it; null where that is many, or has words. */
function elementsIn(element: Element): Element[] | null {
  const found = [element]
  for (let at = 0; at < found.length; at += 1)
    for (const child of found[at]!.children) {
      if (child.kind === 'text' ? child.text.trim() !== '' : found.length >= MOST.nodes) return null
      if (child.kind === 'element') found.push(child)
    }
  return found
}

function decoded(name: string): string {
  try {
    return squeeze(decodeURIComponent(name))
  } catch {
    return name
  }
}
