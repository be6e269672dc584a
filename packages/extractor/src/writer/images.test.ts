import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { page, read } from '../testing/read.ts'

const words = (html: string) => read(`<p>${html}</p>`)

const images = (html: string) =>
  read(html)
    .all('image')
    .map(({ url, alt }) => ({ url, alt }))

test('an image keeps its alternative text and an absolute address', () => {
  expect(images('<p><img src="/bay.jpg" alt="The bay [at dusk]"></p>')).toEqual([
    { url: 'https://harbour.example/bay.jpg', alt: 'The bay [at dusk]' },
  ])
})

test.each([
  ['data-src', '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/real.jpg" alt="Pier">'],
  ['data-lazy-src', '<img src="/img/placeholder.gif" data-lazy-src="/real.jpg" alt="Pier">'],
  ['srcset', '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" srcset="/small.jpg 320w, /real.jpg 1280w" alt="Pier">'],
  ['picture', '<picture><source srcset="/real.jpg 1x"><img alt="Pier"></picture>'],
  [
    'noscript',
    '<img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="Pier"><noscript><img src="/real.jpg" alt="Pier"></noscript>',
  ],
])('a lazy image shows its real source: %s', (_name, html) => {
  expect(images(`<p>${html}</p>`)).toEqual([{ url: 'https://harbour.example/real.jpg', alt: 'Pier' }])
})

test('tracking pixels are no images', () => {
  expect(
    images(
      '<p><img src="https://t.example/p.gif" width="1" height="1" alt=""></p><p><img src="https://t.example/q.gif" style="width:1px;height:1px"></p>',
    ),
  ).toEqual([])
})

test('a picture that stands for a word is that word', () => {
  expect(
    words('The ferry is back <img class="emoji" draggable="false" alt="🚢" src="/1f6a2.svg"> on the bay, and all are glad of it.').markdown,
  ).toContain('back 🚢 on')
  const table =
    '<table><tr><th>Port</th><th>Crane</th></tr><tr><td>North</td><td><img src="/yes.png" alt="Yes" width="16" height="16"></td></tr></table>'
  expect(read(table).markdown).toContain('| North | Yes |')
})

test('a picture that waits for a script to say where it is is none', () => {
  expect(images('<p><picture><source srcset="#, # 2x"><img alt="Pier"></picture><img src="#" alt="Bay"></p>')).toEqual([])
})

test('arrows and boxes of a page’s own making are no pictures, one that says something is', () => {
  for (const image of [
    '<img src="/images/down.gif" alt="">',
    '<img src="/closed.png" alt="+">',
    '<img src="/lib/permalink.png" alt="Permalink">',
  ])
    expect(read(`<p>${image} The plan of the harbour master, as the paper printed it on Tuesday.</p>`).markdown, image).not.toContain('![')
  expect(read('<p><img src="/down.png" alt="The slope below the mill"> as the paper printed it on Tuesday.</p>').markdown).toContain('![')
})

test('pictures of AMP pages are pictures, once', () => {
  const picture =
    '<figure><amp-img src="/quay.jpg" width="800" height="600" alt="The quay"><noscript><img src="/quay.jpg" alt="The quay"></noscript></amp-img><figcaption>The quay last week</figcaption></figure>'
  expect(read(picture).markdown).toContain('![The quay](https://harbour.example/quay.jpg)\n\nThe quay last week')
  expect(read(picture).all('image')).toHaveLength(1)
})

test('a picture without a description that stands on a page again and again is left out, unless it fills a cell', () => {
  const star = '<img src="/img/star.svg">'
  const text = (number: number): string =>
    `<p>${star} Guest ${number} found the harbour quiet, the rooms clean, and the breakfast late.</p>`
  const markdownOf = (body: string): string =>
    extractPage({ html: `<article><h1>Rooms</h1>${body}</article>`, url: 'https://harbour.example/' })?.markdown ?? ''
  expect(markdownOf([1, 2, 3].map(text).join(''))).not.toContain('star.svg')
  expect(markdownOf([1, 2].map(text).join(''))).toContain('star.svg')
  expect(markdownOf([1, 2, 3].map((number) => text(number).replace('<img', '<img alt="Four of five stars"')).join(''))).toContain(
    'Four of five stars',
  )
  const row = (name: string): string => `<tr><td>${name}</td><td>${star}</td></tr>`
  expect(markdownOf(`${text(1)}<table><tr><th>Room</th><th>Balcony</th></tr>${row('One')}${row('Two')}</table>`)).toContain('star.svg')
})

