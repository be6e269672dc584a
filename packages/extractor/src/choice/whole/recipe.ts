/** Recipes: what their own data name belongs to them, whether the scorer knows it for content or not. */
import { fold, tidy } from '../../metadata/text.ts'
import type { Block } from '../../page/blocks.ts'
import { closest, type Element, isWithin, type Page } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { blockSpans } from '../../records/find.ts'
import { recipeOf } from './recipe-data.ts'

const LONGEST_INGREDIENT = 300
const LONGEST_STEP = 2_000
/** Letters by which a step is known: data and page may go on differently. */
const STEP = 60
const LEAST_STEP = 12
/** Blocks that one ingredient may stand in: how much, of what, and how it is cut. */
const PIECES = 3
/** As many ingredients found are a list, whose box may hold so many blocks for each of them and some besides: headings of parts. */
const LEAST = 3
const EACH = 3
const BESIDES = 6
const INGREDIENTS = /^(?:ingredients?|zutaten|ingrédients?|ingredientes|ingredienti|ingrediënten|składniki|材料)\b.{0,30}$/i
const PROPERTIES = /^(?:recipeIngredient|ingredients)$/

const isOwn = ({ flags, text }: Block): boolean => (flags & (AROUND | FLAG.button | FLAG.hidden)) === 0 && text.length <= LONGEST_INGREDIENT

/** Keeps the ingredients and steps that a recipe's own data name, the rest of the box of the former, and the heading above them. */
export function keepRecipe(page: Page, blocks: readonly Block[], keep: Uint8Array): void {
  const recipe = recipeOf(page)
  const elements = page.having.itemprop.filter(({ attributes }) => PROPERTIES.test(attributes.itemprop!))
  const names = [
    ...(recipe?.ingredients ?? []),
    ...elements.flatMap(({ attributes: { content } }) => (content === undefined ? [] : [content])),
  ]
  const found = [...new Set([...named(names, blocks), ...marked(elements, blocks)])].sort((one, other) => one.index - other.index)
  for (const { index } of found) keep[index] = 1
  for (const { index } of restOfBox(page, found, blocks)) keep[index] = 1
  const first = found[0]?.index ?? 0
  for (let at = first - 1; at >= Math.max(0, first - 6); at -= 1) if (INGREDIENTS.test(blocks[at]!.text)) keep[at] = 1
  for (const index of recipe === null ? [] : stepsIn(recipe.steps, blocks, keep)) keep[index] = 1
}

/** Blocks that are an ingredient, each once, or pieces of one side by side in either order. */
function named(ingredients: readonly string[], blocks: readonly Block[]): Block[] {
  const wanted = new Set(ingredients.map((name) => fold(tidy(name, LONGEST_INGREDIENT) ?? '')))
  wanted.delete('')
  const found: Block[] = []
  for (let at = 0; at < blocks.length && wanted.size > 0; at += 1) {
    const pieces: Block[] = []
    for (let end = at; end < Math.min(at + PIECES, blocks.length) && isOwn(blocks[end]!); end += 1) {
      pieces.push(blocks[end]!)
      const texts = pieces.map(({ text }) => fold(text))
      if (!wanted.delete(texts.join('')) && !wanted.delete(texts.toReversed().join(''))) continue
      found.push(...pieces)
      at = end
      break
    }
  }
  return found
}

/** Blocks in elements that microdata call ingredients. */
function marked(elements: readonly Element[], blocks: readonly Block[]): Block[] {
  if (elements.length < LEAST) return []
  const known = new Set(elements)
  return blocks.filter((block) => isOwn(block) && closest(block.container, (at) => known.has(at)) !== null)
}

/** The blocks of the smallest box around those that were found, in their order, where it holds not much else. */
function restOfBox(page: Page, found: readonly Block[], blocks: readonly Block[]): readonly Block[] {
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined || found.length < LEAST) return []
  const box = closest(first.container, (at) => isWithin(last.container, at))
  if (box === null) return []
  const spans = blockSpans(page)
  const inside = blocks.slice(spans.first[box.id]!, spans.last[box.id]! + 1)
  return inside.length > found.length * EACH + BESIDES ? [] : inside.filter(isOwn)
}

/** Blocks that begin as a step does, where that is not kept elsewhere. */
function stepsIn(steps: readonly string[], blocks: readonly Block[], keep: Uint8Array): number[] {
  const known = (text: string): string => fold(tidy(text, LONGEST_STEP) ?? '').slice(0, STEP)
  const wanted = new Set(steps.map(known).filter((step) => step.length >= LEAST_STEP))
  if (wanted.size === 0) return []
  const own = blocks.filter(({ flags, text }) => (flags & (AROUND | FLAG.hidden)) === 0 && text.length <= LONGEST_STEP)
  const steppers = own.map(({ index, text }) => ({ index, step: fold(text).slice(0, STEP) })).filter(({ step }) => wanted.has(step))
  for (const { index, step } of steppers) if (keep[index] === 1) wanted.delete(step)
  return steppers.filter(({ step }) => wanted.delete(step)).map(({ index }) => index)
}
