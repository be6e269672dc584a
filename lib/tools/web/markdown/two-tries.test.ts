/** A site that serves Markdown is read by it; one that cannot cope with being asked for it is read all the same; and nobody is asked often. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { testCore } from '../../../../tests/support/core.ts'
import { startHttp, type ZooServer } from '../../../../tests/support/web-zoo/servers.ts'
import { UNHURRIED } from '../../../../tests/support/web-zoo/unhurried.ts'
import { publicRule } from '../../../egress/target.ts'
import { makeConvertPool } from './pool.ts'
import { type PagePart, readPage } from './read-page.ts'
import { sourceForm } from './source-form.ts'
import { namedTwin } from './twin.ts'

const core = testCore()
const pool = makeConvertPool({ size: 2, patience: 10 })
const open: ZooServer[] = []
afterAll(async () => {
  await pool.close()
  await Promise.all(open.map((server) => server.close()))
})

const PROSE = 'The ferry leaves at noon and comes back in the evening, when the tide allows it. '.repeat(12)
const PAGE = `<!doctype html><html lang="en"><head><title>The ferry</title></head><body><main><h1>The ferry</h1><p>${PROSE}</p></main></body></html>`
const MARKDOWN = `# The ferry\n\n${PROSE}\n\n[Fares](fares.md)\n`
const ERROR = '<title>Error</title><h1>404 Not Found</h1><p>The page you were looking for does not exist.'
const LOGIN = '<title>Log in</title><h1>Log in</h1><p>Please log in to continue.</p><form><input type=password></form>'
const SHELL =
  '<!doctype html><title>App</title><link href="page.md" type="text/markdown" rel="alternate"><div id=root></div><script src=a.js></script>'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown
const wantsMarkdown = ({ headers }: IncomingMessage) => headers.accept?.startsWith('text/markdown') === true
const say =
  (type: string, body: string, status = 200, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type, vary: 'Accept', ...headers }).end(body)
const HTML = say('text/html; charset=utf-8', PAGE)
/** Answers so to whoever prefers Markdown, else with the page. */
const preferring =
  (answer: Answer): Answer =>
  (request, response) =>
    wantsMarkdown(request) ? answer(request, response) : HTML(request, response)
/** Leads whoever prefers Markdown to another address, which answers so. */
const leading = (location: string, answer: Answer): Answer => {
  const away = say('text/plain', '', 302, { location })
  return (request, response) =>
    request.url !== '/page' ? answer(request, response) : wantsMarkdown(request) ? away(request, response) : HTML(request, response)
}

async function ask(answer: Answer, part: PagePart = {}, path = '/page') {
  const server = await startHttp((request, response) => void answer(request, response))
  open.push(server)
  const guard = { core, rule: publicRule([server.target]), dnsServers: [] }
  const reading = readPage(core, new URL(path, server.origin), { guard, pool, part, limits: UNHURRIED })
  const page = await reading.catch((error: unknown) => error as { status: number; extra: unknown })
  if (!('markdown' in page)) return { requests: server.requests.length, status: page.status, extra: page.extra }
  return { requests: server.requests.length, source: sourceForm(page), at: new URL(page.finalUrl).pathname, words: page.wordCount, page }
}

describe('Markdown that a site serves is what is read', () => {
  test.each([
    ['by negotiation', preferring(say('text/markdown; charset=utf-8', MARKDOWN)), 1, '/page'],
    ['behind a redirect', leading('/page.md', say('text/markdown', MARKDOWN)), 2, '/page.md'],
    ['as a file that is called plain text', leading('/page.md', say('text/plain', MARKDOWN)), 2, '/page.md'],
    ['as a file of octets', leading('/page.md', say('application/octet-stream', MARKDOWN)), 2, '/page.md'],
  ] as const)('%s', async (_name, answer, requests, at) => {
    const { page, ...read } = await ask(answer)
    expect(read).toMatchObject({ source: 'markdown', requests, at })
    expect(page).toMatchObject({ title: 'The ferry', extraction: 'source', pageKind: null })
    expect(page?.links.map(({ url }) => new URL(url).pathname)).toEqual(['/fares.md'])
  })

  test('however short, where the page says no more', async () => {
    const short = '# Fares\n\nA day costs $3.\n'
    const answer: Answer = (request, response) =>
      wantsMarkdown(request)
        ? say('text/markdown', short)(request, response)
        : say('text/html', '<title>Fares</title><main><h1>Fares</h1><p>A day costs $3.</p></main>')(request, response)
    expect(await ask(answer)).toMatchObject({ source: 'markdown', requests: 2, words: 5 })
    expect(await ask(say('text/markdown', short), {}, '/fares.md')).toMatchObject({ source: 'markdown', requests: 1 })
  })
})

