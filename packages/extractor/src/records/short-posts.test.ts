import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { NAMES, SAID } from '../testing/thread.ts'

const DAYS = ['Nov 1, 2024', 'Nov 2, 2024', 'Nov 3, 2024', 'Nov 4, 2024']
const read = (body: string) =>
  extractPage({
    html: `<html lang="en"><head><title>Pump loses prime | Boats</title></head><body><nav><a href="/">Boats</a></nav><main><h1>Pump loses prime</h1>${body}</main><footer><a href="/terms">Terms</a></footer></body></html>`,
    url: 'https://boats.example/threads/pump.71/',
  })!.markdown

/** A thread of boards by one maker, and by another, that says these things. */
const board = (said: readonly string[]): string =>
  said
    .map(
      (text, at) =>
        `<article class="message js-post" data-author="${NAMES[at]}" id="js-post-${at}"><section class="message-user"><h4 class="message-name"><a href="/members/${at}/" class="username">${NAMES[at]}</a></h4><h5 class="userTitle">Member</h5></section><header class="message-attribution"><time datetime="2024-11-0${at + 1}T17:22:01+0000">${DAYS[at]}</time></header><div class="message-body"><div class="bbWrapper">${text}</div></div><footer><a>Reply</a></footer></article>`,
    )
    .join('')
const answers = (said: readonly string[]): string =>
  said
    .map(
      (text, at) =>
        `<div class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator"><a href="/u/${NAMES[at]}"><span itemprop="name">${NAMES[at]}</span></a></span><span class="crawler-post-infos"><time datetime="2024-11-0${at + 1}T17:22:01Z" class="post-time">${DAYS[at]}</time><span itemprop="position">${at + 1}</span></span></div><div class="post"><p>${text}</p></div></div>`,
    )
    .join('')

for (const [maker, thread] of Object.entries({ board, answers }))
  for (const short of ['+1', 'Agreed.', 'Thanks, works!'])
    for (const place of [0, 2, 3])
      test(`a post of a word or two is its author’s: ${short} in ${maker} as post ${place + 1}`, () => {
        const said = SAID.with(place, short)
        const markdown = read(thread(said))
        for (const [at, text] of said.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${DAYS[at]}\n\n${text}`)
      })

test('what stands around the text of a post is none of it, however short the text is', () => {
  const markdown = read(board(SAID.with(2, '+1')))
  expect(markdown).not.toContain('Reply')
  expect(markdown).not.toContain('Member')
  expect(markdown.match(/Tomasz/g)).toHaveLength(1)
})
