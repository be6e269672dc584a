import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'

const text = (cells: readonly unknown[], more = {}): string =>
  JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells, ...more })
const code = (source: string, ...outputs: readonly unknown[]) => ({ cell_type: 'code', source, outputs })
const markdown = (...source: readonly string[]) => ({ cell_type: 'markdown', source })

function read(body: string, contentType = 'application/json') {
  const result = readDocument(new TextEncoder().encode(body), 'https://harbour.example/tides.ipynb', { contentType })
  if (!result.ok) throw new Error(result.reason)
  return result.document
}

const TIDES = text(
  [
    markdown('# Tides *of* March\n', '\n', 'Let $a_1 * b_1$ be [heights](/h).'),
    code(
      'df = read()\ndf.head()',
      { output_type: 'stream', name: 'stdout', text: ['10%\r', '100%\r\n', '\u001b[31mred\u001b[0m\n'] },
      {
        output_type: 'execute_result',
        data: {
          'text/html': ['<div><style>\n\n.a {}</style>\n', '<table><tr><th>port</th></tr>\n<tr><td>Bay</td></tr></table></div>'],
          'text/plain': ['  port\n', '0 Bay'],
        },
      },
    ),
    code('draw()', { output_type: 'display_data', data: { 'image/png': 'iVBO', 'text/plain': '<Figure size 1x1>' } }),
    code(
      'x',
      { output_type: 'execute_result', data: { 'text/plain': "['<b>']" } },
      { output_type: 'error', ename: 'E', traceback: ['\u001b[0;31mE\u001b[0m', 'bad'] },
    ),
    code('latex', { output_type: 'display_data', data: { 'text/latex': '$\\{x\\}$', 'text/plain': 'x' } }),
    { cell_type: 'raw', source: 'as it is' },
  ],
  { metadata: { language_info: { name: 'python' } } },
)

test.each(['application/json', 'application/x-ipynb+json', 'text/plain'])(
  'a notebook is what its author wrote, its code and what it put out: %s',
  (type) => {
    const { title, markdown: written, truncated } = read(TIDES, type)
    expect([title, truncated]).toEqual(['Tides of March', false])
    expect(written).toBe(
      [
        '# Tides *of* March',
        'Let $a_1 * b_1$ be [heights](https://harbour.example/h).',
        '```python\ndf = read()\ndf.head()\n```',
        '```\n100%\nred\n```',
        '| port |\n| --- |\n| Bay |',
        '```python\ndraw()\n```',
        '```python\nx\n```',
        "```\n['<b>']\n```",
        '```\nE\nbad\n```',
        '```python\nlatex\n```',
        '$\\{x\\}$',
        '```\nas it is\n```',
      ].join('\n\n'),
    )
  },
)

test('notebooks of version 3 keep their cells in work sheets', () => {
  const cells = [
    { cell_type: 'heading', level: 2, source: 'Ports' },
    {
      cell_type: 'code',
      language: 'julia',
      input: ['ports()'],
      outputs: [
        { output_type: 'pyout', text: ['Bay'] },
        { output_type: 'display_data', png: 'iVBO', text: 'a picture' },
      ],
    },
  ]
  expect(read(JSON.stringify({ nbformat: 3, worksheets: [{ cells }] })).markdown).toBe(
    '## Ports\n\n```julia\nports()\n```\n\n```\nBay\n```',
  )
})

test('a cell that leaves something open does not take the others along, and none of them acts', () => {
  const cells = ['<!-- open', '<style>', '<textarea>', '<script>alert(1)', '<div><table>', '[x](javascript:alert(1))'].map((source) =>
    markdown(source),
  )
  const { markdown: written } = read(text([...cells, markdown('The *tide* turns.')]))
  expect(written).toBe('x\n\nThe *tide* turns.')
})

test('other JSON is none, whatever it calls itself', () => {
  for (const body of ['{"nbformat":4}', '{"cells":[],"nbformat":"4"}', '[{"nbformat":4,"cells":[]}]'])
    expect(read(body).markdown).toContain('```json')
})

test.each([
  ['cells', (size: number) => text(Array.from({ length: size }, () => markdown('a')))],
  ['lines of an output', (size: number) => text([code('a', { output_type: 'stream', text: Array.from({ length: size }, () => '1%\r') })])],
  ['a deep heading', (size: number) => text([{ cell_type: 'heading', level: size * 1e6, source: 'a' }])],
])('many %s take linear time', (_name, body) => {
  const run = (source: string) =>
    void readDocument(new TextEncoder().encode(source), 'https://harbour.example/', { contentType: 'application/json' })
  expect(growth(body, run, 3_000)).toBeLessThan(8)
})
