import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { repairTwiceEncoded } from './twice-encoded.ts'

const twice = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

test.each(['It’s a café — “open” ☕ 🛶', 'Ćevapi, наш причал, 波止場'])('UTF-8 that was read as ISO-8859-1 is put right: %s', (text) => {
  expect(repairTwiceEncoded(twice(text))).toBe(text)
})

test.each(['Ã© is what a wrong decoder makes of é', 'plain', 'â\u0080 alone', 'Â£5 “quoted”', '\u00ed\u00a0\u0080'])(
  'other text stays: %j',
  (text) => {
    expect(repairTwiceEncoded(text)).toBe(text)
  },
)

test('a page that reached us so is read', () => {
  const html = twice(
    '<title>The keeper’s gate</title><article><h1>The keeper’s gate</h1><p>It’s shut at seven — whatever the weather.</p></article>',
  )
  expect(extractPage({ html, url: 'https://canal.example/gate' })).toMatchObject({
    title: 'The keeper’s gate',
    markdown: 'It’s shut at seven — whatever the weather.',
  })
})
