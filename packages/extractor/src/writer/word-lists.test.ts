import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

const item = (text: string, sign: string, { list = 'l0', level = 1 } = {}): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

const written = (html: string) => read(html).markdown.split('\n\n').slice(2, -2).join('\n\n')

test('paragraphs that begin with the sign or the number of an item are lists', () => {
  expect(
    written(
      [
        item('Whoever joins later pays a <b>part</b>.', '&middot;'),
        item('Begun months count half.', 'o', { level: 2 }),
        item('Whoever gives a boat pays nothing.', '&middot;'),
        '<p class=MsoNormal>The boat house closes at ten in the evening, and the key is with the warden.</p>',
        item('The club is a charity.', '3.', { list: 'l1' }),
        item('Its year begins in January.', '4.', { list: 'l1' }),
      ].join('\n'),
    ),
  ).toBe(
    '- Whoever joins later pays a **part**.\n  - Begun months count half.\n- Whoever gives a boat pays nothing.\n\nThe boat house closes at ten in the evening, and the key is with the warden.\n\n3. The club is a charity.\n4. Its year begins in January.',
  )
})

test('without the styles of Word, the class and the margin tell them', () => {
  const filtered = (text: string, sign: string, margin: number): string =>
    `<p class=MsoListParagraph style='margin-left:${margin}pt;text-indent:-18.0pt'><span>${sign}<span>&nbsp;&nbsp;&nbsp; </span></span>${text}</p>`
  expect(written(filtered('Oars', '&middot;', 36) + filtered('Long ones', 'o', 72) + filtered('Boats', '&middot;', 36))).toBe(
    '- Oars\n  - Long ones\n- Boats',
  )
  expect(written('<p class=MsoListParagraph>A paragraph that only stands to the right of the others is none.</p>')).not.toContain('- ')
})