describe('a site that cannot cope with being asked for Markdown is asked once more, as a browser asks', () => {
  test.each([
    ...[300, 302, 400, 403, 406, 415, 500, 501].map((status) => [`${status}`, preferring(say('text/html', ERROR, status))] as const),
    ['an empty body', preferring(say('text/markdown', ''))],
    ['no content', preferring((_request, response) => response.writeHead(204).end())],
    ['an error in Markdown', preferring(say('text/markdown', '# Not found\n\nThe page you were looking for does not exist.\n'))],
    ['the page of an error', preferring(say('text/html', ERROR))],
    ['the page of an error as Markdown', preferring(say('text/markdown', ERROR))],
    ['a log-in', preferring(say('text/html', LOGIN))],
    ['a redirect to a log-in', leading('/login', say('text/html', LOGIN))],
    ['a redirect to a file that is not there', leading('/page.md', say('text/html', ERROR, 404))],
    ['a redirect to itself', leading('/page', HTML)],
    ['a stub', preferring(say('text/markdown', '# The ferry\n\nSee the site.\n'))],
    ['the index of the site', leading('/llms.txt', say('text/plain', `# Ferries\n\n${PROSE}\n\n- [One](/one.md)\n`))],
    ['the home page', leading('/index.md', say('text/markdown', `# Ferries\n\n${PROSE}`))],
  ] as const)('%s', async (_name, answer) => {
    const read = await ask(answer)
    expect(read).toMatchObject({ source: 'html', at: '/page' })
    expect(read.words).toBeGreaterThan(100)
    expect(read.requests).toBeLessThanOrEqual(3)
  })

  test.each([401, 406, 500])('and no more than once: %i to both is told', async (status) => {
    expect(await ask(say('text/html', ERROR, status))).toEqual({ requests: 2, status: 502, extra: { upstreamStatus: status } })
  })

  test.each([408, 429, 502, 503, 504])('and not where it speaks of its load: %i', async (status) => {
    expect(await ask(say('text/html', ERROR, status))).toEqual({ requests: 1, status: 502, extra: { upstreamStatus: status } })
  })

  test.each([404, 410])('and not where it says at once that nothing is there: %i', async (status) => {
    expect(await ask(say('text/html', ERROR, status))).toEqual({ requests: 1, status: 502, extra: { upstreamStatus: status } })
  })
})

describe('a page that scripts draw is read from the Markdown that it names', () => {
  const shell = (rest: Answer, headers = {}, html = SHELL): Answer => {
    const page = say('text/html', html, 200, headers)
    return (request, response) => (request.url === '/page' ? page(request, response) : rest(request, response))
  }
  const bare = SHELL.replace(/<link[^>]*>/, '')

  test.each([
    ['in an element', shell(say('text/markdown', MARKDOWN))],
    [
      'in a header',
      shell(say('text/markdown', MARKDOWN), { link: '</a.css>; rel=preload, </page.md>; rel="alternate"; type="text/markdown"' }, bare),
    ],
    ['as plain text', shell(say('text/plain', MARKDOWN))],
  ])('%s', async (_name, answer) => {
    expect(await ask(answer)).toMatchObject({ source: 'markdown', at: '/page.md', requests: 2 })
  })

  test.each([
    ['a page', HTML],
    ['an error', say('text/html', ERROR)],
    ['not there', say('text/html', ERROR, 404)],
    ['another shell', say('text/html', SHELL)],
    ['data', say('application/json', '{"error":"none"}')],
  ])('unless that is %s', async (_name, answer) => {
    expect(await ask(shell(answer))).toMatchObject({ status: 422, extra: { errorCode: 'nothing_readable' }, requests: 2 })
  })

  test('a page that can be read is not asked for it', async () => {
    const link = '</page.md>; rel="alternate"; type="text/markdown"'
    expect(await ask(say('text/html', PAGE, 200, { link }))).toMatchObject({ source: 'html', requests: 1 })
  })

  test.each([
    ['<link rel=alternate type=text/markdown href=/a.md>', '/a.md'],
    ["<LINK TYPE='text/markdown' REL='nofollow alternate' HREF='/a.md?x=1&amp;y=2'>", '/a.md?x=1&y=2'],
    ['<!-- <link rel=alternate type=text/markdown href=/a.md> -->', null],
    ['<link rel=alternate type=application/rss+xml href=/a.xml>', null],
    ['<link rel=stylesheet type=text/markdown href=/a.md>', null],
    ['<link rel=alternate type=text/markdown href="#part">', null],
    ['<link rel=alternate type=text/markdown href="javascript:alert(1)">', null],
  ])('%s', (html, path) => {
    const twin = namedTwin({ url: new URL('http://a.example/page'), headers: { 'content-type': 'text/html' }, bytes: Buffer.from(html) })
    expect(twin?.href ?? null).toBe(path === null ? null : `http://a.example${path}`)
  })
})

test.each([{ selector: 'h1' }, { include: ['tables'] }] satisfies PagePart[])(
  '%j names parts of a page, so Markdown is not asked for',
  async (part) => {
    const read = await ask(preferring(say('text/markdown', MARKDOWN)), part)
    expect(read).toMatchObject({ source: 'html', requests: 1 })
  },
)
