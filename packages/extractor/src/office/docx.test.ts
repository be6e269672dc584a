import { expect, test } from 'vitest'
import { markdownOf, relations } from '../testing/office.ts'

const t = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const p = (inner: string): string => `<w:p>${inner}</w:p>`
const markdown = (body: string): string => markdownOf({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>` })
const box = (inner: string): string => `<w:drawing><wps:txbx><w:txbxContent>${inner}</w:txbxContent></wps:txbx></w:drawing>`

test('all boxes of text in a paragraph are read once, those in boxes as well, and none that is deleted or hidden', () => {
  const old = (inner: string): string => `<w:pict><v:textbox><w:txbxContent>${inner}</w:txbxContent></v:textbox></w:pict>`
  const twice = (inner: string): string =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box(inner)}</mc:Choice><mc:Fallback>${old(inner)}</mc:Fallback></mc:AlternateContent></w:r>`
  const body = [
    twice(p(t('First box')) + p(t('of two lines'))),
    t('The tide'),
    `<w:r>${old(p(t('Old box')))}</w:r>`,
    twice(p(t('Outer') + twice(p(t('Inner'))))),
    `<w:del><w:r>${box(p(t('deleted')))}</w:r></w:del>`,
    `<w:r><w:rPr><w:vanish/></w:rPr>${box(p(t('hidden')))}</w:r>`,
    '<w:r><mc:AlternateContent><mc:Choice>nothing</mc:Choice></mc:AlternateContent></w:r>',
  ]
  expect(markdown(p(body.join('')) + p(t('turns.')))).toBe('The tide\n\nFirst box\n\nof two lines\n\nOld box\n\nOuter\n\nInner\n\nturns.')
})

test('a dropped capital begins the paragraph behind it, and is not lost where there is none', () => {
  const capital = (letter: string): string => p(`<w:pPr><w:framePr w:dropCap="drop" w:lines="3" w:wrap="around"/></w:pPr>${t(letter)}`)
  expect(markdown(capital('T') + p(t('he tide') + box(p(t('A box')))))).toBe('The tide\n\nA box')
  const table = `<w:tbl><w:tr><w:tc>${p(t('Quay'))}</w:tc><w:tc>${p(t('3'))}</w:tc></w:tr></w:tbl>`
  expect(markdown(capital('T') + p(t('he tide')) + p(t('turns.')) + capital('A') + table + capital('Z'))).toBe(
    'The tide\n\nturns.\n\nA\n\n| Quay | 3 |\n| --- | --- |\n\nZ',
  )
})

test('fields of a form and controls show what was chosen', () => {
  const field = (data: string, kind: string, shown = ''): string =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> ${kind} </w:instrText></w:r>${shown === '' ? '' : `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${t(shown)}`}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const choice = (more: string): string =>
    `<w:ddList>${more}<w:listEntry w:val="France"/><w:listEntry w:val="Spain &amp; more"/></w:ddList>`
  const control = (properties: string, shown: string): string =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${shown}</w:sdtContent></w:sdt>`
  const body = [
    p(t('Country: ') + field(choice('<w:result w:val="1"/>'), 'FORMDROPDOWN')),
    p(t('Country: ') + field(choice(''), 'FORMDROPDOWN')),
    p(t('Country: ') + field(choice('<w:result w:val="-7"/>'), 'FORMDROPDOWN')),
    p(t('Name: ') + field('<w:textInput/>', 'FORMTEXT', 'Ann')),
    p(field('<w:checkBox><w:default w:val="1"/></w:checkBox>', 'FORMCHECKBOX') + t(' Paid')),
    p(
      t('Port: ') +
        control('<w:dropDownList><w:listItem w:displayText="Quay"/><w:listItem w:displayText="Bay"/></w:dropDownList>', t('Bay')),
    ),
    control('<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>', p(`${t('☒')}${t(' Agreed')}`)),
  ]
  expect(markdown(body.join(''))).toBe(
    ['Country: Spain & more', 'Country: France', 'Country:', 'Name: Ann', '☒ Paid', 'Port: Bay', '☒ Agreed'].join('\n\n'),
  )
})

test('signs of fonts are letters where there are such, and hyphens that are not seen are none', () => {
  const sign = (font: string, char: string): string => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`
  const body = [
    p(
      [
        ['Wingdings', 'F0FC'],
        ['Wingdings', 'F081'],
        ['Wingdings 2', 'F052'],
        ['Symbol', '00AE'],
        ['Symbol', 'F044'],
        ['Symbol', 'F02B'],
        ['Segoe UI Symbol', '2713'],
        ['Webdings', 'F021'],
        ['constructor', 'F021'],
      ]
        .map(([font, char]) => sign(font!, char!))
        .join(''),
    ),
    p(
      '<w:r><w:t>tide</w:t><w:noBreakHyphen/><w:t>ta</w:t><w:softHyphen/><w:t>ble</w:t><w:tab/><w:t>1</w:t><w:constructor/><w:tab/><w:t>2</w:t></w:r>',
    ),
  ]
  expect(markdown(body.join(''))).toBe('✓①☑→Δ+✓\ufffd\ufffd\n\ntide-table 1 | 2')
})

