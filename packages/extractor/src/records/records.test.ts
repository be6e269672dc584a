import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { parsePage } from '../page/parse.ts'
import { segment } from '../page/segment.ts'
import { all, parseGfm, text } from '../testing/gfm.ts'
import { findRecords } from './find.ts'

const NAMES = ['Oak', 'Ash', 'Elm', 'Birch', 'Maple', 'Cherry', 'Walnut', 'Larch', 'Beech', 'Alder', 'Rowan', 'Hazel']

const card = (
  name: string,
  at: number,
): string => `<div class="grid-item${at % 2 ? ' odd' : ''}"><a href="/tables/${name.toLowerCase()}"><img src="/${at}.jpg" alt=""></a>
<h3><a href="/tables/${name.toLowerCase()}">${name} dining table for six</a></h3><div class="price">£${at + 3}49.00</div><button>Add to basket</button></div>`

const shop = (items: string): string => `<!doctype html><html lang="en"><head><title>Dining tables | Woodland Furniture</title></head><body>
<header><a href="/">Woodland Furniture</a><nav><ul><li><a href="/sofas">Sofas</a></li><li><a href="/beds">Beds</a></li><li><a href="/tables">Tables</a></li></ul></nav></header>
<main><h1>Dining tables</h1><p>Our tables are made to order in Sheffield from timber that was felled within sixty miles of the workshop, and each takes about six weeks.</p>
<div class="grid">${items}</div></main>
<footer><p>Copyright Woodland Furniture Ltd. All rights reserved. Registered in England.</p></footer></body></html>`

const read = (html: string, url = 'https://woodland.example/tables') => extractPage({ html, url })!.markdown

test('cards of a collection are items of one list, each with its title, link and price', () => {
  const markdown = read(shop(NAMES.map(card).join('\n')))
  const lists = all(parseGfm(markdown), 'list')
  expect(lists).toHaveLength(1)
  const items = (lists[0]!.children ?? []).map((item) => ({ text: text(item), url: all(item, 'link')[0]?.url }))
  expect(items).toEqual(
    NAMES.map((name, at) => ({
      text: `${name} dining table for six£${at + 3}49.00`,
      url: `https://woodland.example/tables/${name.toLowerCase()}`,
    })),
  )
})

test('a card that differs from the others keeps its price', () => {
  const sold = card('Sycamore', 9).replace('</div><button>', '</div><em>Sold out until the autumn</em><button>')
  const markdown = read(shop([...NAMES.slice(0, 6).map(card), sold, ...NAMES.slice(6).map(card)].join('\n')))
  expect(markdown.match(/£\d+49\.00/g)).toHaveLength(NAMES.length + 1)
})

test('siblings built alike are records, whatever tells one from the next; parts of a table and paragraphs are none', () => {
  const groupsOf = (html: string) => {
    const page = parsePage(html)
    return findRecords(page, segment(page).blocks).map(({ records }) => records.length)
  }
  expect(groupsOf(`<div>${NAMES.map(card).join('')}</div>`)).toEqual([12])
  expect(groupsOf('<ul><li><b>A</b><p>One</p></li><li><b>B</b><p>Two</p></li><li><b>C</b><p>Three</p></li></ul>')).toEqual([3])
  expect(groupsOf('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr><tr><td>e</td><td>f</td></tr></table>')).toEqual([])
  expect(groupsOf('<div><p>One</p><p>Two</p><p>Three</p><p>Four</p></div>')).toEqual([])
  expect(
    groupsOf(
      '<div><section><h2>A</h2><p>x</p></section><section><ul><li>y<li>z</ul></section><section><pre>k</pre><h3>l</h3></section></div>',
    ),
  ).toEqual([])
})

test('records inside of records are found, outer ones first', () => {
  const inner = '<ul><li><i>a</i><p>x</p></li><li><i>b</i><p>y</p></li><li><i>c</i><p>z</p></li></ul>'
  const page = parsePage(`<div>${`<article><h2>Title</h2>${inner}</article>`.repeat(3)}</div>`)
  expect(findRecords(page, segment(page).blocks).map(({ parent }) => parent.tag)).toEqual(['div', 'ul', 'ul', 'ul'])
})

