import { expect, test } from 'vitest'
import { parsePage } from './parse.ts'
import { segment } from './segment.ts'

const textOf = (html: string): string =>
  segment(parsePage(`<p>${'What the page says at once. '.repeat(60)}</p>${html}`))
    .blocks.slice(1)
    .map(({ text }) => text)
    .join('\n')

const ANSWER = 'Orders leave our house within two days, and parcels are insured.'

test('what a control opens in its place is read, however it is hidden', () => {
  for (const hides of [
    'hidden',
    'style="display:none"',
    'aria-hidden="true" hidden',
    'style="overflow:hidden;height:0;visibility:hidden"',
    'style="opacity:0"',
  ])
    expect(textOf(`<button aria-controls="x1 x2">How long?</button><div id="x2" ${hides}><p>${ANSWER}</p></div>`), hides).toContain(ANSWER)
})

test('answers of one make are read, though nothing names them', () => {
  for (const hides of ['hidden', 'style="visibility:hidden"', 'aria-hidden="true"']) {
    const answer = (number: number): string =>
      `<div class="css-1"><h3>Question ${number}</h3><div class="css-2" ${hides}><p>${ANSWER} ${'so '.repeat(number)}</p></div></div>`
    expect(textOf([1, 2, 3].map(answer).join('')), hides).toContain(`${ANSWER} so so so`)
    expect(textOf([1, 2].map(answer).join('')), hides).not.toContain(ANSWER)
  }
})

test('menus, dialogs, choices and text that nothing can bring to sight stay hidden', () => {
  const link = `<a href="/a">${ANSWER}</a>`
  for (const part of [
    `<div id="x" hidden>${link}</div>`,
    `<nav><div id="x" hidden>${ANSWER}</div></nav>`,
    `<div id="x" class="size-modal" hidden>${ANSWER}</div>`,
    `<div role="dialog"><div id="x" hidden>${ANSWER}</div></div>`,
    `<div id="x" popover>${ANSWER}</div>`,
    `<div id="x" popover="manual">${ANSWER}</div>`,
    `<ul id="x" role="listbox" hidden><li>${ANSWER}</ul>`,
    `<div id="x" style="font-size:0">${ANSWER}</div>`,
    `<div id="x" style="position:absolute;left:-9999px">${ANSWER}</div>`,
    `<div id="other" hidden>${ANSWER}</div>`,
  ])
    expect(textOf(`<button aria-controls="x">More</button>${part}`), part).not.toContain(ANSWER)
  const alike = (part: string): string => `<div class="a">${part}<div class="b" hidden>${ANSWER}</div></div>`
  expect(textOf(alike('One') + alike('Two') + alike('Three')), 'the same text again and again').not.toContain(ANSWER)
})

test('a link that only screen readers are spared is seen', () => {
  expect(textOf(`<h3><a href="/a">Title</a></h3><p><a href="/a" aria-hidden="true" tabindex="-1">${ANSWER}</a></p>`)).toContain(ANSWER)
  expect(textOf('<h3><a href="/a">Title</a><a href="#title" aria-hidden="true">link</a></h3>')).toBe('Title')
})

test('what screen readers are told by the name of the element around it is seen', () => {
  expect(textOf('<aside aria-label="Note"><p aria-hidden="true"><svg></svg>Note</p><p>Ferries do not run at night.</p></aside>')).toBe(
    'Note\nFerries do not run at night.',
  )
  expect(textOf('<p>From <span aria-label="$26.60"><span aria-hidden="true">$26<sup>60</sup></span></span> a night</p>')).toContain('$2660')
  expect(
    textOf('<p><s aria-label="Antes: 1599 pesos"><span aria-hidden="true">$</span><span aria-hidden="true">1.599</span></s> hoy</p>'),
  ).toBe('$1.599 hoy')
  expect(
    textOf(
      '<span aria-label="299 reais con 90 centavos"><span aria-hidden="true">R$</span><span aria-hidden="true">299</span><span aria-hidden="true">,</span><span aria-hidden="true">90</span></span>',
    ),
  ).toBe('R$299,90')
  expect(textOf('<a href="#x" aria-label="Link to this section"><span aria-hidden="true">anchor</span></a>')).toBe('')
})

test('a copy of the page that a button copies is not read, however long it is', () => {
  const copy = `# Tides\n\n${'What the page says at once, as a program would have it. '.repeat(60)}`
  expect(textOf(`<button>Copy as Markdown</button><pre hidden aria-hidden="true">${copy}</pre>`)).not.toContain('as a program')
  expect(textOf(`<div hidden><pre>${copy}</pre></div>`)).toContain('as a program')
})

