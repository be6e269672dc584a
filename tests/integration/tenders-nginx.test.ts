/** `deploy/nginx.conf` as it is shipped, before the files that a program exports: who is served by it alone, and how exactly. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Core } from '../../lib/core.ts'
import type { Database } from '../../lib/db/index.ts'
import { callOf, send } from '../../lib/http/socket/node-http.ts'
import { pagesSection } from '../../lib/pages/tenders/export-pages.ts'
import { createSite } from '../../lib/site/table.ts'
import { keepExported } from '../../lib/tenders/export/export.ts'
import { feedSections } from '../../lib/tenders/export/feed-section.ts'
import { coreOver, storeMade } from '../../lib/tenders/ingest.test-support.ts'
import { publishNotices } from '../../lib/tenders/publish/publish.ts'
import { reloadSnapshot, stopSnapshot } from '../../lib/tenders/snapshot/snapshot.ts'
import { findATender } from '../../lib/tenders/sources/find-a-tender.ts'
import { memoryDatabase } from '../support/database.ts'
import { ftsCleaning } from '../support/ocds-source/index.ts'
import { findProgram } from '../support/programs.ts'
import { requires } from '../support/requires.ts'
import { freePort, startTied, type TiedProcess, untilReady } from '../support/tied-process.ts'

const TICK_MS = 100
const CLOSING = 'Office cleaning that closes'
const STAYS = 'Office cleaning that stays'
const SECTIONS = [...feedSections, pagesSection]
const FEED = '/api/uk-tenders'
const FILES = ['cleaning.json', 'cleaning.csv', 'cleaning.xml', 'cleaning.atom', 'cleaning.feed.json', 'cleaning.ics', 'cleaning/all.jsonl']
const POLLED = [
  ...FILES.map((file) => `${FEED}/${file}`),
  `${FEED}/feed.xml`,
  `${FEED}/index.json`,
  '/tenders/cleaning',
  '/tenders/all/closing',
]

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Bytes as they came: `fetch` undoes codings. */
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = httpRequest(url, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }))
    })
    asking.on('error', reject).end()
  })

/** The shipped file without what a test has none of: certificates, other ports, folders of the system. */
function shipped(folder: string, exported: string, port: number, app: number): string {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
    .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/^ {4}(listen|ssl_\w+|add_header Strict).*\n/gm, '')
    .replace('server_name tools.example;', `listen 127.0.0.1:${port};\n    server_name tools.example;`)
    .replace('127.0.0.1:3000', `127.0.0.1:${app}`)
    .replaceAll('/var/lib/paid-agent-tools/export', exported)
    .replaceAll('/var/log/nginx', folder)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  return `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 256; }
http { ${temporary}
${text}
}`
}

