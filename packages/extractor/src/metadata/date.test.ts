/** Days as pages write them in short, in numbers, in other years and other digits. */
import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { beginsWithDay, isDayFirst, writtenDate } from './date.ts'

const TEXT =
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.'
const read = (lang: string, line: string, head = '') =>
  extractPage({
    html: `<html lang="${lang}"><head><title>Opening the upper gate</title>${head}</head><body><main><h1>Opening the upper gate</h1>${line}<p>${TEXT}</p><p>${TEXT}</p></main></body></html>`,
    url: 'https://www.canal-post.example/gate',
  })!

test.each([
  ['2 févr. 2024', '2024-02-02'],
  ['12. Dez. 2023', '2023-12-12'],
  ['12 dic 2023 - 14:05 CET', '2023-12-12'],
  ['12 ott 2023', '2023-10-12'],
  ['12.out.2023 às 14h05', '2023-10-12'],
  ['12 de dez. de 2023', '2023-12-12'],
  ['12 gru 2023', '2023-12-12'],
  ['30 ноя. 2023', '2023-11-30'],
  ['12 лист. 2023', '2023-11-12'],
  ['12 ŞUB 2024', '2024-02-12'],
  ['12 ARALIK 2023', '2023-12-12'],
  ['12 mrt. 2024', '2024-03-12'],
  ['Jumat, 12 Agu 2023 14:05 WIB', '2023-08-12'],
  ['2023. okt. 12.', '2023-10-12'],
  ['12 दिस॰ 2023', '2023-12-12'],
  ['12 जन॰ 2024', '2024-01-12'],
  ['12 มี.ค. 2567', '2024-03-12'],
  ['12 ธันวาคม 2566', '2023-12-12'],
  ['12 كانون الأول 2023', '2023-12-12'],
  ['12 كانون الثاني/ يناير 2024', '2024-01-12'],
  ['١٢ ديسمبر ٢٠٢٣', '2023-12-12'],
  ['۲۱ آذر ۱۴۰۲', '2023-12-12'],
  ['۳۰ اسفند ۱۴۰۳', '2025-03-20'],
  ['令和5年12月12日', '2023-12-12'],
  ['2023（令和5）年12月12日', '2023-12-12'],
  ['平成元年1月8日', null],
  ['民國112年12月12日', '2023-12-12'],
  ['２０２３年１２月１２日', '2023-12-12'],
])('a day in short or in signs of its language: %s', (line, day) => {
  expect(writtenDate(line)).toBe(day)
})

test.each(['12 Pro 2023', '12 LED 2023', '3 min. 2023', '12 out of 2023', '5 days 2023'])(
  'a word between two numbers is no month: %s',
  (line) => {
    expect(writtenDate(line)).toBeNull()
  },
)

test('a short name of a month begins no day without a year', () => {
  expect(beginsWithDay('12 out of 15 boats')).toBe(false)
  expect(beginsWithDay('12 de outubro')).toBe(true)
})

test.each([
  ['fr', true],
  ['pt-BR', true],
  ['en-GB', true],
  ['en_NZ', true],
  ['en', false],
  ['en-US', false],
  ['es-US', false],
  ['es', true],
  ['ja', false],
  ['', false],
])('whether %s writes the day before the month', (lang, first) => {
  expect(isDayFirst(lang)).toBe(first)
})

test('numbers are read in the order of the language of the page', () => {
  expect(read('fr', '<p>Publié le 02/11/2023</p>').publishedTime).toBe('2023-11-02')
  expect(read('pt-BR', '<time>02/11/2023 14h05</time>').publishedTime).toBe('2023-11-02')
  expect(read('en', '<p>Published 02/11/2023</p>').publishedTime).toBeNull()
  expect(read('en', '<p>Published 02/11/2023</p>', '<meta property="og:locale" content="en_GB">').publishedTime).toBe('2023-11-02')
})

test.each([
  'Publié le 1er décembre 2023 à 06h30, modifié le 2 décembre 2023 à 14h05',
  'Mis à jour le 2 décembre 2023 à 14h05, publié le 1er décembre 2023',
  'Pubblicato il 1 dicembre 2023, aggiornato il 2 dicembre 2023 alle 14:05 da tutta la redazione',
  'Veröffentlicht am 1. Dez. 2023, aktualisiert am 2. Dez. 2023',
])('of the days of a page and of its last change the first is its own: %s', (line) => {
  expect(read('fr', `<p>${line}</p>`).publishedTime).toBe('2023-12-01')
})

test('a time behind a word for a change is not when a page came out', () => {
  const line = '<p>Mis à jour le <time datetime="2023-12-02">2 déc.</time></p><p>Publié le 1er décembre 2023</p>'
  expect(read('fr', line).publishedTime).toBe('2023-12-01')
})
