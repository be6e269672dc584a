import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { holdSteady } from './score.ts'

const WORDS =
  `the harbour tide ferry keeper light stone winter letter island bell school market window garden road river boat captain storm lamp
  morning village house mother brother paper answer silence years water field horse bread music church corner story hand`.split(/\s+/)

/** A sentence of its own for each number. */
function sentence(number: number): string {
  let state = number * 2_654_435_761 + 1
  const words = Array.from({ length: 40 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return WORDS[(state % 4_194_304) % WORDS.length]!
  })
  return `Part ${number}: ${words.join(' ')}, and ${words.slice(3, 12).join(' ')}.`
}
const many = (count: number, wrap: (text: string, number: number) => string): string =>
  Array.from({ length: count }, (_, number) => wrap(sentence(number), number)).join('\n')

const menu = `<nav><ul>${many(12, (_, at) => `<li><a href="/${at}">Section ${at}</a></li>`)}</ul></nav>`
const footer = `<footer><ul>${many(60, (_, at) => `<li><a href="/about/${at}">About our service ${at}</a></li>`)}</ul><p>All rights reserved.</p></footer>`
const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${menu}${content}${footer}</body></html>`

/** Which of the numbered sentences come out. */
function partsOf(html: string): number[] {
  const markdown = extractPage({ html, url: 'https://harbour.example/long' })?.markdown ?? ''
  expect(markdown).not.toContain('About our service')
  return [...markdown.matchAll(/Part (\d+):/g)].map((match) => Number(match[1]))
}
const upTo = (count: number): number[] => [...Array(count).keys()]

test('the last paragraph of a long article is kept like the first', () => {
  const article = `<main><article class="post"><h1>The long account</h1><div class="entry">${many(600, (text) => `<p>${text}</p>`)}</div></article></main>`
  expect(partsOf(page('The long account', article))).toEqual(upTo(600))
})

test('the last post of a long thread is kept like the first', () => {
  const post = (text: string, at: number) =>
    `<div class="post"><div class="author">reader${at % 9}</div><div class="message"><p>${text}</p></div></div>`
  expect(partsOf(page('A question about tides', `<main><h1>A question about tides</h1>${many(500, post)}</main>`))).toEqual(upTo(500))
})

test('blocks beyond the first forty of their group are no worse than these, and those of other groups are what they were', () => {
  const groups = Int32Array.from([...Array(40).fill(0), 1, 0, 0])
  const scores = Float32Array.from([...Array(40).fill(0.75), 0.25, 0.5, 0.875])
  holdSteady(groups, scores)
  expect([...scores.slice(40)]).toEqual([0.25, 0.75, 0.875])
})