requires('nginx')('nginx before the exported files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenders-nginx-'))
  const exported = join(folder, 'export')
  /** The clock of the program: it stands still, is put on while there is nothing to see, and else goes no faster than the machine can follow. */
  let clock = Math.floor(Date.now() / 1000) * 1000
  const now = () => clock
  const closing = clock + 600_000
  const tick = async () => {
    await sleep(TICK_MS)
    clock += TICK_MS
  }
  let database: Database
  let core: Core
  let app: Server
  let nginx: TiedProcess
  let keeping: { stop(): Promise<void> }
  let url = ''
  const asked: string[] = []

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    mkdirSync(exported)
    database = await memoryDatabase()
    core = coreOver(database, { now })
    const release = (index: number, title: string, deadline: number) =>
      ftsCleaning({ ocid: `ocds-h6vhtk-0e${index}`, id: `00080${index}-2026`, date: closing - 86_400_000, deadline, title })
    const releases = [release(1, CLOSING, closing), release(2, STAYS, closing + 86_400_000)]
    await storeMade(database, findATender, releases)
    await publishNotices(database, now())
    await reloadSnapshot(core)
    keeping = keepExported(core, exported, SECTIONS)
    const site = createSite(core)
    app = createServer(async (request, response) => {
      asked.push(`${request.method} ${request.url}`)
      send(response, await site(callOf(request, request.url ?? '', 'unknown')))
    })
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    writeFileSync(join(folder, 'nginx.conf'), shipped(folder, exported, port, (app.address() as AddressInfo).port))
    nginx = await startTied(findProgram('nginx') ?? '', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stopSignal: 'SIGQUIT' })
    await untilReady('nginx', nginx, async () => (await ask(`${url}${FEED}/index.json`)).status === 200)
  })
  afterAll(async () => {
    await nginx?.stop()
    app?.close()
    await keeping?.stop()
    await stopSnapshot(core)
    await database?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('polled ten times a second, no file and no page is late, and no request reaches the program', async () => {
    // Until all files are there the program answers for those that are not.
    for (let isThere = false; !isThere; asked.length = 0) {
      await Promise.all(POLLED.map((path) => ask(`${url}${path}`)))
      isThere = asked.length === 0
      await sleep(300)
    }
    const isWritten = () => SECTIONS.flatMap((section) => section.names(now())).every((name) => existsSync(join(exported, `${name}.br`)))
    while (!isWritten()) await sleep(300)
    // Before what is prepared ahead of the closing.
    clock = closing - 40_000
    while (clock < closing - 8_000) await tick()
    const late: string[] = []
    const odd = new Set<number>()
    const seen = { before: 0, after: 0 }
    const lists = (path: string, text: string) =>
      path.endsWith('index.json') ? /"slug":"cleaning".*?"total_open":2/.test(text) : text.includes(CLOSING)
    for (; clock < closing + 3_000; await tick()) {
      await Promise.all(
        POLLED.map(async (path) => {
          const { status, body } = await ask(`${url}${path}`)
          if (status !== 200) odd.add(status)
          const isListed = lists(path, body.toString())
          if (clock >= closing) seen.after += 1
          if (clock >= closing && isListed) late.push(`${path} ${clock - closing} ms late`)
          if (clock < closing - 1_000 && isListed) seen.before += 1
          else if (clock < closing - 1_000) late.push(`${path} left ${closing - clock} ms before its time`)
        }),
      )
      // A busy disk renames as slowly as it likes. What is put in place at its moment, and not before it, would be waited for in vain.
      const listed = async () => {
        const texts = await Promise.all(POLLED.map(async (path) => [path, (await ask(`${url}${path}`)).body.toString()] as const))
        return texts.filter(([path, text]) => lists(path, text)).map(([path]) => path)
      }
      if (clock === closing - TICK_MS) await expect.poll(listed).toEqual([])
    }
    expect(late).toEqual([])
    expect([...odd]).toEqual([])
    expect(seen.before).toBeGreaterThan(POLLED.length * 10)
    expect(seen.after).toBeGreaterThan(POLLED.length * 10)
    expect(asked).toEqual([])
    expect((await ask(`${url}${FEED}/cleaning.json`)).body.toString()).toContain(STAYS)
  })

  test('bytes, types and codings are those of the program; the tag of a copy gets 304', async () => {
    const origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
    const paths = [
      ...POLLED,
      ...['feeds.opml', 'schema.json', 'feed.css', 'cleaning/feeds.opml', 'cleaning/all.csv', 'all/new.atom'].map(
        (file) => `${FEED}/${file}`,
      ),
    ]
    for (const path of [...paths, '/tenders', '/tenders/cleaning/keywords']) {
      const own = await ask(`${origin}${path}`)
      asked.length = 0
      const plain = await ask(`${url}${path}`)
      const gzip = await ask(`${url}${path}`, { 'accept-encoding': 'gzip' })
      const brotli = await ask(`${url}${path}`, { 'accept-encoding': 'gzip, deflate, br;q=0.9' })
      expect(plain.body.equals(own.body), path).toBe(true)
      expect([gzip.headers['content-encoding'], brotli.headers['content-encoding']], path).toEqual(['gzip', 'br'])
      expect(gunzipSync(gzip.body).equals(own.body), path).toBe(true)
      expect(brotliDecompressSync(brotli.body).equals(own.body), path).toBe(true)
      for (const answer of [plain, gzip, brotli]) {
        expect([answer.headers['content-type'], answer.headers.vary], path).toEqual([own.headers['content-type'], 'Accept-Encoding'])
        expect(answer.headers['x-content-type-options']).toBe('nosniff')
        if (path.startsWith(FEED)) expect(answer.headers['x-attribution']).toBe(own.headers['x-attribution'])
      }
      expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size, path).toBe(3)
      const again = await ask(`${url}${path}`, { 'if-none-match': brotli.headers.etag ?? '', 'accept-encoding': 'br' })
      expect([again.status, again.body.length], path).toEqual([304, 0])
      expect(asked, path).toEqual([])
    }
  })

  test.each([
    [`${FEED}/cleaning.json?limit=1`, 'GET', 200],
    [`${FEED}/cleaning.json`, 'OPTIONS', 204],
    [`${FEED}/cleaning.json`, 'POST', 405],
    [`${FEED}/nothing.json`, 'GET', 404],
    [`${FEED}/../../nginx.conf`, 'GET', 404],
    ['/tenders/cleaning?region=London', 'GET', 200],
    ['/tenders/notice/fts:000802-2026', 'GET', 200],
    ['/tenders/notice/fts:000801-2026', 'GET', 410],
    ['/v1/util/ping', 'GET', 503],
  ])('%s by %s is the program’s', async (path, method, status) => {
    asked.length = 0
    // Clients tidy a path with dots, so it is sent as it stands.
    const answer = await ask(`${url}${path}`, { 'accept-encoding': 'br' }, method)
    expect([answer.status, asked.length]).toEqual([status, 1])
  })

  test('with the program down files and pages are served, every notice of them leads on, and a question is refused', async () => {
    app.closeAllConnections()
    await new Promise((resolve) => app.close(resolve))
    for (const path of POLLED) expect((await ask(`${url}${path}`)).status, path).toBe(200)
    const page = (await ask(`${url}/tenders/cleaning`)).body.toString()
    expect(page).toContain('https://www.find-tender.service.gov.uk/Notice/000802-2026')
    const links = [...page.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    for (const path of new Set(links.filter((href) => /^\/(api\/uk-tenders|tenders)/.test(href) && !href.startsWith('/tenders/notice/'))))
      expect([path, (await ask(`${url}${path}`)).status]).toEqual([path, path.endsWith('/status') || path.endsWith('/feeds') ? 503 : 200])
    expect((await ask(`${url}${FEED}/cleaning.json?limit=1`)).status).toBe(502)
    for (const path of ['/tenders/notice/fts:000802-2026?from=cleaning', '/tenders/cleaning?region=London']) {
      const away = await ask(`${url}${path}`, { 'accept-encoding': 'gzip, br' })
      expect([away.status, away.headers['content-type'], away.headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '60'])
      expect((away.headers['content-encoding'] === 'gzip' ? gunzipSync(away.body) : away.body).toString()).toContain('href="/tenders"')
    }
    expect((await ask(`${url}/tenders/away`)).status).toBe(404)
  })
})
