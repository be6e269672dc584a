/** What a buyer of web/markdown is handed never acts, whatever the page says it is, and in whatever form and part it was asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activeIn } from '../../../../packages/extractor/src/testing/active.ts'
import { testCore } from '../../../../tests/support/core.ts'
import { startHttp, type ZooServer } from '../../../../tests/support/web-zoo/servers.ts'
import { publicRule } from '../../../egress/target.ts'
import { makeConvertPool } from './pool.ts'
import { readPage } from './read-page.ts'
import { viewPage } from './view-page.ts'

const BODIES = [
  '<img alt=">" src=x onerror=alert(1)>',
  '<details title="<" ontoggle=alert(1) open>x</details>',
  '[x](java\tscript:alert(1)) and <a href="java&#9;script:alert(1)">y</a>',
  '- [x]: javascript:alert(1)\n- [x]\n\n> [y]: javascript:alert(1)\n\n[y]',
  `[a\\]b]: javascript:alert(1)\n\n[a\\]b]\n\n[${'l'.repeat(900)}]: javascript:alert(1)\n\n[${'l'.repeat(900)}]`,
  `${'`<img src=x onerror=alert(1)>`'.repeat(100)}`,
  `\`\`\`\n${'<script>alert(1)</script>\n'.repeat(60)}\`\`\``,
  `<h1 onclick=x>Title <script>y</script></h1><p>${'&lt;script&gt;alert(1)&lt;/script&gt;'.repeat(60)}</p>`,
  `<a href="javascript:alert(1)" title="[x](javascript:alert(1))">${'text '.repeat(200)}</a>`,
  `<a ${'='.repeat(40_000)}`,
  `a<sub>${'``<sub>'.repeat(2_000)}`,
  '***a**b*'.repeat(500),
]
const TYPES = ['text/markdown', 'text/plain', 'text/html', 'application/xhtml+xml', 'application/json', 'text/x-unknown', '']

const core = testCore()
const pool = makeConvertPool({ size: 2, patience: 10 })
let zoo: ZooServer
beforeAll(async () => {
  zoo = await startHttp((request, response) => {
    const [, body = '0', type = '0'] = (request.url ?? '').split('/')
    const contentType = TYPES[Number(type)]!
    response.writeHead(200, contentType === '' ? {} : { 'content-type': `${contentType}; charset=utf-8` }).end(BODIES[Number(body)])
  })
})
afterAll(async () => {
  await pool.close()
  await zoo.close()
})

const followed = ({ url }: { url: string }) => /^(?:https?|mailto|tel|ftp):/.test(url)

test.each(BODIES.map((body, index) => [body.slice(0, 60), index] as const))('%j', async (_text, index) => {
  for (const type of TYPES.keys()) {
    const guard = { core, rule: publicRule([zoo.target]), dnsServers: [] }
    // Some are no text, or hold nothing to read: that is an answer too.
    const page = await readPage(core, new URL(`${zoo.origin}/${index}/${type}`), { guard, pool }).catch((error: { status?: number }) => {
      expect(error.status, TYPES[type]).toBe(422)
    })
    if (!page) continue
    expect(activeIn(page.markdown), TYPES[type]).toEqual([])
    for (let offset: number | null = 0; offset !== null; ) {
      const view: ReturnType<typeof viewPage> = viewPage(page, { maxTokens: 100, offset, listLinks: true, format: 'json' })
      expect(activeIn(view.markdown), `${TYPES[type]} from ${offset}`).toEqual([])
      expect(view.link_list?.every(followed)).toBe(true)
      offset = offset < 4_000 ? view.next_offset : null
    }
  }
})
