import { describe, expect, test } from 'vitest'
import { read } from '../testing/read.ts'

const rated = (stars: string): string => read(`<h3>Lovely stay</h3>${stars}<p>We had the best breakfast of the whole coast.</p>`).markdown
const five = (full: string, empty: string, count = 4): string => `<div class="stars">${full.repeat(count)}${empty.repeat(5 - count)}</div>`

describe('a rating that stars show alone is said', () => {
  test.each([
    ['icons of a font', five('<i class="fa fa-star"></i>', '<i class="fa fa-star-o"></i>')],
    ['a newer font', five('<i class="fas fa-star" aria-hidden="true"></i>', '<i class="far fa-star" aria-hidden="true"></i>')],
    [
      'drawings in two colours',
      five('<svg class="lucide lucide-star text-yellow-400"></svg>', '<svg class="lucide lucide-star text-gray-300"></svg>'),
    ],
    ['a sheet of drawings', five('<svg><use xlink:href="#star-full"/></svg>', '<svg><use xlink:href="#star-empty"/></svg>')],
    [
      'icons on top of one another',
      five(
        '<span class="fa fa-stack"><i class="fa fa-star fa-stack-2x"></i><i class="fa fa-star-o fa-stack-2x"></i></span>',
        '<span class="fa fa-stack"><i class="fa fa-star-o fa-stack-2x"></i></span>',
      ),
    ],
    [
      'those of a newer font',
      five(
        '<span class="fa-stack"><i class="fa-solid fa-star fa-stack-1x"></i><i class="fa-regular fa-star fa-stack-1x"></i></span>',
        '<span class="fa-stack"><i class="fa-regular fa-star fa-stack-1x"></i></span>',
      ),
    ],
    ['a list', `<ul class="stars">${'<li><span class="star on"></span></li>'.repeat(4)}<li><span class="star off"></span></li></ul>`],
    ['how wide those in front are', '<div class="stars-outer"><div class="stars-inner" style="width: 81%"></div></div>'],
  ])('%s', (_name, stars) => {
    expect(rated(stars)).toContain('### Lovely stay\n\n★★★★☆\n\nWe had')
  })

  test('to half a star', () => {
    expect(
      rated(five('<i class="fas fa-star"></i>', '<i class="far fa-star"></i>', 3).replace('far fa-star', 'fas fa-star-half-alt')),
    ).toContain('★★★½☆')
    expect(rated('<div class="rating"><span style="width:92%"></span></div>')).toContain('\n★★★★½\n')
  })

  test('by its label, where it has one', () => {
    const stars = '<svg class="fas fa-star css-1a"></svg>'.repeat(5)
    expect(rated(`<div class="stack" role="img" aria-label="Rated 4.6 out of 5 stars">${stars}</div>`)).toContain('\n★ 4.6/5\n')
    expect(rated(`<div class="rating" title="Rating: 4,6">${stars}</div>`)).toContain('\nRating: 4,6\n')
  })

  test('though another one is told near it', () => {
    const review = (rating: string) => `<div class="review">${rating}<p>We had the best breakfast of the whole coast.</p></div>`
    const { markdown } = read(`<div>${review('<p>Rated 4 out of 5</p>')}${review(five('<i class="fa fa-star"></i>', '', 5))}</div>`)
    expect(markdown).toContain('\n★★★★★\n')
  })

  test('in a cell', () => {
    const { markdown } = read(
      `<table><tr><th>Room</th><th>Comfort</th></tr><tr><td>Blue</td><td>${five('<i class="fa fa-star"></i>', '<i class="fa fa-star-o"></i>')}</td></tr></table>`,
    )
    expect(markdown).toContain('| Blue | ★★★★☆ |')
  })
})

describe('no rating is made of', () => {
  test.each([
    ['stars that a reader may click on', five('', '<i class="fa fa-star-o"></i>', 0)],
    ['buttons', `<div class="stars">${'<button class="star on"></button>'.repeat(5)}</div>`],
    ['boxes to choose one', `<div class="rating">${'<input type="radio" class="star on">'.repeat(5)}</div>`],
    ['stars that do not say how full they are', five('<span class="star"></span>', '', 5)],
    [
      'stars of two makes whose colours say more',
      `<div class="stars">${'<i class="fas fa-star a"></i>'.repeat(3)}${'<i class="fas fa-star b"></i>'.repeat(2)}</div>`,
    ],
    ['a lone star beside a title', '<div><i class="fa fa-star"></i></div>'],
    ['what is told beside it', `<div><span>4.0</span>${five('<i class="fa fa-star"></i>', '<i class="fa fa-star-o"></i>')}</div>`],
    ['what is hidden', `<div style="display:none">${five('<i class="fa fa-star"></i>', '<i class="fa fa-star-o"></i>')}</div>`],
  ])('%s', (_name, stars) => {
    expect(rated(stars)).not.toMatch(/[★☆]/)
  })
})
