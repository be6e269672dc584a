import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { keepBeforeCode } from './before-code.ts'

const CODE = '<figure><table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>run(one)</pre></td></tr></table></figure>'

/** Texts that are kept where those that say `run` are at first. */
function kept(html: string): string[] {
  const { blocks } = segment(parsePage(`<article>${html}</article>`))
  const keep = Uint8Array.from(blocks, ({ text }) => Number(text.includes('run')))
  keepBeforeCode(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('a line that says what the code below it does is kept with it', () => {
  expect(kept(`<div>${CODE}我们看下部分返回结果${CODE}</div>`)).toEqual(['run(one)', '我们看下部分返回结果', 'run(one)'])
  expect(kept(`<div>${CODE}<p>把锁改成分布式的</p>${CODE}</div>`)).toHaveLength(3)
})

test('names, links, and lines of another box stay out', () => {
  for (const line of [
    '<p>Java</p>',
    '<p><a href="/x">我们看下部分返回结果</a></p>',
    '<ul><li>我们看下部分返回结果</li></ul>',
    '<div><p>我们看下部分返回结果</p></div>',
  ])
    expect(kept(`<div>${CODE}${line}${CODE}</div>`), line).toEqual(['run(one)', 'run(one)'])
  expect(kept(`<div><p>我们看下部分返回结果</p>${CODE}</div>`)).toEqual(['run(one)'])
})
