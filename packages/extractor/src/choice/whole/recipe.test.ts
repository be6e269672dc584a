import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepRecipe } from './recipe.ts'

/** Texts that are kept when those that begin with `Text` are kept at first. */
function ingredients(html: string): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const keep = Uint8Array.from(blocks, ({ text }) => (text.startsWith('Text') ? 1 : 0))
  keepRecipe(page, blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('the ingredients that a recipe names are kept once, with their heading', () => {
  const ld = JSON.stringify({ '@type': 'Recipe', recipeIngredient: ['2 cups flour', '1 egg', '½ tsp salt'] })
  const list = '<ul><li>2 cups <b>flour</b></li><li>1 egg</li><li>½ tsp salt</li></ul>'
  const html = `<script type="application/ld+json">${ld}</script><p>Text</p><h3>Ingredients</h3>${list}<button>Print</button><div>${list}</div>`
  expect(ingredients(html)).toEqual(['Text', 'Ingredients', '2 cups flour', '1 egg', '½ tsp salt'])
  expect(ingredients(html.replace('Recipe', 'Product'))).toEqual(['Text'])
})

test('an ingredient in pieces is found, in either order, and the box of all of them is whole', () => {
  const ld = JSON.stringify({
    '@type': 'Recipe',
    recipeIngredient: ['200 g flour', '1 egg', 'Milk 1/2 l', 'salt'],
    recipeInstructions: [{ text: 'Whisk it until it runs from the spoon.' }],
  })
  const row = (amount: string, name: string): string => `<div><div>${amount}</div><div>${name}</div></div>`
  const rows = [row('200 g', 'Flour'), row('1', 'egg'), row('Milk', '½ l'), row('a pinch', 'of salt')].join('')
  const html = `<script type="application/ld+json">${ld}</script><p>Text</p><div><div class="box">${rows}</div></div><p>Aside</p><p>Whisk it until it runs from the spoon.</p>`
  expect(ingredients(html)).toEqual([
    'Text',
    '200 g',
    'Flour',
    '1',
    'egg',
    'Milk',
    '½ l',
    'a pinch',
    'of salt',
    'Whisk it until it runs from the spoon.',
  ])
  const far = `<script type="application/ld+json">${ld}</script><p>Text</p><p>Salt</p>${'<p>Aside</p>'.repeat(40)}${row('1', 'egg')}`
  expect(ingredients(far)).toEqual(['Text', 'Salt', '1', 'egg'])
})

test('what microdata call ingredients is kept', () => {
  const item = (name: string): string => `<li itemprop="recipeIngredient"><div>${name}</div></li>`
  const list = `<ul>${['2 eggs', 'a pear', 'salt'].map(item).join('')}</ul>`
  expect(ingredients(`<p>Text</p><h3>Ingredients</h3>${list}<p>Aside</p>`)).toEqual(['Text', 'Ingredients', '2 eggs', 'a pear', 'salt'])
  const unseen = ['2 eggs', 'salt'].map((name) => `<meta itemprop="recipeIngredient" content="${name}">`).join('')
  expect(ingredients(`<p>Text</p><main><div>${unseen}<div>2 eggs</div><div>Salt</div></div></main>`)).toEqual(['Text', '2 eggs', 'Salt'])
})

test('how long a recipe takes and how many it feeds is kept, as one line or below its name', () => {
  const list = '<h3>Ingredients</h3><ul><li>2 cups flour</li><li>1 egg</li><li>½ tsp salt</li></ul>'
  const ld = JSON.stringify({ '@type': 'Recipe', recipeIngredient: ['2 cups flour', '1 egg', '½ tsp salt'] })
  const facts =
    '<div><span>Servings</span> 4 people</div><div><div>Cuisine</div><div>Frisian</div></div><div>Print</div><div>Serves as a warning to all.</div>'
  const kept = ['Text', 'Servings 4 people', 'Cuisine', 'Frisian', 'Ingredients', '2 cups flour', '1 egg', '½ tsp salt']
  expect(ingredients(`<script type="application/ld+json">${ld}</script><p>Text</p>${facts}${list}`)).toEqual(kept)
  expect(ingredients(`<p>Text</p>${facts}`)).toEqual(['Text'])
})

const TEXT = `<p>${'My grandmother made these every Sunday, and she never measured anything at all. '.repeat(6)}</p>`
const DATA = {
  '@type': 'Recipe',
  recipeIngredient: ['2 cups flour', '3 *large* eggs'],
  recipeInstructions: [{ '@type': 'HowToSection', itemListElement: [{ '@type': 'HowToStep', text: 'Whisk&nbsp;it.' }, { text: 'Bake.' }] }],
}
const recipe = (data: object, shown = '') =>
  extractPage({
    html: `<title>Pancakes</title><script type="application/ld+json">${JSON.stringify(data)}</script><article><h1>Pancakes</h1>${TEXT}${shown}</article>`,
    url: 'https://kitchen.example/pancakes',
  })!.markdown

test('a recipe that a page draws by script is written from its data', () => {
  expect(recipe(DATA)).toMatch(
    /\n\n## Ingredients\n\n- 2 cups flour\n- 3 \\\*large\\\* eggs\n\n## Instructions\n\n1\. Whisk it\.\n2\. Bake\.$/,
  )
  expect(recipe({ ...DATA, recipeInstructions: 'Whisk.\nBake.' })).toMatch(/\n1\. Whisk\.\n2\. Bake\.$/)
  expect(recipe({ ...DATA, recipeInstructions: undefined })).toMatch(/eggs$/)
})

test('a recipe that the page shows is not written again', () => {
  expect(recipe(DATA, '<h2>Ingredients</h2><ul><li>2 cups of flour</li><li>3 eggs</li></ul>').match(/flour/g)).toHaveLength(1)
})
