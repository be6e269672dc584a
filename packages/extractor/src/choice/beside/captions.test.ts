import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepCaptions } from './captions.ts'

/** Texts that are kept where those were that begin so. */
function kept(html: string): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => (text.startsWith('Text') ? 1 : 0))
  keepCaptions(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('a caption between kept paragraphs is kept, one in the frame is not', () => {
  expect(kept('<p>Text one</p><figure><img src="a.jpg"><figcaption>The quay</figcaption></figure><p>Text two</p>')).toEqual([
    'Text one',
    'The quay',
    'Text two',
  ])
  expect(kept('<p>Text one</p><nav><figure><figcaption>The quay</figcaption></figure></nav><p>Text two</p>')).toEqual([
    'Text one',
    'Text two',
  ])
  expect(kept('<p>Text one</p><figure><figcaption>The quay</figcaption></figure><p>Other</p>')).toEqual(['Text one'])
})

test('a caption is kept behind the button that enlarges its picture', () => {
  const figure = '<figure><img src="a.jpg"><button>Enlarge</button><figcaption>The quay</figcaption></figure>'
  expect(kept(`<p>Text one</p>${figure}<p>Text two</p>`)).toEqual(['Text one', 'The quay', 'Text two'])
})

test.each([
  ['WordPress', '<div class="wp-caption"><a href="/a"><img src="a.jpg"></a><p class="wp-caption-text">The quay, 1931</p></div>'],
  [
    'Blogger',
    '<table class="tr-caption-container"><tr><td><img src="a.jpg"></td></tr><tr><td class="tr-caption">The quay, 1931</td></tr></table>',
  ],
])('a caption that a class tells is one: %s', (_name, html) => {
  expect(kept(`<p>Text one</p>${html}<p>Text two</p>`)).toEqual(['Text one', 'The quay, 1931', 'Text two'])
})

test('a line that only calls itself a caption and has no picture is none', () => {
  expect(kept('<p>Text one</p><div><p class="cta-caption">Thanks for reading</p></div><p>Text two</p>')).toEqual(['Text one', 'Text two'])
})

test('a caption at the end of the text is kept, one behind the box of the text is not', () => {
  const figure = '<figure><img src="a.jpg"><figcaption>The quay</figcaption></figure>'
  expect(kept(`<div><p>Text one</p>${figure}</div><p>Other</p>`)).toEqual(['Text one', 'The quay'])
  expect(kept(`<div><p>Text one</p></div>${figure}`)).toEqual(['Text one'])
})

test('numbered figures between kept text are kept without the link to see each alone, and so are the notes of a table', () => {
  const link = '<div><a href="/f/1">Full size image</a></div>'
  const picture = `<figure><figcaption>Fig. 1: Stocks.</figcaption><img src="a.jpg"><div><p>a, No-till. b, Ploughed.</p></div>${link}</figure>`
  const table = `<figure><figcaption>Table 1 Depths ${link}</figcaption></figure>`
  const figures = ['Fig. 1: Stocks.', 'a, No-till. b, Ploughed.', 'Table 1 Depths']
  expect(kept(`<p>Text one</p>${picture}${table}<p>Text two</p>`)).toEqual(['Text one', ...figures, 'Text two'])
  expect(kept(`<p>Text one</p><div>${picture}</div><p>Other</p>`)).toEqual(['Text one'])
  const notes = `${link}<div class="tw-foot p"><p>a t test</p><p>b rank test</p></div>`
  expect(kept(`<section><table><tr><td>Text 1</td></tr></table>${notes}</section><p>Other</p>`)).toEqual([
    'Text 1',
    'a t test',
    'b rank test',
  ])
})
