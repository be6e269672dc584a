/** What a page's own data say of its recipe. */
import type { Page } from '../../page/dom.ts'
import { isRecord, textValue, typesOf } from '../../page/json-ld.ts'
import { readOnce } from '../../page/once.ts'

export type Recipe = { readonly ingredients: readonly string[]; readonly steps: readonly string[] }

const MOST = 200

/** Steps of instructions, which come as texts, as steps, and as steps in sections. */
function stepsOf(value: unknown, depth = 0): string[] {
  if (depth > 5) return []
  if (typeof value === 'string') return value.split(/\n+/)
  if (Array.isArray(value)) return value.slice(0, MOST).flatMap((item) => stepsOf(item, depth + 1))
  if (!isRecord(value)) return []
  return value.itemListElement === undefined ? stepsOf(textValue(value.text), depth + 1) : stepsOf(value.itemListElement, depth + 1)
}

/** The first recipe of a page's JSON-LD; null where it names no ingredients. */
export function recipeOf({ jsonLd }: Page): Recipe | null {
  const node = jsonLd.nodes.find((one) => typesOf(one).includes('Recipe') && Array.isArray(one.recipeIngredient))
  if (node === undefined) return null
  const names = (node.recipeIngredient as unknown[]).filter((name) => typeof name === 'string')
  return { ingredients: names.slice(0, MOST), steps: stepsOf(node.recipeInstructions).slice(0, MOST) }
}

const TYPE = /schema\.org\/Recipe$/

/** Whether a page's data know one recipe, whatever other things surround it: what else one can cook, what others say of it. */
export const isOneRecipe = readOnce(({ jsonLd, having }: Page): boolean => {
  const known = jsonLd.nodes.filter((node) => typesOf(node).includes('Recipe'))
  if (known.length > 0) return known.length === 1 && Array.isArray(known[0]!.recipeIngredient) && known[0]!.recipeIngredient.length > 1
  let recipes = 0
  for (const { attributes } of having.more) {
    const type = attributes.more.itemtype
    if (type !== undefined && TYPE.test(type)) recipes += 1
  }
  return recipes === 1
})
