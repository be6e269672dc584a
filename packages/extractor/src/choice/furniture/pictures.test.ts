import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const paragraph = (at: number) =>
  `<p>Part ${at} of the story tells how the old mill beside the river was built again by the people of the village, who gave their evenings for two years.</p>`
const read = (behind: string, outside = ''): string =>
  extractPage({
    html: `<title>The mill</title><header><a href="/"><img src="/logo.png" alt="Valley"></a></header><main><article><h1>The mill</h1>${[
      1, 2, 3, 4, 5,
    ]
      .map(paragraph)
      .join('')}${behind}</article>${outside}</main><footer><p>© Valley News</p></footer>`,
    url: 'https://valley.example/mill',
  })!.markdown

const FACE = '<img src="/ann.jpg" alt="Ann Lee">'
const SAID = '<p>Ann Lee writes about mills. She lives in the valley.</p>'

test.each([
  ['who wrote it', `<div class="author-box">${FACE}<div><h4>Ann Lee</h4>${SAID}</div></div>`, ''],
  [
    'who wrote it, without a name',
    `<div class="x1"><div>${FACE}</div><div><div>Ann Lee</div><a href="/by/ann">All posts by Ann Lee</a></div></div>`,
    '',
  ],
  ['what is next', '', '<section><a href="/next"><img src="/ann.jpg" alt=""><div>Why oak lasts so long in water</div></a></section>'],
])('a picture behind an article that is of something else is left out: %s', (_name, behind, outside) => {
  expect(read(behind, outside)).not.toContain('ann.jpg')
})

test.each([
  ['by itself', '<p><img src="/wheel.jpg" alt=""></p>'],
  ['with what it shows below it', '<figure><img src="/wheel.jpg" alt=""><figcaption>Photo: Ann Lee</figcaption></figure>'],
  [
    'above the box of who wrote it',
    `<div><img src="/wheel.jpg" alt=""></div><div class="author-box">${FACE}<div><h4>Ann Lee</h4>${SAID}</div></div>`,
  ],
])('a picture that ends an article is kept: %s', (_name, behind) => {
  expect(read(behind)).toContain('wheel.jpg')
})

test('signs that lead to where a page is shared are no pictures of it, and one that leads to a profile is', () => {
  const sign = (href: string, name: string) => `<a href="${href}"><img src="/${name}.png" alt=""></a>`
  const markdown = read(
    `<p>${sign('https://www.facebook.com/sharer/sharer.php?u=x', 'fb')} ${sign('https://twitter.com/intent/tweet?text=x', 'tw')} ${sign('mailto:?subject=x', 'ml')} ${sign('https://twitter.com/valley', 'valley')}</p>${paragraph(6)}`,
  )
  expect(markdown).not.toMatch(/(?:fb|tw|ml)\.png/)
  expect(markdown).toContain('valley.png')
})

test('what counts how many one buys up and down is no picture of it', () => {
  const count =
    '<a class="minus" href="#"><img src="/minus.svg"></a><input type="text" name="quantity" value="1"><a href="#"><img src="/plus.svg"></a>'
  const markdown = read(
    `<p>Rope of 12 m</p><div>${count}</div><div><label><input type="radio"><a href="/red"><img src="/red.jpg"></a></label></div>${paragraph(6)}`,
  )
  expect(markdown).not.toMatch(/(?:plus|minus)\.svg/)
  expect(markdown).toContain('red.jpg')
})
