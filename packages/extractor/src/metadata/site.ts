/** What a site calls itself on its own pages, where their data do not say. */
import { unarchived } from '../page/address.ts'
import { type Element, find } from '../page/dom.ts'
import { spacedText, squeeze } from '../page/text.ts'
import { fold } from './text.ts'
import { ANY_SIGN, partings } from './title.ts'

const LONGEST = 80
/** Words for the way home that are no name. */
const HOME =
  /^(?:(?:back|go|return|zurück|retour|volver|torna)\b.*|(?:home|main|front|start)(?:\s?page)?|index|logo|startseite|hauptseite|accueil|inicio|início|página (?:inicial|principal)|pagina principal|strona główna|hjem|hem|forside|etusivu|domů|anasayfa|ana sayfa|главная(?: страница)?|головна|首页|首頁|主页|ホーム|トップ(?:ページ)?|홈|الرئيسية)$/iu
const NAMED = /(?:^|[\s_-])(?:logo|brand|site-?(?:title|name))(?:$|[\s_-])/i

/** Whether a link leads to the first page of the site, or of a part of it that is a site of its own. */
function leadsHome({ attributes, parent }: Element, { origin, pathname }: URL): boolean {
  const { href: given, rel = '', class: classes = '' } = attributes
  if (given === undefined) return false
  const href = unarchived(given)
  if (href === '/' || href === origin || href === `${origin}/` || rel === 'home') return true
  return (NAMED.test(classes) || NAMED.test(parent?.attributes.class ?? '')) && isAbove(href, origin, pathname)
}

const isAbove = (href: string, origin: string, pathname: string): boolean => {
  const to = URL.parse(href, `${origin}${pathname}`)
  return to !== null && to.origin === origin && pathname.startsWith(to.pathname.replace(/(?:index|default)\.\w{2,5}$|\/$/, ''))
}

/** The words of a link or of its picture. */
const wordsOf = (link: Element): string =>
  squeeze(spacedText(link)) || squeeze(find(link, ({ tag }) => tag === 'img')?.attributes.alt ?? '') || squeeze(link.attributes.title ?? '')

/** The name on a link home that the title tag has as a part of its own, at its end or its beginning; null where both do not agree. */
export function namedAtHome(linked: readonly Element[], titleTag: string | null, url: string): string | null {
  const page = URL.parse(url)
  if (titleTag === null || page === null) return null
  const ends = new Set<string>()
  for (const { start, end } of partings(titleTag, ANY_SIGN))
    for (const part of [titleTag.slice(end), titleTag.slice(0, start)]) {
      const folded = fold(part)
      if (folded.length > 1 && part.length <= LONGEST && !HOME.test(part.trim())) ends.add(folded)
    }
  if (ends.size === 0) return null
  for (const element of linked) {
    if (element.tag !== 'a' || !leadsHome(element, page)) continue
    const name = wordsOf(element)
    if (ends.has(fold(name))) return name
  }
  return null
}
