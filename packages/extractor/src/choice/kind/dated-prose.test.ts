import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const GERMAN = [
  'Der Schleusenwärter öffnet das obere Tor um sieben Uhr, und der erste Kahn ist hindurch, bevor die Kirchturmuhr halb schlägt.',
  'Im Winter friert das Tor gelegentlich fest, und dann dauert es eine gute Stunde, bis das Eis von den Ketten geschlagen ist.',
  'Wer zu spät kommt, wartet bis zum Mittag, denn vormittags wird das Becken für die Boote der Stadt gebraucht.',
]
const JAPANESE = [
  '水門の番人は朝七時に上の門を開けます。最初の船は、教会の時計が半を打つ前に通り抜けてしまいます。',
  '冬になると門が凍りつくことがあり、鎖から氷を落とすのに一時間ほどかかります。',
  '遅れて来た船は昼まで待たなければなりません。午前中は町の船が水路を使うからです。',
]
const NAV = `<nav><div><a href="/">Canal</a><ul>${['Start', 'Boote', 'Preise', 'Kontakt'].map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul></div></nav>`
const cards = ['Ein Kahn aus Eiche', 'Die Kette am unteren Tor', 'Von Booten und Brücken']
  .map(
    (name) =>
      `<a class="k3" href="/${name.length}"><div class="k4">${name}</div><div class="k5">Was daraus geworden ist, steht hier.</div></a>`,
  )
  .join('')
const page = (lang: string, title: string, below: string, text: readonly string[], path = '/tor'): string | undefined =>
  extractPage({
    html: `<html lang="${lang}"><head><title>${title} | Canal</title></head><body><div id="root">${NAV}<div class="k0"><h1>${title}</h1>${below}<div>${text.map((line, at) => `<p>${line}</p>${at === 1 ? '<ul><li>Kette</li><li>Haken</li></ul>' : ''}`).join('')}</div><div class="k2"><h2>Mehr</h2>${cards}</div></div><footer>© Canal</footer></div></body></html>`,
    url: `https://canal.example${path}`,
  })?.pageKind

test('sentences below a title and a day are an article, whatever the page looks like', () => {
  expect(page('de', 'Das obere Tor', '<div>14. Mai 2024</div>', GERMAN)).toBe('article')
  expect(page('ja', '上の門', '<div><div>水野 晴香</div><div>2024年5月14日</div></div>', JAPANESE)).toBe('article')
})

test('the day of a version or in a sentence is none of the page', () => {
  for (const below of ['<h2>2.1.0 (2024-05-14)</h2>', '<p>Anträge gehen bis zum 14. Mai 2024.</p>'])
    expect(page('de', 'Das obere Tor', below, GERMAN), below).not.toBe('article')
})

test('without a day, or on a first page, they are what they look like', () => {
  expect(page('de', 'Das obere Tor', '<div>Immer offen</div>', GERMAN)).not.toBe('article')
  expect(page('de', 'Das obere Tor', '<div>14. Mai 2024</div>', GERMAN, '/')).not.toBe('article')
})

const LINKS = `<div class="sidebar"><h3>Mehr</h3><ul>${Array.from({ length: 60 }, (_, at) => `<li><a href="/n/${at}">Brücke ${at}</a></li>`).join('')}</ul></div>`

test('what is kept of a page is an article below a title and a day, whatever surrounds it', () => {
  const text = [...GERMAN, ...GERMAN.map((line) => line.replace('Tor', 'Wehr'))]
  const read = (head: string, below = '') =>
    extractPage({
      html: `<html lang="de"><head><title>Das obere Tor - Canal</title></head><body><div>${head}${text.map((line) => `<p>${line}</p>`).join('')}${below}</div>${LINKS}</body></html>`,
      url: 'https://canal.example/tor',
    })?.pageKind
  const points = '<ul><li>Das Tor geht um sieben auf</li><li>Im Winter friert es fest</li><li>Wer zu spät kommt, wartet</li></ul>'
  expect(read(`<h1>Das obere Tor</h1>${points}<div>14.05.2024 03:21</div>`)).toBe('article')
  expect(read('<h1>Das obere Tor</h1><h4>Posted: May 15, 2024 3:12 PM</h4>')).toBe('article')
  expect(read('<h1><a href="/">Canal</a></h1><h2>Das obere Tor</h2><div>14. Mai 2024</div>')).toBe('article')
  expect(read('<h1>Das obere Tor</h1><div>Immer offen</div>')).not.toBe('article')
})
