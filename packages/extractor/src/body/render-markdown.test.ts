import markdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

const SIGNS = ['[', ']', '(', ')', '](', '![', '[a]', '*', '`', '\\', '<b>', 'a ', '\n', '[a]: /u\n\n', '](/u "t")']

/** Numbers from 0 up to 1 that are the same in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('brackets that lead nowhere are passed over and nothing else is: random brackets are what markdown-it makes of them', () => {
  const plain = new markdownIt({ html: true })
  plain.validateLink = () => true
  plain.renderer.rules.softbreak = () => '<soft-break></soft-break>'
  const next = random(7)
  for (let run = 0; run < 3_000; run += 1) {
    const text = Array.from({ length: 1 + Math.floor(next() * 14) }, () => SIGNS[Math.floor(next() * SIGNS.length)]).join('')
    expect(renderMarkdown(text), text).toBe(plain.render(text))
  }
})
