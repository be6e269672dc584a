import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropComments } from './comments.ts'

const SAID = [
  'The quay was rebuilt in the spring, and since then the ferries land an hour earlier than the timetable says, to the delight of the town.',
  'Nobody had thought of the gulls, which had nested below the old planks for as long as the oldest pilot could remember, and longer than that.',
  'So the council ordered boxes of larch, twelve of them, each as wide as a hat and as deep as a boot, and had them nailed below the new planks.',
  'By June nine of the twelve were taken, and the harbour master, who had called it a waste of good wood, was seen to feed the chicks himself.',
]
const ANSWERS = [
  'My grandfather built the old quay and would have liked the boxes a great deal, as he always fed the gulls from his own lunch.',
  'Nine of twelve is a better share than our own street has, where every second house stands empty in the winter months.',
  'What did the larch cost the town, and who is going to clean these boxes once the chicks of this year have flown?',
]
const html = (said: readonly string[]) =>
  `<html lang="en"><head><title>Boxes for the gulls</title></head><body><main><article><h1>Boxes for the gulls</h1>${said.map((text) => `<p>${text}</p>`).join('')}</article><section id="comments"><h2>3 comments</h2>${ANSWERS.map((text, at) => `<div class="item"><a class="author" href="/user/${at}x">reader${at}</a> <time>May 1${at}, 2024</time><p>${text}</p></div>`).join('')}</section></main></body></html>`
const ARTICLE = [
  ...SAID,
  ...SAID.map((text) => `In the year before that ${text}`),
  ...SAID.map((text) => `And in the year after it ${text}`),
]

/** Texts that are left of a page of which all was kept. */
function leftOf(said: readonly string[], url: string): string[] {
  const { blocks } = segment(parsePage(html(said)))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropComments(blocks, keep, url)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('comments below an article are left out', () => {
  const left = leftOf(ARTICLE, 'https://harbour.example/2024/05/boxes')
  expect(left).toContain(SAID[3])
  expect(left).not.toContain('3 comments')
  for (const text of ANSWERS) expect(left).not.toContain(text)
})

test('what a board calls comments is its thread, and so is what stands below a few lines', () => {
  expect(leftOf(ARTICLE, 'https://harbour.example/discussion/12/boxes')).toContain(ANSWERS[0])
  expect(leftOf(SAID.slice(0, 2), 'https://harbour.example/2024/05/boxes')).toContain(ANSWERS[0])
})
