/** Text of a line and what stands in it, before it becomes Markdown. */
import { BEGINS_WITH_WORD, collapse, ENDS_IN_WORD } from '../page/text.ts'

/** Text-level content, before it becomes Markdown. `raw` is Markdown already: an image, a formula, a footnote mark. */
export type Inline =
  | { type: 'text'; value: string }
  | { type: 'code'; value: string }
  | { type: 'raw'; value: string }
  /** `soft`: a new line in the source that readers of the Markdown see as a space. */
  | { type: 'break'; soft: boolean }
  | { type: 'mark'; mark: 'strong' | 'emphasis' | 'delete'; children: Inline[] }
  | { type: 'link'; url: string; title: string | null; children: Inline[] }

export const isBreak = ({ type }: Inline): boolean => type === 'break'

export type Holding = Inline & { type: 'mark' | 'link' }

/** The same around something else; written out, as V8 makes what it copies of another kind. */
export const withChildren = (item: Holding, children: Inline[]): Holding =>
  item.type === 'mark' ? { type: 'mark', mark: item.mark, children } : { type: 'link', url: item.url, title: item.title, children }

const LONGEST_SAID = 40

/** Collects inline content and collapses white space across element borders, as a browser does. */
export class InlineRun {
  readonly items: Inline[] = []
  /** The last signs of the text, whatever marks they stand in. */
  said = ''
  private endsInSpace = true
  private endsInPicture = false

  text(target: Inline[], raw: string): void {
    let value = collapse(raw)
    if (this.endsInPicture && BEGINS_WITH_WORD.test(value)) value = ` ${value}`
    this.endsInPicture = false
    if (this.endsInSpace && value.startsWith(' ')) value = value.slice(1)
    if (value === '') return
    this.endsInSpace = value.endsWith(' ')
    this.said = value.length < LONGEST_SAID ? (this.said + value).slice(-LONGEST_SAID) : value.slice(-LONGEST_SAID)
    const last = target.at(-1)
    if (last?.type === 'text') last.value += value
    else target.push({ type: 'text', value })
  }

  /** A sign that ends what stands before it, without a space between. */
  stop(target: Inline[], sign: string): void {
    const last = target.at(-1)
    if (this.endsInSpace && last?.type === 'text') last.value = last.value.trimEnd()
    this.endsInSpace = false
    this.text(target, sign)
  }

  add(target: Inline[], item: Inline): void {
    target.push(item)
    this.said = ''
    this.endsInSpace = item.type === 'break'
    this.endsInPicture = false
  }

  /** Markdown of a picture, which is no part of the words on either side. */
  picture(target: Inline[], value: string): void {
    if (ENDS_IN_WORD.test(this.said) || /[!%).:?]$/.test(this.said)) this.text(target, ' ')
    this.add(target, { type: 'raw', value })
    this.endsInPicture = true
  }
}

export function plainText(items: readonly Inline[]): string {
  let text = ''
  for (const item of items)
    text += item.type === 'break' ? ' ' : item.type === 'mark' || item.type === 'link' ? plainText(item.children) : item.value
  return text
}

const PICTURE = /^!\[((?:\\.|[^[\]\\])*)\]\(/

/** The same with what pictures are described by in their place. */
export const wordsOf = (items: readonly Inline[]): string =>
  items
    .map((item) => {
      if (item.type === 'mark' || item.type === 'link') return wordsOf(item.children)
      if (item.type === 'raw') return PICTURE.exec(item.value)?.[1]?.replace(/\\(.)/g, '$1') ?? item.value
      return plainText([item])
    })
    .join('')
