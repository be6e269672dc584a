import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { ratingSaid } from '../page/rating.ts'

const SAID = [
  'The parcel came a day early and the lamp inside was packed in straw. It lights the whole hall.',
  'I waited three weeks for a rope that was meant to come in two days, and then it was too short.',
  'Second time that I order from them. The wick burns evenly, and the glass is of the old kind.',
  'They answered within an hour and sent a new glass at no cost after mine came broken on Monday.',
  'Good beam, bad paint. It flaked off after the first rain, and they told me that this was my fault.',
]
const NAMES = ['Ann Lee', 'Ole Berg', 'Pia Costa', 'Piet Vries', 'Lee Wong']

type Review = { readonly name: string; readonly stars: number; readonly day: string; readonly text: string }
const page = (card: (review: Review) => string) => {
  const cards = SAID.map((text, at) => card({ name: NAMES[at]!, stars: 5 - (at % 3), day: `May ${at + 2}, 2026`, text })).join('')
  const frame = '<header><nav><a href="/">Home</a><a href="/write">Write a review</a></nav></header>'
  return extractPage({
    html: `<title>Canal Lamps reviews</title>${frame}<main><h1>Canal Lamps</h1><section>${cards}</section></main>`,
    url: 'https://reviews.example/canal-lamps',
  })!
}

const MAKES: Readonly<Record<string, (review: Review) => string>> = {
  'by a picture, with a count beside the name and a title that leads to it': ({ name, stars, day, text }) =>
    `<article class="card"><aside><a href="/users/55aa"><span class="name">${name}</span><div><span>2 reviews</span><span>GB</span></div></a></aside><div class="head"><img alt="Rated ${stars} out of 5 stars" src="/s.svg"><time>${day}</time></div><a href="/reviews/${stars}"><h2>${text.split(' ', 4).join(' ')}</h2></a><p>${text}</p><button>Useful</button></article>`,
  'by a label, in a list': ({ name, stars, day, text }) =>
    `<li class="card"><a href="/user_details?userid=aBcD">${name}</a><div role="img" aria-label="${stars} star rating"><svg></svg></div><span>${day}</span><p>${text}</p></li>`,
  'by a label, and the name by nothing': ({ name, stars, day, text }) =>
    `<div class="x1"><header><div class="x2">${name}</div><div role="img" aria-label="Rated ${stars} stars out of five stars"></div><span class="x3">${day}</span></header><div class="x4">${text}</div></div>`,
  'by a drawing': ({ name, stars, day, text }) =>
    `<div class="card"><div><a href="/profile/${stars}x">${name}</a> wrote a review</div><svg><title>${stars}.0 of 5 bubbles</title><path d="M1 1"></path></svg><p>${day}</p><a href="/r/${stars}">${text.split(' ', 4).join(' ')}</a><p>${text}</p></div>`,
  'by a line': ({ name, stars, day, text }) =>
    `<div class="card"><a href="/profile/ann.${stars}">${name}</a><i class="stars"><span>${stars}.0 out of 5 stars</span></i><span class="review-date">Reviewed in the United States on ${day}</span><p>${text}</p></div>`,
  'by microdata': ({ name, stars, day, text }) =>
    `<div class="card" itemprop="review"><div><meta itemprop="ratingValue" content="${stars}"></div><span itemprop="author">${name}</span><span class="date">${day}</span><p>${text}</p></div>`,
}

test.each(Object.entries(MAKES))('a review begins with who wrote it, when, and how it rates: %s', (_name, card) => {
  const { markdown, byline, publishedTime } = page(card)
  for (const [at, name] of NAMES.entries()) {
    expect(markdown).toContain(`**${name}** · May ${at + 2}, 2026 · ★ ${5 - (at % 3)}/5\n`)
    expect(markdown.split(`**${name}**`)).toHaveLength(2)
  }
  expect(markdown.match(/★/g)).toHaveLength(NAMES.length)
  expect({ byline, publishedTime }, 'no review is the page').toEqual({ byline: null, publishedTime: null })
})

test('stars by which a reader is to rate are no rating', () => {
  const stars = [1, 2, 3, 4, 5].map((star) => `<a href="#" aria-label="${star} of 5 stars"></a>`).join('')
  const { markdown } = page(
    ({ name, day, text }) =>
      `<div class="post"><a class="username" href="/u/ann">${name}</a><time>${day}</time><p>${text}</p>${stars}</div>`,
  )
  expect(markdown).not.toContain('★')
})

test('reviews make no thread of a page', () => {
  const card = MAKES['by a picture, with a count beside the name and a title that leads to it']!
  expect(page(card).pageKind).not.toBe('forum')
})

test('numbers in what a post says rate nothing', () => {
  const { markdown } = page(
    ({ name, day, text }) =>
      `<div class="post"><a class="username" href="/u/ann">${name}</a><time>${day}</time><p>${text}</p><b>4/5</b></div>`,
  )
  expect(markdown).toContain('**Ann Lee** · May 2, 2026\n')
})

test.each([
  ['Rated 4 out of 5 stars', '★ 4/5'],
  ['4.5/5', '★ 4.5/5'],
  ['Rating: 4,5 of 5', '★ 4.5/5'],
  ['4.0 of 5 bubbles', '★ 4/5'],
  ['9 / 10', '★ 9/10'],
  ['3-star review', '★ 3/5'],
  ['5 stars', '★ 5/5'],
  ['Rated 3 stars out of five stars', '★ 3/5'],
  ['Capterra rating: 4.4 out of 5 stars', null],
  ['12/25', null],
  ['7/5', null],
  ['5 starfish', null],
  ['stars', null],
])('what says a rating: %s', (text, rating) => {
  expect(ratingSaid(text)).toBe(rating)
})
