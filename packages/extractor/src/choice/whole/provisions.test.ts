import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { isLaw, keepNumbers } from './provisions.ts'

/** Texts that are kept when those that begin so are kept at first. */
function kept(html: string, first: RegExp): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => (first.test(text) ? 1 : 0))
  keepNumbers(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('the number of a provision is kept with what it numbers', () => {
  const html = '<div><p>Article 2</p><p>Entry into force</p></div><div><span>(a)</span><p>Entry by the quay</p></div>'
  expect(kept(html, /^Entry/)).toEqual(['Article 2', 'Entry into force', '(a)', 'Entry by the quay'])
  expect(kept('<div><p>12 comments</p><p>Entry into force</p></div>', /^Entry/)).toEqual(['Entry into force'])
  expect(kept('<div><a href="#r">(12)</a><p>Entry into force</p></div>', /^Entry/)).toEqual(['Entry into force'])
})

test('a text of numbered provisions is a law, a list of ten things is none', () => {
  const law = (html: string): boolean => {
    const { blocks } = segment(parsePage(html))
    return isLaw(blocks, new Uint8Array(blocks.length).fill(1))
  }
  const each = (item: (at: number) => string): string => Array.from({ length: 10 }, (_, at) => item(at + 1)).join('')
  expect(law(each((at) => `<p>Article ${at}</p><p>Gates</p><p>Gate ${at} shall be closed.</p>`))).toBe(true)
  expect(law(each((at) => `<p>(${at}) Gate ${at} shall be closed.</p>`))).toBe(true)
  expect(law(each((at) => `<h2>${at}. The gate ${at}</h2><p>It was closed in ${at + 1900}.</p>`))).toBe(false)
})

test('a law is kept from its beginning to its end', () => {
  const article = (at: number): string =>
    `<div id="art_${at}"><p class="ti-art">Article ${at}</p><p class="sti-art">Rule ${at}</p><p>1.   Each gate of kind ${at} shall bear the mark that is set out in Annex ${at}.</p><table><tr><td><p>(a)</p></td><td><p>legible after ${at} hours;</p></td></tr></table><p>This is of gate ${at}.</p></div>`
  const html = `<title>Gates</title><div><p class="doc-ti">REGULATION OF GATES</p>${Array.from({ length: 12 }, (_, at) => article(at + 1)).join('')}</div>`
  const { markdown } = extractPage({ html, url: 'https://law.example/gates' })!
  for (let at = 1; at <= 12; at += 1) expect(markdown).toMatch(new RegExp(`Article ${at}\\b[^]*\\(a\\) legible after ${at} hours`))
})
