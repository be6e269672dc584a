import { expect, test } from 'vitest'
import { all, text } from '../testing/gfm.ts'
import { read } from '../testing/read.ts'

const items = (html: string) =>
  read(html)
    .all('list')[0]!
    .children!.map((item) => text(item))
const LIST = '<li>parse the field;</li><li>ignore the rest</li>'

test.each([
  ['<ol type="a">', 'a. parse the field;', 'b. ignore the rest'],
  ['<ol type="A" start="3">', 'C. parse the field;', 'D. ignore the rest'],
  ['<ol type="i" start="9">', 'ix. parse the field;', 'x. ignore the rest'],
  ['<ol style="list-style-type: upper-roman">', 'I. parse the field;', 'II. ignore the rest'],
  ['<ol class="lower-alpha" start="26">', 'z. parse the field;', 'aa. ignore the rest'],
])('items counted by letters or Roman numbers keep their signs: %s', (list, first, second) => {
  expect(items(`${list}${LIST}</ol>`)).toEqual([first, second])
  expect(read(`${list}${LIST}</ol>`).all('list')[0]!.ordered).toBe(false)
})

test('lists by letters within lists by letters keep both', () => {
  const { tree } = read('<ol type="a"><li>parse the field</li><li>ignore the rest<ol type="i"><li>when it is long</li></ol></li></ol>')
  expect(all(tree, 'list').map((list) => text(list.children!.at(-1)!.children![0]))).toEqual(['b. ignore the rest', 'i. when it is long'])
})

test('items that say their own sign get no other', () => {
  expect(items('<ol type="a"><li>(a) the field;</li><li>(b) the rest</li></ol>')).toEqual(['(a) the field;', '(b) the rest'])
  const own = '<ol style="list-style: none"><li>1.1 The field;</li><li>1.2 The rest</li></ol>'
  expect(items(own)).toEqual(['1.1 The field;', '1.2 The rest'])
  const inItems =
    '<ol><li style="list-style-type:none;"><span>(a)</span><div><p>The field;</p></div></li><li style="list-style-type:none;"><span>(b)</span><div><p>The rest</p></div></li></ol>'
  expect(items(inItems)).toEqual(['(a) The field;', '(b) The rest'])
})

test('a numbered list without a style stays one, and so does one whose numbers a page draws itself', () => {
  for (const list of ['<ol>', '<ol type="1">', '<ol style="list-style:none">'])
    expect(read(`${list}${LIST}</ol>`).all('list')[0]!.ordered).toBe(true)
})

test('an anchor that closes behind the beginning of its item makes no list of its own', () => {
  const html =
    '<ol start="3"><a name="p3"><li value="3"></a>The law is clear.</li><blockquote>"So be it."</blockquote><p><a name="p17"><li value="17"></a>I agree.</li></ol>'
  expect(read(html).markdown).toContain('3. The law is clear.\n\n   > "So be it."')
  expect(read(html).markdown).toContain('17. I agree.')
})

test('a letter raised behind decimals is the mark of a note, and behind a whole number its ending', () => {
  const line = (html: string) => read(`<p>The keeper has measured it as ${html} in all of the basins.</p>`).markdown
  expect(line('0.02<sup>a</sup>')).toContain('0.02^a in')
  expect(line('0.02<sup>TM</sup>')).toContain('0.02^(TM) in')
  expect(line('Depth<sup>a</sup>')).toContain('Depth^a in')
  expect(line('the 2<sup>o</sup> and XIX<sup>e</sup>')).toContain('2o and XIXe')
  expect(line('Lock<sup>TM</sup>')).toContain('LockTM in')
})

test('figures that a class alone raises or lowers are raised or lowered', () => {
  const line = (html: string) => read(`<p>The keeper has measured it as ${html} in all of the basins.</p>`).markdown
  expect(line('3 mg/m<span class="oj-super">3</span>')).toContain('mg/m³')
  expect(line('H<span class="subscript">2</span>O')).toContain('H₂O')
  expect(line('the depth<span class="sub"> of all</span>')).toContain('depth of all')
})
