import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const POSTS = ['Building a sprung arch', 'Why ash glazes run', 'Bats that do not warp']
const TEXT =
  'An arch is only a pile of bricks that all want to fall into the same place at the same time, and the form holds them until they do.'

/** An archive of a blog: its posts with a title that is a link, and an end of their own. */
const archive = (posts: readonly string[], end: (title: string, href: string) => string): string =>
  extractPage({
    html: `<html lang="en"><head><title>Month: March – The Slow Kiln</title></head><body><header><p class="site-title"><a href="https://kiln.example/">The Slow Kiln</a></p><nav><a href="/about/">About</a> <a href="/books/">Books</a></nav></header>
<main><header><h1>Month: March</h1></header>${posts
      .map((title, at) => {
        const href = `https://kiln.example/2024/03/${at}/`
        return `<article class="post-${at} post type-post hentry"><header class="entry-header"><h2 class="entry-title"><a href="${href}">${title}</a></h2></header><div class="entry-content"><p>${TEXT.replace('bricks', `bricks of make ${at}`)} ${end(title, href)}</p></div><footer class="entry-footer"><span class="posted-on">Published <time datetime="2024-03-1${at}T09:30:00+00:00">March 1${at}, 2024</time></span> <span class="cat-links">Categorized as <a href="/category/firing/" rel="category tag">Firing</a></span></footer></article>`
      })
      .join('')}</main><footer><p>Proudly powered by WordPress</p></footer></body></html>`,
    url: 'https://kiln.example/2024/03/',
  })!.markdown

test.each([2, 3])('each of %i posts has its title and its link', (count) => {
  const markdown = archive(POSTS.slice(0, count), () => '')
  for (const [at, title] of POSTS.slice(0, count).entries()) expect(markdown).toContain(`[${title}](https://kiln.example/2024/03/${at}/)`)
})

test('a link that says a title again and leads where it leads is left out, one in a sentence is not', () => {
  const again = archive(
    POSTS,
    (title, href) =>
      `It holds four corners,&hellip; <a class="more-link" href="${href}">Continue reading <span class="screen-reader-text">${title}</span></a>`,
  )
  expect(again).not.toContain('Continue reading')
  expect(again.match(/corners,…/g)).toHaveLength(3)
  const inSentence = archive(POSTS, (title, href) => `Whoever has read <a href="${href}">all of ${title}</a> knows the rest.`)
  for (const title of POSTS) expect(inSentence).toContain(`[all of ${title}]`)
})
