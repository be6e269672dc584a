/** Ratings that are shown by stars alone: how many of them are full, or how wide those in front are. */
import { type Element, type Node, walk } from '../page/dom.ts'
import { wordsIn } from '../page/marks.ts'
import { namesIn } from '../page/names.ts'
import { RATED } from '../page/rating.ts'
import { squeeze } from '../page/text.ts'
import type { Context } from './context.ts'
import { iconIn, isUnseen, PRESSED } from './marks.ts'
import { isSaid } from './permalink.ts'

/** What says of a star how full it is, in the names of icons and of colours. */
const FULL = namesIn('full solid fas on active checked yellow amber gold orange')
const FILLED = namesIn('fill filled')
const EMPTY = namesIn('empty regular far off o outline outlined border inactive unfilled blank grey gray muted')
/** Sets of icons whose plain star is a full one. */
const PLAIN = /(?:^|\s)(?:fa fa-star|glyphicon-star)(?:\s|$)/

/** Stars of a rating, what the best one is where they are one picture, and elements of a box that are looked through. */
const STARS = { least: 4, most: 10, usual: 5 }
const MOST = 60
/** How deep in a box a first star may stand, and how far around it, and in how much, the same may be said. */
const DEPTH = 3
const BESIDE = { levels: 3, length: 80 }

const STAR = /star/i
/** Icons on top of one another, of which a full star is the top one. */
const STACK = /(?:^|\s)fa-stack(?:\s|$)/
const WIDTH = /(?:^|;)\s*width:\s*(\d{1,3}(?:\.\d+)?)%/i

const namesOf = ({ attributes }: Element): string => attributes.class ?? ''

const isStar = (element: Element): boolean => STAR.test(iconIn(element) ?? (element.children.length === 0 ? namesOf(element) : ''))

/** How full a star is, from 0 to 1; null where it does not say. */
function shareOf(star: Element, box: Element): number | null {
  const around = star.parent === null || star.parent === box ? '' : namesOf(star.parent)
  const names = `${namesOf(star)} ${around} ${iconIn(star) ?? ''}`
  const words = new Set(wordsIn(names))
  const says = (some: ReadonlySet<string>): boolean => [...some].some((word) => words.has(word))
  if (words.has('half')) return 0.5
  if (says(EMPTY)) return says(FULL) ? null : 0
  return says(FULL) || says(FILLED) || PLAIN.test(names) ? 1 : null
}

/** Whether what stands in front of a box's content is called a star or a rating: most boxes are passed over by that. */
function beginsRated(box: Element): boolean {
  let at: Element | undefined = box
  for (let depth = 0; at !== undefined && depth <= DEPTH; depth += 1) {
    if (RATED.test(namesOf(at)) || isStar(at)) return true
    at = at.children.find((child): child is Element => child.kind === 'element')
  }
  return false
}

/** The stars of a box that holds nothing else, and the widths of what stands in front of some; null where it holds more. */
function starsIn(box: Element, choice: Context['choice']): { stars: Element[]; widths: number[] } | null {
  const [stars, widths]: [Element[], number[]] = [[], []]
  let seen = 0
  let isMore = false
  walk(box, (element) => {
    seen += 1
    isMore ||= seen > MOST || PRESSED.test(element.tag) || element.tag === 'input'
    if (isMore || isUnseen(element, choice)) return false
    const width = WIDTH.exec(element.attributes.style ?? '')?.[1]
    if (width !== undefined && RATED.test(namesOf(element) + namesOf(element.parent!))) widths.push(Number(width))
    else if (STACK.test(namesOf(element))) {
      const layers = element.children.filter((child): child is Element => child.kind === 'element' && isStar(child))
      const star = layers.find((layer) => shareOf(layer, box) === 1) ?? layers[0]
      if (star === undefined) isMore = true
      else stars.push(star)
      return false
    } else if (isStar(element)) stars.push(element)
    else isMore ||= iconIn(element) !== null
    return !isMore && !stars.includes(element)
  })
  return isMore ? null : { stars, widths }
}