const THREAD = 'https://boats.example/threads/which-oil.12/'
const said = (at: number) =>
  `The keel of boat ${at} should be oiled twice a year, and I would never use anything but linseed oil for it, says ${at}.`
const thread = (post: (at: number) => string, count: number) =>
  read(
    `<title>Which oil? | Boats</title><main><h1>Which oil?</h1><div>${Array.from({ length: count }, (_, at) => post(at + 1)).join('')}</div></main>`,
    THREAD,
  )

test.each([
  [
    'the name is a heading',
    (at: number) =>
      `<article class="message"><h4><a href="/members/s.${at}/" class="username">Skipper${at}</a></h4><header><time datetime="2023-05-0${at}">May ${at}, 2023</time></header><div><div>${said(at)}</div></div></article>`,
  ],
  [
    'every post repeats the title',
    (at: number) =>
      `<div class="post"><h3><a href="#p${at}">Re: Which oil?</a></h3><p class="author">by <a class="username" href="./memberlist.php?u=${at}">Skipper${at}</a> » <time>May ${at}, 2023</time></p><div class="content">${said(at)}</div></div>`,
  ],
  [
    'a title of its own that leads nowhere',
    (at: number) =>
      `<div class="review"><h3>Title ${at}</h3><span class="author">Skipper${at}</span><div class="date">May ${at}, 2023</div><p>${said(at)}</p></div>`,
  ],
])('posts say who wrote them and when, and are parted, be they two or more: %s', (_name, post) => {
  for (const count of [2, 4]) {
    const markdown = thread(post, count)
    for (let at = 1; at <= count; at += 1) {
      expect(markdown).toContain(`**Skipper${at}** · May ${at}, 2023`)
      expect(markdown.indexOf(`**Skipper${at}**`)).toBeLessThan(markdown.indexOf(said(at)))
    }
    expect(markdown.split('\n\n***\n\n')).toHaveLength(count)
  }
})

test.each([
  [
    'vBulletin 3, a table each with the day in a cell of its own',
    (at: number) =>
      `<div align="center"><table class="tborder" id="post${at}"><tr><td class="thead">May ${at}, 2023, 10:00 AM</td><td class="thead">#<a href="#p${at}"><strong>${at}</strong></a></td></tr><tr valign="top"><td class="alt2"><div><a class="bigusername" href="/m/${at}.html">Skipper${at}</a></div></td><td class="alt1"><div class="smallfont"><strong>Oil</strong></div><hr size="1"><div id="post_message_${at}">${said(at)}</div></td></tr></table></div>`,
  ],
  [
    'Hacker News, rows of a table that places them',
    (at: number) =>
      `<tr class="athing comtr"><td><table><tr><td class="ind"><img src="s.gif" height="1" width="0"></td><td class="votelinks"><center><a href="vote?id=${at}"><div class="votearrow"></div></a></center></td><td class="default"><div><span class="comhead"><a href="user?id=Skipper${at}" class="hnuser">Skipper${at}</a> <span class="age"><a href="item?id=${at}">May ${at}, 2023</a></span> <span class="navs"> | <a href="#1">next</a></span></span></div><br><div class="comment"><div class="commtext">${said(at)}</div><div class="reply"><p><u><a href="reply?id=${at}">reply</a></u></div></div></td></tr></table></td></tr>`,
  ],
  [
    'a name that says something',
    (at: number) =>
      `<div class="comment"><div class="comment-author vcard"><b class="fn">Skipper${at}</b> <span class="says">says:</span></div><time datetime="2023-05-0${at}">May ${at}, 2023</time><p>${said(at)}</p></div>`,
  ],
])('posts of old makers say who wrote them and when, and nothing else of it: %s', (_name, post) => {
  const posts = Array.from({ length: 4 }, (_, at) => post(at + 1)).join('\n')
  const markdown = read(
    `<title>Which oil? | Boats</title><h1>Which oil?</h1>${posts.startsWith('<tr') ? `<table class="comment-tree">${posts}</table>` : `<div id="posts">${posts}</div>`}`,
    THREAD,
  )
  for (let at = 1; at <= 4; at += 1)
    expect(markdown).toMatch(
      new RegExp(`\\*\\*Skipper${at}\\*\\* · May ${at}, 2023(, 10:00 AM)?\\n\\n(\\*\\*Oil\\*\\*\\n\\n(\\*{3}\\n\\n)?)?The keel`),
    )
  expect(markdown).not.toMatch(/next|reply|says:/)
})