test('a row of pictures that runs in a circle is there once; a picture with text beside it stays', () => {
  const row = ['Ebb', 'Flood', 'Moon'].map((name) => `<div><img src="/${name}.png" alt="${name}"></div>`).join('')
  expect(images(`<div class="circle"><div>${row}</div><div>${row}</div></div>`).map(({ alt }) => alt)).toEqual(['Ebb', 'Flood', 'Moon'])
  expect(images('<div><p>Ann</p><img src="/5.png" alt="Five shells"><p>Bob</p><img src="/5.png" alt="Five shells"></div>')).toHaveLength(2)
})

const MORE = ['April', 'May', 'June', 'July', 'August', 'autumn']
  .map(
    (month) =>
      `<p>Work that was expected to end in ${month} goes on, for the first barges cross the bay safely and the divers are back.</p>`,
  )
  .join('')

test('the picture of another page right behind the text is none of it', () => {
  const teaser =
    '<aside class="more"><article><a href="/storms"><img src="/storm.jpg" alt="Storms"></a><h2><a href="/storms">Storms</a></h2></article></aside>'
  const { markdown } = extractPage({ html: page(MORE).replace('</main>', `</main>${teaser}`), url: 'https://harbour.example/breakwater' })!
  expect(markdown).not.toContain('storm.jpg')
})

test('a picture in a line that is left out goes with it', () => {
  const markdown = extractPage({
    html: page('').replace(
      '</article>',
      '<hr class="footer"><address class="footer"><small>Generated by&#160;<a href="https://maker.example/"><img class="footer" src="maker.svg" width="104" height="31" alt="maker"></a> 1.9.4</small></address></article>',
    ),
    url: 'https://harbour.example/news/breakwater',
  })!.markdown
  expect(markdown).not.toContain('maker')
})

const hidden = '<noscript><img src="/real.jpg" alt="Pier"></noscript>'

test.each([
  ['in a box of its own', `<div class="lazy">${hidden}</div>`],
  ['in a figure, beside what is seen until then', `<figure><div class="wait"></div>${hidden}<figcaption>The pier.</figcaption></figure>`],
  ['without words, in a figure', '<figure><noscript><img src="/real.jpg"></noscript><figcaption>The pier.</figcaption></figure>'],
  ['behind the box of one without a source', `<div><span><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></span>${hidden}</div>`],
])('a picture for readers without scripts is a picture where no other shows it: %s', (_name, html) => {
  expect(images(html).map(({ url }) => url)).toEqual(['https://harbour.example/real.jpg'])
})

test.each([
  ['an advertisement', '<noscript><a href="https://ads.example/"><img src="/ad.png" alt="Click here"></a></noscript>'],
  ['what counts readers', '<noscript><img src="https://count.example/1" alt=""></noscript>'],
  [
    'the sign of a message',
    '<noscript><div><p><img src="/warning.png" alt="Warning"> <b>Scripts are disabled in your browser.</b></p><p>To use this page, they must be on.</p></div></noscript>',
  ],
  ['what nobody sees', '<noscript><img src="https://count.example/1" alt="x" style="display:none"></noscript>'],
  ['what a picture beside it shows', `<div>${hidden}<img src="/real.jpg?w=9" alt="Pier"></div>`],
])('no other picture in a noscript is one: %s', (_name, html) => {
  expect(images(html).filter(({ url }) => url !== 'https://harbour.example/real.jpg?w=9')).toEqual([])
})

test.each([
  '/std/icon-print.gif',
  '/skins/dmn/gfx/arrow-blue-single.png',
  '/media/post_icon_comment_tail.gif',
  '/skins/13/facebook.jpg',
  '/28/linkedin_small_281468.jpg',
  '/button1-bm.gif',
])('ways to print, to send and to share a page are no pictures: %s', (src) => {
  expect(
    read(`<p>The plan of the harbour master, as the paper printed it. <a href="/x"><img src="${src}"></a></p>`).markdown,
  ).not.toContain('![')
})

