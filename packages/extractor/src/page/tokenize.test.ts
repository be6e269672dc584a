import { Tokenizer } from 'htmlparser2'
import { expect, test } from 'vitest'
import { randomFrom } from '../../train/boost.ts'
import { tokenize } from './tokenize.ts'

type Tokens = (string | readonly string[])[]

/** Text that was handed over in pieces is one. */
function addText(tokens: Tokens, text: string): void {
  if (typeof tokens.at(-1) === 'string') tokens[tokens.length - 1] += text
  else tokens.push(text)
}

function ours(html: string): Tokens {
  const tokens: Tokens = []
  tokenize(html, {
    openTag: (start, end) => {
      tokens.push(['open', html.slice(start, end)])
      return html.slice(start, end).toLowerCase()
    },
    attribute: (start, end, from, to) => tokens.push(['attribute', html.slice(start, end), from < 0 ? '' : html.slice(from, to)]),
    openTagEnd: (at, selfClosing) => tokens.push(['end', String(at), String(selfClosing)]),
    closeTag: (start, end) => {
      tokens.push(['close', html.slice(start, end)])
      return html.slice(start, end).toLowerCase()
    },
    text: (start, end) => addText(tokens, html.slice(start, end)),
  })
  return tokens
}

/** The tokens of htmlparser2. A CDATA mark is a comment in HTML, which it is not there. */
function theirs(html: string): Tokens {
  const tokens: Tokens = []
  let value = ''
  let name = ''
  const none = (): void => undefined
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname: (start, end) => tokens.push(['open', html.slice(start, end)]),
      onattribname: (start, end) => {
        name = html.slice(start, end)
        value = ''
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end)
      },
      onattribend: () => tokens.push(['attribute', name, value]),
      onopentagend: (at) => tokens.push(['end', String(at), 'false']),
      onselfclosingtag: (at) => tokens.push(['end', String(at), 'true']),
      onclosetag: (start, end) => tokens.push(['close', html.slice(start, end)]),
      ontext: (start, end) => addText(tokens, html.slice(start, end)),
      onattribentity: none,
      ontextentity: none,
      oncdata: none,
      oncomment: none,
      ondeclaration: none,
      onprocessinginstruction: none,
      onend: none,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return tokens
}

const PIECES = [
  ...[
    '<',
    '>',
    '/',
    '!',
    '-',
    '--',
    '?',
    '=',
    '"',
    "'",
    ' ',
    '\n',
    '\f',
    'a',
    'B',
    '1',
    '&',
    '&amp;',
    '\u00e9',
    '</',
    '/>',
    '<!',
    '<!-',
    '<!--',
    '-->',
    '--!>',
    '<!-->',
  ],
  ...[
    '<p',
    '<P ',
    '</p>',
    '<br/>',
    '<br / >',
    '<a href=',
    '<a href="',
    ' class=x',
    ' id = "y z"',
    " alt='",
    '<script',
    '<script>',
    '</script',
    '</SCRIPT >',
    '<title>',
  ],
  ...[
    '</title>',
    '<textarea>',
    '</textarea>',
    '<style>',
    '</style>',
    '<xmp>',
    '</xmp>',
    '<iframe src=x/>',
    '</iframe>',
    '<noembed>',
    '</noembed>',
    '<noframes>',
  ],
  ...['</noframes>', '<!doctype html>', '<!DOCTYPE', '<?xml', '<scripty>', '</scripty>', '<styl>', '<![if', 'x < y'],
]
/** Closes whatever is open: at the end of a source htmlparser2 hands over parts of tags as text. */
const END = `-->"'></title></textarea></style></xmp></iframe></noembed></noframes></script>.`

test('on soup of any kind the tokens are those of htmlparser2', () => {
  const random = randomFrom(21)
  for (let round = 0; round < 20_000; round += 1) {
    const soup = Array.from({ length: 1 + Math.floor(random() * 14) }, () => PIECES[Math.floor(random() * PIECES.length)]!).join('') + END
    expect(ours(soup), soup).toEqual(theirs(soup))
  }
})

test.each([
  ['<p>a<', [['open', 'p'], ['end', '2', 'false'], 'a<']],
  ['a</', ['a</']],
  ['a</p', ['a']],
  ['a</p x', ['a', ['close', 'p']]],
  ['a<p', ['a']],
  ['a<!-- b', ['a']],
  ['<![CDATA[a>b]]>', ['b]]>']],
  ['<script>a</script', [['open', 'script'], ['end', '7', 'false'], 'a</script']],
  ['<plaintext>a</plaintext>', [['open', 'plaintext'], ['end', '10', 'false'], 'a</plaintext>']],
])('a source may end anywhere: %s', (html, tokens) => {
  expect(ours(html)).toEqual(tokens)
})

test.each(['<svg><title/></svg>', '<svg><STYLE /><path d="M0"/></svg>', '<svg><svg></svg><xmp/></svg>'])(
  'within a drawing what closes itself is closed: %s',
  (html) => {
    expect(ours(`${html}<p>after`).slice(-3)).toEqual([['open', 'p'], ['end', String(html.length + 2), 'false'], 'after'])
  },
)

test('elsewhere it is not, as in browsers', () => {
  expect(ours('<svg></svg><svg/><title/><p>after').at(-1)).toBe('<p>after')
})
