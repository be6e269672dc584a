import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { beginsWithDay } from '../../metadata/date.ts'

const TITLES = ['滑动窗口计数器', '夜行列车上的来信', '文件名里的日期', '我写过的最短的评审', '一只坏水壶', '读旧邮件', '周五的构建']
const MENU = '<nav><ul class="menu"><li><a href="/">首页</a></li><li><a href="/archives/">归档</a></li></ul></nav>'
/** As much style as themes bring along. */
const STYLE = `<style>${'.post-item{margin:0}'.repeat(700)}</style>`
const item = (title: string, at: number): string =>
  `<li class="post-item"><span class="dot"></span><span class="post-date">0${at + 1}-1${at}</span> <a class="post-title" href="/p/${at}/">${title}</a></li>`
const year = (number: number, items: readonly string[]): string =>
  `<section class="archive-item"><div class="archive-head"><span>${number}</span></div><ul>${items.join('')}</ul></section>`
const read = (main: string) =>
  extractPage({
    html: `<html lang="zh-CN"><head><title>归档 | 潮汐</title>${STYLE}</head><body><header>${MENU}</header><main><div>${main}</div></main><footer><div>© 2024 潮汐</div><div>由 Hexo 驱动</div></footer></body></html>`,
    url: 'https://tide.example/archives/',
  })

test('an archive is kept from its first line to its last, with its years, and nothing else is', () => {
  const items = TITLES.map(item)
  const page = read(year(2024, items.slice(0, 1)) + year(2023, items.slice(1)))
  expect(page?.pageKind).toBe('listing')
  for (const [at, title] of TITLES.entries()) expect(page?.markdown).toContain(`[${title}](https://tide.example/p/${at}/)`)
  expect(page?.markdown).toMatch(/^2024\n.+\n2023\n/s)
  expect(page?.markdown).not.toContain('Hexo')
})

test('a box of the last posts beside a text is no archive', () => {
  const text = `<article><h1>读旧邮件</h1>${'<p>一份旧邮件的存档一次就打开了，旁边的照片却不行，纯文本比三台电脑都活得久，也比许多格式活得久。</p>'.repeat(8)}</article>`
  expect(read(`${text}<div class="side"><ul>${TITLES.map(item).join('')}</ul></div>`)?.pageKind).not.toBe('listing')
})

test.each(['03-21 Tides', '3月21日 潮汐', 'March 21 - Tides', 'Mar 21 Tides', '21. März Gezeiten', '21 de marzo Mareas'])(
  '%s begins with a day',
  (line) => {
    expect(beginsWithDay(line)).toBe(true)
  },
)

test.each(['Chapter 12 Tides', '1.2 Tides', '12 monkeys', 'Tides of March 21', '03-2024 Tides'])('%s does not', (line) => {
  expect(beginsWithDay(line)).toBe(false)
})
