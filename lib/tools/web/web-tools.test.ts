import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startHttp, type ZooServer } from '../../../tests/support/web-zoo/servers.ts'
import type { Tool } from '../define.ts'

let zoo: ZooServer
let tools: Tool[]
beforeAll(async () => {
  zoo = await startHttp((request, response) => {
    if (request.url === '/gone') return void response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Here</title><article><p>${'Some words to read here. '.repeat(20)}</p></article>`)
  })
  vi.stubEnv('FETCH_ALLOW_TARGETS', zoo.target)
  vi.stubEnv('CONTACT_URL', 'https://tools.example.com/contact')
  tools = [(await import('./markdown/tool.ts')).default, (await import('./status/tool.ts')).default]
})
afterAll(async () => {
  vi.unstubAllEnvs()
  const { convertPool } = await import('./markdown/pool.ts')
  await convertPool().close()
  await zoo.close()
})

const context = { signal: new AbortController().signal, requestId: 'test' }

describe.each([0, 1])('tool %i', (index) => {
  test('examples pass both schemas, and the words are of the right length', () => {
    const { input, output, examples, description } = tools[index] as Tool
    for (const example of examples) {
      input.parse(example.query)
      output.strict().parse(example.output)
    }
    expect(description.length).toBeGreaterThanOrEqual(120)
    expect(description.length).toBeLessThanOrEqual(500)
  })

  test('the body of a call passes the output schema, with nothing beside it', async () => {
    const { input, output, run } = tools[index] as Tool
    const body = await run(input.parse({ url: `${zoo.origin}/page` }), context)
    expect(output.strict().parse(body)).toMatchObject({
      url: `${zoo.origin}/page`,
      sources: [{ name: 'target', ok: true }],
      unavailable: [],
    })
  })

  test('bad targets are refused by the input schema', () => {
    const { input } = tools[index] as Tool
    for (const url of [
      '',
      'example.com',
      'http://127.0.0.1/',
      `${zoo.origin}`.replace('127.0.0.1', '127.0.0.2'),
      'https://user:pass@example.com/',
    ])
      expect(input.safeParse({ url }).success, url).toBe(false)
  })
})

test('a page that is gone is a failure for the one and an answer for the other', async () => {
  const url = `${zoo.origin}/gone`
  await expect(tools[0]?.run({ url }, context)).rejects.toMatchObject({ status: 502, extra: { upstreamStatus: 404 } })
  expect(await tools[1]?.run({ url }, context)).toMatchObject({ ok: false, status: 404, error: null })
})

test('visits are signed with the contact page', async () => {
  const { userAgent } = await import('../../http/safe-fetch/hop.ts')
  expect(userAgent()).toBe('paid-agent-tools/1.0 (+https://tools.example.com/contact)')
})
