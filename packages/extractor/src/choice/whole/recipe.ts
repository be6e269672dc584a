/** Recipes: what their own data name belongs to them, whether the scorer knows it for content or not. */
import { fold, tidy } from '../../metadata/text.ts'
import { type Block, headingsIn } from '../../page/blocks.ts'
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
/** How far before its ingredients a recipe says how long it takes and how many it feeds, how long such a line is, and how it begins. */
const FACTS = { before: 40, longest: 60 }
const FACT =
  /^(?:(?:prep(?:aration)?|cook(?:ing)?|bak(?:e|ing)|total|active|hands-on|rest(?:ing)?|ris(?:e|ing)|chill(?:ing)?|additional|ready)(?:[ -](?:time|in))?|servings?|serves|yields?|makes|portions?|course|cuisine|calories|difficulty|(?:vorbereitungs|zubereitungs|arbeits|koch|back|ruhe|gesamt)zeit|portionen|schwierigkeit(?:sgrad)?|préparation|cuisson|temps (?:total|de \p{L}+)|difficulté|tiempo (?:total|de \p{L}+)|raciones|porciones|dificultad|preparazione|cottura|tempo (?:totale|di \p{L}+)|porzioni|difficoltà|bereidingstijd|porties|tempo de \p{L}+|porções)(?=\P{Ll}|$):?/iu
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
  const list = found[0] ?? listed(blocks, keep)
  if (list !== undefined) keepFacts(blocks, list.index, keep)
  for (const index of recipe === null ? [] : stepsIn(recipe.steps, blocks, keep)) keep[index] = 1
}

/** The kept heading above ingredients. */
function listed(blocks: readonly Block[], keep: Uint8Array): Block | undefined {
  const at = headingsIn(blocks).find((index) => keep[index] === 1 && INGREDIENTS.test(blocks[index]!.text))
  return at === undefined ? undefined : blocks[at]
}

/** Keeps the lines before the ingredients that say how long it takes, how many it feeds and the like, each with its value. */
function keepFacts(blocks: readonly Block[], ingredients: number, keep: Uint8Array): void {
  for (let at = Math.max(0, ingredients - FACTS.before); at < ingredients; at += 1) {
    const { text, container } = blocks[at]!
    const label = isLine(blocks[at]!) ? FACT.exec(text)?.[0] : undefined
    if (label === undefined) continue
    const value = blocks[at + 1]
    if (label.length < text.length) keep[at] = 1
    else if (value !== undefined && isLine(value) && container.parent !== null && isWithin(value.container, container.parent))
      keep.fill(1, at, at + 2)
  }
}

const isLine = (block: Block): boolean => isOwn(block) && block.text.length <= FACTS.longest && !/[.!?]$/.test(block.text)

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
