/** The chosen blocks of a page as Markdown. */
import { type Element, findAll } from '../page/dom.ts'
import { gatherByAttribute } from '../page/having.ts'
import { readPlaces } from '../page/places.ts'
import { blocksOf } from './blocks.ts'
import { type Context, choiceOf, type Given } from './context.ts'
import { findFootnotes } from './footnotes.ts'
import { linksBeside } from './picture-links.ts'
import { withoutOuterRules } from './rules.ts'
import { survey } from './survey.ts'

/** Markdown (GFM) of the chosen blocks below `body`, in document order. Linear but for the indentation of nested lists and quotes. */
export function writeMarkdown(body: Element, elements: number, base: string | null, given: Given): string {
  const choice = choiceOf(given)
  const { live, nests, repeated } = survey(body, elements, choice)
  const context: Context = {
    base,
    choice,
    footnotes: given.footnotes ?? findFootnotes(readPlaces(gatherByAttribute(findAll(body, () => true)))),
    live,
    nests,
    repeated,
    leadsBeside: linksBeside(body, live),
    written: new Set(),
    linked: new Set(choice.titles.values()),
    items: choice.cards,
    lists: 0,
    quotes: 0,
    posts: 0,
    cards: 0,
    blocksOf,
  }
  const blocks = blocksOf(body.children, context)
  return (choice.omit < 0 ? blocks : withoutOuterRules(blocks)).join('\n\n').trim()
}