test('a single row of short values stays a table', () => {
  const markdown = read(
    `<main><h1>Oil</h1><p>${said(1)}</p><table><tr><td>Linseed</td><td>5 l</td><td>€30</td></tr></table><p>${said(2)}</p></main>`,
    THREAD,
  )
  expect(markdown).toContain('| Linseed | 5 l | €30 |')
})

test('teasers of other pages are no posts, though they name an author and a day', () => {
  const markdown = thread(
    (at) =>
      `<div class="teaser"><h3><a href="/story/${at}">Story ${at}</a></h3><span class="author">Skipper${at}</span><div class="date">May ${at}, 2023</div><p>${said(at)}</p></div>`,
    4,
  )
  expect(markdown).not.toContain('***')
})

const SHOP = 'https://wood.example/tables/'
const linked = (name: string, at: number) =>
  `<a class="card" href="/t/${name}"><img src="/${at}.jpg" alt=""><div class="day">3 May 2024</div><KIND>${name} table</KIND><p>A table of ${name} wood for six people.</p><div class="price">€${at + 1}99.00</div></a>`
test.each([
  ['links', (card: string) => card],
  ['items', (card: string) => `<li>${card}</li>`],
  ['boxes', (card: string) => `<article>${card}</article>`],
])('records that are one link around all they say lead from their title alone: %s', (_name, wrap) => {
  for (const [kind, title] of [
    ['h3', (name: string) => `**[${name} table](https://wood.example/t/${name})**`],
    ['div', (name: string) => `[${name} table](https://wood.example/t/${name})`],
  ] as const) {
    const cards = NAMES.map((name, at) => wrap(linked(name, at).replaceAll('KIND', kind))).join('')
    const markdown = read(
      `<title>Tables</title><main><h1>Tables</h1><p>All our tables are made of wood.</p><div class="grid">${cards}</div></main>`,
      SHOP,
    )
    for (const [at, name] of NAMES.entries()) {
      expect(markdown).toContain(`${title(name)}\\\n  A table of ${name} wood for six people.\\\n  €${at + 1}99.00`)
    }
    const lists = all(parseGfm(markdown), 'list')
    expect(lists).toHaveLength(1)
    expect(lists[0]!.children).toHaveLength(NAMES.length)
  }
})

test('a single link around a heading and a text stays one link', () => {
  const markdown = read(
    `<main><h1>Tables</h1><p>${said(1)}</p><a href="/t/oak"><h3>Oak table</h3><p>For six people.</p></a><p>${said(2)}</p></main>`,
    SHOP,
  )
  expect(markdown).toContain('[Oak table For six people.](https://wood.example/t/oak)')
})

test('a heading in a link stays a heading', () => {
  const whole = (links: string) => read(`<main><h1>Tables</h1><p>${said(1)}</p>${links}<p>${said(2)}</p></main>`, SHOP)
  expect(whole('<a href="/t/oak"><h2>Oak table</h2></a>')).toContain('## [Oak table](https://wood.example/t/oak)')
  expect(whole('<a href="/t/oak"><div><img src="/oak.jpg" alt=""><h2>Oak table</h2></div></a>')).toContain(
    '## [Oak table](https://wood.example/t/oak)',
  )
  const items = ['Oak', 'Ash'].map((name) => `<li><a href="/t/${name}"><h3>${name} table</h3></a></li>`).join('')
  expect(whole(`<ul>${items}</ul>`)).toContain('- **[Oak table](https://wood.example/t/Oak)**\n- **[Ash table]')
})

