/** Moments of posts in the words of other languages. */
import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { NAMES, SAID } from '../testing/thread.ts'
import { hasDayElsewhere, isRelative, isRelativeLine } from './relative.ts'

const AGO = [
  'vor 3 Stunden',
  'vor einer Stunde',
  'il y a 2 jours',
  'hace 3 horas',
  '3 ore fa',
  'há 2 horas',
  '3 saat önce',
  '3 часа назад',
  '14 godz. temu',
  '3時間前',
  '3小时前',
  '3시간 전',
  'för 3 timmar sedan',
  '3 uur geleden',
  'вчера в 14:05',
  'hier à 14h05',
  'heute, 10:12 Uhr',
  '昨日',
  'ayer',
]

test.each(AGO)('a post is as old as its page says: %s', (ago) => {
  const post = (at: number, day: string): string =>
    `<article class="Answer" id="a${at}"><header><a class="Meta-author" href="/people/${NAMES[at]}">${NAMES[at]}</a><time class="Meta-date" datetime="">${day}</time></header><div class="Body"><p>${SAID[at]}</p></div><footer><button>Thanks</button></footer></article>`
  const markdown = extractPage({
    html: `<html><head><title>Pump loses prime | Boats</title></head><body><main><h1>Pump loses prime</h1><section>${[0, 1, 2, 3].map((at) => post(at, at === 1 ? ago : `1${at}.11.2024`)).join('')}</section></main></body></html>`,
    url: 'https://boats.example/t/71',
  })!.markdown
  expect(markdown).toContain(`**${NAMES[1]}** · ${ago}\n\n${SAID[1]}`)
})

test.each(AGO)('a line with nothing but a moment: %s', (ago) => {
  expect(isRelativeLine(ago)).toBe(true)
  expect(isRelative(ago)).toBe(true)
})

test.each([
  'We waited for an hour',
  'vor dem Haus',
  'il y a du monde',
  'Two are on board',
  'Hierarchy',
  'yesterdays',
  '3 boats',
  '10 days of rain',
  'en fa',
])('words of prose are no moment: %s', (text) => {
  expect(isRelative(text)).toBe(false)
})

test('a day without a year', () => {
  expect(['12 дек в 14:05', '30 listopada', '12月1日', '3 de dez'].every(hasDayElsewhere)).toBe(true)
  expect(['12 boats', '3 min de lecture', 'page 12 of'].some(hasDayElsewhere)).toBe(false)
})

test('the posts of MesDiscussions have their authors in bold, and their days behind what calls them so', () => {
  const post = (at: number): string =>
    `<table class="messagetable"><tr class="message"><td class="messCase1" rowspan="2"><a href="#t${at}" name="t${at}"></a><div><b class="s2">${NAMES[at]}</b></div><span class="MoodStatus">Membre</span></td><td class="messCase2"><div class="toolbar">Posté le 1${at}-11-2024&nbsp;à&nbsp;21:14:07&nbsp;&nbsp;<a href="/profil-${at}.htm"><img src="/profile.gif" alt="profil"></a></div><div><p>${SAID[at]}</p><br><span class="signature"> ---------------<br>Feed-back : 42 / ${at}</span></div></td></tr></table>`
  const { markdown, byline } = extractPage({
    html: `<html lang="fr"><head><title>Pump loses prime - FORUM</title></head><body><h3>Sujet : Pump loses prime</h3>${[0, 1, 2, 3].map(post).join('')}</body></html>`,
    url: 'https://boats.example/pump-sujet_1.htm',
  })!
  for (const at of [0, 1, 2, 3]) expect(markdown).toContain(`**${NAMES[at]}** · 1${at}-11-2024 à 21:14:07`)
  expect(markdown).not.toContain('Feed-back')
  expect(byline ?? '').not.toContain('Feed-back')
})
