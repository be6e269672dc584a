/** What stands behind an article and announces others: `Read next`, `More about lost cities:`, cards below `You might also like`. */
import { type Block, isBold, isLinks, lengthOf } from '../../page/blocks.ts'
import { closest, isWithin } from '../../page/dom.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'

const ANNOUNCES =
  /^(?:you (?:may|might) (?:also|be interested)|(?:also|read|watch) next\b|read (?:more|also|next)\b|also (?:in|on) this\b|related(?: (?:articles?|content|links?|news|posts?|reading|stories|topics?))?:?$|recommended (?:for you|reading|stories)\b|(?:similar|related|other) recipes\b|more (?:about|from|in|on|buzz|news|recipes|stories)\b|(?:most (?:popular|read|viewed))\b|(?:up next|explore more|keep reading|trending(?: now)?|don.t miss)\b|related (?:articles?|posts?|stories) (?:from|in|on)\b|(?:featured|latest|popular|recent) (?:articles?|news|posts?|stories)\b|more [\p{L} ]+ (?:articles|guides|posts|recipes|stories)$|(?:\d+ )?comments?:?$)/iu
/** The same in other languages. */
const ANNOUNCES_ELSEWHERE =
  /^(?:das könnte (?:sie|dich|ihnen|dir) auch|lesen sie (?:auch|mehr|weiter)|mehr zum thema|(?:ähnliche|weitere|verwandte) (?:artikel|beiträge|rezepte|themen)|à lire (?:aussi|également|ensuite)|(?:articles|recettes) (?:similaires|liés|connexes)|sur le même (?:sujet|thème)|(?:lea|lee|leer|ver) (?:también|además|más)|(?:también )?(?:te|le) puede interesar|(?:artículos|noticias|recetas) (?:relacionad[ao]s|similares)|leggi anche|potrebbe(?:ro)? interessarti|(?:articoli|ricette) (?:correlat[ie]|simili)|(?:scopri )?altre ricette|leia (?:também|mais)|(?:artigos|notícias|receitas) (?:relacionad[ao]s|semelhantes)|lees (?:ook|verder|meer)|gerelateerde (?:artikelen|berichten|recepten)|läs (?:också|även|mer)|(?:andra )?liknande recept|les også|læs også|lignende (?:opskrifter|oppskrifter)|(?:czytaj|zobacz) (?:też|także|również)|powiązane (?:artykuły|przepisy)|читайте также|похожие (?:статьи|рецепты)|関連(?:記事|ニュース|レシピ)|あわせて読みたい|相[关關](?:文章|阅读|閱讀|推荐|推薦|新闻|新聞)|관련 ?(?:기사|글))/i
/** Length of such a line, share of the kept text that stands before it, and share of what it may announce. */
const LINE = { longest: 70, before: 0.6, share: 0.4, links: 2 }

const announces = ({ text }: Block): boolean => text.length <= LINE.longest && (ANNOUNCES.test(text) || ANNOUNCES_ELSEWHERE.test(text))

/** A line that calls what follows it: a heading, or one in bold letters. */
const isTitle = (block: Block): boolean => HEADINGS.has(block.container.tag) || isBold(block) || block.text.endsWith(':')

/** The blocks before which more of the kept text stands than so many characters. */
function blocksBehind(length: number, blocks: readonly Block[], keep: Uint8Array): readonly Block[] {
  let [at, before] = [0, 0]
  for (; at < blocks.length && before <= length; at += 1) if (keep[at] === 1) before += blocks[at]!.text.length
  return blocks.slice(at)
}

/** Leaves out cards of other articles in a box with such a line, links behind one, and such a line where nothing follows it. */
export function dropReadOn(blocks: readonly Block[], keep: Uint8Array): void {
  const kept = lengthOf(blocks, keep)
  for (const title of blocksBehind(kept * LINE.before, blocks, keep).filter((block) => announces(block) && isTitle(block))) {
    const inBox = announcedBy(title, blocks, keep)
    const cards = inBox.length > 0 ? inBox : linksBehind(title, blocks, keep)
    if (cards.length > 0 && lengthOf(cards) <= kept * LINE.share) for (const { index } of cards) keep[index] = 0
  }
  const last = blocks[keep.lastIndexOf(1)]
  if (last !== undefined && keep.indexOf(1) !== last.index && announces(last) && (isTitle(last) || isAboveLinks(last, blocks)))
    keep[last.index] = 0
}

/** Whether a line that is no sentence stands right above links. */
const isAboveLinks = ({ text, index }: Block, blocks: readonly Block[]): boolean =>
  !/[.!?…]$/.test(text) && index + 1 < blocks.length && isLinks(blocks[index + 1]!)

/** Kept blocks behind a title in the smallest box that holds more than it, and the title; none where that box holds the article. */
function announcedBy(title: Block, blocks: readonly Block[], keep: Uint8Array): Block[] {
  const next = blocks[title.index + 1]
  const box = next === undefined ? null : closest(title.container.parent, (at) => isWithin(next.container, at))
  if (box === null) return []
  const isInside = ({ container }: Block): boolean => isWithin(container, box)
  for (let at = title.index - 1; at >= 0 && isInside(blocks[at]!); at -= 1) if (keep[at] === 1) return []
  let end = title.index
  while (end < blocks.length && isInside(blocks[end]!)) end += 1
  const inside = blocks.slice(title.index, end)
  // What is said more of the same thing leads nowhere.
  return inside.filter(isLinks).length < LINE.links ? [] : keptOf(inside, keep)
}

/** A kept title and the kept lines behind it up to the next heading or the end, where all of these are links: in the box of the article too. */
function linksBehind(title: Block, blocks: readonly Block[], keep: Uint8Array): Block[] {
  if (keep[title.index] !== 1 || isLinks(title)) return []
  const links: Block[] = []
  for (let at = title.index + 1; at < blocks.length; at += 1) {
    const block = blocks[at]!
    if (HEADINGS.has(block.container.tag)) break
    if (keep[at] !== 1) continue
    if (!isLinks(block)) return []
    links.push(block)
  }
  return links.length < LINE.links ? [] : [title, ...links]
}
