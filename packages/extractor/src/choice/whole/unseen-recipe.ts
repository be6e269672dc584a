/** Recipes that a page's data say and the page, which draws them by script, does not show. */
import { foldedWords, tidy } from '../../metadata/text.ts'
import type { Block } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { writeText } from '../../writer/inline.ts'
import { recipeOf } from './recipe-data.ts'

const LONGEST_INGREDIENT = 300
const LONGEST_STEP = 2_000
/** Share of the words of the ingredients that a page which shows them has. */
const SHOWN = 0.5

const write = (lines: readonly string[], cap: number, mark: (at: number) => string): string =>
  lines
    .map((line) => tidy(line, cap))
    .filter((line) => line !== null)
    .map((line, at) => `${mark(at)} ${writeText(line)}`)
    .join('\n')

/** Ingredients and steps as Markdown; null where the page shows them. */
export function unseenRecipe(page: Page, blocks: readonly Block[], keep: Uint8Array): string | null {
  const recipe = recipeOf(page)
  if (recipe === null || recipe.ingredients.length < 2) return null
  const words = foldedWords(recipe.ingredients.join(' '))
  const shown = foldedWords(blocks.map(({ text, index }) => (keep[index] === 1 ? text : '')).join(' '))
  if ([...words].filter((word) => shown.has(word)).length >= words.size * SHOWN) return null
  const steps = write(recipe.steps, LONGEST_STEP, (at) => `${at + 1}.`)
  return `## Ingredients\n\n${write(recipe.ingredients, LONGEST_INGREDIENT, () => '-')}${steps === '' ? '' : `\n\n## Instructions\n\n${steps}`}`
}
