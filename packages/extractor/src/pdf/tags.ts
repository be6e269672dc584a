/** The structure that the maker of a tagged PDF gave it (ISO 32000-2, 14.8): headings, paragraphs, lists and tables in their order of reading. */
import { type Line, textOfLine, toLines } from './lines.ts'
import { ENDED } from './paragraphs.ts'
import type { Part } from './parts.ts'
import { charsOf, type Marked } from './runs.ts'

/** An element of the structure, as PDF.js gives it; leaves name what is drawn. */
export type Tag = { readonly role: string; readonly alt?: string; readonly children: readonly (Tag | Leaf)[] }
export type Leaf = { readonly type: string; readonly id: string }

/** Share of a page's signs that must be part of the structure for it to be followed. */
const COVERED = 0.9
/** Share of the height of what is printed on a page that is its edge. */
const EDGE = 0.12
/** Paragraphs that end in the middle of a sentence: where so many do, and such a share, lines or words are what was tagged. */
const MOST_BROKEN = 3
const BROKEN_SHARE = 0.2
const LONGEST_ALT = 1_000
/** Letters of what stands in front of a text, and in sizes of letters how near and how level with it it does. */
const LONGEST_OPENING = 20
const NEAR = 2.5
const SAME_LINE = 0.2
const HEADING = /^(?:H([1-6])?|Title)$/
/** Elements that hold a text of their own, those that hold others, and those that are part of a text. */
const TEXTS = /^(?:P|Caption|Note|FENote|BibEntry|TOCI|Code|Formula|BlockQuote|Lbl|LBody)$/
const NOTE = /^(?:Note|FENote)$/
const INLINE = /^(?:Span|Link|NonStruct|Em|Strong|Quote|Reference|Annot|Ruby|RB|RT|RP|Warichu|WT|WP|Sub|Code|Lbl|Formula|Private|Form)$/

const isTag = (node: Tag | Leaf): node is Tag => 'children' in node

/**
 * The parts of a page as its structure tells them; null where it has none that covers the page, or one that cuts sentences.
 * What is drawn outside of it, and is no mark of the page itself, follows at the end.
 */
export function taggedParts(root: Tag, given: readonly Marked[], page: number): Part[] | null {
  const pieces = withOpenings(given)
  const byMark = Map.groupBy(pieces, ({ mark }) => mark)
  const reader = new Reader(byMark, page)
  reader.blocks(root)
  const rest = pieces.filter((piece) => !piece.artifact && (piece.mark === null || !reader.used.has(piece.mark)))
  if (charsOf(rest) > charsOf(pieces.filter(({ artifact }) => !artifact)) * (1 - COVERED)) return null
  if (charsOf(inMiddle(pieces)) > charsOf(pieces) * (1 - COVERED)) return null
  if (isBroken(reader.parts)) return null
  const lines = toLines(rest, page)
  return lines.length === 0 ? reader.parts : [...reader.parts, { kind: 'lines', lines }]
}

/** Signs that a style sheet puts in front of a text are of no element in files of browsers: they are of the text that they are drawn before. */
function withOpenings(pieces: readonly Marked[]): Marked[] {
  const out: Marked[] = []
  let next: Marked | undefined
  for (const piece of pieces.toReversed()) {
    const isOpening =
      piece.mark === null &&
      !piece.artifact &&
      next !== undefined &&
      next.mark !== null &&
      piece.text.trim().length <= LONGEST_OPENING &&
      Math.abs(next.y - piece.y) < SAME_LINE * piece.size &&
      next.x >= piece.x + piece.width - SAME_LINE * piece.size &&
      next.x - piece.x - piece.width < NEAR * piece.size
    const own = isOpening ? { ...piece, mark: next!.mark } : piece
    out.push(own)
    if (piece.text.trim() !== '') next = own
  }
  return out.reverse()
}

/** What is said to be of the page alone, and stands where the text of a page does. */
function inMiddle(pieces: readonly Marked[]): Marked[] {
  const [top, bottom] = pieces.reduce(([most, least], { y }) => [Math.max(most, y), Math.min(least, y)], [-Infinity, Infinity])
  const edge = (top - bottom) * EDGE
  return pieces.filter(({ artifact, y }) => artifact && y < top - edge && y > bottom + edge)
}

function isBroken(parts: readonly Part[]): boolean {
  const texts = parts.flatMap((part) => (part.kind === 'paragraph' ? [part.lines.map(textOfLine)] : []))
  const broken = texts.filter((lines, at) => at > 0 && !ENDED.test(texts[at - 1]!.at(-1)!) && /^\p{Ll}/u.test(lines[0]!))
  return broken.length > MOST_BROKEN && broken.length > texts.length * BROKEN_SHARE
}

class Reader {
  readonly parts: Part[] = []
  readonly used = new Set<string>()

  private readonly byMark: ReadonlyMap<string | null, readonly Marked[]>
  private readonly page: number

