import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString as textOf } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'

/** The parts of a parsed node that tests look at. */
export type Parsed = {
  readonly type: string
  readonly children?: readonly Parsed[]
  readonly value?: string
  readonly url?: string
  readonly alt?: string | null
  readonly title?: string | null
  readonly lang?: string | null
  readonly depth?: number
  readonly ordered?: boolean | null
  readonly start?: number | null
  readonly spread?: boolean | null
  readonly checked?: boolean | null
  readonly align?: readonly (string | null)[] | null
  readonly identifier?: string
}

export const parseGfm = (markdown: string): Parsed =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as unknown as Parsed

/** All nodes of a type, in order. */
export function all(node: Parsed, type: string): Parsed[] {
  const found: Parsed[] = node.type === type ? [node] : []
  for (const child of node.children ?? []) found.push(...all(child, type))
  return found
}

export const text = (node: Parsed | undefined): string => textOf(node, { includeImageAlt: false })

/** Cells of a table as text, row by row. */
export const cells = (table: Parsed | undefined): string[][] => (table?.children ?? []).map((row) => (row.children ?? []).map(text))

const BLOCKS = new Set(['paragraph', 'heading', 'code', 'tableRow', 'html'])

/** Plain text as the benchmarks take it: text, code and inline code, one line per block, no addresses, no images. */
export function plainTextOf(tree: Parsed): string {
  const lines: string[] = []
  let line = ''
  const visit = (node: Parsed) => {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') line += node.value ?? ''
    else if (node.type === 'break') line += ' '
    for (const child of node.children ?? []) visit(child)
    if (node.type === 'tableCell') line += ' '
    if (BLOCKS.has(node.type)) {
      lines.push(line.trim())
      line = ''
    }
  }
  visit(tree)
  return lines.filter((content) => content !== '').join('\n')
}