test('signs that say what their file says are no pictures, and photographs are', () => {
  expect(images('<p>As the paper printed it on Tuesday <img src="/img/close.png" alt="close"></p>')).toEqual([])
  for (const src of ['/print-workshop-of-the-quay.jpg', '/left-bank.jpg', '/mail-boat.jpg', '/arrow-lake-1.jpg', '/iconic-lighthouse.png'])
    expect(images(`<p>As the paper printed it on Tuesday <img src="${src}" alt=""></p>`), src).toHaveLength(1)
})

test.each(['https://harbour.example/bay.jpg', '0813_bay.JPG', 'Old%20bay-1.png'])(
  'the name of a file is no words for a picture: %s',
  (alt) => {
    expect(images(`<p><img src="/bay.jpg" alt="${alt}"></p>`)[0]?.alt).toBe('')
  },
)

test('the name of a file takes no exponential time', () => {
  const src = `/icon${'_a'.repeat(35)}.jpg`
  expect(images(`<p>As the paper printed it on Tuesday <img src="${src}" alt=""></p>`)).toHaveLength(1)
})

test('a picture of what a small page leaves out on both sides goes with it', () => {
  const card = (name: string, price: string) =>
    `<div class="col"><div class="card"><img src="/${name}.jpg" alt=""><h5>${name}</h5>$${price}<div><a class="btn" href="#">Add to cart</a></div></div></div>`
  const { markdown } = extractPage({
    html: `<title>Rain jacket</title><nav><a href="/">Home</a></nav><section><img src="/jacket.jpg" alt=""><h1>Rain jacket</h1><div><span>$40.00</span></div>
      <p class="lead">A light jacket for rainy days, cut from old nets and lined with soft wool, with two pockets and a hood.</p><button>Add to cart</button></section>
      <section><h2>Related products</h2><div class="row">${card('cloak', '18.00')}${card('boots', '25.00')}${card('hat', '12.00')}</div></section>
      <footer><p>Copyright © Shop</p></footer>`,
    url: 'https://shop.example/jacket',
  })!
  expect(markdown).toContain('jacket.jpg')
  expect(markdown).not.toContain('hat.jpg')
})

test('a picture that says its name on every line is dress, and six of their own are not', () => {
  const lines = (source: (at: number) => string) =>
    Array.from(
      { length: 6 },
      (_, at) => `<p><img src="${source(at)}" alt="Shop"> Boat ${at} sails on the bay from May on, and is mended in the winter.</p>`,
    ).join('')
  expect(images(lines(() => '/shop.png'))).toEqual([])
  expect(images(lines((at) => `/shop${at}.png`))).toHaveLength(6)
})

test('a picture is no part of the words on either side, and none without words is a heading', () => {
  const { markdown } = words(
    'The pier<img src="/pier.jpg" alt="Pier">is open, and the bay <img src="/bay.jpg" alt="Bay">, too, for all who come.',
  )
  expect(markdown).toContain(
    'The pier ![Pier](https://harbour.example/pier.jpg) is open, and the bay ![Bay](https://harbour.example/bay.jpg), too',
  )
  expect(words('<img src="/pier.jpg" alt="Pier">The pass costs $5 a day.').markdown).toContain('/pier.jpg) The pass costs $5')
  const heading = (alt: string) =>
    read(`<h2><img src="/bay.jpg" alt="${alt}"></h2><p>The bay is open to all who come by boat in the summer.</p>`).markdown
  expect(heading('')).toMatch(/^!\[\]\(/m)
  expect(heading('The bay')).toContain('## ![The bay](')
})

test('a picture is kept with its caption, whatever its buttons say', () => {
  const figure = (button: string): string =>
    `<figure><a href="/dredger.png"><img src="/dredger.png" alt="A dredger at dawn" width="900" height="600"><div><button>${button}</button></div></a><figcaption>The dredger at work in the north basin</figcaption></figure>`
  expect(read(figure('Restack')).markdown).toContain('](https://harbour.example/dredger.png)')
  expect(read(figure('Restack')).markdown).toContain('A dredger at dawn')
})
