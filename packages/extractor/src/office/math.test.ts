import { expect, test } from 'vitest'
import { markdownOf, relations } from '../testing/office.ts'

const formula = (inner: string, tag = 'm:oMath'): string =>
  markdownOf({
    '_rels/.rels': relations(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document><w:body><w:p><w:r><w:t>So</w:t></w:r><${tag}>${inner}</${tag}></w:p></w:body></w:document>`,
  })
    .replace(/^So\s*/, '')
    .trim()
const r = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`
const of = (name: string, inner: string): string => `<m:${name}>${inner}</m:${name}>`
const e = (text: string): string => of('e', r(text))

test.each([
  [
    'a sum with its limits',
    of('nary', `<m:naryPr><m:chr m:val="∑"/></m:naryPr>${of('sub', r('i=1'))}${of('sup', r('n'))}${e('x')}`),
    '∑_{i=1}^nx',
  ],
  ['an integral, which needs no sign', of('nary', `${of('sub', r('0'))}${of('sup', '')}${e('f(x)dx')}`), '∫_0f(x)dx'],
  ['a square root', of('rad', `<m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e('a+b')}`), '\\sqrt{a+b}'],
  ['a root with its degree', of('rad', of('deg', r('3')) + e('27')), '\\sqrt[3]{27}'],
  ['brackets that nothing names', of('d', e('a') + e('b')), '(a|b)'],
  [
    'brackets of its own',
    of('d', `<m:dPr><m:begChr m:val="["/><m:sepChr m:val=","/><m:endChr m:val=""/></m:dPr>${e('a')}${e('b')}`),
    '[a,b',
  ],
  ['a limit', of('func', of('fName', of('limLow', e('lim') + of('lim', r('n→∞')))) + e('a')), '\\lim_{n→∞}a'],
  ['a bar', of('acc', `<m:accPr><m:chr m:val="̅"/></m:accPr>${e('x')}`), '\\overline{x}'],
  ['a hat, which is no sign of its own', of('acc', e('x')), '\\hat{x}'],
  ['a brace below', of('groupChr', e('x')), '\\underbrace{x}'],
  [
    'a matrix',
    of('d', of('e', of('m', of('mr', e('1') + e('0')) + of('mr', e('0') + e('2'))))),
    '(\\begin{matrix}1 & 0 \\\\ 0 & 2\\end{matrix})',
  ],
  [
    'a binomial',
    of('f', `<m:fPr><m:type m:val="noBar"/></m:fPr>${of('num', r('n'))}${of('den', r('k'))}`),
    '\\begin{matrix}n \\\\ k\\end{matrix}',
  ],
  ['words', '<m:r><m:rPr><m:nor/></m:rPr><m:t>cost per day</m:t></m:r>', '\\text{cost per day}'],
])('a formula of Word is TeX: %s', (_, inner, tex) => {
  expect(formula(inner)).toBe(`$${tex}$`)
})

test('a formula in a line of its own is set as one, and one that shows nothing is none', () => {
  expect(formula(of('oMath', r('x=1')), 'm:oMathPara')).toBe('$$x=1$$')
  expect(formula(of('sSub', '<m:e/><m:sub/>'))).toBe('')
})