  constructor(byMark: ReadonlyMap<string | null, readonly Marked[]>, page: number) {
    this.byMark = byMark
    this.page = page
  }

  /** An element whose children are blocks, or that is one. */
  blocks(tag: Tag): void {
    if (tag.role === 'Table') this.table(tag)
    else if (tag.role === 'L') this.list(tag)
    else if (tag.role === 'Figure') this.figure(tag)
    else this.texts(tag)
  }

  private texts(tag: Tag): void {
    const level = HEADING.exec(tag.role)
    const kind = level !== null ? 'heading' : TEXTS.test(tag.role) ? 'paragraph' : 'lines'
    let held: Marked[] = []
    const notes: Tag[] = []
    const flush = (): void => {
      const lines = toLines(held, this.page)
      held = []
      if (lines.length === 0) return
      this.parts.push(kind === 'heading' ? { kind, lines, level: level![1] === undefined ? null : Number(level![1]) } : { kind, lines })
    }
    for (const child of tag.children) {
      // A paragraph goes on behind the place of its note.
      if (kind === 'paragraph' && isTag(child) && NOTE.test(child.role)) notes.push(child)
      else if (isTag(child) && holdsBlocks(child)) {
        flush()
        this.blocks(child)
      } else held.push(...this.piecesIn(child))
    }
    flush()
    for (const note of notes) this.blocks(note)
  }

  private piecesIn(node: Tag | Leaf): Marked[] {
    if (isTag(node)) return node.children.flatMap((child) => this.piecesIn(child))
    // What is drawn once is read once, however often a hostile structure names it.
    if (this.used.has(node.id)) return []
    this.used.add(node.id)
    return [...(this.byMark.get(node.id) ?? [])]
  }

  private linesIn(nodes: readonly (Tag | Leaf)[]): Line[] {
    return toLines(
      nodes.flatMap((node) => this.piecesIn(node)),
      this.page,
    )
  }

  /** Items with their signs; lists within them follow, and stand farther in. */
  private list(tag: Tag): void {
    for (const item of tag.children) {
      if (!isTag(item)) continue
      if (item.role !== 'LI') {
        this.blocks(item)
        continue
      }
      const label = item.children.filter((child) => isTag(child) && child.role === 'Lbl')
      const bodies = item.children.filter((child) => !label.includes(child))
      const inner: Tag[] = []
      const own: (Tag | Leaf)[] = []
      for (const node of bodies.flatMap((body) => (isTag(body) && body.role === 'LBody' ? body.children : [body])))
        if (isTag(node) && (node.role === 'L' || node.role === 'Table' || node.role === 'Figure')) inner.push(node)
        else own.push(node)
      const signs = this.linesIn(label)
      const lines = this.linesIn(own)
      // A sign that is drawn as a shape has no text.
      const mark = signs.length > 0 ? signs.map(textOfLine).join(' ') : label.length > 0 ? '•' : ''
      if (lines.length > 0)
        this.parts.push({
          kind: 'item',
          mark,
          lines: signs[0] ? [{ ...lines[0]!, x: Math.min(signs[0].x, lines[0]!.x) }, ...lines.slice(1)] : lines,
        })
      for (const node of inner) this.blocks(node)
    }
  }

  /** Rows and cells; one column or one row is no table but a way to place what is in it. */
  private table(tag: Tag): void {
    const rows: Tag[] = []
    const others: Tag[] = []
    const collect = (node: Tag): void => {
      for (const child of node.children)
        if (!isTag(child)) this.used.add(child.id)
        else if (child.role === 'TR') rows.push(child)
        else if (/^T(?:Head|Body|Foot)$/.test(child.role)) collect(child)
        else others.push(child)
    }
    collect(tag)
    for (const other of others) this.blocks(other)
    const cells = rows.map((row) => row.children.filter(isTag))
    if (rows.length < 2 || Math.max(...cells.map((row) => row.length)) < 2) {
      for (const cell of cells.flat()) this.blocks({ ...cell, role: 'Div' })
      return
    }
    const told = cells.map((row) => row.map((cell) => this.linesIn(cell.children)))
    if (told.flat(2).length > 0) this.parts.push({ kind: 'table', page: this.page, rows: told.filter((row) => row.flat().length > 0) })
  }

  private figure(tag: Tag): void {
    const lines = this.linesIn(tag.children)
    const alt = (tag.alt ?? '').replace(/\s+/g, ' ').trim()
    if (lines.length > 0) this.parts.push({ kind: 'lines', lines })
    else if (alt !== '' && alt.length <= LONGEST_ALT) this.parts.push({ kind: 'figure', page: this.page, text: `[${alt}]` })
  }
}

/** Whether an element is a block, or holds one. */
function holdsBlocks(tag: Tag): boolean {
  return !INLINE.test(tag.role) || tag.children.some((child) => isTag(child) && holdsBlocks(child))
}
