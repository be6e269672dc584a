/** Where a page of a PDF leads to another address: areas that can be clicked, and the texts that stand in them. */
import type { Marked } from './runs.ts'

/** An area with the address it leads to, in points. */
export type Area = { readonly url: string; readonly left: number; readonly bottom: number; readonly right: number; readonly top: number }

const MOST_AREAS = 300
/** Within a text, a link is a beginning, the number of its address and an end: code points that Unicode keeps for a program's own use. */
const BEGIN = '\ufdd0'
const END = '\ufdd1'
const NUMBERS = 0xf0000
const MOST_ADDRESSES = 0xfffd
const OWN = /[\ufdd0\ufdd1\u{f0000}-\u{ffffd}]/gu
/** Share of a piece's width, and of the height of its letters above the line, that is in an area. */
const WHOLE = 0.85
const MIDDLE = 0.3
/** Letters within which a link begins and ends with a word: their widths are only known by and large. */
const NEAR = 4
/** Widths of letters, in sizes, by which places in a text are told. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'’!|()[\]/ftr\s]/, 0.3],
  [/[mwMW@%—]/, 0.85],
  [/[\p{Lu}&]/u, 0.67],
  [/[\u2e80-\ud7af\uf900-\ufaff\uff00-\uff60]/, 1],
]
const USUAL_WIDTH = 0.52
/** What a link begins behind, and ends before; and a sentence's sign behind it that is none of its words, in sizes of letters from its end. */
const BEFORE_WORD = /[\s([{"“'‘«/–—-]/
const BEHIND_WORD = /[\s)\]}.,;:!?"”'’»/–—-]/
const SENTENCE = /(?<![.,;:!?])[.,;:!?]+$/
const OUTSIDE = 0.12

/** Areas among the annotations that PDF.js gives; it has parsed their addresses. */
export function areasOf(annotations: readonly unknown[]): Area[] {
  return annotations
    .flatMap((one) => {
      const { subtype, url, rect } = one as { subtype?: unknown; url?: unknown; rect?: unknown }
      if (subtype !== 'Link' || typeof url !== 'string' || !/^(?:https?|mailto):/i.test(url) || !Array.isArray(rect)) return []
      const [left = 0, bottom = 0, right = 0, top = 0] = rect.map(Number)
      return [{ url, left, bottom, right, top }]
    })
    .slice(0, MOST_AREAS)
}

/** The addresses that the links of a document lead to, by their numbers. */
export class Links {
  private readonly numbers = new Map<string, number>()
  private readonly addresses: string[] = []

  /** Pieces of a page with the links that they are in, or hold. */
  mark(pieces: readonly Marked[], areas: readonly Area[]): Marked[] {
    return pieces.map((piece) => {
      const text = piece.text.replace(OWN, '')
      if (areas.length === 0 && text === piece.text) return piece
      const middle = piece.y + piece.size * MIDDLE
      const isIn = (one: Area): boolean => middle > one.bottom && middle < one.top && shareIn(piece, one) > 0
      const own = text.trim() === '' ? [] : areas.filter(isIn)
      return { ...piece, text: own.length === 0 ? text : this.withLinks(text, piece, own) }
    })
  }

  /** The text of a piece with the links that it is, or that parts of it are. */
  private withLinks(text: string, piece: Marked, areas: readonly Area[]): string {
    const whole = areas.find((area) => shareIn(piece, area) >= WHOLE)
    const placeAt = whole === undefined ? placesIn(text, piece) : null
    // Distances from where the text begins, in the direction in which it is read.
    const read = (whole === undefined ? areas : [whole])
      .map(({ url, left, right }) => {
        const [near, far] = piece.leftwards
          ? [piece.x + piece.width - right, piece.x + piece.width - left]
          : [left - piece.x, right - piece.x]
        return { url, near: Math.max(0, near), far: Math.min(piece.width, far) }
      })
      .sort((one, other) => one.near - other.near)
    let [out, done] = ['', 0]
    for (const { url, near, far } of read) {
      const [from, to] = placeAt === null ? [0, text.length] : [edgeOf(text, placeAt(near), isBegin), edgeOf(text, placeAt(far), isEnd)]
      const first = Math.max(done, from)
      const own = wordsOf(text.slice(first, to), piece.width - far > OUTSIDE * piece.size)
      const number = own === '' ? null : this.numberOf(url)
      if (number === null) continue
      const at = text.indexOf(own, first)
      out += text.slice(done, at) + marked(own, 0, own.length, number)
      done = at + own.length
    }
    return out + text.slice(done)
  }

  /** HTML of a text with its links; those that follow each other to one address are one, but not those to a page: these are lines of contents. */
  html(text: string, escaped: (text: string) => string): string {
    const told = escaped(text)
    if (!told.includes(BEGIN)) return told
    let html = ''
    let open: string | undefined
    for (const [at, part] of told.split(BEGIN).entries()) {
      const [inner = '', after = ''] = part.split(END, 2)
      const url = at === 0 ? undefined : this.addresses[(part.codePointAt(0) ?? 0) - NUMBERS]
      if (url === undefined) {
        html += part.replace(OWN, '')
        continue
      }
      const own = inner.replace(OWN, '')
      html = open === url && !isWithin(url) && html.endsWith('</a>') ? html.slice(0, -'</a>'.length) : `${html}<a href="${escaped(url)}">`
      // A blank between two halves of a link is of the link.
      const isBlank = after.trim() === ''
      html += isBlank ? `${own}${after}</a>` : `${own}</a>${after}`
      open = isBlank ? url : undefined
    }
    return html
  }

  /** A text of which a part is a link. */
  linked(text: string, from: number, to: number, url: string): string {
    const number = this.numberOf(url)
    return number === null ? text : marked(text, from, to, number)
  }

  private numberOf(url: string): number | null {
    const known = this.numbers.get(url)
    if (known !== undefined || this.addresses.length >= MOST_ADDRESSES) return known ?? null
    this.numbers.set(url, this.addresses.length)
    return this.addresses.push(url) - 1
  }
}

const isWithin = (url: string): boolean => url.startsWith('#')

/** The text without the marks of its links. */
export const withoutLinks = (text: string): string => (text.includes(BEGIN) ? text.replace(OWN, '') : text)

const shareIn = ({ x, width }: Marked, { left, right }: Area): number =>
  (Math.min(x + width, right) - Math.max(x, left)) / Math.max(width, 1)

/** Which place in the text of a piece stands so far from where it begins. */
function placesIn(text: string, { width, mono }: Marked): (away: number) => number {
  const ends: number[] = []
  let sum = 0
  for (const char of text) {
    sum += mono ? 1 : (WIDTHS.find(([chars]) => chars.test(char))?.[1] ?? USUAL_WIDTH)
    for (let unit = 0; unit < char.length; unit += 1) ends.push(sum)
  }
  return (away) => {
    const share = (away / Math.max(width, 1)) * sum
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      // A letter is behind a place where most of it is.
      if ((ends[middle]! + (ends[middle - 1] ?? 0)) / 2 < share) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The words of a link: without what stands around them, and without the sign of the sentence that it is at the end of. */
function wordsOf(text: string, endsBefore: boolean): string {
  let own = text.trim()
  if (endsBefore) own = own.replace(SENTENCE, '')
  if (own.endsWith(')') && !own.includes('(')) own = own.slice(0, -1)
  return own.startsWith('(') && !own.includes(')') ? own.slice(1) : own
}

const marked = (text: string, from: number, to: number, number: number): string =>
  `${text.slice(0, from)}${BEGIN}${String.fromCodePoint(NUMBERS + number)}${text.slice(from, to)}${END}${text.slice(to)}`

const isBegin = (text: string, at: number): boolean => at === 0 || BEFORE_WORD.test(text[at - 1] ?? '')
const isEnd = (text: string, at: number): boolean => at === text.length || BEHIND_WORD.test(text[at] ?? '')

/** The edge of a word that is nearest to a place in a text. */
function edgeOf(text: string, place: number, isEdge: (text: string, at: number) => boolean): number {
  for (let away = 0; away <= NEAR; away += 1)
    for (const edge of [place - away, place + away]) if (edge >= 0 && edge <= text.length && isEdge(text, edge)) return edge
  return place
}
