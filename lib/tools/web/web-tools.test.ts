import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import { startHttp, type ZooServer } from '../../../tests/support/web-zoo/servers.ts'
import type { Core } from '../../core.ts'
import { userAgent } from '../../egress/safe-fetch/hop.ts'
import type { Tool } from '../define.ts'
import { parseValues } from '../parse.ts'
import { sourceForm } from './markdown/source-form.ts'
import markdown from './markdown/tool.ts'
import status from './status/tool.ts'

let zoo: ZooServer
let core: Core
const tools: [Tool, Tool] = [markdown, status]
beforeAll(async () => {
  zoo = await startHttp((request, response) => {
    if (request.url === '/gone') return void response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Here</title><article><p>${'Some words to read here. '.repeat(20)}</p></article>`)
  })
  core = testCore({ FETCH_ALLOW_TARGETS: zoo.target, CONTACT_URL: 'https://tools.example.com/contact' })
})
afterAll(async () => {
  const { convertPool } = await import('./markdown/pool.ts')
  await convertPool(core).close()
  await zoo.close()
})

const context = () => ({ core, signal: new AbortController().signal, requestId: 'test' })

describe.each([0, 1] as const)('tool %i', (index) => {
  test('examples pass both schemas, and the words are of the right length', () => {
    const { input, output, examples, description } = tools[index]
    for (const example of examples) {
      input.parse(example.query)
      output.strict().parse(example.output)
    }
    expect(description.length).toBeGreaterThanOrEqual(120)
    expect(description.length).toBeLessThanOrEqual(500)
  })

  test('the body of a call passes the output schema, with nothing beside it', async () => {
    const { input, output, run } = tools[index]
    const body = await run(input.parse({ url: `${zoo.origin}/page` }), context())
    expect(output.strict().parse(body)).toMatchObject({
      url: `${zoo.origin}/page`,
      sources: [{ name: 'target', ok: true, as_of: expect.any(String) }],
      unavailable: [],
    })
  })

  test('bad targets are refused before anything is run', () => {
    for (const url of [
      '',
      'example.com',
      'http://127.0.0.1/',
      `${zoo.origin}`.replace('127.0.0.1', '127.0.0.2'),
      'https://user:pass@example.com/',
    ])
      expect(() => parseValues(core, tools[index], { url }), url).toThrow(expect.objectContaining({ code: 'invalid_input', param: 'url' }))
  })
})

test('a page that is gone is a failure for the one and an answer for the other', async () => {
  const url = `${zoo.origin}/gone`
  await expect(tools[0].run({ url }, context())).rejects.toMatchObject({ status: 502, extra: { upstreamStatus: 404 } })
  expect(await tools[1].run({ url }, context())).toMatchObject({ ok: false, status: 404, error: null, unavailable: [] })
})

test('a status that there is none of has its reason where every answer has it', async () => {
  expect(await tools[1].run({ url: 'http://127.0.0.2/' }, context())).toMatchObject({
    status: null,
    errorCode: 'blocked_target',
    sources: [{ name: 'target', ok: false, as_of: expect.any(String) }],
    unavailable: [{ field: 'status', source: 'target', reason: 'disabled' }],
  })
})

test('visits are signed with the contact page', () => {
  expect(userAgent(core)).toBe('paid-agent-tools/1.0 (+https://tools.example.com/contact)')
})

test('a page is read as its caller asks: a part, a length, links, text or blocks', async () => {
  const [{ input, output, run }] = tools as [Tool, ...Tool[]]
  const ask = async (query: Record<string, string>): Promise<Record<string, string | number | null>> => {
    const body = await run(input.parse({ url: `${zoo.origin}/page`, ...query }), context())
    output.strict().parse(body)
    return body as Record<string, string | number | null>
  }
  const whole = await ask({})
  expect(whole).toMatchObject({ next_offset: null, links: 0, truncated: false })
  expect(Object.keys(whole)).not.toContain('link_list')
  const first = await ask({ max_tokens: '100' })
  expect(first.truncated).toBe(true)
  const second = await ask({ offset: String(first.next_offset) })
  expect(`${first.markdown}${second.markdown}`).toBe(whole.markdown)
  expect([first.next_within, second.next_within]).toEqual(['paragraph', null])
  expect([first.revision, second.revision]).toEqual([whole.revision, whole.revision])
  for (const offset of [String(whole.markdown).length, 1_000_000])
    await expect(ask({ offset: String(offset) })).rejects.toMatchObject({ status: 422, extra: { errorCode: 'offset_beyond_end' } })
  expect(await ask({ selector: 'article > p', links: 'list', format: 'json', images: 'false' })).toMatchObject({
    link_list: [],
    blocks: [{ kind: 'paragraph' }],
  })
  await expect(ask({ selector: 'table' })).rejects.toMatchObject({ status: 422, extra: { errorCode: 'nothing_selected' } })
})

test.each([
  { selector: 'a[' },
  { selector: '' },
  { selector: 'a,'.repeat(200) },
  { max_tokens: '99' },
  { max_tokens: '1e3' },
  { max_tokens: '750001' },
  { offset: '-1' },
  { links: 'all' },
  { images: 'no' },
  { format: 'html' },
  { include: 'pictures' },
  { include: 'tables,pictures' },
  { include: '' },
])('%j is refused before anybody pays', (query) => {
  expect(tools[0].input.safeParse({ url: 'https://a.example/', ...query }).success).toBe(false)
})

test.each([
  ['tables', ['tables']],
  ['comments', ['comments']],
  ['comments,tables', ['comments', 'tables']],
])('include=%s names parts of the page', (include, parts) => {
  expect(tools[0].input.safeParse({ url: 'https://a.example/', include })).toMatchObject({ success: true, data: { include: parts } })
})

test.each([
  ['text/html; charset=utf-8', 'article', 'html'],
  ['application/xhtml+xml', 'fallback', 'html'],
  ['text/markdown; charset=utf-8', 'source', 'markdown'],
  ['text/mdx', 'source', 'markdown'],
  ['application/pdf', 'source', 'pdf'],
  ['application/rss+xml', 'source', 'feed'],
  ['application/json', 'source', 'json'],
  ['text/plain', 'source', 'text'],
  ['application/xml', 'source', 'text'],
  ['text/calendar', 'source', 'text'],
] as const)('%s that was read as %s came as %s', (contentType, extraction, form) => {
  expect(sourceForm({ contentType, extraction })).toBe(form)
})
