import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const SAID = [
  'Sensors fail in winter because their cables shrink, and the glue that holds them becomes as brittle as glass below twenty degrees of frost.',
  'No cable shrinks that much. It is water that gets into the plug in autumn and has nowhere to go when the first night of frost comes.',
  'Both of you are right, we had the plugs potted and the cables laid in loops, and since then there has been no failure for three years.',
  'Ask the maker for the version for the arctic, it costs twice as much but you save the crane that has to come for each of the repairs.',
]
const NAMES = ['Marlin', 'Tiller', 'Zed', 'Orca']
const read = (body: string) =>
  extractPage({
    html: `<html lang="en"><head><title>Why do sensors fail? : r/Engineers</title></head><body><nav><a href="/">Home</a></nav><app-frame><main><app-post author="frosty"><h1 slot="title">Why do sensors fail?</h1><div slot="credit"><a href="/user/frosty/">frosty</a><time datetime="2025-01-01T15:22:11Z">1y</time></div><div class="md"><p>Two of our sensors on the bridge have failed each winter since they were built in, and in spring they work again.</p></div></app-post><app-tree>${body}</app-tree></main></app-frame></body></html>`,
    url: 'https://forum.example/r/engineers/comments/1abcde2/why_do_sensors_fail/',
  })!.markdown
const comment = (at: number, text: string, answers = ''): string =>
  `<app-comment author="${NAMES[at]}" depth="0"><div slot="meta"><a href="/user/${NAMES[at]}/">${NAMES[at]}</a><span>•</span><a href="/c/${at}/"><time datetime="2025-01-0${at + 2}T16:00:00Z">11mo ago</time></a></div><div slot="comment" class="md"><div><p>${text}</p></div></div><app-comment-actions><button>Reply</button></app-comment-actions>${answers}</app-comment>`

test('answers in answers are posts of those whom their data name, with a day of their own', () => {
  const markdown = read(`${comment(0, SAID[0]!, comment(1, SAID[1]!, comment(2, 'lol')))}${comment(3, SAID[3]!)}`)
  for (const [at, text] of [SAID[0], SAID[1], 'lol', SAID[3]].entries())
    expect(markdown).toContain(`**${NAMES[at]}** · 2025-01-0${at + 2}\n\n${text}`)
  expect(markdown.match(/Tiller/g)).toHaveLength(1)
  expect(markdown).toMatch(/\*\*frosty\*\* · 2025-01-01\n\nTwo of our sensors/)
})

test('posts of boards that are not built alike are posts by their data', () => {
  const post = (at: number, around: string): string =>
    `<div class="post" data-author="${NAMES[at]}">${around}<div class="when"><time datetime="2025-01-0${at + 2}T16:00:00Z">Jan ${at + 2}, 2025</time></div><div class="text">${SAID[at]}</div></div>`
  const markdown = read(
    post(0, '<section><div><h4>Marlin</h4></div></section>') +
      post(1, '<h4>Tiller</h4>') +
      post(2, '<ul><li>Zed</li></ul>') +
      post(3, '<h4><b>Orca</b></h4>'),
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · Jan ${at + 2}, 2025\n\n${text}`)
})

test('what somebody pays for between posts is left out, and a post that says the word is not', () => {
  const advert =
    '<app-advert><div><span>Promoted</span><p>Download the app of the harbour shop and save a tenth of every order of rope.</p></div></app-advert>'
  const markdown = read(
    `${comment(0, SAID[0]!)}${comment(1, `Promoted</p><p>${SAID[1]}`)}${advert}${comment(2, SAID[2]!)}${comment(3, SAID[3]!)}`,
  )
  expect(markdown).not.toContain('Download')
  expect(markdown).toContain(`Promoted\n\n${SAID[1]}`)
})

test('cards of articles that name their authors as data are no posts', () => {
  const card = (at: number): string =>
    `<article class="card" data-author="${NAMES[at]}"><h3><a href="/stories/${at}">A story of sensors in winter, part ${at}</a></h3><p>${SAID[at]}</p><time datetime="2025-01-0${at + 2}">Jan ${at + 2}, 2025</time></article>`
  expect(read(SAID.map((_, at) => card(at)).join(''))).not.toContain('**Marlin**')
})
