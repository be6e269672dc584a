import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropBoilerplate } from './boilerplate.ts'

function left(html: string, isList = false): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length).fill(1)
  dropBoilerplate(page, blocks, keep, isList)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const TEXT = 'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the clock strikes.'

test.each([
  '<x-tip class="tip nocontent"><span>Save pages to read them later</span></x-tip>',
  '<p><a href="#end">Skip to the end of the list</a></p>',
  '<div>Slide 1 of 8</div>',
  '<div id="siteSub">From Lock Wiki</div>',
  '<div>message 2 of 3.</div>',
  '<div><a href="https://www.facebook.com/sharer/sharer.php?u=x">Facebook</a> | <a href="https://twitter.com/intent/tweet?url=x">Twitter</a></div>',
  '<ol class="c-breadcrumb"><li><a href="/">Locks</a></li><li>Upper</li></ol>',
  '<nav aria-label="Breadcrumb"><a href="/">Locks</a> / Upper</nav>',
  '<p><a href="mailto:?subject=Gates">Tell a friend</a></p>',
])('what a page marks as no content is left out: %s', (part) => {
  expect(left(`${part}<h1>Gates</h1><p>${TEXT}</p>`)).toEqual(['Gates', TEXT])
})

test('all of a page that is marked so, and links to elsewhere, stay', () => {
  expect(left(`<div class="nocontent"><h1>Gates</h1><p>${TEXT}</p></div>`)).toEqual(['Gates', TEXT])
  expect(left(`<p>${TEXT}</p><p><a href="/skip">Skip to the next lock</a></p>`)).toEqual([TEXT, 'Skip to the next lock'])
  expect(left(`<div class="breadcrumbs-on"><p>Upper</p><p>${TEXT}</p></div>`)).toEqual(['Upper', TEXT])
  expect(left(`<p>${TEXT}</p><p><a href="https://twitter.com/lockkeepers">Twitter</a></p>`)).toEqual([TEXT, 'Twitter'])
})

test.each(['related-posts__list', 'c-relatedArticles', 'flexible-related-posts', 'RELATED_STORIES'])(
  'a box of what else there is, called %s, is left out, but of a list',
  (name) => {
    const box = `<section class="${name}"><h3>How a lock is painted</h3><p>Six coats</p></section>`
    expect(left(`<h1>Gates</h1><p>${TEXT}</p>${box}`)).toEqual(['Gates', TEXT])
    expect(left(`<h1>Gates</h1><p>${TEXT}</p>${box}`, true)).toHaveLength(4)
  },
)

test.each(['related-words', 'unrelated-posts', 'related', 'prorelated-itemset'])('a box called %s stays', (name) => {
  expect(left(`<h1>Gates</h1><p>${TEXT}</p><section class="${name}"><p>Sluice, weir</p></section>`)).toContain('Sluice, weir')
})
