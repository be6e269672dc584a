/** What stands between the paragraphs of an article and is a part of it, or is none. */
import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const PARAGRAPHS = [
  'The harbour authority met on Tuesday to discuss the new breakwater, which has been delayed twice since the storms of last winter.',
  'Engineers told the meeting that the foundations are sound, but that the supply of granite from the quarry remains uncertain until spring.',
  'Several residents asked whether the ferry timetable would change, and the chairman promised a written answer before the end of the month.',
  'Work is expected to resume in April, when the first barges can cross the bay safely and the divers return from their winter season.',
  'A plan for the quay wall was shown as well, with a lamp at every tenth bollard and room for three boats of the rescue service.',
  'Nobody could say what the lamp posts would cost, though a drawing of one was handed round and liked by most of those who saw it.',
].map((text) => `<p>${text}</p>`)

/** Markdown of an article with something in its midst and behind it. */
const read = (middle: string, end = ''): string =>
  extractPage({
    html: `<html lang="en"><head><title>Breakwater work to resume</title><style>${'.a{color:red}'.repeat(1_000)}</style></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/blog">Blog</a></li><li><a href="/about">About us</a></li></ul></nav></header><main><article><h1>Breakwater work to resume</h1><div class="entry-content">${PARAGRAPHS.slice(0, 3).join('')}${middle}${PARAGRAPHS.slice(3).join('')}</div>${end}</article></main><footer><p>Copyright Harbour Blog. All rights reserved.</p></footer></body></html>`,
    url: 'https://blog.example/2024/breakwater',
  })!.markdown

/** What stands between the third paragraph and the fourth. */
const between = (middle: string): string => /end of the month\.\n\n([\s\S]*?)(?:\n\n)?Work is expected/.exec(read(middle))![1]!

const figure = (name: string, caption: string): string =>
  `<figure><img src="/${name}.jpg" alt="${name}" width="800" height="600"><figcaption>${caption}</figcaption></figure>`

test('figures that follow one another keep each its picture and its own caption', () => {
  expect(between(figure('quay', 'The quay before the storm') + figure('wall', 'The wall after it') + figure('lamp', 'A new lamp'))).toBe(
    '![quay](https://blog.example/quay.jpg)\n\nThe quay before the storm\n\n![wall](https://blog.example/wall.jpg)\n\nThe wall after it\n\n![lamp](https://blog.example/lamp.jpg)\n\nA new lamp',
  )
})

test.each([
  ['a plain box', '<div><a href="/quay">The plan of the quay wall</a></div>'],
  [
    'a button of WordPress',
    '<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="/quay">The plan of the quay wall</a></div></div>',
  ],
])('a link in a box of its own between paragraphs is a part of the text: %s', (_name, html) => {
  expect(between(html)).toBe('[The plan of the quay wall](https://blog.example/quay)')
})

test.each([
  [
    'Ghost',
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/rota.pdf" download><div class="kg-file-card-contents"><div class="kg-file-card-title">Rota for the crew</div><div class="kg-file-card-metadata"><div>rota.pdf</div><div>121 KB</div></div></div></a></div>',
  ],
  [
    'WordPress',
    '<div class="wp-block-file"><a href="/rota.pdf">Rota for the crew</a><a href="/rota.pdf" class="wp-block-file__button" download>Download</a></div>',
  ],
])('a file between paragraphs is one link, called what the file is called: %s', (_name, html) => {
  expect(between(html)).toBe('[Rota for the crew](https://blog.example/rota.pdf)')
})

test('code between paragraphs is a part of the text, whatever stands beside it', () => {
  expect(
    between('<p><a href="/give">Give</a></p><figure><pre><code>LOW 06:12</code></pre></figure><p><a href="/join">Join</a></p>'),
  ).toContain('```\nLOW 06:12\n```')
})

test.each([
  '<div class="promo"><a href="/x">Ropes and knots for everybody</a></div>',
  '<div><a href="/x">Related: the storm of last winter</a></div>',
  '<div><a href="/x">Buy our new ropes now</a></div>',
])('one that leads to other articles or to a shop is none: %s', (html) => {
  expect(between(html)).toBe('')
})

test.each([
  [
    'Ghost',
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://plans.example/quay"><div class="kg-bookmark-content"><div class="kg-bookmark-title">The quay wall</div><div class="kg-bookmark-description">All drawings of the wall, with the soundings of last year.</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="/favicon.ico" alt=""><span>Plans</span></div></div><div class="kg-bookmark-thumbnail"><img src="/t.png" alt=""></div></a></figure>',
  ],
  [
    'Notion',
    '<figure><div class="source"><a href="https://plans.example/quay" class="bookmark source"><div class="bookmark-info"><div class="bookmark-text"><div class="bookmark-title">The quay wall</div><div class="bookmark-description">All drawings of the wall.</div></div><div class="bookmark-href">https://plans.example/quay</div></div><img src="/t.png" class="bookmark-image"></a></div></figure>',
  ],
])('a card of a page elsewhere is one link, called what that page is called: %s', (_name, card) => {
  expect(between(card)).toBe('[The quay wall](https://plans.example/quay)')
  expect(between(card + card.replace('The quay wall', 'The lamp post'))).toContain('The lamp post')
})

test('a text is no card, whatever its class says', () => {
  expect(
    read(`<a class="bookmark source" href="/x"><div class="title">More</div>${PARAGRAPHS.join('').repeat(2).replaceAll('the', 'its')}</a>`),
  ).toContain('Engineers told its meeting')
})

test('what platforms ask of their readers is left out: to subscribe, to share, to answer', () => {
  const markdown = read(
    '<div class="subscription-widget-wrap-editor"><div class="subscription-widget"><p class="cta-caption">Harbour Letters is a reader-supported publication. To receive new posts and support my work, consider becoming a free or paid subscriber.</p></div></div><div class="captioned-button-wrap"><p>Thanks for reading Harbour Letters! This post is public so feel free to share it.</p><p class="button-wrapper"><a href="/share">Share</a></p></div><div class="pw-multi-vote-count"><p>1.2K</p></div>',
    '<p>1.2K Followers</p><h4>Discussion about this post</h4><h2>Responses (14)</h2><p>Share this post</p>',
  )
  expect(markdown).not.toMatch(/reader-supported|Thanks for reading|1\.2K|Discussion|Responses|Share/)
  expect(markdown).toContain('Nobody could say')
})

test('a box of such a name that holds the text, and such lines elsewhere, stay', () => {
  const text = PARAGRAPHS.join('').replaceAll('the', 'its')
  expect(read(`<div class="button-wrapper">${text}</div>`)).toContain('Engineers told its meeting')
  expect(read('<h2>Share this post</h2><p>This is how one shares what somebody has posted to this board, and why.</p>')).toContain(
    '## Share this post',
  )
})

test('what stands in the place of a document is read where the document is not shown, and no word about plug-ins', () => {
  const fallback = '<p>The film shows how the first stone of the breakwater was laid, and who was there on that day.</p>'
  expect(between(`<object data="/plan.pdf" type="application/pdf">${fallback}</object>`)).toContain('The film shows')
  expect(between('<object data="/plan.svg" type="image/svg+xml"><img src="/plan.png" alt="The plan"></object>')).toBe(
    '![The plan](https://blog.example/plan.png)',
  )
  expect(between(`<object data="/film.swf" type="application/x-shockwave-flash">${fallback}</object>`)).toBe('')
})
