import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepQuestions } from './questions.ts'

const TEXT = `Text ${'of the house and its garden '.repeat(9)}`.trim()

/** Texts that are kept when those that begin with `Text` are kept at first. */
function questions(body: string, data: object): string[] {
  const page = parsePage(`<script type="application/ld+json">${JSON.stringify(data)}</script><p>${TEXT}</p>${body}`)
  const { blocks } = segment(page)
  const keep = Uint8Array.from(blocks, ({ text }) => (text.startsWith('Text') ? 1 : 0))
  keepQuestions(page, blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text.slice(0, 40).replace(/^Text.*/, 'Text'))
}

const question = (name: string, text: string) => ({ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } })
const DATA = {
  '@type': 'FAQPage',
  mainEntity: [
    question('Can I bring a dog?', '<p>Dogs are welcome.</p><ul><li>On a lead</li></ul>'),
    question('What&#39;s the price?', 'It costs &#36;12 a night.'),
  ],
}
const item = (asked: string, answer: string) => `<div><h3>${asked}</h3><span>+</span><div>${answer}</div></div>`
const LIST =
  item('Can I bring a dog?', '<p>Dogs are welcome.</p><ul><li>On a lead</li></ul>') +
  item('What’s the price?', '<p>It costs $12 a night.</p>') +
  '<p>Book now</p>'

test('questions that the data of a page name are kept with their answers and their heading', () => {
  expect(questions(`<p>Our friends</p><h2>Questions</h2>${LIST}`, DATA)).toEqual(
    'Text|Questions|Can I bring a dog?|Dogs are welcome.|On a lead|What’s the price?|It costs $12 a night.'.split('|'),
  )
})

test('questions of a frame, without their answers, with other ones or longer than all else are not', () => {
  expect(questions(`<footer>${LIST}</footer>`, DATA)).toEqual(['Text'])
  expect(questions('<h3>Can I bring a dog?</h3><h3>What’s the price?</h3>', DATA)).toEqual(['Text'])
  expect(questions(item('Can I bring a dog?', 'Ask our staff.') + item('What’s the price?', 'Call us.'), DATA)).toEqual(['Text'])
  expect(questions(LIST.replaceAll('Dogs', 'Dogs '.repeat(90)), DATA)).toEqual(['Text'])
  expect(questions(LIST, { ...DATA, '@type': 'QAPage' })).toEqual(['Text'])
})
