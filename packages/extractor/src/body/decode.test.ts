import { describe, expect, test } from 'vitest'
import { encode } from '../../../../tests/support/web-zoo/encode.ts'
import { decodePage } from './decode.ts'

const texts = {
  russian: 'Сегодня в городе открылась новая библиотека. Жители района могут взять книги домой бесплатно и прочитать свежие газеты в зале.',
  japanese: '今日は新しい図書館が開館しました。子どもから大人まで、だれでも無料で本を借りることができます。カフェもあります。',
  simplified: '今天城市里新开了一家图书馆。居民们可以免费借书,也可以在阅览室里看当天的报纸。这是一个很好的地方。',
  traditional: '今天城市裡新開了一家圖書館。居民們可以免費借書,也可以在閱覽室裡看當天的報紙。這是一個很好的地方。',
  korean: '오늘 도시에 새로운 도서관이 문을 열었습니다. 주민들은 책을 무료로 빌릴 수 있고 신문도 읽을 수 있습니다.',
  french: 'La bibliothèque a été inaugurée hier à Orléans. Les élèves y trouveront des livres reliés, prêtés gratuitement à tous.',
  german: 'Die neue Bücherei wurde gestern eröffnet. Die Schüler können dort für drei Wochen Bücher ausleihen, größere Bände auch länger.',
  spanish: 'La biblioteca abrió ayer en el centro. Los niños y los jóvenes podrán leer aquí periódicos y libros de todo el país.',
  portuguese:
    'A nova biblioteca não cobra nada aos cidadãos. As crianças podem levar os livros para casa durante três semanas, até ao verão.',
  swedish: 'Det nya biblioteket öppnade igår. Alla får låna böcker hem, och det finns även ett litet café för besökare som vill läsa.',
  polish:
    'Wczoraj otwarto nową bibliotekę. Dzieci mogą tu wypożyczać książki bez opłat, a dorośli również czytać świeże gazety w czytelni.',
  czech: 'Včera byla otevřena nová knihovna. Děti si mohou půjčovat knížky zdarma a dospělí si přečíst čerstvé noviny v čítárně.',
  hungarian: 'Tegnap megnyílt az új könyvtár. A gyerekek ingyen kölcsönözhetnek könyveket, a felnőttek pedig friss újságot is olvashatnak.',
  turkish: 'Dün şehirde yeni bir kütüphane açıldı. Çocuklar kitapları ücretsiz ödünç alabilir, büyükler için günlük gazeteler de var.',
  greek: 'Χθες άνοιξε στην πόλη μια νέα βιβλιοθήκη. Τα παιδιά μπορούν να δανείζονται βιβλία δωρεάν και να διαβάζουν εφημερίδες.',
} as const

const pairs: [string, keyof typeof texts][] = [
  ['utf-8', 'russian'],
  ['utf-16le', 'japanese'],
  ['utf-16be', 'french'],
  ['windows-1251', 'russian'],
  ['koi8-r', 'russian'],
  ['windows-1252', 'french'],
  ['windows-1252', 'german'],
  ['windows-1252', 'spanish'],
  ['windows-1252', 'portuguese'],
  ['windows-1252', 'swedish'],
  ['iso-8859-2', 'polish'],
  ['windows-1250', 'polish'],
  ['iso-8859-2', 'hungarian'],
  ['windows-1250', 'czech'],
  ['iso-8859-2', 'czech'],
  ['shift_jis', 'japanese'],
  ['euc-jp', 'japanese'],
  ['gb18030', 'simplified'],
  ['gbk', 'simplified'],
  ['big5', 'traditional'],
  ['euc-kr', 'korean'],
  ['windows-1254', 'turkish'],
  ['windows-1253', 'greek'],
  ['iso-8859-7', 'greek'],
]

const page = (text: string, head = '') =>
  `<!doctype html><html><head>${head}<title>${text.slice(0, 12)}</title></head><body><p>${text}</p></body></html>`
const read = (html: string, encoding: string, contentType: string | null) => decodePage(encode(html, encoding), contentType)
/** A label that readers of these bytes would get wrong. */
const wrongFor = (encoding: string) => (encoding === 'utf-8' ? 'iso-8859-1' : 'utf-8')

