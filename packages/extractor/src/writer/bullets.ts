/** Lists that a page writes as lines, each of which begins with the sign of an item. */
import type { Inline } from './inline-run.ts'
import { indent } from './items.ts'
import { isParagraph } from './provisions.ts'

const BULLET = /^(?:\*\*[•●▪‣◦∙■]\*\*\s*|(\*{0,3})(?:[•●▪‣◦∙■]\s*|·\s+))(?=\S)/
/** Fewer are no list. */
const LEAST = 2

/** An item without the sign that a page writes in front of its words. */
export const withoutBullet = (item: string): string => item.replace(BULLET, '$1')

const beginsItem = (line: readonly Inline[]): boolean => {
  const first = line.find((item) => item.type !== 'text' || item.value.trim() !== '')
  return first?.type === 'text' ? BULLET.test(first.value.trimStart()) : first?.type === 'mark' && beginsItem(first.children)
}

/** A paragraph with a line for each of several items as a paragraph for each; lines before and behind them stay together. */
export function itemLines(items: readonly Inline[]): readonly (readonly Inline[])[] {
  if (!items.some(isBreak)) return [items]
  const starts = [0, ...items.flatMap((item, at) => (isBreak(item) ? [at + 1] : []))]
  const lines = starts.map((start, at) => items.slice(start, (starts[at + 1] ?? items.length + 1) - 1))
  const [from, to] = [lines.findIndex(beginsItem), lines.findLastIndex(beginsItem) + 1]
  if (from === -1 || to - from < LEAST || !lines.slice(from, to).every(beginsItem)) return [items]
  const around = [items.slice(0, Math.max(0, starts[from]! - 1)), items.slice(starts[to] ?? items.length)]
  return [around[0]!, ...lines.slice(from, to), around[1]!].filter(({ length }) => length > 0)
}

const isBreak = ({ type }: Inline): boolean => type === 'break'

/** Blocks of Markdown in which such lines are lists. */
export function joinBullets(parts: string[]): string[] {
  const isItem = (part: string | undefined): boolean => part !== undefined && BULLET.test(part) && isParagraph(part.replaceAll('\\\n', ' '))
  if (!parts.some((part, at) => isItem(part) && isItem(parts[at + 1]))) return parts
  const out: string[] = []
  for (let at = 0; at < parts.length; at += 1) {
    let end = at
    while (isItem(parts[end])) end += 1
    if (end - at < LEAST) out.push(parts[at]!)
    else {
      out.push(
        parts
          .slice(at, end)
          .map((part) => `- ${indent(withoutBullet(part), 2)}`)
          .join('\n'),
      )
      at = end - 1
    }
  }
  return out
}
