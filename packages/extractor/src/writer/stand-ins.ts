/** What stands in the place of something else: a formula as it is drawn before its source, a picture for readers without scripts. */
import { closest, type Element, find, type Node } from '../page/dom.ts'
import { textOf } from '../page/text.ts'
import type { RepeatedPictures } from './images.ts'
import { sourceUrl } from './urls.ts'

const DRAWN = /(?:^|\s)(?:MathJax(?:_\w+)?|mjx-chtml)(?:\s|$)/

/** MathJax draws a formula, and what is seen until then, right before the script with its source: the source is written, once. */
export function takeSources(children: readonly Node[], live: Uint8Array): void {
  let drawn: Element[] = []
  for (const child of children) {
    if (child.kind === 'text') {
      if (child.text.trim() !== '') drawn = []
    } else if (child.tag === 'tex-math') {
      if (drawn.some(({ id }) => live[id] === 1)) live[child.id] = 1
      for (const { id } of drawn) live[id] = 0
      drawn = []
    } else if (DRAWN.test(child.attributes.class ?? '')) drawn.push(child)
    else drawn = []
  }
}

const UNSEEN = /none|hidden|absolute|-\d{3}/i
/** Where it leads does not matter for whether a picture has a source. */
const ANYWHERE = 'https://example.org/'

/** Whether a picture stands in an element, or is it, that shows what the `noscript` beside it does. */
function showsIt(element: Element | undefined): boolean {
  if (element === undefined) return false
  if (element.tag === 'img' || element.tag === 'picture') return true
  const image = find(element, ({ tag }) => tag === 'img')
  return image !== null && sourceUrl(image.attributes, ANYWHERE) !== null
}

/** Characters beside a picture that are more than its caption: the page asks for scripts. */
const MESSAGE = 60

/**
 * The picture in a `noscript` that says something of itself, or has a figure's caption. One in a link there is an advertisement or counts readers,
 * one beside sentences is their sign.
 */
function pictureIn(noscript: Element): Element | null {
  const image = find(noscript, ({ tag }) => tag === 'img' || tag === 'a')
  if (image === null || image.tag === 'a' || UNSEEN.test(image.attributes.style ?? '')) return null
  if (textOf(noscript).trim().length > MESSAGE && find(noscript, ({ tag }) => tag === 'figure') === null) return null
  return (image.attributes.alt ?? '').trim() !== '' || noscript.parent?.tag === 'figure' ? image : null
}

/**
 * Pictures that only a script shows stand in a `noscript` for others. They are written where no picture beside them shows the same.
 * @param isKept whether what stands at its place is written
 * @returns whether there is one
 */
export function takePictures(
  { children }: Element,
  { live, repeated }: { live: Uint8Array; repeated: RepeatedPictures },
  isKept: (noscript: Element) => boolean,
): boolean {
  const elements = children.filter((child): child is Element => child.kind === 'element')
  let found = false
  for (const [index, noscript] of elements.entries()) {
    if (noscript.tag !== 'noscript' || !isKept(noscript)) continue
    const image = pictureIn(noscript)
    if (image === null || showsIt(elements[index - 1]) || showsIt(elements[index + 1])) continue
    repeated.add(image)
    closest(image, (at) => {
      live[at.id] = 1
      return at === noscript
    })
    found = true
  }
  return found
}