describe.each(pairs)('%s, %s', (encoding, name) => {
  const text = texts[name]

  test('as the header says', () => {
    const result = read(page(text), encoding, `text/html; charset=${encoding}`)
    expect(result.text).toBe(page(text))
  })

  test('with nothing declared', () => {
    const result = read(page(text), encoding, 'text/html')
    expect(result.text).toBe(page(text))
    expect(['valid-utf-8', 'guess']).toContain(result.from)
  })

  test('with a wrong header', () => {
    expect(read(page(text), encoding, `text/html; charset=${wrongFor(encoding)}`).text).toBe(page(text))
  })

  if (encoding.startsWith('utf-16')) {
    test('with a byte-order mark, whatever the header says', () => {
      expect(read(`\ufeff${page(text)}`, encoding, 'text/html; charset=windows-1252').text).toBe(page(text))
    })
    return
  }

  test('as its meta says, early, late, and as http-equiv', () => {
    const heads = [
      `<meta charset="${encoding}">`,
      `<!-- ${'x'.repeat(20_000)} --><meta charset=${encoding}>`,
      `<meta http-equiv="Content-Type" content="text/html; charset=${encoding}">`,
    ]
    for (const head of heads) expect(read(page(text, head), encoding, 'text/html').text).toBe(page(text, head))
  })

  test('as its meta says, although the header is wrong', () => {
    const html = page(text, `<meta charset="${encoding}">`)
    expect(read(html, encoding, `text/html; charset=${wrongFor(encoding)}`).text).toBe(html)
    expect(read(html, encoding, 'text/html; charset=nonsense').text).toBe(html)
  })
})

test('a page that says Latin-1 by default but is something else is read as what it is', () => {
  for (const [encoding, name] of [
    ['utf-8', 'french'],
    ['windows-1251', 'russian'],
    ['shift_jis', 'japanese'],
    ['gbk', 'simplified'],
  ] as const) {
    const html = page(texts[name])
    expect(read(html, encoding, 'text/html; charset=iso-8859-1').text).toBe(html)
  }
})

test('a UTF-8 page with one broken character stays UTF-8', () => {
  const bytes = encode(page(texts.russian), 'utf-8')
  const broken = Uint8Array.from([...bytes, 0xd0])
  const middle = Uint8Array.from([...bytes.subarray(0, 120), 0xff, ...bytes.subarray(120)])
  expect(decodePage(broken, 'text/html').encoding).toBe('utf-8')
  expect(decodePage(middle, 'text/html; charset=utf-8').encoding).toBe('utf-8')
})

test('a UTF-16 label inside a page that was read as ASCII is not believed', () => {
  const html = page(texts.russian, '<meta charset="utf-16">')
  expect(read(html, 'utf-8', 'text/html').text).toBe(html)
})

test('a declaration inside a comment is not one', () => {
  const html = page(texts.russian, '<!-- <meta charset="koi8-r"> -->')
  expect(read(html, 'windows-1251', 'text/html').text).toBe(html)
})

test('ISO-2022-JP is known by its escapes', () => {
  const bytes = Uint8Array.from([...encode('<p>', 'utf-8'), 0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42])
  expect(decodePage(bytes, 'text/html').text).toBe('<p>日本')
})

test('an empty body is empty text', () => {
  expect(decodePage(new Uint8Array(0), null)).toEqual({ text: '', encoding: 'utf-8', from: 'valid-utf-8' })
})

test('escapes of ISO-2022-JP change nothing about a page in another encoding', () => {
  const html = `<html><head><title>港</title></head><body><p>\u001b$B 港の門は七時に開き、渡し船は八時に出ます。</p></body></html>`
  const bytes = new TextEncoder().encode(html)
  for (const contentType of ['text/html; charset=utf-8', 'text/html'])
    expect(decodePage(bytes, contentType)).toMatchObject({ text: html, encoding: 'utf-8' })
})

test.each(['Nr;Name;Ort\r\n1;Äpfel;Kiel\r\n', 'Bezeichnung;Preis\nÄpfel, rot;1,99\n"Birnen; gelb";2,49\n'])(
  'a few letters within words of Latin ones are Latin: %j',
  (text) => {
    expect(decodePage(encode(text, 'windows-1252'), 'text/csv').text).toBe(text)
  },
)
