import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepDishes } from './dishes.ts'

/** Texts that are kept of a page of which nothing was. */
function kept(html: string): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length)
  keepDishes(page, blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const dish = (name: string, price: string): string =>
  `<div class="menu-item"><div class="menu-item-title">${name}</div><span class="price">${price}</span></div>`
const part = (name: string, dishes: string): string =>
  `<div class="menu-section"><div class="menu-section-title">${name}</div><div class="menu-items">${dishes}</div></div>`

test('what a menu serves is kept with its prices and the names of its parts', () => {
  const menu = part('Small plates', dish('Cured trout', '£9.50') + dish('Leeks', '£8')) + part('Mains', dish('Hogget', '£24'))
  expect(kept(`<p>Left out</p><div class="menu"><div class="tabs"><a href="#d">Dinner</a></div>${menu}</div><p>Left out</p>`)).toEqual([
    ...['Small plates', 'Cured trout', '£9.50', 'Leeks', '£8'],
    ...['Mains', 'Hogget', '£24'],
  ])
})

test('a menu that leads to places is none of dishes', () => {
  const link = (name: string): string => `<li class="menu-item"><a href="/${name}">${name}</a></li>`
  expect(kept(`<ul class="menu">${['Home', 'Shop', 'Basket £0.00'].map(link).join('')}</ul>`)).toEqual([])
  expect(kept(`<div>${['Home', 'Shop', 'Basket'].map((name) => dish(name, 'now')).join('')}</div>`)).toEqual([])
})
