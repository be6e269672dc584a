/** The chosen blocks of a page as Markdown. */
import { type Element, findAll } from '../page/dom.ts'
import { gatherByAttribute } from '../page/having.ts'
import { readPlaces } from '../page/places.ts'
import { blocksOf } from './blocks.ts'
import type { Choice, Context } from './context.ts'
import { findFootnotes } from './footnotes.ts'
import { linksBeside } from './picture-links.ts'
import { withoutOuterRules } from './rules.ts'
import { survey } from './survey.ts'

/** Markdown (GFM) of the chosen blocks below `body`, in document order. Linear but for the indentation of nested lists and quotes. */
export function writeMarkdown(body: Element, elements: number, base: string | null, choice: Choice): string {
  const surveyed = survey(body, elements, choice)
  const context: Context = {
    base,
    choice,
    footnotes: choice.footnotes ?? findFootnotes(readPlaces(gatherByAttribute(findAll(body, () => true)))),
    ...surveyed,
    leadsBeside: linksBeside(body, surveyed.live),
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
