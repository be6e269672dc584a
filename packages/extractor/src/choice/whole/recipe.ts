/** Recipes: what their own data name belongs to them, whether the scorer knows it for content, and whether the page shows it at all. */

import { fold, foldedWords, tidy } from '../../metadata/text.ts'
import type { Block } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { AROUND } from '../../page/flags.ts'
import { isRecord, textValue, typesOf } from '../../page/json-ld.ts'
import { writeInline } from '../../writer/inline.ts'

const LONGEST_INGREDIENT = 300
const LONGEST_STEP = 2_000
const MOST = 200
const INGREDIENTS = /^(?:ingredients?|zutaten|ingrédients?|ingredientes|ingredienti|ingrediënten|składniki|材料)\b.{0,30}$/i

/** Share of the words of the ingredients that a page which shows them has. */
const SHOWN = 0.5

const recipeOf = (page: Page) =>
  page.jsonLd.nodes.find((node) => typesOf(node).includes('Recipe') && Array.isArray(node.recipeIngredient)) ?? null

const ingredientsOf = (recipe: Readonly<Record<string, unknown>>): string[] =>
  (recipe.recipeIngredient as unknown[]).filter((name) => typeof name === 'string').slice(0, MOST)

/** The ingredients that a recipe's own data name are part of it, and so is the heading above them. */
export function keepIngredients(page: Page, blocks: readonly Block[], keep: Uint8Array): void {
  const recipe = recipeOf(page)
  if (recipe === null) return
  const wanted = new Set(
    ingredientsOf(recipe)
      .map((name) => fold(name))
      .filter((name) => name !== ''),
  )
  let first = -1
  for (const { index, text, flags } of blocks) {
    if ((flags & AROUND) !== 0 || text.length > LONGEST_INGREDIENT || !wanted.delete(fold(text))) continue
    keep[index] = 1
    if (first === -1) first = index
  }
  for (let at = first - 1; at >= Math.max(0, first - 6); at -= 1) if (INGREDIENTS.test(blocks[at]!.text)) keep[at] = 1
}

/** Steps of instructions, which come as texts, as steps, and as steps in sections. */
function stepsOf(value: unknown, depth = 0): string[] {
  if (depth > 5) return []
  if (typeof value === 'string') return value.split(/\n+/)
  if (Array.isArray(value)) return value.slice(0, MOST).flatMap((item) => stepsOf(item, depth + 1))
  if (!isRecord(value)) return []
  return value.itemListElement === undefined ? stepsOf(textValue(value.text), depth + 1) : stepsOf(value.itemListElement, depth + 1)
}

/** What a recipe's data say and the page, which draws it by script, does not show: its ingredients and steps. Null where it shows them. */
export function unseenRecipe(page: Page, blocks: readonly Block[], keep: Uint8Array): string | null {
  const recipe = recipeOf(page)
  const named = recipe === null ? [] : ingredientsOf(recipe)
  if (recipe === null || named.length < 2) return null
  const words = foldedWords(named.join(' '))
  const shown = foldedWords(blocks.map(({ text, index }) => (keep[index] === 1 ? text : '')).join(' '))
  if ([...words].filter((word) => shown.has(word)).length >= words.size * SHOWN) return null
  const write = (lines: readonly string[], cap: number, mark: (at: number) => string): string =>
    lines
      .map((line) => tidy(line, cap))
      .filter((line) => line !== null)
      .map((line, at) => `${mark(at)} ${writeInline([{ type: 'text', value: line }])}`)
      .join('\n')
  const steps = write(stepsOf(recipe.recipeInstructions), LONGEST_STEP, (at) => `${at + 1}.`)
  return `## Ingredients\n\n${write(named, LONGEST_INGREDIENT, () => '-')}${steps === '' ? '' : `\n\n## Instructions\n\n${steps}`}`
}
