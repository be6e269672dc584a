import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const SAID = [
  'The bridge arrived three weeks late and two of its planks were split from end to end, which nobody at the counter wanted to hear of.',
  'A kit as it should be: every bolt was there, the plan was easy to read, and on the second evening the four of us walked across it.',
  'I ordered the long one and received the short one, and the exchange took them two months because of a strike at the harbour.',
]
const NAMES = ['Anna Kern', 'Bob Smith', 'Carla Bruno']
const read = (reply: (at: number) => string): string =>
  extractPage({
    html: `<html lang="en"><head><title>Acme Bridges Reviews</title></head><body><nav><a href="/">Home</a></nav><main><h1>Acme Bridges</h1><section>${SAID.map(
      (text, at) =>
        `<article class="card review"><aside><a class="user-name" href="/users/${at}">${NAMES[at]}</a></aside><div><img alt="Rated ${at + 1} out of 5 stars" src="s.svg"><time datetime="2025-03-0${at + 2}T10:00:00Z">Mar ${at + 2}, 2025</time></div><p>${text}</p><div><button>Useful</button></div>${reply(at)}</article>`,
    ).join('')}</section></main><footer><a href="/terms">Terms</a></footer></body></html>`,
    url: 'https://reviews.example/review/acmebridges.com',
  })!.markdown
const ANSWER =
  'We are sorry, Anna. The planks that you received were cut before the new saw came, and two others are on their way to you since Monday.'

test.each(['Reply from Acme Bridges', 'Antwort von Acme Bridges', 'Réponse d’Acme Bridges', 'Response from the owner'])(
  'the answer to a review says whose it is and when it was written: %s',
  (line) => {
    const markdown = read((at) =>
      at === 0
        ? `<div class="reply"><div><p>${line}</p><time datetime="2025-03-05T10:00:00Z">Mar 5, 2025</time></div><p>${ANSWER}</p></div>`
        : '',
    )
    expect(markdown).toContain(`${line}\n\nMar 5, 2025\n\n${ANSWER}`)
  },
)

test('a button to answer, and a line that announces nothing kept, stay out', () => {
  expect(read(() => '<div class="reply"><button>Reply from your phone</button></div>')).not.toContain('Reply from')
})