test('the heading of contents that are left out is left out as well', () => {
  const text = markdownOf({
    'word/document.xml': `<w:document><w:body><w:p><w:pPr><w:pStyle w:val="h"/></w:pPr>${t('Contents')}</w:p><w:p><w:pPr><w:pStyle w:val="c"/></w:pPr>${t('Scope 1')}</w:p>${p(t('Scope'))}</w:body></w:document>`,
    'word/styles.xml':
      '<w:styles><w:style w:styleId="h"><w:name w:val="TOC Heading"/></w:style><w:style w:styleId="c"><w:name w:val="toc 1"/></w:style></w:styles>',
  })
  expect(text).toBe('Scope')
})

test('formulas in formulas without what they are made of hold nobody up', () => {
  expect(markdown(p(`${t('x')}<m:oMath>${'<m:sSubSup>'.repeat(100)}<m:t>y</m:t>${'</m:sSubSup>'.repeat(100)}</m:oMath>`))).toBe('x')
})

test('what stands at the edges of the first page alone is read, but for what counts pages', () => {
  const section = (more: string): string =>
    `<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:headerReference w:type="first" r:id="rId2"/><w:footerReference w:type="first" r:id="rId3"/>${more}</w:sectPr>`
  const letter = (more: string): string =>
    markdownOf({
      'word/document.xml': `<w:document><w:body>${p(t('Dear Sir'))}${section(more)}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relations(
        ['rId1', 'header', 'header1.xml'],
        ['rId2', 'header', 'header2.xml'],
        ['rId3', 'footer', 'footer1.xml'],
      ),
      'word/header1.xml': `<w:hdr>${p(t('Port, letter'))}</w:hdr>`,
      'word/header2.xml': `<w:hdr>${p(t('Port of Nordhavn'))}${p(t('4 May 2026'))}</w:hdr>`,
      'word/footer1.xml': `<w:ftr><w:p><w:r><w:t>Page </w:t><w:instrText> PAGE </w:instrText></w:r></w:p></w:ftr>`,
    })
  expect(letter('<w:titlePg/>')).toBe('Port of Nordhavn\n\n4 May 2026\n\nDear Sir')
  expect(letter('')).toBe('Dear Sir')
})

test('a table in a cell leaves the one around it a table', () => {
  const cell = (inner: string): string => `<w:tc>${inner}</w:tc>`
  const row = (...cells: readonly string[]): string => `<w:tr>${cells.map(cell).join('')}</w:tr>`
  const inner = `<w:tbl>${row(p(t('Written')), p(t('90 min')))}</w:tbl>${p('')}`
  const table = `<w:tbl>${row(p(t('Module')), p(t('Examination')))}${row(p(t('Hydrology')), inner)}${row(p(t('Soil')), p(t('Oral')))}</w:tbl>`
  expect(markdown(table)).toBe('| Module | Examination |\n| --- | --- |\n| Hydrology | Written 90 min |\n| Soil | Oral |')
})

test('how letters are read stands behind them', () => {
  const ruby = `<w:ruby><w:rt>${t('かんじ')}</w:rt><w:rubyBase>${t('漢字')}</w:rubyBase></w:ruby>`
  expect(markdown(p(`${ruby}${t('と')}<w:r>${ruby}</w:r>`))).toBe('漢字(かんじ)と漢字(かんじ)')
})
