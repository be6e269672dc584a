import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const STORY = [
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.',
  'In winter the gate freezes to its frame, and then it takes an hour until the ice is knocked off the chains and the wheel turns again.',
  'Whoever comes late waits until noon, since the chamber is wanted for the boats of the town and nobody hurries with them.',
]
const read = (body: string, title = 'The upper gate') =>
  extractPage({
    html: `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`,
    url: 'https://canal.example/gate',
  })!

test('what a host holds stands where its shadow tree has a slot for it', () => {
  const paragraphs = STORY.map((text) => `<p>${text}</p>`).join('')
  const { markdown, title, byline } = read(
    `<x-page><template shadowrootmode="open"><nav><slot name="ways"></slot></nav><main><h1><slot name="title">Untitled</slot></h1><p><slot name="by">Nobody</slot></p><slot></slot><p>Read aloud on <slot name="when">some day</slot>.</p></main><footer><slot name="foot"></slot></footer></template><div slot="foot">© Canal Post</div><div slot="ways"><a href="/">Home</a> <a href="/boats">Boats</a></div>${paragraphs}<span slot="by">By Ann Harbour</span><span slot="title">The upper gate</span></x-page>`,
  )
  expect(title).toBe('The upper gate')
  expect(byline).toBe('Ann Harbour')
  expect(markdown).toContain(STORY.join('\n\n'))
  expect(markdown).toContain('Read aloud on some day.')
  expect(markdown).not.toMatch(/Untitled|Nobody|Home|©/)
})

test('hosts stand within each other, and hand on what they are given', () => {
  const quote = (text: string): string =>
    `<x-quote><template shadowrootmode="open"><x-box><template shadowrootmode="open"><blockquote><slot></slot></blockquote></template><slot></slot></x-box></template>${text}</x-quote>`
  const { markdown } = read(`<main><h1>The upper gate</h1><p>${STORY[0]}</p>${quote(STORY[1]!)}<p>${STORY[2]}</p></main>`)
  expect(markdown).toBe(`${STORY[0]}\n\n> ${STORY[1]}\n\n${STORY[2]}`)
})

test('a card is linked by its title, which a slot puts into the link', () => {
  const card = (name: string, at: number): string =>
    `<x-card><template shadowrootmode="open"><div><slot name="pic"></slot><h3><a href="/boats/${at}"><slot></slot></a></h3><slot name="price"></slot></div></template><b slot="price">€${at}9.00</b>${name}<img slot="pic" src="/${at}.jpg" alt=""></x-card>`
  const { markdown } = read(
    `<main><h1>Boats</h1>${['Oak barge', 'Reed punt', 'Tin dinghy', 'Long skiff', 'Ferry'].map(card).join('')}</main>`,
    'Boats',
  )
  expect(markdown).toMatch(/\[Reed punt\]\(https:\/\/canal\.example\/boats\/1\)[^[]*€19\.00/)
})
