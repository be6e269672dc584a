import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { read } from '../testing/read.ts'

const release = (version: string, at: number): string =>
  `<section id="v${at}"><h2>${version}<a class="headerlink" href="#v${at}">¶</a></h2><p>Fixed in the parser:</p><ul><li>Names of ${at} letters are read</li><li>The log names the limit, see <a href="https://bugs.example/${at}">#${at}</a></li></ul></section>`

test('releases of a changelog are sections with headings, not cards', () => {
  const html = `<html><head><meta name="generator" content="Docutils 0.19"><title>Changelog — Quill documentation</title></head><body><div role="main" class="document"><section id="changelog"><h1>Changelog</h1>
    <p>All notable changes of the broker are listed here. Dates are those of the release.</p>${['3.1.0', '3.0.0', '2.3.1', '2.3.0'].map((version, at) => release(version, at + 400)).join('')}</section></div></body></html>`
  const { markdown } = extractPage({ html, url: 'https://docs.example/changelog.html' })!
  expect(markdown.match(/^## .*/gm)).toEqual(['## 3.1.0', '## 3.0.0', '## 2.3.1', '## 2.3.0'])
})

const NAMES = ['Aurora Runner', 'Breeze Sandal', 'Cinder Boot', 'Delta Clog', 'Ember Loafer', 'Fjord Hiker']
const shop = (card: (name: string, at: number) => string): string =>
  extractPage({
    html: `<html lang="en"><head><title>Our range</title></head><body><main><h1>Our range</h1><div class="grid">${NAMES.map(card).join('')}</div></main></body></html>`,
    url: 'https://shop.example/range',
  })!.markdown

test.each([
  ['by its name', (name: string, at: number) => `<a href="/p/${at}" aria-label="${name}" class="over"></a>`],
  [
    'by words for screen readers',
    (name: string, at: number) => `<a href="/p/${at}" class="over"><span class="sr-only">View ${name}</span></a>`,
  ],
])('a link that is laid over a card is that of the line that it is called: %s', (_name, link) => {
  const markdown = shop(
    (name, at) =>
      `<div class="card">${link(name, at)}<img src="/${at}.jpg" alt=""><p class="nm">${name}</p><p>$${at}9.90</p><p>Made to measure in the workshop behind the quay, of leather number ${at} that was tanned with the bark of oaks.</p></div>`,
  )
  for (const [at, name] of NAMES.entries()) expect(markdown).toContain(`[${name}](https://shop.example/p/${at})`)
})

test('a link that is laid over a card is that of its heading, also with a word in front of it and a link to comments', () => {
  const markdown = shop(
    (name, at) =>
      `<div class="card"><a href="/p/${at}" aria-label="${name}"></a><div><h3><div>Bags </div><span>${name}</span></h3><p>Made to measure in the workshop behind the quay, of leather number ${at} that was tanned with bark.</p><a href="/p/${at}#comments">${at + 12}</a></div></div>`,
  )
  for (const [at, name] of NAMES.entries()) expect(markdown).toContain(`[Bags ${name}](https://shop.example/p/${at})`)
})

const SAID = ', made to measure in the workshop behind the quay, of leather that was tanned with the bark of oaks.'

test('the only way from a card, which every card words alike, is that of its title', () => {
  const markdown = shop(
    (name, at) =>
      `<div class="c3"><div class="c4"><img src="/${at}.jpg" alt=""></div><div class="c5"><div class="c6"><h5 class="c7">${name}</h5>$${at}9.90<p>${name}${SAID}</p></div></div><div class="c8"><a class="btn" href="/p/${at}">View options</a></div></div>`,
  )
  expect(markdown).not.toContain('View options')
  for (const [at, name] of NAMES.entries()) expect(markdown).toContain(`[${name}](https://shop.example/p/${at})`)
})

test('cards that stand two in a column are as many as all of them', () => {
  const card = (name: string, at: number): string =>
    `<div class="card"><img src="/${at}.jpg" alt=""><h2>${name}</h2><p>${name}${SAID}</p><a class="btn" href="/p/${at}">Read more</a></div>`
  const columns = [0, 2, 4].map(
    (from) =>
      `<div class="col">${NAMES.slice(from, from + 2)
        .map((name, at) => card(name, from + at))
        .join('')}</div>`,
  )
  const { markdown } = extractPage({
    html: `<html><head><title>Notes</title></head><body><nav><a href="/">Home</a></nav><main><h1>Notes</h1>${columns.join('')}</main></body></html>`,
    url: 'https://shop.example/notes',
  })!
  for (const [at, name] of NAMES.entries()) expect(markdown).toContain(`[${name}](https://shop.example/p/${at})`)
})

test.each([
  ['all lead to one place', () => '<a class="btn" href="/contact">Ask us</a>'],
  ['they put something into a basket', (at: number) => `<a class="btn" href="/range?add-to-cart=${at}">Add to cart</a>`],
  ['each leads to several', (at: number) => `<a class="btn" href="/p/${at}">View options</a><a class="btn" href="/q/${at}">Compare</a>`],
])('the words of cards are not linked where %s', (_name, ways) => {
  const markdown = shop(
    (name, at) =>
      `<div class="c3"><div class="c5"><h5 class="c7">${name}</h5><p>${name}${SAID}</p></div><div class="c8">${ways(at)}</div></div>`,
  )
  expect(markdown).toContain(`**${NAMES[0]}**`)
  for (const name of NAMES) expect(markdown).not.toContain(`[${name}]`)
})

test('what every card can be asked for is not the title of any', () => {
  const markdown = shop(
    (name, at) =>
      `<div class="card"><a href="/p/${at}"><div class="qp"><span>Quick view</span></div><div class="meta"><div>${name}</div><div>$${at}9.90</div></div></a></div>`,
  )
  expect(markdown).toContain('[Delta Clog](https://shop.example/p/3)')
  expect(markdown).not.toContain('[Quick view]')
})

test('a sign that leads to the heading beside it does not take the place of the heading', () => {
  const section = (name: string, at: number): string =>
    `<div class="wrap"><h2 id="s${at}">${name}</h2><a class="sign" href="#s${at}"><span aria-hidden="true">#</span><span class="sr-only">Section titled “${name}”</span></a></div><ul><li>Made to measure in the workshop behind the quay, of leather number ${at} that was tanned with the bark of oaks.</li></ul>`
  const { markdown } = extractPage({
    html: `<html lang="en"><head><title>Changes</title><meta name="generator" content="Starlight v0.36.0"></head><body><main><h1>Changes</h1><div class="content">${NAMES.map(section).join('')}</div></main></body></html>`,
    url: 'https://shop.example/docs/changes',
  })!
  for (const name of NAMES) expect(markdown).toContain(`## ${name}`)
})

test('a space in the text of a record that somebody made a link covers nothing, and a title with a link keeps its own', () => {
  const { markdown } = extractPage({
    html: `<html lang="en"><head><title>Six firms</title></head><body><main><h1>Six firms</h1>${NAMES.map(
      (name, at) =>
        `<div class="firm"><h3>${at + 1}. <a href="/f/${at}">${name}</a></h3><p>${name}${SAID}<a href="/elsewhere/${at}">&nbsp;</a></p></div>`,
    ).join('')}</main></body></html>`,
    url: 'https://shop.example/firms',
  })!
  for (const [at, name] of NAMES.entries()) expect(markdown).toContain(`${at + 1}. [${name}](https://shop.example/f/${at})`)
  expect(markdown).not.toContain('elsewhere')
})

test('lists of one make between paragraphs are lists, not cards', () => {
  const properties = (topic: string) =>
    `<h2>${topic} properties</h2><p>Every ${topic} needs what follows, in this order and spelled like this.</p><ul><li><code>${topic}:title</code> - what the ${topic} is called, see <a href="/${topic}">more</a></li><li><code>${topic}:type</code> - the type of the ${topic}, which may ask for others</li><li><code>${topic}:berth</code> - where the ${topic} lies</li></ul>`
  const html = `<html lang="en"><head><title>The berth protocol</title></head><body><div><h1>The berth protocol</h1>${['ship', 'boat', 'ferry', 'barge'].map(properties).join('')}</div></body></html>`
  const { markdown } = extractPage({ html, url: 'https://berth.example/protocol' })!
  expect(markdown).toContain('\n- `ship:title`')
  expect(markdown).not.toContain('- - ')
})

const member = (name: string): string => `<div class="who"><h3><a href="/${name}">${name}</a></h3><div>Keeper of ${name}</div></div>`
const pageOf = (content: string): string =>
  extractPage({
    html: `<html lang="en"><head><title>The people</title></head><body><main><h1>The people</h1>${content}</main></body></html>`,
    url: 'https://locks.example/people',
  })!.markdown

test('two are cards where others on the page are that look so', () => {
  const group = (head: string, ...names: string[]): string => `<h2>${head}</h2><div class="grid">${names.map(member).join('')}</div>`
  const markdown = pageOf(group('Leadership', 'Ann', 'Bea', 'Cid') + group('Support', 'Dan', 'Eve'))
  expect(markdown.match(/^- \*\*\[\w+\]/gm)).toHaveLength(5)
  expect(pageOf(group('Leadership', 'Ann', 'Bea') + group('Support', 'Dan', 'Eve'))).not.toContain('- **')
})

test('boxes with text between each and the next are no items', () => {
  const text = '<p>We wore fourteen of them through a winter, dropped each from two metres, and measured the beam after an hour.</p>'
  const markdown = pageOf(['Ann', 'Bea', 'Cid'].map((name) => member(name) + text).join(''))
  expect(markdown).toContain('### [Bea](https://locks.example/Bea)')
  expect(markdown).not.toContain('- **')
})

test('cards with a button to buy in a form of its own are items of a list', () => {
  const markdown = shop(
    (name, at) =>
      `<div class="col"><div class="card"><span class="badge">Sale</span><div><a href="/p/${at}"><img src="/${at}.jpg" alt="${name}"></a></div><a class="name" href="/p/${at}">${name}</a><p>Made to measure in the workshop behind the quay, of leather number ${at} that was tanned with bark.</p><p>$${at}9.90</p><form action="/cart"><button>Add to cart</button></form></div></div>`,
  )
  expect(markdown.match(/^- /gm)).toHaveLength(NAMES.length)
  expect(markdown).not.toContain('Add to cart')
})

test('of a card that is one link, the name is its link, not what stands with the picture', () => {
  const markdown = shop(
    (name, at) =>
      `<article class="tile"><a href="/p/${at}"><div class="media"><span class="flag">${at % 3 ? 'New' : '-25%'}</span><img src="/${at}.jpg" alt=""></div><div class="body"><span class="tile-brand">Havn</span><span class="tile-name">${name}</span><div class="rating"><span class="value">4.7</span><span class="count">(212)</span></div><div class="price"><span>$${at}9.90</span></div><p>Made to measure in the workshop behind the quay, of leather number ${at} that was tanned with bark.</p></div></a></article>`,
  )
  for (const [at, name] of NAMES.entries()) expect(markdown).toContain(`Havn [${name}](https://shop.example/p/${at})\\\n  4.7 (212)\\\n`)
})

test('the picture of a thing is no second link to where its name leads', () => {
  const card = (at: number, href: string): string =>
    `<div><a href="${href}"><img src="/${at}.jpg" alt="Boat ${at}"></a><p><a href="/p/${at}">Boat number ${at}</a></p></div>`
  const { markdown } = read([1, 2, 3].map((at) => card(at, `/p/${at}`)).join(''))
  expect(markdown).toContain('\n![Boat 2](https://harbour.example/2.jpg)')
  expect(markdown).toContain('[Boat number 2](https://harbour.example/p/2)')
  expect(read([1, 2, 3].map((at) => card(at, `/big/${at}`)).join('')).markdown).toContain(
    '[![Boat 2](https://harbour.example/2.jpg)](https://harbour.example/big/2)',
  )
})
