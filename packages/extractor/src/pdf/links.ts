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
/** Letters within which a link ends with a word: their widths are only known on the average. */
const NEAR = 4

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
      const area = text.trim() === '' ? undefined : areas.find((one) => middle > one.bottom && middle < one.top && shareIn(piece, one) > 0)
      const number = area === undefined ? null : this.numberOf(area.url)
      return { ...piece, text: area === undefined || number === null ? text : withLink(text, piece, area, number) }
    })
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

/** A piece with the link that it is, or that a part of it is. */
function withLink(text: string, piece: Marked, area: Area, number: number): string {
  const per = Math.max(piece.width, 1) / text.length
  const [from, to] =
    shareIn(piece, area) >= WHOLE
      ? [0, text.length]
      : [edgeOf(text, (area.left - piece.x) / per), edgeOf(text, (area.right - piece.x) / per)]
  const inner = text.slice(from, to)
  const own = inner.trim()
  if (own === '') return text
  const begin = from + inner.indexOf(own)
  return marked(text, begin, begin + own.length, number)
}

const marked = (text: string, from: number, to: number, number: number): string =>
  `${text.slice(0, from)}${BEGIN}${String.fromCodePoint(NUMBERS + number)}${text.slice(from, to)}${END}${text.slice(to)}`

/** The edge of a word that is nearest to a place in a text. */
function edgeOf(text: string, place: number): number {
  const at = Math.max(0, Math.min(text.length, Math.round(place)))
  for (let away = 0; away <= NEAR; away += 1)
    for (const edge of [at - away, at + away])
      if (edge <= 0 ? edge === 0 : edge >= text.length ? edge === text.length : text[edge] === ' ' || text[edge - 1] === ' ') return edge
  return at
}
