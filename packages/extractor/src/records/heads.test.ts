import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { NAMES, SAID } from '../testing/thread.ts'

const read = (body: string) =>
  extractPage({
    html: `<html lang="en"><head><title>Pump loses prime - Boats</title></head><body><main><h1>Pump loses prime</h1>${body}</main></body></html>`,
    url: 'https://boats.example/viewtopic.php?t=1',
  })!.markdown

/** Posts with a head each, and the number of the one that differs. */
const posts = (head: (name: string, at: number) => string): string =>
  SAID.map(
    (text, at) => `<div class="post"><div class="head">${head(NAMES[at]!, at)}</div><div class="content"><p>${text}</p></div></div>`,
  ).join('')
const author = (name: string): string => `<span class="post__author">${name}</span>`
const heads = (days: readonly string[]): string[] => SAID.map((text, at) => `**${NAMES[at]}** · ${days[at]}\n\n${text}`)
const DAYS = ['Feb 11, 2024, 07:42 PM', 'Feb 12, 2024, 07:42 PM', 'Feb 13, 2024, 07:42 PM', 'Feb 14, 2024, 07:42 PM']

test('whom a post answers is not who wrote it', () => {
  const markdown = read(
    posts((name, at) => {
      const preview = `<div class="post__reply"><div class="post__reply-author">${NAMES[0]}</div><div class="post__reply-content">${SAID[0]}</div></div>`
      return `${at === 2 ? preview : ''}${author(name)} <span class="post__timestamp">${DAYS[at]}</span>`
    }),
  )
  for (const head of heads(DAYS)) expect(markdown).toContain(head)
})

test('a class that calls everybody the author of an answer names who wrote it', () => {
  const markdown = read(posts((name, at) => `<div class="reply-author">${name}</div> <span class="post-date">${DAYS[at]}</span>`))
  for (const head of heads(DAYS)) expect(markdown).toContain(head)
})

test.each([
  [
    'in a box of its own',
    (day: string) => `<span class="day">${day}</span><span class="modified"><b>Last Edit</b>: ${day} by greta</span>`,
  ],
  [
    'in the same box',
    (day: string) => `<span class="post_date">${day} <span>(This post was last modified: ${day} by <a>greta</a>.)</span></span>`,
  ],
])('a post that was changed has the day on which it was written: %s', (_name, changed) => {
  const markdown = read(
    posts(
      (name, at) => `<div>${author(name)}</div><div>${at === 1 ? changed(DAYS[at]!) : `<span class="post_date">${DAYS[at]}</span>`}</div>`,
    ),
  )
  for (const head of heads(DAYS)) expect(markdown).toContain(head)
  expect(markdown).not.toMatch(/Last Edit|last modified/)
})

test.each([
  ['a year without its day', 'February 2024'],
  ['a day without its year', 'Feb 11'],
])('a title says the whole day: %s', (_name, shown) => {
  const markdown = read(
    posts((name, at) => `${author(name)} <time title="${DAYS[at]}" datetime="2024-02-1${at + 1}T19:42:00Z">${shown}</time>`),
  )
  for (const head of heads(DAYS)) expect(markdown).toContain(head)
  expect(markdown).not.toMatch(new RegExp(`^${shown}$`, 'm'))
})

test('an age may be a number and a letter', () => {
  const markdown = read(posts((name, at) => `${author(name)} <span class="post__duration-since">${at + 2}mo</span>`))
  for (const head of heads(['2mo', '3mo', '4mo', '5mo'])) expect(markdown).toContain(head)
})

test('who opened the thread has a sign beside the name', () => {
  const markdown = read(
    posts(
      (name, at) =>
        `<p>[–]<a class="author" href="/user/${name}">${name}</a>${at % 2 === 0 ? '[<a class="submitter" href="#">S</a>]' : ''} <span>${at} points</span> <time title="${DAYS[at]}">5 months ago</time> (1 child)</p>`,
    ),
  )
  expect(markdown).not.toMatch(/points|\[S\]/)
})

test('boxes in boxes of all the same text are one post, also where that is short', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div class="email"><div class="email"><h2 class="name"><a href="/users/${at}/">${NAMES[at]}</a></h2><div class="time"><span title="${DAYS[at]}">:42 p.m.</span></div><div class="body"><p>${at === 2 ? 'Agreed.' : text}</p></div></div></div>`,
    ).join(''),
  )
  expect(markdown).toContain(`**${NAMES[2]}** · ${DAYS[2]}\n\nAgreed.`)
  expect(markdown.match(/\*\*Tomasz\*\*/g)).toHaveLength(1)
})

test('comments of a tracker between events say who wrote them and when', () => {
  const event =
    '<div class="item"><div class="event"><a class="author" href="/bob">bob</a> added a label <relative-time datetime="2024-02-12T10:00:00Z">Feb 12, 2024</relative-time></div></div>'
  const comment = (text: string, at: number): string =>
    `<div class="item"><div class="group"><div class="timeline-comment"><h3><a class="author" href="/${NAMES[at]}">${NAMES[at]}</a> commented <a href="#c${at}"><relative-time datetime="2024-02-1${at}T10:00:00Z">Feb 1${at}, 2024</relative-time></a></h3><div class="comment-body"><p>${text}</p></div></div></div></div>`
  const markdown = read(SAID.map((text, at) => `${comment(text, at)}${at % 2 === 0 ? event : ''}`).join(''))
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · Feb 1${at}, 2024\n\n${text}`)
})

test('the name of an account behind that of its bearer is no part of it, and says nothing below it', () => {
  const markdown = read(
    posts(
      (name, at) =>
        `<a class="display-name" href="/@${name}x"><strong>${name}</strong><span>@${name}x@boats.example</span></a> <time datetime="2024-02-1${at}">Feb 1${at}, 2024</time>`,
    ),
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · Feb 1${at}, 2024\n\n${text}`)
  expect(markdown).not.toContain('boats.example')
})

test('comments whose parts have ids and names of their own say by whom, when and what, be it short', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<ytd-comment class="x"><div><h3><a id="author-text" href="/@${NAMES[at]}"><span> @${NAMES[at]} </span></a></h3><span id="published-time-text"><a href="/watch?lc=${at}">${at + 2} months ago (edited)</a></span></div><div id="content"><yt-string id="content-text"><span>${at === 1 ? 'Mine too.' : text}</span></yt-string></div></ytd-comment>`,
    ).join(''),
  )
  expect(markdown).toContain('**\\@PipeDream** · 3 months ago\n\nMine too.')
  expect(markdown).not.toContain('###')
})

test('what a board writes above code goes', () => {
  const markdown = read(
    posts((name, at) => `${author(name)} <span class="post-date">${DAYS[at]}</span>`).replace(
      '</p>',
      '</p><div><div>Code:</div><pre><code>prime = 7</code></pre></div>',
    ),
  )
  expect(markdown).toContain('prime = 7')
  expect(markdown).not.toContain('Code:')
})

test('a moment that is given in full goes before an age in short', () => {
  const markdown = read(posts((name, at) => `${author(name)} <span class="age">2y</span> <time>${DAYS[at]}</time>`))
  for (const head of heads(DAYS)) expect(markdown).toContain(head)
})
