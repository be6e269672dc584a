import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { findRecords, findRows, type RecordGroup } from '../../records/find.ts'
import { dropEchoes } from './echoes.ts'
import { dropFilters, withoutFilters } from './filters.ts'
import { completePairs, completePosts, completeRecords, evenOut, keepTitles, mainRecords, offersAmong } from './records.ts'

const NONE: ReadonlySet<RecordGroup> = new Set()

const item = (name: string): string =>
  `<div class="card"><h3><a href="/${name}">${name} chair with arms</a></h3><ul><li><b>Seats</b><p>one</p></li><li><b>Wood</b><p>${name}</p></li></ul><p>In stock since spring</p><div>£${name.length}9.00</div></div>`
const NAMES = ['oak', 'ash', 'beech', 'walnut', 'cherry', 'larch']
const menu = `<nav>${NAMES.map((name) => `<div class="entry"><b>${name} furniture of every kind</b><p>Tables, chairs, beds and much more of ${name}</p></div>`).join('')}</nav>`

/** @param isAll whether next to nothing else of the page is kept */
function chosen(html: string, thought: number, isMain: boolean, isAll = false): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const groups = findRecords(page, blocks)
  const scores = Float32Array.from(blocks, ({ text }) => (text.startsWith('In stock') ? thought / 4 : thought))
  const keep = new Uint8Array(blocks.length)
  evenOut(
    blocks,
    scores,
    { cut: 0.4, offers: NONE, prices: true, thread: false, main: isMain ? mainRecords(blocks, scores, groups, isAll) : null },
    groups,
    keep,
  )
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('the main records of a page are kept whole though the scorer doubts them, without the places it doubts most', () => {
  const kept = chosen(`${menu}<main>${NAMES.map(item).join('')}</main>`, 0.2, true)
  expect(kept).toHaveLength(NAMES.length * 6)
  for (const [at, name] of NAMES.entries())
    expect(kept.slice(at * 6)).toEqual(expect.arrayContaining([`${name} chair with arms`, `£${name.length}9.00`]))
  expect(chosen(`${menu}<main>${NAMES.map(item).join('')}</main>`, 0.2, false)).toEqual([])
})

test('what a price is for is kept with it: what it is called, and what is in it', () => {
  const plan = (name: string): string =>
    `<div class="x"><div class="a">${name}</div><div class="b">£${name.length}9 a month</div><p>For workshops that build chairs of ${name} by hand all year round</p><ul><li>${name} boards</li></ul><div class="c">${name} club members</div><button>Choose ${name}</button></div>`
  const page = parsePage(`<main>${NAMES.slice(0, 3).map(plan).join('')}</main>`)
  const { blocks } = segment(page)
  const scores = Float32Array.from(blocks, ({ text }) => (text.startsWith('For') ? 0.6 : text.startsWith('Choose') ? 0.1 : 0.35))
  const keep = Uint8Array.from(scores, (score) => (score > 0.4 ? 1 : 0))
  evenOut(blocks, scores, { cut: 0.4, offers: NONE, prices: true, thread: false, main: null }, findRecords(page, blocks), keep)
  const kept = blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  expect(kept.slice(0, 4)).toEqual(['oak', '£39 a month', expect.stringMatching(/^For workshops/), 'oak boards'])
  expect(kept).toHaveLength(12)
})

