import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const TEXT = `<p>A bowl for whisked tea, thrown in iron-rich stoneware and dipped once in an ash glaze that runs a little further than one would like.</p><p>Holds 400 ml. Every one differs, and the one that you get is not quite the one in the picture above.</p>`
const product = (prices: string): string =>
  extractPage({
    html: `<html lang="en"><head><title>Tea bowl – Slow Kiln</title><meta property="og:type" content="product"></head><body><header><a href="/">Slow Kiln</a></header><main><div class="product"><h1>Tea bowl</h1>${prices}<form action="/cart/add"><button>Add to cart</button></form><div class="rte">${TEXT}</div></div></main></body></html>`,
    url: 'https://pots.example/products/tea-bowl',
  })!.markdown

test.each([
  [
    '<div class="discount"><span class="regular-price">€35.90</span></div><div class="now"><span>€28.72</span><span>Save 20%</span></div>',
    '~~€35.90~~',
  ],
  ['<div class="prices"><div class="old-price">€35.90</div><div class="new-price">€28.72</div></div>', '~~€35.90~~'],
  [
    '<div class="prices"><span class="price--was"><span>€</span><span>35.90</span></span> <span class="now">€28.72</span></div>',
    '~~€35.90~~',
  ],
])('a sum that by its class was asked once is struck out beside one that is less: %s', (prices, struck) => {
  const markdown = product(prices)
  expect(markdown).toContain(struck)
  expect(markdown).toMatch(/€28\.72(?! ?~)/)
  expect(markdown).not.toMatch(/28\.72\p{L}/u)
})

test('the regular price is not struck out where nothing beside it is less', () => {
  for (const prices of [
    '<div><span class="regular-price">€35.90</span></div>',
    '<div><span class="regular-price">€35.90</span> <span class="x">€49.00 with a stand</span></div>',
  ])
    expect(product(prices)).not.toContain('~~')
})

test.each([
  ['by its class alone', '<span class="line-through">$120.00</span> <span>$89.90</span>'],
  ['by its style alone', '<span style="color: red; text-decoration: line-through">$120.00</span> <span>$89.90</span>'],
  ['with a mark that something is said of it below', '<span class="old-price">$120.00*</span> <span>$89.90</span>'],
])('a price that is no longer asked is struck out: %s', (_name, prices) => {
  expect(product(`<div class="sums">${prices}</div>`)).toMatch(/~~\$120\.00(?:\\\*)?~~ \$89\.90/)
})

test('what costs more is not struck out, whatever its style', () => {
  expect(product('<div><span class="line-through">$80.00</span> <span>$89.90</span></div>')).not.toContain('~~')
})

test.each([
  [
    'within words that call it so',
    '<span class="old-price"><span class="k">Regulärer Preis</span><span><span class="v">1.499,00 €</span></span></span> <span>1.299,00 €</span>',
    /~~1\.499,00 €~~ 1\.299,00 €/,
  ],
  ['beside a plain text', 'Sale Price: $129.00 Original Price: <span class="original-price">$159.00</span>', /\$129\.00[^~]*~~\$159\.00~~/],
  [
    'with the price said twice',
    '<i>$9.90</i> <span class="a-text-price" data-a-strike="true"><b>$12.50</b><b aria-hidden="true">$12.50</b></span>',
    /~~\**\$12\.50\**~~/,
  ],
  ['by the share that is saved', '<b class="x1">89,95 €</b> <b class="x2">112,45 €</b> <b class="x3">-20%</b>', /89,95 €\*\* ~~112,45 €~~/],
  [
    'by the sum that is saved',
    '<span class="x1">£1,195</span><span class="x2">£1,495</span><span class="x3">Save £300</span>',
    /£1,195 ~~£1,495~~ Save £300/,
  ],
  ['by a class of one word', '<div class="b">$62.95</div><div class="b strike">$69.95</div>', /\$62\.95\s+~~\$69\.95~~/],
  [
    'by the share, within words',
    '<div><p><b class="x1">1 299,99 zł</b><b class="x4">z VAT</b></p><p><b class="x2">Wcześniej</b> <b>1 499,99 zł</b> <b>(13,33%)</b></p></div>',
    /1 299,99 zł\*\* \*\*z VAT[^~]*~~1 499,99 zł~~/,
  ],
])('what an old price is told by: %s', (_name, prices, struck) => {
  expect(product(`<div>${prices}</div>`)).toMatch(struck)
})

test.each([
  ['another share than that of the sums', '<b>89,95 €</b> <b>112,45 €</b> <b>-50%</b>'],
  ['another sum than that between them', '<b>£1,195</b> <b>£1,495</b> <b>Save £200</b>'],
  ['a sum that is saved from another price', '<b>£600</b> <b>Save £300</b>'],
  ['three sums', '<b>80,00 €</b> <b>100,00 €</b> <b>120,00 €</b> <b>-20%</b>'],
  ['a price for so much of it', '<span class="regular-price">80,00 €</span> <span>20,00 €/kg</span>'],
])('%s beside a price strikes nothing out', (_name, prices) => {
  expect(product(`<div>${prices}</div>`)).not.toContain('~~')
})