test('of answers that a control opens each, short ones are read as well', () => {
  const answers = ['At seven.', 'Every day but Sundays.', ANSWER]
  const row = (answer: string, at: number) =>
    `<div class="a"><h3><button aria-controls="p${at}">When?</button></h3><div class="b" id="p${at}" hidden><p>${answer}</p></div></div>`
  expect(textOf(answers.map(row).join(''))).toContain('At seven.')
  expect(textOf(row(answers[0]!, 0))).not.toContain('At seven.')
  const beside = (answer: string, at: number) => row(answer, at).replace(/^<div class="a">|<\/div>$/g, '')
  expect(textOf(answers.map(beside).join('')), 'in one box').toContain('At seven.')
})

test('what the button right before it unfolds is read, though nothing names either', () => {
  for (const button of [
    '<button aria-expanded="false">How long?</button>',
    '<h3><span role="button" aria-expanded="false">How long?</span></h3>',
  ])
    expect(textOf(`${button}<div class="k2" hidden><p>${ANSWER}</p></div>`), button).toContain(ANSWER)
  for (const part of [
    `<button>How long?</button><div class="k2" hidden><p>${ANSWER}</p></div>`,
    `<button aria-expanded="false">Menu</button><ul class="k2" hidden><li><a href="/a">${ANSWER}</a></li></ul>`,
    `<nav><button aria-expanded="false">Menu</button><div class="k2" hidden>${ANSWER}</div></nav>`,
    `<div><button aria-expanded="false">Sort</button><p>by price</p></div><div class="k2" hidden>${ANSWER}</div>`,
  ])
    expect(textOf(part), part).not.toContain(ANSWER)
})

test('letters that have a size of their own are seen in a box that gives them none, and no others', () => {
  const box = (inner: string): string => `<table><tr><td style="font-size:0px; padding:20px">${inner}</td></tr></table>`
  const sized = `<div style="font-size:13px;line-height:1">${ANSWER}</div>`
  expect(textOf(box(`<div style="font-size:0px"><table><tr><td>${sized}</td></tr></table></div>`))).toBe(ANSWER)
  expect(textOf(box(`<p>Nobody sees this.</p>${sized}`))).toBe(ANSWER)
  expect(textOf(box(`Nobody sees this. ${sized}`))).toBe('')
  expect(textOf(box(`<div style="font-size: 0 !important"><p>${ANSWER}</p></div>`))).toBe('')
  // A part of no size is none.
  for (const size of ['1em', '2.5em', '100%', '2ex', 'inherit', 'larger'])
    expect(textOf(box(`<div style="font-size:${size}">${ANSWER}</div>${sized}`))).toBe(ANSWER)
})

test('how many stars and how many judged, as a link is called to screen readers, are seen', () => {
  const stars = (label: string): string =>
    textOf(
      `<div><a href="/r" aria-label="${label}"><i aria-hidden="true"><span>4.7 out of 5 stars</span></i> <span aria-hidden="true">58,483</span></a></div>`,
    )
  expect(stars('4.7 out of 5 stars, 58,483 ratings')).toBe('4.7 out of 5 stars 58,483')
  expect(stars('4.75 out of 5 stars, 158,483 ratings')).toBe('')
})

test('a sum that nothing beside it says once more is seen by those who see it', () => {
  const card = (price: string): string => textOf(`<div><h2>Wax candle</h2></div><div>${price}</div>`).replace('Wax candle', '').trim()
  for (const sum of ['$24.00', '$66.00 – $165.00', '12 €']) expect(card(`<p aria-hidden="true"><span>${sum}</span></p>`)).toBe(sum)
  expect(card('<span aria-hidden="true">$24.00</span><span>Current price $24.00</span>')).toBe('Current price $24.00')
  expect(card('<p aria-hidden="true">Close</p>')).toBe('')
  expect(textOf(`<div>${'So much of the harbour is told here. '.repeat(9)}<b aria-hidden="true">$24.00</b></div>`)).not.toContain('$24')
})

test('text behind a veil, every letter of which is another one, is not read', () => {
  expect(
    textOf('<p class="obfuscated">Uif mpdl lffqfs pqfot uif vqqfs hbuf bu tfwfo, boe uif gjstu cbshf pg uif ebz jt uispvhi.</p>'),
  ).toBe('')
  expect(textOf('<p>Write to <span class="obfuscated">ann at harbour.example</span>.</p>')).toContain('ann at harbour')
})

test('what an element for tabs draws out of what it holds is read', () => {
  const tabs = (tag: string): string =>
    textOf(
      `<${tag}><dl style="display: none"><dt>Console</dt><dd tab-id="console"><p>${ANSWER}</p></dd><dt>CLI</dt><dd>No.</dd></dl></${tag}>`,
    )
  expect(tabs('awsdocs-tabs')).toBe(`Console\n${ANSWER}\nCLI\nNo.`)
  expect(tabs('aws-table')).not.toContain(ANSWER)
  expect(tabs('div')).not.toContain(ANSWER)
})
