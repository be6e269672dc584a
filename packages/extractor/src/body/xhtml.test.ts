import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'
import { xhtmlAsHtml } from './xhtml.ts'

test('XHTML says its language in its own way, and has text as it stands', () => {
  const said = 'The tide turns twice a day, and the boats in the harbour turn with it, as everybody here has always known.'
  const page = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en-GB"><head><title>Tides</title><script/><style><![CDATA[ p > a {} ]]></style></head><body><p>${said} <![CDATA[A & B < C]]></p></body></html>`
  expect(readDocument(Buffer.from(page), 'https://tide.example/', { contentType: 'application/xhtml+xml' })).toMatchObject({
    document: { markdown: `${said} A & B < C`, lang: 'en-GB' },
  })
})

test.each(['<![CDATA[', '<script><![CDATA[', ']]>', '<html '])('sections without end cost linear time: %s', (unit) => {
  expect(growth((size) => unit.repeat(size), xhtmlAsHtml, 20_000)).toBeLessThan(8)
})
