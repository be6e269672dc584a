import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepQuote, keepSum } from './figures.ts'

const kept = (html: string, complete = keepQuote): string[] => {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length)
  complete(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('what a share stands at below its name is kept with its change, in one line or several', () => {
  expect(kept('<h1>Canal Works (CNL)</h1><button>Follow</button><p>229.35 +3.10 (+1.37%)</p><p>At close</p>')).toEqual([
    '229.35 +3.10 (+1.37%)',
  ])
  expect(kept('<h1>Canal Works (CNL)</h1><div><b>229.35</b><b>+3.10</b><b>(+1.37%)</b></div>')).toEqual(['229.35+3.10(+1.37%)'])
  expect(kept('<h1>Canal Coin</h1><p>Rank 12</p><div>$1,204.50</div><div>▼ 2.1%</div><p>Market cap</p>')).toEqual(['$1,204.50', '▼ 2.1%'])
  expect(kept('<h1>Canal 100</h1><div>8,204.12 EUR</div><div>−12.40</div><div>(−0.15%)</div><div>12,000</div>')).toEqual([
    '8,204.12 EUR',
    '−12.40',
    '(−0.15%)',
  ])
})

test('numbers without a change, in a menu and far below are no quote', () => {
  expect(kept('<h1>Lamp</h1><p>4.5</p><p>204 reviews</p>')).toEqual([])
  expect(kept('<h1>Lamp</h1><nav><p>229.35 +3.10 (+1.37%)</p></nav>')).toEqual([])
  expect(kept(`<h1>Lamp</h1>${'<p>A line</p>'.repeat(9)}<p>229.35 +3.10 (+1.37%)</p>`)).toEqual([])
  expect(kept('<p>229.35 +3.10 (+1.37%)</p>')).toEqual([])
})

test('the one sum beside the title is kept with what it counts, and of several none is', () => {
  const facts = '<div><span>3</span><span> beds</span></div><div>1,640 sqft</div>'
  expect(kept(`<p>$549,000</p>${facts}<h1>12 Lock St</h1><p>Est. payment: $3,612/mo</p>`, keepSum)).toEqual([
    '$549,000',
    '3 beds',
    '1,640 sqft',
  ])
  expect(kept('<h1>Keeping locks, a course</h1><p>Online</p><p>29,95 €</p><p>Ask us</p>', keepSum)).toEqual(['29,95 €'])
  expect(kept('<h1>A used table</h1><h2>1.250 € VB</h2><p>Ask us</p>', keepSum)).toEqual(['1.250 € VB'])
  expect(kept('<h1>A flat</h1><p><b>349.000 €</b><i>365.000 €</i><i>4%</i></p>', keepSum)).toEqual(['349.000 €365.000 €4%'])
  expect(kept('<h1>Plans</h1><p>$9</p><p>$29</p>', keepSum)).toEqual([])
  expect(kept('<p>$0.00</p><h1>Locks</h1><button>$9</button><nav>$9</nav><p><a href="/x">$9</a></p>', keepSum)).toEqual([])
})

test('values that are named in one line are a quote, where one of them is a change', () => {
  const line = (values: readonly string[]): string =>
    `<h1>Weir Fund</h1><div>${values.map((value) => `<span>${value}</span>`).join('')}</div>`
  expect(kept(line(['Sell:', '312.40p', 'Buy:', '312.90p', 'Change:', '1.25p (0.40%)']))).toHaveLength(1)
  expect(kept(line(['Rooms:', '3', 'Baths:', '2']))).toEqual([])
})
