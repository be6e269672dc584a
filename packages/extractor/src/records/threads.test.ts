import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const SAID = [
  'The pump loses its prime after an hour and I have no idea why this happens, as all of the hoses were renewed last spring.',
  'Check the foot valve first, mine had a small stone stuck in it for weeks before anybody thought of looking there.',
  'Did you look at the gasket? It shrinks in the cold and lets air in, and from outside there is nothing to be seen of it.',
  'Thanks to all of you, it was the gasket. A new one cost two euros and now the pump runs as it did on the first day.',
]
const NAMES = ['greta', 'PipeDream', 'Tomasz', 'oldspanner']
const DAYS = ['February 11, 2024', 'February 12, 2024', 'February 13, 2024', 'February 14, 2024']
const read = (body: string) =>
  extractPage({
    html: `<html lang="en"><head><title>Pump loses prime - Boats</title></head><body><nav><a href="/">Boats</a></nav><main><h2><a href="/viewtopic.php?t=1">Pump loses prime</a></h2>${body}</main><footer><a href="/terms">Terms</a></footer></body></html>`,
    url: 'https://boats.example/viewtopic.php?t=1',
  })!.markdown

test('a title that leads to the post itself is no teaser: each post says who and when, and the thread is called once', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div id="p${at}" class="post"><div class="postbody"><h3><a href="./viewtopic.php?p=${at}#p${at}">${at > 0 ? 'Re: ' : ''}Pump loses prime</a></h3><p class="author">by <strong><a href="./memberlist.php?u=${at}" class="username">${NAMES[at]}</a></strong> » <time>${DAYS[at]}</time></p><div class="content">${text}<pre><code>reading ${at}</code></pre>and the same again on the day after that, with the hose held higher than before.</div></div></div>`,
    ).join('<hr>'),
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${DAYS[at]}\n\n${text}`)
  expect(markdown).not.toContain('Re:')
})

/** Answers to answers, each alone below what it answers. */
const chain = (at: number): string =>
  `<div class="thing comment" id="c${at}"><p class="tagline"><a href="/user/${NAMES[at]}" class="author">${NAMES[at]}</a> <span class="score">${at + 3} points</span><span class="score">${at + 4} points</span> <time>${DAYS[at]}</time> (1 child)</p><div class="md"><p>${SAID[at]}</p></div><div class="child">${at % 2 === 0 ? chain(at + 1) : ''}</div></div>`

test('a lone answer is a post of its own, and points are none of its text', () => {
  const markdown = read(`<div class="comments">${chain(0)}${chain(2)}</div>`)
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${DAYS[at]}\n\n${text}`)
  expect(markdown).not.toContain('points')
})

test('answers of one line come out, whatever stands around each of them', () => {
  const said = SAID.map((text) => `${text.slice(0, 60)}.`)
  const markdown = read(
    said
      .map(
        (text, at) =>
          `<div class="answer" id="a${at}"><div class="votecell"><button>Up</button><div class="vote-count">${at}</div></div><div class="body"><p>${text}</p></div><div class="menu"><a href="/a/${at}">Share</a> <a href="/edit/${at}">Improve this answer of the thread</a> <button>Follow this answer</button></div><div class="user-info">answered <span class="relativetime">${DAYS[at]}</span></div><div class="user-details"><a href="/users/${at}/x">${NAMES[at]}</a></div><div class="flair"><span>54.2k</span> <span>11 gold badges and 23 of silver</span></div></div>`,
      )
      .join(''),
  )
  for (const text of said) expect(markdown).toContain(text)
})
