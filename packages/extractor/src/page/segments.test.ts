import { expect, test } from 'vitest'
import { parsePage } from './parse.ts'
import { segment } from './segment.ts'

const textsOf = (html: string): string[] => segment(parsePage(html)).blocks.map(({ text }) => text)
const boxes = (...texts: string[]): string => texts.map((text) => `<div>${text}</div>`).join('')

test('a path drawn segment by segment is one line', () => {
  const path = boxes('', '/', 'v1', '/', 'locks', '/', '{lock_id}', '/', 'gates')
  expect(textsOf(`<div><div>PATCH</div><div><button>${path}</button></div></div>`)).toEqual(['PATCH', '/v1/locks/{lock_id}/gates'])
})

test('boxes with other things between them stay as they are', () => {
  expect(textsOf(`<div>${boxes('3', '/', '4')}</div>`)).toEqual(['3', '/', '4'])
  expect(textsOf(`<div>${boxes('/', 'Home', '/', 'All locks')}</div>`)).toEqual(['/', 'Home', '/', 'All locks'])
  expect(textsOf(`<div>${boxes('/', 'v1', '/', '<b>x</b>')}</div>`)).toEqual(['/', 'v1', '/', 'x'])
})

test('a paragraph that holds nothing that is seen is no line, and what joins letters stays in words', () => {
  const blanks = ['\u200d', '\u200c', '&nbsp;\u200d', '\u2800', '\u3164', '\ufe0f'].map((blank) => `<p>${blank}</p>`)
  expect(textsOf(`<p>Boats</p>${blanks.join('')}<p>می\u200cخواهم</p><p>👩\u200d🚀</p>`)).toEqual(['Boats', 'می\u200cخواهم', '👩\u200d🚀'])
})
