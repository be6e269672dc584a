import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCore } from '../../../../tests/support/core.ts'
import { hostilePages, NEEDLE } from '../../../../tests/support/web-zoo/hostile-pages.ts'
import { startHttp, type ZooServer } from '../../../../tests/support/web-zoo/servers.ts'
import { UNHURRIED } from '../../../../tests/support/web-zoo/unhurried.ts'
import { publicRule } from '../../../egress/target.ts'
import { ApiError } from '../../../errors.ts'
import { makeConvertPool } from './pool.ts'
import { type PageRead, readPage } from './read-page.ts'

const core = testCore()

const ORDINARY = `<title>Ordinary</title><article><p>${'An ordinary sentence of an ordinary page. '.repeat(20)}</p></article>`

const pool = makeConvertPool({ size: 2, patience: 10 })
let zoo: ZooServer
beforeAll(async () => {
  zoo = await startHttp((request, response) => {
    const hostile = hostilePages[Number(request.url?.slice(1))]
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(hostile ? hostile.make() : ORDINARY)
  })
})
afterAll(async () => {
  await pool.close()
  await zoo.close()
})

const read = (path: string): Promise<PageRead> =>
  readPage(core, new URL(zoo.origin + path), {
    guard: { core: core, rule: publicRule([zoo.target]), dnsServers: [] },
    limits: UNHURRIED,
    pool,
  })

let withContent = 0

test.each(hostilePages.map((page, index) => ({ ...page, index })))('$name costs at most its own answer', async ({ index, content }) => {
  const outcome = await read(`/${index}`).catch((error: unknown) => error)
  if (outcome instanceof Error) {
    expect(outcome).toBeInstanceOf(ApiError)
    expect((outcome as ApiError).status).toBe(422)
  } else if (content && (outcome as PageRead).markdown.includes(NEEDLE)) withContent++
  expect((await read(`/ordinary-${index}`)).markdown).toContain('ordinary sentence')
})

test('nearly all of them give their content', () => {
  expect(hostilePages).toHaveLength(32)
  expect(withContent).toBeGreaterThanOrEqual(30)
})
