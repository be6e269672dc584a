import { expect, test } from 'vitest'
import { parsePage } from './parse.ts'
import { segment } from './segment.ts'

const textsOf = (html: string): string[] => segment(parsePage(html)).blocks.map(({ text }) => text)

test('a button in the middle of a sentence is a word of it', () => {
  expect(textsOf('<p>Press <button>Save</button> to keep it, or press <button><b>Save as</b></button>.</p>')).toEqual([
    'Press Save to keep it, or press Save as.',
  ])
  expect(textsOf('<li>said professor<button>Ann Author,</button> who leads it</li>')).toEqual(['said professor Ann Author, who leads it'])
  expect(textsOf('<p>Liked for: <button>colour</button>, <button>shape</button>, <button>price</button> </p>')).toEqual([
    'Liked for: colour, shape, price',
  ])
  expect(textsOf('<p>使うには<button>保存</button>を押します。</p>')).toEqual(['使うには保存を押します。'])
})

test('any other button is a border', () => {
  expect(textsOf('<div>Home <button>Shop</button> Offers</div>')).toEqual(['Home', 'Shop', 'Offers'])
  expect(textsOf('<p>Lamp, $19.99 <button>Add to cart</button></p>')).toEqual(['Lamp, $19.99', 'Add to cart'])
  expect(textsOf('<p>The first half of it … <button>more</button> and the rest.</p>')).toEqual([
    'The first half of it …',
    'more',
    'and the rest.',
  ])
  expect(textsOf('<p>Press <button><div>Save</div></button> to keep it.</p>')).toEqual(['Press', 'Save', 'to keep it.'])
  expect(textsOf('<p>Press <button></button> to keep it.</p>')).toEqual(['Press to keep it.'])
})