test('plans of a service are kept with what they cost, though the scorer doubts them', () => {
  const plan = (name: string, price: string): string =>
    `<div class="plan"><div>${name}</div><div>${price}</div><ul><li>${name} users</li><li>${name} boards and more</li></ul><a class="button" href="/${name}">Choose plan</a></div>`
  const plans = (price: (name: string) => string, thought: number, around = 'main'): string[] => {
    const page = parsePage(
      `<${around}>${NAMES.slice(0, 3)
        .map((name) => plan(name, price(name)))
        .join('')}</${around}>`,
    )
    const { blocks } = segment(page)
    const scores = Float32Array.from(blocks, ({ text }) => (text.startsWith('Choose') ? 0.1 : thought))
    const groups = findRecords(page, blocks)
    const keep = new Uint8Array(blocks.length)
    evenOut(
      blocks,
      scores,
      { cut: 0.45, offers: new Set(offersAmong(blocks, scores, groups)), prices: false, thread: false, main: null },
      groups,
      keep,
    )
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  const priced = (name: string): string => `$${name.length}9`
  expect(plans(priced, 0.38).slice(0, 4)).toEqual(['oak', '$39', 'oak users', 'oak boards and more'])
  expect(plans(priced, 0.38)).toHaveLength(12)
  expect(plans(priced, 0.2)).toEqual([])
  expect(plans(priced, 0.38, 'footer')).toEqual([])
  expect(plans((name) => `for ${name} lovers`, 0.38)).toEqual([])
})

test('a menu, few records and those that the scorer is sure of are no main records', () => {
  expect(chosen(menu, 0.2, true)).toEqual([])
  expect(chosen(`<main>${NAMES.slice(0, 4).map(item).join('')}</main>`, 0.2, true)).toEqual([])
  expect(chosen(`<main>${NAMES.map(item).join('')}</main>`, 0.05, true)).toEqual([])
})

test('cards with prices are main records though the scorer thinks next to nothing of them', () => {
  const cards = NAMES.map((name) => `<div class="card"><a href="/${name}">${name} chair</a><div>£${name.length}9.00</div></div>`).join('')
  expect(chosen(`<main>${cards}</main>`, 0.05, true)).toHaveLength(NAMES.length * 2)
})

const groupsOf = (html: string) => {
  const page = parsePage(html)
  const { blocks } = segment(page)
  return { blocks, groups: findRecords(page, blocks) }
}

test('lists of boxes to tick go with the words above them, and a list of things to do stays', () => {
  const list = (name: string, choices: readonly string[], item = '<li>'): string =>
    `<div><h4>${name}</h4><ul>${choices.map((choice) => `${item}<input type="checkbox"><a href="/f">${choice} (3)</a></li>`).join('')}</ul></div>`
  const left = (html: string): string[] => {
    const { blocks, groups } = groupsOf(html)
    const keep = new Uint8Array(blocks.length).fill(1)
    dropFilters(blocks, groups, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  expect(left(`<p>Chairs</p>${list('Wood', NAMES)}${list('Shipping', ['Free'])}<p>£9.00</p>`)).toEqual(['Chairs', '£9.00'])
  expect(left(list('Tasks', NAMES, '<li class="task-list-item">'))).toHaveLength(NAMES.length + 1)
})

test('what a list is filtered by is no list of things; cards with a box to compare are', () => {
  const box = (name: string, more = '') =>
    `<div class="facet"><p>${name}</p>${more}<ul><li><input type="checkbox"> ${name} (3)</li><li>Clear</li></ul></div>`
  const filters = (each: (name: string) => string): boolean[] => {
    const { blocks, groups } = groupsOf(NAMES.map(each).join(''))
    return groups.map((group) => !withoutFilters([group], blocks).includes(group))
  }
  expect(filters((name) => box(name))).toContain(true)
  expect(filters((name) => box(name, `<h3><a href="/${name}">${name} chair</a></h3>`))).not.toContain(true)
  const change = `<div>cut by hand, dried over the summer and planed once before the frost came</div>`
  expect(filters((name) => `<div class="row"><input type="radio"><div>${name}</div>${change}</div>`)).not.toContain(true)
})

test('a record says each thing once; the title that leads somewhere stays, and so do equal numbers', () => {
  const card = (name: string) =>
    `<div class="card"><h3>${name} chair</h3><h3><a href="/${name}">${name} chair</a></h3><p>Regular price £9.00</p><p>Regular price Sale price £9.00</p><p>Unit price per</p><p>4</p><p>4</p></div>`
  const { blocks, groups } = groupsOf(NAMES.map(card).join(''))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropEchoes(blocks, groups, keep)
  const left = blocks.filter(({ index }) => keep[index] === 1)
  expect(left.slice(0, 4).map(({ text }) => text)).toEqual(['oak chair', 'Regular price £9.00', '4', '4'])
  expect(left[0]!.linkLength).toBeGreaterThan(0)
  expect(left).toHaveLength(NAMES.length * 4)
})

test('rows of a table in a record may cost the same and say what others have said', () => {
  const card = (name: string) =>
    `<div class="card"><h3>${name} chairs</h3><table><tr><td>${name} chair with arms</td><td>£9.50</td></tr><tr><td>${name} chair</td><td>£9.50</td></tr><tr><td>Small ${name} chair</td><td>£7.50</td></tr></table></div>`
  const { blocks, groups } = groupsOf(NAMES.map(card).join(''))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropEchoes(blocks, groups, keep)
  expect(groups).not.toEqual([])
  expect(blocks.filter(({ index }) => keep[index] !== 1)).toEqual([])
})

test('a button that says what a record is called is left out, and the only link of a record stays', () => {
  const card = (name: string, link: string) =>
    `<div class="card"><h3><span>Thonet</span><span>${name} chair 214</span></h3><p>£9.0${name.length}</p>${link}<button>Add ${name} chair 214 to Compare</button></div>`
  const left = (link: (name: string) => string): string[] => {
    const { blocks, groups } = groupsOf(NAMES.map((name) => card(name, link(name))).join(''))
    const keep = new Uint8Array(blocks.length).fill(1)
    dropEchoes(blocks, groups, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  expect(left((name) => `<p><a href="/${name}">Buy now</a></p>`).slice(0, 3)).toEqual(['Thonetoak chair 214', '£9.03', 'Buy now'])
  expect(left((name) => `<p><a href="/${name}">Shop ${name} chair</a></p>`)).not.toContain('Add oak chair 214 to Compare')
})

test('cards of a small page say their title once too, and their price apart from what screen readers are told of it', () => {
  const card = (at: number) =>
    `<li><div><img src="/i${at}.jpg" alt="" width="300" height="300"><h3><a href="/products/${at}">Jacket no ${at}</a></h3></div><div><h3><a href="/products/${at}">Jacket no ${at}</a></h3><div class="price"><span class="visually-hidden">Regular price</span><span>$10${at}.00 USD</span></div></div></li>`
  const html = `<html><head><title>Jackets</title></head><body><nav><a href="/">Home</a></nav><main><h1>Jackets</h1><ul>${[1, 2, 3, 4, 5, 6].map(card).join('')}</ul></main></body></html>`
  const markdown = extractPage({ html, url: 'https://quay.example/collections/jackets' })?.markdown ?? ''
  expect(markdown.match(/Jacket no \d/g)).toHaveLength(6)
  expect(markdown).toContain('Regular price $101.00 USD')
})

test('a list is kept whatever the scorer thinks of it where next to nothing else is', () => {
  const list = `${menu}<main>${NAMES.map(item).join('')}</main>`
  expect(chosen(list, 0.02, true)).toEqual([])
  const kept = chosen(list, 0.02, true, true)
  for (const name of NAMES) expect(kept).toContain(`${name} chair with arms`)
  expect(kept.join()).not.toContain('furniture of every kind')
})

test('the author of each of the main records is kept with it, in rows of a table too', () => {
  const row = (name: string): string =>
    `<tr><td><b>${name} chairs and how to build them by hand</b><br><div class="authorName">Ada ${name}</div><div>${name.length} ratings of this book by readers</div><div class="button">Want to read</div></td></tr>`
  const page = parsePage(`<main><table>${NAMES.map(row).join('')}</table></main>`)
  const { blocks } = segment(page)
  const rows = findRows(page, blocks)
  const scores = Float32Array.from(blocks, ({ text }) => (text.startsWith('Ada') ? 0.2 : text.startsWith('Want') ? 0.1 : 0.7))
  const keep = Uint8Array.from(scores, (score) => (score > 0.4 ? 1 : 0))
  evenOut(
    blocks,
    scores,
    { cut: 0.4, offers: NONE, prices: true, thread: false, main: mainRecords(blocks, scores, rows, false) },
    rows,
    keep,
  )
  const kept = blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  for (const name of NAMES) expect(kept).toContain(`Ada ${name}`)
  expect(kept).not.toContain('Want to read')
})

test('the main records of a page are the things for sale, though questions about them are longer', () => {
  const faq = NAMES.map(
    (name) =>
      `<div class="faq"><h3>How is ${name} cared for?</h3><p>${`With wax of ${name}, twice a year, and never in the sun. `.repeat(3)}</p></div>`,
  ).join('')
  const page = parsePage(`<main><div>${NAMES.map(item).join('')}</div><div>${faq}</div></main>`)
  const { blocks } = segment(page)
  const scores = Float32Array.from(blocks, () => 0.3)
  const main = mainRecords(blocks, scores, findRecords(page, blocks), false)
  expect(main?.records[0]?.element.attributes.class).toBe('card')
})

test('a line that says what a thing costs, what it cost and what is saved is its price', () => {
  const price = '<div>Special Price $173.00 You Save $176.99 Regular Price $349.99</div>'
  const dear = NAMES.map((name) => item(name).replace(/<div>£.*?<\/div>/, price)).join('')
  expect(chosen(`${menu}<main>${dear}</main>`, 0.08, true)).toContain('oak chair with arms')
  expect(chosen(`${menu}<main>${dear.replace(/\$/g, '')}</main>`, 0.08, true)).toEqual([])
})

test('of a small page a place that most records keep is kept in all', () => {
  const { blocks, groups } = groupsOf(`<main>${NAMES.slice(0, 3).map(item).join('')}</main>`)
  const [size, stock] = [blocks.length / 3, 5]
  const keep = Uint8Array.from(blocks, ({ index }) => (index < size * 2 && index % size !== stock ? 1 : 0))
  keep[stock] = 1
  completeRecords(groups, keep)
  expect([...keep.subarray(size * 2)]).toEqual([...keep.subarray(size, size * 2)])
  expect(blocks[size + stock]!.text).toMatch(/^In stock/)
  expect(keep[size + stock]).toBe(0)
})

test('posts of a thread are kept whole where a quarter of what they say is, names, days and buttons are not', () => {
  const post = (name: string): string =>
    `<div class="post"><div class="head"><a href="/u/${name}">Written by ${name} of the harbour yard in the north</a><i>3 May</i></div><div class="body"><p>What I found of ${name} is this and not much more than that.</p><p>And ${name} floats, as I said before you did.</p></div><div class="tools">Reply</div></div>`
  const { blocks, groups } = groupsOf(`<main>${NAMES.map(post).join('')}</main>`)
  const texts = (first: RegExp): string[] => {
    const keep = Uint8Array.from(blocks, ({ text }) => Number(first.test(text)))
    completePosts(blocks, groups, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  const bodies = blocks.map(({ text }) => text).filter((text) => /^(?:What|And)/.test(text))
  expect(bodies).toHaveLength(NAMES.length * 2)
  expect(texts(/(?:oak|ash|larch) (?:is|floats)|by oak|Reply/).filter((text) => text !== 'Reply' && !text.startsWith('Written'))).toEqual(
    bodies,
  )
  expect(texts(/(?:oak|ash|larch) (?:is|floats)|by oak/).filter((text) => text.startsWith('Written'))).toHaveLength(1)
  expect(texts(/oak is/)).toHaveLength(1)
})

test('answers to answers are kept whole as those above them are, by how they are made', () => {
  const answer = (name: string, below = ''): string =>
    `<div class="post"><p class="head">${name} said</p><div class="md"><p>Of ${name} I know this and hardly more than you do.</p></div>${below}</div>`
  const nested = `<div class="child"><div class="listing">${answer('oak')}${answer('ash')}</div></div>`
  const { blocks, groups } = groupsOf(`<main>${NAMES.map((name, at) => answer(name, at === 2 ? nested : '')).join('')}</main>`)
  const keep = Uint8Array.from(blocks, ({ container, text }) =>
    Number(text.startsWith('Of') && container.parent?.parent?.parent?.tag === 'main'),
  )
  const before = keep.reduce((sum, one) => sum + one, 0)
  completePosts(blocks, groups, keep)
  expect(before).toBe(NAMES.length)
  expect(blocks.filter(({ index }) => keep[index] === 1).every(({ text }) => text.startsWith('Of'))).toBe(true)
  expect(keep.reduce((sum, one) => sum + one, 0)).toBe(NAMES.length + 2)
})

test('rows of a table and things within a section may be called and cost the same as those before', () => {
  const left = (html: string): string[] => {
    const { blocks, groups } = groupsOf(html)
    const keep = new Uint8Array(blocks.length).fill(1)
    dropEchoes(blocks, groups, keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  const row = (dish: string) => `<tr><td>${dish}</td><td>rolls of ${dish}</td><td>£4.50</td></tr>`
  const course = (name: string) =>
    `<div class="course"><h3>${name} rolls</h3><p>Made by hand</p><table>${row(name)}${row('rolls')}</table></div>`
  expect(left(NAMES.map(course).join('')).slice(0, 8)).toEqual([
    'oak rolls',
    'Made by hand',
    'oak',
    'rolls of oak',
    '£4.50',
    'rolls',
    'rolls of rolls',
    '£4.50',
  ])
  const thing = (name: string) => `<li class="x"><h4>${name} shelf</h4><p>£29.00</p></li>`
  const section = (name: string) => `<div class="shop"><h3>${name}</h3><ul>${['small', 'tall', 'wide'].map(thing).join('')}</ul></div>`
  expect(left(NAMES.map(section).join('')).filter((text) => text === '£29.00')).toHaveLength(NAMES.length * 3)
})

test('records whose price is content are kept with it and what is in it, though they say more that is none', () => {
  const flat = (name: string): string =>
    `<div class="flat"><h2>${name} street</h2><div class="facts"><div class="fact"><strong>£${name.length}90</strong><div>cold rent</div></div><div class="fact">40 m²<div>living space</div></div><div class="fact">${name.length} rooms<div>rooms</div></div></div><div class="tip">Added to the list of marked homes</div></div>`
  const of = (price: number): string[] => {
    const page = parsePage(`<main>${NAMES.map(flat).join('')}</main>`)
    const { blocks } = segment(page)
    const scores = Float32Array.from(blocks, ({ text }) => (/street|m²|\d rooms/.test(text) ? 0.6 : text.startsWith('£') ? price : 0.3))
    const keep = Uint8Array.from(scores, (score) => (score > 0.4 ? 1 : 0))
    evenOut(blocks, scores, { cut: 0.4, offers: NONE, prices: true, thread: false, main: null }, findRecords(page, blocks), keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  expect(of(0.6).slice(0, 4)).toEqual(['oak street', '£390', '40 m²', '3 rooms'])
  expect(of(0.6)).toHaveLength(NAMES.length * 4)
  expect(of(0.3)).toEqual([])
})

/** What is kept besides the titles of the posts of a list, of which the scorer likes the titles alone. */
function told(line: string): string[] {
  const post = (name: string): string =>
    `<article><h2><a href="/${name}">Why ${name} holds</a></h2>${line.replaceAll('NAME', name)}</article>`
  const page = parsePage(`<main>${NAMES.map(post).join('')}</main>`)
  const { blocks } = segment(page)
  const scores = Float32Array.from(blocks, ({ text }) => (text.startsWith('Why') ? 0.9 : 0.2))
  const keep = new Uint8Array(blocks.length)
  const groups = findRecords(page, blocks)
  evenOut(
    blocks,
    scores,
    { cut: 0.4, offers: NONE, prices: true, thread: false, main: mainRecords(blocks, scores, groups, false) },
    groups,
    keep,
  )
  return blocks.filter(({ index }) => keep[index] === 1 && !blocks[index]!.text.startsWith('Why')).map(({ text }) => text)
}

test.each([
  '<div>By Ada Marsh • Dec. 19, 2025</div>',
  '<p class="author-name">Ada Marsh</p>',
  '<div><time datetime="2026-03-06">March 6, 2026</time></div>',
  '<p>A joiner of fifty years says what a drawer of NAME carries before it gives way, and what it does not.</p>',
])('who wrote each of the main records and when, and what it says, is kept with it: %s', (line) => {
  expect(told(line)).toHaveLength(NAMES.length)
})

test('other lines that the scorer doubts are not', () => {
  expect(
    told('<div>Share NAME</div><p><a href="/all">All that we have ever written about how things are built of wood, and where</a></p>'),
  ).toEqual([])
})

test('things on a list are called what they are, where nothing that is kept of them says so', () => {
  const card = (name: string): string =>
    `<div class="card"><h2>Chair of ${name}</h2><p>No. ${name.length}${name}</p><div>£${name.length}9.00</div></div>`
  const page = parsePage(`<main>${NAMES.map(card).join('')}</main>`)
  const { blocks } = segment(page)
  const groups = findRecords(page, blocks)
  const titled = (isKept: (text: string) => boolean, isList: boolean): number => {
    const keep = Uint8Array.from(blocks, ({ text }) => Number(isKept(text)))
    keepTitles(blocks, groups, isList, keep)
    return blocks.filter(({ index, text }) => keep[index] === 1 && text.startsWith('Chair')).length
  }
  expect(titled((text) => text.startsWith('No'), true)).toBe(NAMES.length)
  expect(titled((text) => text.startsWith('No'), false)).toBe(0)
  expect(
    titled((text) => text.startsWith('No') || text === 'Chair of oak', true),
    'one says what it is',
  ).toBe(1)
  expect(
    titled(() => false, true),
    'none is kept',
  ).toBe(0)
})

test('things of a list in a record are called alike without being one', () => {
  const group = (letter: string): string =>
    `<div><h3>${letter}</h3><ul><li><a href="/${letter}1">${letter} parallel (scripting language)</a></li><li><a href="/${letter}2">${letter} (scripting language)</a></li></ul></div>`
  const page = parsePage(`<main>${['C', 'D', 'E'].map(group).join('')}</main>`)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length).fill(1)
  dropEchoes(blocks, findRecords(page, blocks), keep)
  expect([...keep]).not.toContain(0)
})

test('buttons to share and to save what a record is called are left out', () => {
  const event = (name: string): string =>
    `<div class="card"><h3><a href="/${name}">${name} fair</a></h3><p>Saturday at ten</p><button>Save this event: ${name} fair</button><button>Share this event: ${name} fair</button></div>`
  const page = parsePage(`<main>${NAMES.map(event).join('')}</main>`)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length).fill(1)
  dropEchoes(blocks, findRecords(page, blocks), keep)
  expect(blocks.filter(({ index, text }) => keep[index] === 1 && / this event/.test(text))).toEqual([])
})

test('the value behind a colon stays, though the title of its record has the same word', () => {
  const bottle = (name: string, opening: string): string =>
    `<div class="tile"><h3><a href="/${name}">${name} ${opening} bottle</a></h3><p>£4.50</p><div>Opening: <div>${opening}</div></div><p>${name} bottle</p></div>`
  const page = parsePage(`<main>${NAMES.map((name, at) => bottle(name, at % 2 === 0 ? 'Narrow' : 'Wide')).join('')}</main>`)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length).fill(1)
  dropEchoes(blocks, findRecords(page, blocks), keep)
  const kept = (text: RegExp): number => blocks.filter((block) => keep[block.index] === 1 && text.test(block.text)).length
  expect([kept(/^(?:Narrow|Wide)$/), kept(/^\S+ bottle$/)]).toEqual([NAMES.length, 0])
})

test('what an item of a list in a record is called and leads to stays, though another is called the same', () => {
  const concert = (day: number, place: string): string =>
    `<li class="day"><time>${day} May 2026</time></li><li><p><a href="/concerts/${day}">The Lock Keepers</a></p><p>${place}, Gateham</p></li>`
  const section = (name: string, days: number[]): string =>
    `<div class="part"><h2>${name}</h2><ul>${days.map((day) => concert(day, `Hall ${day}`)).join('')}</ul></div>`
  const page = parsePage(`<main>${section('Next', [12, 13])}${section('Past', [1, 2])}${section('Cancelled', [3, 4])}</main>`)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length).fill(1)
  dropEchoes(blocks, findRecords(page, blocks), keep)
  expect(blocks.filter(({ text, index }) => text === 'The Lock Keepers' && keep[index] === 1)).toHaveLength(6)
})

test('of two sizes with a price all is kept that is kept of one, but no link', () => {
  const size = (name: string, price: string, more = ''): string =>
    `<div class="size"><h5>${name}</h5><p class="price">${price}</p><p class="sku">SKU: ${name.length}</p><p><a href="/${name.length}">Show</a></p>${more}</div>`
  const kept = (html: string, start: (text: string) => boolean): string[] => {
    const page = parsePage(`<main>${html}</main>`)
    const { blocks } = segment(page)
    const keep = Uint8Array.from(blocks, ({ text }) => (start(text) ? 1 : 0))
    completePairs(blocks, findRecords(page, blocks), keep)
    return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
  }
  const ofOne = (text: string): boolean => /^(?:Six|£5|Show)/.test(text)
  const two = size('Six ropes', '£9.56') + size('Three ropes', '£5.29')
  expect(kept(two, ofOne)).toEqual(['Six ropes', '£9.56', 'Show', 'Three ropes', '£5.29', 'Show'])
  expect(kept(size('Six ropes', 'Red') + size('Three ropes', 'Blue'), ofOne)).toEqual(['Six ropes', 'Show', 'Show'])
  const long = `<p>${'What a rope is made of and how it is laid. '.repeat(5)}</p>`
  expect(kept(size('Six ropes', '£9.56', long) + size('Three ropes', '£5.29', long), ofOne)).toEqual(['Six ropes', 'Show', '£5.29', 'Show'])
})

test('what a thing costs is said again by no price of a unit of it', () => {
  const card = (name: string) => `<div class="card"><h3>${name} oil</h3><p>Content: 1 l (£9.50 / 1 l)</p><p>£9.50</p></div>`
  const { blocks, groups } = groupsOf(NAMES.map(card).join(''))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropEchoes(blocks, groups, keep)
  expect([...keep]).not.toContain(0)
})
