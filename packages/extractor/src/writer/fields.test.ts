import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

test.each([
  ['<div class="field__label">Maker</div><div class="field__item">Troughton of London</div>', 'Maker: Troughton of London'],
  ['<div class="field__label">Maker:</div><div class="field__item">Troughton</div>', 'Maker: Troughton'],
  [
    '<div class="field__label">Made of</div>\n<div class="field__items"><div class="field__item">Brass</div><div class="field__item">Oak</div></div>',
    'Made of: Brass, Oak',
  ],
  ['<div class="col-3 metadata-label">Year</div><div class="col-9 metadata-value"><p>About 1811</p></div>', 'Year: About 1811'],
])('a label stands in the line of its value: %s', (html, line) => {
  expect(read(`<div class="field">${html}</div>`).markdown).toContain(`\n\n${line}\n\n`)
})

test.each([
  ['<div class="field__label">Maker</div><div class="field__item"><ul><li>Troughton</li></ul></div>', 'Maker\n\n- Troughton'],
  ['<div class="name">Maker</div><div class="field__item">Troughton</div>', 'Maker\n\nTroughton'],
  ['<div class="field__label visually-hidden">Body</div><div class="field__item">Troughton</div>', 'Troughton'],
])('what is no label and no line stays below it: %s', (html, lines) => {
  expect(read(`<div class="field">${html}</div>`).markdown).toContain(lines)
})

test.each([
  ['<div>Capacity: <div>32 fl. oz.</div></div>', 'Capacity: 32 fl. oz.'],
  ['<div><div><b>Capacity:</b></div><div>32 fl. oz.</div></div>', '**Capacity:** 32 fl. oz.'],
  ['<section><span>容量：</span><div>一升</div></section>', '容量： 一升'],
])('what ends with a colon stands in the line of the short value below it: %s', (html, line) => {
  expect(read(html).markdown).toContain(`\n\n${line}\n\n`)
})

test.each([
  ['a speaker', '<div><p>He said:</p><p>Hello.</p></div>', 'He said:\n\nHello.'],
  [
    'a picture',
    '<div>The gate: <div><img src="/gate.png" alt="Gate"></div></div>',
    'The gate:\n\n![Gate](https://harbour.example/gate.png)',
  ],
  ['a list', '<div>Bring: <ul><li>Rope</li></ul></div>', 'Bring:\n\n- Rope'],
  ['several lines', '<div>Bring: <div>Rope</div><div>Lamps</div></div>', 'Bring:\n\nRope\n\nLamps'],
])('a colon leads to other lines: %s', (_, html, lines) => {
  expect(read(html).markdown).toContain(`\n\n${lines}\n\n`)
})

test('a number stands behind what it counts, and is no step of the next thing', () => {
  const fact = (name: string, count: number): string => `<div class="c"><i><svg></svg></i><div>${name}</div><div>${count}</div></div>`
  expect(read(fact('Bedrooms', 3) + fact('Bathrooms', 2) + fact('Parking', 4)).markdown).toContain(
    'Bedrooms: 3\n\nBathrooms: 2\n\nParking: 4',
  )
  expect(read('<div><div>Step</div><div>1</div></div><p>Shut the gates.</p>').markdown).toContain('Step\n\n1\n\nShut')
})