/** `Rated 4.9 out of 5 stars`. */
const OUT_OF = /^[^\d]*(\d(?:\.\d+)?)(?: out of | of |\/)(\d{1,2})(?: stars?)?\.?$/i

/** What a rating is called for those who do not see it. */
function labelOf(box: Element): string | null {
  let label: string | null = null
  const look = ({ attributes }: Element): boolean => {
    const said = squeeze(attributes.more['aria-label'] ?? attributes.title ?? '')
    if (said.length <= BESIDE.length && /\d/.test(said) && (RATED.test(said) || OUT_OF.test(said))) label ??= said
    return label === null
  }
  if (look(box)) walk(box, look)
  if (label === null && box.parent !== null) look(box.parent)
  return label
}

/** Text of a node up to a length that tells a rating and no more; empty where there is more. */
function lineOf(node: Node): string {
  let text = ''
  const isShort = (at: Node): boolean => {
    if (at.kind === 'element') return at.children.every(isShort)
    text += at.text
    return text.length <= BESIDE.length
  }
  return isShort(node) ? text : ''
}

/** Whether a number is told beside a box, as `4.7/5` or `Rated 4 out of 5`. */
function isTold(value: number, box: Element): boolean {
  const told = new RegExp(`(?<![\\d.,]|of |/)${String(value).replace('.', '[.,]')}(?:[.,]0)?(?![\\d]|[.,]\\d)`)
  for (let at = box, level = 0; at.parent !== null && level < BESIDE.levels; at = at.parent, level += 1) {
    if (at.parent.children.length > MOST) return false
    const said = at.parent.children.filter((node) => node === at || isSaid(node))
    const place = said.indexOf(at)
    if (said.slice(Math.max(0, place - 1), place + 2).some((node) => node !== at && told.test(lineOf(node)))) return true
  }
  return false
}

/**
 * A rating as `★★★★½`, or by its label as `★ 4.6/5`, of a box that holds nothing but its stars. Null where these do not say how many are full,
 * where it is told beside them, and where none is full: then they wait for a reader to rate.
 */
export function ratingIn(box: Element, { choice }: Pick<Context, 'choice'>): string | null {
  if (box.children.length === 0 || PRESSED.test(box.tag) || isUnseen(box, choice) || !beginsRated(box)) return null
  const found = starsIn(box, choice)
  if (found === null) return null
  const label = labelOf(box)
  if (label !== null)
    return isTold(Number(/\d+(?:\.\d+)?/.exec(label.replace(',', '.'))![0]), box) ? null : label.replace(OUT_OF, '★ $1/$2')
  const { stars, widths } = found
  const [width, other] = widths
  const of = width === undefined ? stars.length : STARS.usual
  if (of < STARS.least || of > STARS.most || other !== undefined) return null
  const sum = width === undefined ? sumOf(stars, box) : (Math.min(width, 100) / 100) * of
  const value = sum === null ? 0 : Math.round(sum * 10) / 10
  return value > 0 && !isTold(value, box) ? drawn(value, of) : null
}

/** Stars as they are shown, to half of one. */
function drawn(value: number, of: number): string {
  const halves = Math.round(value * 2)
  const full = Math.floor(halves / 2)
  const half = halves % 2 === 1 ? '½' : ''
  return '★'.repeat(full) + half + '☆'.repeat(of - full - half.length)
}

/** Together; null where one does not say how full it is, or those that say the same are made differently: then their colours say more. */
function sumOf(stars: readonly Element[], box: Element): number | null {
  const makes = new Map<number, string>()
  let sum = 0
  for (const star of stars) {
    const share = shareOf(star, box)
    if (share === null) return null
    const make = namesOf(star).replace(/\d+/g, '')
    if ((makes.get(share) ?? make) !== make) return null
    makes.set(share, make)
    sum += share
  }
  return sum
}
