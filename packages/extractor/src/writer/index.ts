/** The chosen blocks of a page as Markdown. */
import type { Element } from '../page/dom.ts'
import { readPlaces } from '../page/places.ts'
import { blocksOf } from './blocks.ts'
import { type Choice, type Context, survey } from './context.ts'
import { findFootnotes } from './footnotes.ts'
import { SilentPictures } from './images.ts'
import { withoutOuterRules } from './rules.ts'

/** Markdown (GFM) of the chosen blocks below `body`, in document order. Linear but for the indentation of nested lists and quotes. */
export function writeMarkdown(body: Element, elements: number, base: string | null, choice: Choice): string {
  const marks = { live: new Uint8Array(elements + 4), nests: new Uint8Array(elements + 4), silent: new SilentPictures() }
  survey(body, choice, marks)
  const context: Context = {
    base,
    choice,
    footnotes: choice.footnotes ?? findFootnotes(readPlaces(body)),
    ...marks,
    written: new Set(),
    linked: new Set(choice.titles?.values()),
    lists: 0,
    quotes: 0,
    posts: 0,
    cards: 0,
    blocksOf,
  }
  const blocks = blocksOf(body.children, context)
  return ((choice.omit ?? -1) < 0 ? blocks : withoutOuterRules(blocks)).join('\n\n').trim()
}
