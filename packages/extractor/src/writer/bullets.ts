/** Lists that a page writes as lines, each of which begins with the sign of an item. Numbers are what it says, and stay. */
import { type Inline, isBreak, plainText } from './inline-run.ts'
import { indent } from './items.ts'
import { isParagraph } from './provisions.ts'

/** What begins nothing but items, behind the stars of bold type or between them. */
const BULLET = /^(?:\*\*[•●▪‣◦∙■]\*\*\s*|(\*{0,3})(?:[•●▪‣◦∙■]\s*|·\s+))(?=\S)/
/** What begins what somebody says as well: fewer than three are no list. */
const DASH = /^\\?[-*] +(?=\S)/
const LEAST = { bullet: 2, dash: 3 }

type Sign = keyof typeof LEAST

/** What a line begins with, as text or as Markdown. */
const signOf = (line: string): Sign | null => (BULLET.test(line) ? 'bullet' : DASH.test(line) ? 'dash' : null)

/** Where the list that begins with a line ends; right there where it begins none, and where there is no line. */
function endOfList(signs: readonly (Sign | null)[], from: number): number {
  const first = signs[from]
  if (!first) return from
  let end = from + 1
  while (end < signs.length && signs[end] === first) end += 1
  return end - from < LEAST[first] ? from : end
}

/** An item without the sign that a page writes in front of its words. */
export const withoutBullet = (item: string): string => item.replace(BULLET, '$1')

/** A paragraph some of whose lines are a list as a paragraph for each of these; the lines before them and behind them stay together. */
export function itemLines(items: readonly Inline[]): readonly (readonly Inline[])[] {
  if (!items.some(isBreak)) return [items]
  const lines = linesOf(items)
  return lines.some((line) => signIn(line) !== null) ? partedItems(items, lines) : [items]
}

function linesOf(items: readonly Inline[]): Inline[][] {
  const lines: Inline[][] = [[]]
  for (const item of items)
    if (isBreak(item)) lines.push([])
    else lines.at(-1)!.push(item)
  return lines
}

const signIn = (line: readonly Inline[]): Sign | null => signOf(plainText(line).trimStart())

function partedItems(items: readonly Inline[], lines: readonly (readonly Inline[])[]): readonly (readonly Inline[])[] {
  const signs = lines.map(signIn)
  const from = signs.findIndex((sign) => sign !== null)
  const to = endOfList(signs, from)
  // Where an item has several lines, it is not told where the last one ends.
  if (to === from || signs.slice(to).some((sign) => sign !== null)) return [items]
  const startOf = (line: number): number => lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0)
  const around = [items.slice(0, Math.max(0, startOf(from) - 1)), items.slice(startOf(to))]
  return [around[0]!, ...lines.slice(from, to), around[1]!].filter(({ length }) => length > 0)
}

/** Blocks of Markdown in which such lines are lists. */
export const joinBullets = (parts: string[]): string[] => (parts.some((part) => signOf(part) !== null) ? withBullets(parts) : parts)

function withBullets(parts: readonly string[]): string[] {
  const signs: (Sign | null)[] = []
  for (const part of parts) signs.push(signOfBlock(part))
  const out: string[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const end = signs[at] === null ? at : endOfList(signs, at)
    if (end === at) out.push(parts[at]!)
    else {
      out.push(listOf(parts.slice(at, end)))
      at = end - 1
    }
  }
  return out
}

/** What a block begins with that is one line of text. */
function signOfBlock(part: string): Sign | null {
  const sign = signOf(part)
  return sign !== null && isParagraph(part.replaceAll('\\\n', ' ')) ? sign : null
}

const listOf = (lines: readonly string[]): string => lines.map((line) => `- ${indent(withoutBullet(line).replace(DASH, ''), 2)}`).join('\n')
