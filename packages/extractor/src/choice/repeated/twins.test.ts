import { expect, test } from 'vitest'
import { read } from '../../testing/read.ts'

const TABLE =
  '<tr><th>Day</th><th>Open</th><th>Close</th></tr><tr><td>Monday</td><td>08:15</td><td>17:45</td></tr><tr><td>Tuesday</td><td>09:15</td><td>18:45</td></tr>'
const CARDS =
  '<div><h4>Monday</h4><p>Open: 08:15</p><p>Close: 17:45</p></div><div><h4>Tuesday</h4><p>Open: 09:15</p><p>Close: 18:45</p></div>'

test.each([
  ['hidden md:table', 'md:hidden'],
  ['hidden w-full lg:block', 'mt-4 lg:hidden'],
  ['d-none d-md-block', 'd-md-none'],
  ['desktop-only', 'mobile-only'],
  ['card', 'Panel-module__mobile small-card'],
  ['hidden-xs', 'visible-xs'],
  ['elementor-hidden-mobile', 'elementor-hidden-desktop'],
])('of a table for large screens (%s) and its cards for small ones (%s) the table is written', (large, small) => {
  for (const content of [
    `<table class="${large}">${TABLE}</table><div class="${small}">${CARDS}</div>`,
    `<div class="${small}">${CARDS}</div><div class="${large}"><table>${TABLE}</table></div>`,
  ]) {
    const { markdown } = read(content)
    expect(markdown).toContain('| Monday | 08:15 | 17:45 |')
    expect(markdown.split('08:15')).toHaveLength(2)
  }
})

test('of a picture cut for two screens one is written', () => {
  const { markdown } = read(
    '<img class="d-none d-md-block" src="/wide.jpg" alt="The quay"><img class="d-md-none" src="/tall.jpg" alt="The quay"><p>Seen from the north.</p>',
  )
  expect(markdown).toContain('wide.jpg')
  expect(markdown).not.toContain('tall.jpg')
})

test('what a line says again for another size of screen is said once, and what is said twice by its author stays', () => {
  const say = (first: string, second: string): string[] => {
    const line = 'The quay of the old harbour'
    return read(
      `<p><${first}>${line}</${first[0] === 'a' ? 'a' : 'span'}> <${second}>${line}</${second[0] === 'a' ? 'a' : 'span'}></p>`,
    ).markdown.split(line)
  }
  expect(say('span class="xs"', 'span class="xl"')).toHaveLength(2)
  expect(say('span class="xs"', 'a href="/quay"').join('')).toContain('[](https://harbour.example/quay)')
  expect(say('span class="line"', 'span class="line"')).toHaveLength(3)
})

test('what only small screens show stays', () => {
  expect(
    read(`<table class="d-none d-md-block">${TABLE}</table><div class="d-md-none"><p>Turn your telephone to see the week.</p></div>`)
      .markdown,
  ).toContain('Turn your telephone')
})

test.each(['printfooter', 'print-only', 'visible-print-block', 'd-none d-print-block', 'hidden print:block'])(
  'what paper alone shows is left out: %s',
  (classes) => {
    expect(
      read(
        `<p>The quay is open.</p><div class="${classes}">Retrieved from "<a href="https://harbour.example/?id=7">https://harbour.example/?id=7</a>"</div>`,
      ).markdown,
    ).not.toContain('Retrieved from')
  },
)

test('what is called so is read where it is most of the page', () => {
  const text = 'Put the couscous into a deep bowl and pour the boiling water over it, then wait for ten minutes. '
  const html = `<p>Balls of tofu and peas.</p><div class="print-only"><h2>Steps</h2><p>${text.repeat(9)}</p></div>`
  expect(read(html).markdown).toContain('Put the couscous')
})