test('of several links around a heading and a text, and of a long one, the heading alone is the link', () => {
  const link = (name: string, more: string) =>
    `<a href="/t/${name}"><img src="/${name}.jpg" alt=""><h3>${name} table</h3><p>${more}</p></a>`
  const whole = (links: string) => read(`<main><h1>Tables</h1><p>${said(1)}</p><div>${links}</div><p>${said(2)}</p></main>`, SHOP)
  const two = whole(link('Oak', 'For six people.') + link('Ash', 'For two.'))
  expect(two).toContain('### [Oak table](https://wood.example/t/Oak)\n\nFor six people.')
  expect(two).toContain('### [Ash table](https://wood.example/t/Ash)\n\nFor two.')
  const long = said(3).repeat(8)
  expect(whole(link('Elm', long))).toContain(`### [Elm table](https://wood.example/t/Elm)\n\n${long}`)
})

const shelf = (cards: string) =>
  read(
    `<title>Tables</title><main><h1>Tables</h1><p>All our tables are made of wood in a workshop that you may visit.</p>${cards}</main>`,
    SHOP,
  )

test('links in one paragraph that are cards, and nothing beside them, are a list', () => {
  const lines = shelf(
    `<p>${NAMES.map((name, at) => `<a href="/t/${name}"><img src="/${at}.jpg" alt="">${name} table<br><span>€${at + 1}99.00</span></a>`).join(' ')}</p>`,
  )
  const short = shelf(
    `<div>${NAMES.map((name, at) => `<a href="/t/${name}"><b>${name} table</b> <i>€${at + 1}99.00</i></a>`).join('')}</div>`,
  )
  for (const [at, name] of NAMES.entries()) {
    expect(lines).toContain(`\n- [![](https://wood.example/${at}.jpg) ${name} table](https://wood.example/t/${name})\\\n  €${at + 1}99.00`)
    expect(short).toContain(`\n- [**${name} table** *€${at + 1}99.00*](https://wood.example/t/${name})`)
  }
  for (const markdown of [lines, short]) expect(all(parseGfm(markdown), 'listItem')).toHaveLength(NAMES.length)
  // Tags, and links in a sentence, stay on their line.
  expect(shelf(`<p>${NAMES.map((name) => `<a href="/t/${name}">${name}</a>`).join(' ')}</p>`)).not.toContain('\n- ')
  expect(shelf(`<p>Read ${NAMES.map((name) => `<a href="/t/${name}">all of ${name} tables</a>`).join(', ')}.</p>`)).not.toContain('\n- ')
})

test('an empty link that covers a card is that of its title', () => {
  const markdown = shelf(
    `<ul>${NAMES.map((name, at) => `<li><a href="/t/${name}" aria-label="${name}"></a><h2>${name} table</h2><span><del>€999</del><ins>€${at + 1}99</ins></span></li>`).join('')}</ul>`,
  )
  for (const [at, name] of NAMES.entries())
    expect(markdown).toContain(`- **[${name} table](https://wood.example/t/${name})**\\\n  ~~€999~~ €${at + 1}99`)
})

test('without pictures, a link that shows nothing else keeps what the picture says', () => {
  const html = `<main><h1>Tables</h1><p>${said(1)}</p><p><a href="/t/oak"><img src="/0.jpg" alt="Oak table"></a> <img src="/1.jpg" alt="Ash table"></p><p>${said(2)}</p></main>`
  const markdown = extractPage({ html, url: SHOP, images: false })!.markdown
  expect(markdown).toContain('[Oak table](https://wood.example/t/oak)')
  expect(markdown).not.toMatch(/!\[|Ash/)
})
