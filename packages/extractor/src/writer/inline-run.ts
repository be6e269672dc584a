/** Text of a line and what stands in it, before it becomes Markdown. */
import { BEGINS_WITH_WORD, collapse, ENDS_IN_WORD } from '../page/text.ts'

export type Mark = 'strong' | 'emphasis' | 'delete'

/** Of one class, whatever it is: of six kinds of objects V8 would compile again what reads them with each that it comes to see. */
class Item<Type extends string> {
  readonly type: Type
  /** What is written where nothing has to be escaped, but for marks and links. */
  value: string
  readonly children: Inline[]
  readonly mark: Mark | null
  readonly url: string
  readonly title: string | null

  constructor(type: Type, value: string, children = NONE, mark: Mark | null = null, url = '', title: string | null = null) {
    this.type = type
    this.value = value
    this.children = children
    this.mark = mark
    this.url = url
    this.title = title
  }
}

/** Text-level content, before it becomes Markdown. `raw` is Markdown already: an image, a formula, a footnote mark. */
export type Inline = Item<'text' | 'code' | 'raw' | 'break'> | Marked | Linked
export type Marked = Item<'mark'> & { readonly mark: Mark }
export type Linked = Item<'link'>
export type Holding = Marked | Linked

const NONE: Inline[] = []

export const words = (text: string): Inline => new Item('text', text)
export const coded = (value: string): Inline => new Item('code', value)
export const raw = (markdown: string): Inline => new Item('raw', markdown)
export const marked = (mark: Mark, children: Inline[]): Marked => new Item('mark', '', children, mark) as Marked
export const linked = (url: string, title: string | null, children: Inline[]): Linked => new Item('link', '', children, null, url, title)
export const lineBreak = (): Inline => new Item('break', '\\\n')
/** A new line in the source that readers of the Markdown see as a space. */
export const softBreak = (): Inline => new Item('break', '\n')

export const isBreak = ({ type }: Inline): boolean => type === 'break'
export const isHard = ({ type, value }: Inline): boolean => type === 'break' && value !== '\n'
export const holdsMore = (item: Inline): item is Holding => item.type === 'mark' || item.type === 'link'

/** The same around something else. */
export const withChildren = (item: Holding, children: Inline[]): Holding =>
  item.type === 'mark' ? marked(item.mark, children) : linked(item.url, item.title, children)

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
    else target.push(words(value))
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
    this.add(target, raw(value))
    this.endsInPicture = true
  }
}

export function plainText(items: readonly Inline[]): string {
  let text = ''
  for (const item of items) text += item.type === 'break' ? ' ' : holdsMore(item) ? plainText(item.children) : item.value
  return text
}

const PICTURE = /^!\[((?:\\.|[^[\]\\])*)\]\(/

/** The same with what pictures are described by in their place. */
export function wordsOf(items: readonly Inline[]): string {
  let text = ''
  for (const item of items)
    text += holdsMore(item)
      ? wordsOf(item.children)
      : item.type === 'raw'
        ? described(item.value)
        : item.type === 'break'
          ? ' '
          : item.value
  return text
}

const described = (markdown: string): string => PICTURE.exec(markdown)?.[1]?.replace(/\\(.)/g, '$1') ?? markdown
