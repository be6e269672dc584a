import { expect, test } from 'vitest'
import { parsePage } from '../page/parse.ts'
import { segment } from '../page/segment.ts'
import { keepOtherHeading } from './index.ts'

/** Whether the heading is kept where the line behind it is. */
function isKept(html: string, { title = 'Employment law for employees', titleBlock = -1 } = {}): boolean {
  const { blocks } = segment(parsePage(`<body>${html}<p>We act only for employees, on fixed fees.</p></body>`))
  const keep = new Uint8Array(blocks.length)
  keep[blocks.length - 1] = 1
  keepOtherHeading({ blocks, keep }, titleBlock, { title, siteName: 'Kestrel Solicitors' })
  return keep[blocks.findIndex(({ container }) => container.tag === 'h1')] === 1
}

test('a heading of level 1 that says something else than the title is text of the page', () => {
  expect(isKept('<div>Law</div><h1>Sacked, sidelined or asked to sign?</h1>')).toBe(true)
  expect(isKept('<h1>Sacked, sidelined or asked to sign?</h1><div>Call</div><div>Write</div>')).toBe(true)
})

test.each([
  ['the name of the site', '<h1>Kestrel Solicitors</h1>'],
  ['one of a menu', '<nav><h1>Call us on any day of the week</h1></nav>'],
  ['one of several', '<h1>Sacked, sidelined or asked to sign?</h1><h1>Made redundant or bullied?</h1>'],
  ['one far above', '<h1>Sacked, sidelined or asked to sign?</h1><div>One</div><div>Two</div><div>Three</div>'],
  ['a word', '<h1>Welcome</h1>'],
])('%s is not', (_, html) => {
  expect(isKept(html)).toBe(false)
})

test('a title that stands on the page is enough', () => {
  expect(isKept('<h1>Sacked, sidelined or asked to sign?</h1>', { titleBlock: 1 })).toBe(false)
})
