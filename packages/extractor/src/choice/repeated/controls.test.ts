import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const NAMES = ['Kyoto', 'Clear', 'Speckled', 'Side', 'Matte', 'Travel']
const shelf = (item: (name: string, at: number) => string): string =>
  extractPage({
    html: `<html lang="en"><head><title>Tea Pots</title></head><body><main><h1>Tea Pots</h1><p>Pots of stoneware, glass and cast iron for one cup or for a table of eight.</p><ul class="products">${NAMES.map(item).join('')}</ul></main></body></html>`,
    url: 'https://store.example/product-category/tea-pots/',
  })!.markdown

test.each([
  ['on the line of the price', (at: number) => `<a href="?add-to-cart=${at}" class="button add_to_cart_button">Add to cart</a>`],
  ['in a form', () => '<form><button type="submit">Add to cart</button></form>'],
])('buttons that all records have are left out: %s', (_, button) => {
  const markdown = shelf(
    (name, at) =>
      `<li class="product"><a href="/product/${name}/"><h2>${name} tea pot of fine make</h2></a><p class="price">$${at + 2}9.00 ${button(at)}</p></li>`,
  )
  for (const [at, name] of NAMES.entries()) {
    expect(markdown).toContain(`[${name} tea pot of fine make](https://store.example/product/${name}/)`)
    expect(markdown).toContain(`$${at + 2}9.00`)
  }
  expect(markdown).not.toContain('Add to cart')
})

test('a button that is the only way into a record stays', () => {
  const markdown = shelf(
    (name, at) =>
      `<li class="product"><h2>${name} tea pot of fine make</h2><p>$${at + 2}9.00</p><a class="btn" href="/product/${name}/">Show it</a></li>`,
  )
  for (const name of NAMES) expect(markdown).toContain(`https://store.example/product/${name}/`)
})

test('links in the same words to a place of its own beside each thing for sale are left out, and what several things belong to stays', () => {
  const markdown = shelf(
    (name, at) =>
      `<li class="product"><h2><a href="/product/${name}/">${name} tea pot of fine make</a></h2><p>$${at + 2}9.00</p><div><a href="/maker/ono">Ono &amp; Sons</a></div><div><a href="/like/${at}">See similar pots</a></div><div><a href="/sell/${at}">Sell one like this</a></div></li>`,
  )
  expect(markdown).not.toMatch(/similar|Sell one/)
  expect(markdown.match(/Ono & Sons/g)).toHaveLength(NAMES.length)
})

test('a button to buy is left out whatever it says of a thing that comes in sizes or is sold out', () => {
  const words = ['Select options', 'Add to cart', 'Read more']
  const markdown = shelf(
    (name, at) =>
      `<li class="product"><a href="/product/${name}/"><h2>${name} tea pot of fine make</h2></a><p class="price">$${at + 2}9.00</p><a href="?add-to-cart=${at}" class="button product_type_simple add_to_cart_button">${words[at % 3]}</a></li>`,
  )
  expect(markdown).not.toMatch(/Select|Add|Read/)
})
