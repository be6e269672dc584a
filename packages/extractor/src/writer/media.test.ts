import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { extractPage } from '../extract.ts'
import { page, read } from '../testing/read.ts'

const links = (html: string) =>
  read(html)
    .all('link')
    .map(({ url, children }) => [children?.[0]?.value, url])

const PLAYER = 'https://www.youtube.com/embed/dQw4w9WgXcQ'

test.each([
  ['a player', `<iframe src="${PLAYER}?utm_source=x"></iframe>`, 'Video', PLAYER],
  ['a player without a scheme', `<iframe src="${PLAYER.slice(6)}" title="The launch"></iframe>`, 'The launch', PLAYER],
  ['a lazy player', `<iframe src="about:blank" data-src="${PLAYER}" title="The launch"></iframe>`, 'The launch', PLAYER],
  [
    'a player of a film about what is noise elsewhere',
    `<iframe src="${PLAYER}" title="How ads and cookies follow you"></iframe>`,
    'How ads and cookies follow you',
    PLAYER,
  ],
  [
    'another player',
    '<figure><iframe src="https://player.vimeo.com/video/1"></iframe></figure>',
    'Video',
    'https://player.vimeo.com/video/1',
  ],
  [
    'a map with a title',
    '<iframe src="https://maps.example/e?q=bay" title="Map of the bay"></iframe>',
    'Map of the bay',
    'https://maps.example/e?q=bay',
  ],
  [
    'a film',
    '<video controls title="Divers at work" src="/divers.mp4">Your browser is old.</video>',
    'Divers at work',
    'https://harbour.example/divers.mp4',
  ],
  [
    'a film by its sources',
    '<video poster="/a.jpg"><source src="/divers.webm"><source src="/divers.mp4"></video>',
    'Video',
    'https://harbour.example/divers.webm',
  ],
  [
    'what a script makes a player of',
    '<lite-youtube videoid="dQw4w9WgXcQ" title="The launch"><a href="#" class="play"><span class="sr-only">Play</span></a></lite-youtube>',
    'The launch',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  [
    'the same of AMP',
    '<amp-youtube data-videoid="dQw4w9WgXcQ" width="480" height="270"></amp-youtube>',
    'Video',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  ['a film of AMP', '<amp-video src="/divers.mp4" controls></amp-video>', 'Video', 'https://harbour.example/divers.mp4'],
  ['sound', '<audio controls aria-label="Fog horn"><source src="/horn.mp3"></audio>', 'Fog horn', 'https://harbour.example/horn.mp3'],
])('what plays or shows on a page is a link where it stands: %s', (_name, html, text, url) => {
  expect(links(`<div>${html}</div>`)).toEqual([[text, url]])
  expect(links(`<p>Before it ${html} and behind it.</p>`)).toEqual([[text, url]])
})

test('it stands between the text around it, each once, each apart', () => {
  const { markdown } = read(
    `<p>The first<iframe src="${PLAYER}1"></iframe><iframe src="${PLAYER}2"></iframe>and the second.</p><p><iframe src="${PLAYER}1"></iframe></p>`,
  )
  expect(markdown).toContain(`The first [Video](${PLAYER}1) [Video](${PLAYER}2) and the second.`)
  expect(markdown.split(`${PLAYER}1`)).toHaveLength(2)
})

test.each([
  ['without a title, of nobody known', '<iframe src="https://other.example/frame"></iframe>'],
  ['of one dot', `<iframe src="${PLAYER}" width="1" height="1"></iframe>`],
  ['of no size by style', `<iframe src="${PLAYER}" style="width:0;height:0;border:0"></iframe>`],
  ['hidden', `<iframe src="${PLAYER}" style="display:none"></iframe>`],
  ['in a hidden part', `<div hidden><iframe src="${PLAYER}"></iframe></div>`],
  ['of a tag manager', '<iframe src="https://www.googletagmanager.com/ns.html?id=1" title="x"></iframe>'],
  ['of advertising', '<iframe src="https://ads.example/a" title="Advertisement"></iframe>'],
  ['of advertising by its name', '<iframe id="google_ads_iframe_1" src="https://a.example/a" title="Offers"></iframe>'],
  ['of consent', '<iframe src="https://consent.cookiebot.com/x" title="Choose"></iframe>'],
  ['of a riddle', '<iframe src="https://www.google.com/recaptcha/api2/anchor" title="reCAPTCHA"></iframe>'],
  ['with script for an address', '<iframe src="javascript:alert(1)" title="Map"></iframe>'],
  ['with data for an address', '<video controls src="data:video/mp4;base64,AAAA"></video>'],
  ['of memory', '<video controls src="blob:https://harbour.example/1"></video>'],
  ['that only moves behind the text', '<video autoplay loop muted src="/waves.mp4"></video>'],
  ['that moves without end', '<video loop playsinline src="/waves.mp4"></video>'],
  ['that moves behind the text, of others', '<iframe src="https://player.vimeo.com/video/1?background=1"></iframe>'],
  ['of plug-ins', '<object data="/a.swf" title="Map"></object><embed src="/a.swf" title="Map">'],
])('a frame or film is left out: %s', (_name, html) => {
  expect(links(`<div>${html}</div>`)).toEqual([])
})

test('inside of a link or of code it is left out, as neither holds a link', () => {
  expect(links(`<p><a href="/launch">The launch <iframe src="${PLAYER}"></iframe></a></p>`)).toEqual([
    ['The launch', 'https://harbour.example/launch'],
  ])
  expect(links(`<pre>let a<iframe src="${PLAYER}"></iframe></pre>`)).toEqual([])
})

test('a page that holds nothing else is no empty page', () => {
  const result = readDocument(`<title>Launch</title><iframe src="${PLAYER}" title="The launch"></iframe>`, 'https://harbour.example/')
  expect(result).toMatchObject({ ok: true, document: { markdown: `[The launch](${PLAYER})` } })
})

test('such links count among the links, and are no pictures', () => {
  const html = page(`<div><iframe src="${PLAYER}" title="The launch"></iframe></div>`)
  const result = extractPage({ html, url: 'https://harbour.example/news/breakwater', images: false })
  expect(result?.links).toEqual([{ text: 'The launch', url: PLAYER }])
  expect(extractPage({ html, url: 'https://harbour.example/', selector: 'article' })?.markdown).toContain(`[The launch](${PLAYER})`)
})

test('frames change nothing else about how a page is read', () => {
  const words = '<p>Work is expected to resume in April, when the first barges can cross the bay safely.</p>'
  const frames = '<iframe src="https://other.example/frame"></iframe>'.repeat(20)
  expect(read(words + frames + words.replace('April', 'May')).markdown).toBe(read(words + words.replace('April', 'May')).markdown)
})
