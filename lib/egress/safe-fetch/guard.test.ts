import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCore } from '../../../tests/support/core.ts'
import { type DnsServer, startDnsServer } from '../../../tests/support/web-zoo/dns-server.ts'
import { hostileHosts } from '../../../tests/support/web-zoo/hostile-urls.ts'
import { startHttp, type ZooServer } from '../../../tests/support/web-zoo/servers.ts'
import { UNHURRIED as limits } from '../../../tests/support/web-zoo/unhurried.ts'
import { publicRule, type TargetRule } from '../target.ts'
import { FetchFailure, type FetchGuard, safeFetch } from './index.ts'

const core = testCore()

/** Names that lead inside, each in its own way; `mixed` has a public address too, which must not help. */
const answers: Record<string, readonly string[]> = {
  'loopback.zoo.example.com': ['127.0.0.1'],
  'six.zoo.example.com': ['::1'],
  'mapped.zoo.example.com': ['::ffff:127.0.0.1'],
  'any.zoo.example.com': ['0.0.0.0', '::'],
  'mixed.zoo.example.com': ['93.184.215.14', '127.0.0.1'],
  'mixed-families.zoo.example.com': ['93.184.215.14', '::1'],
  'nat64.zoo.example.com': ['64:ff9b::7f00:1'],
  'metadata.zoo.example.com': ['169.254.169.254'],
  'shared.zoo.example.com': ['100.64.0.1'],
}

let four: ZooServer
let six: ZooServer
let other: ZooServer
let front: ZooServer
let dns: DnsServer
let location = ''

beforeAll(async () => {
  four = await startHttp((_request, response) => response.end('inside'))
  six = await startHttp((_request, response) => response.end('inside'), { host: '::1', port: four.port })
  other = await startHttp((_request, response) => response.end('inside'), { host: '127.0.0.2', port: four.port })
  front = await startHttp((request, response) => {
    if (request.url === '/again') response.writeHead(302, { location: `http://rebind.zoo.example.com:${four.port}/second` }).end()
    else response.writeHead(302, { location: Buffer.from(location, 'utf8').toString('latin1') }).end()
  })
  dns = await startDnsServer((name, type, asked) => {
    if (name === 'rebind.zoo.example.com') return type === 'AAAA' ? [] : [asked === 0 ? '127.0.0.1' : '127.0.0.2']
    return answers[name] ?? 'nxdomain'
  })
})
afterAll(() => Promise.all([four.close(), six.close(), other.close(), front.close(), dns.close()]))

/** The public rule, but with the listener's port among the web's, so that only name and address stand between a URL and a connection. */
const guard = (more: Partial<TargetRule> = {}): FetchGuard => ({
  core: core,
  rule: { ...publicRule([front.target]), ports: new Set([four.port]), ...more },
  dnsServers: [dns.address],
})
const inside = () => four.connections() + six.connections() + other.connections()

async function blocked(url: URL, using = guard()): Promise<void> {
  const error = await safeFetch(url, { accept: '*/*', guard: using, limits }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(FetchFailure)
  expect((error as FetchFailure).code).toBe('blocked_target')
}

const spellings = (): URL[] => hostileHosts.flatMap((host) => URL.parse(`http://${host}:${four.port}/`) ?? [])

test('no spelling of an inside host is connected to', async () => {
  expect(spellings().length).toBeGreaterThan(120)
  for (const url of spellings()) await blocked(url)
  expect(inside()).toBe(0)
})

test('nor is one when a page redirects to it', async () => {
  for (const host of hostileHosts) {
    location = `http://${host}:${four.port}/`
    const error = await safeFetch(new URL(front.origin), { accept: '*/*', guard: guard(), limits }).catch((reason: unknown) => reason)
    expect(error, host).toBeInstanceOf(FetchFailure)
    expect(['blocked_target', 'bad_response'], host).toContain((error as FetchFailure).code)
  }
  expect(inside()).toBe(0)
})

test.each(['ftp://example.com/', 'file:///etc/passwd', 'http://u:p@example.com/', 'http://example.com:22/', 'javascript:alert(1)'])(
  'a redirect to %s is not followed',
  async (target) => {
    location = target
    await blocked(new URL(front.origin))
  },
)

describe('names', () => {
  test.each(Object.keys(answers))('%s is refused for its addresses', async (name) => {
    await blocked(new URL(`http://${name}:${four.port}/`))
    location = `http://${name}:${four.port}/`
    await blocked(new URL(front.origin))
    expect(inside()).toBe(0)
  })

  test('an address list that the exemption does not name exactly does not help', async () => {
    await blocked(new URL(`http://loopback.zoo.example.com:${four.port}/`), guard({ allow: new Set([`127.0.0.1:${four.port}`]) }))
    expect(inside()).toBe(0)
  })

  test('an exempt name is fetched whatever its address', async () => {
    const allow = new Set([`loopback.zoo.example.com:${four.port}`])
    const page = await safeFetch(new URL(`http://loopback.zoo.example.com:${four.port}/`), {
      accept: '*/*',
      guard: guard({ allow }),
      limits,
    })
    expect(new TextDecoder().decode(page.bytes)).toBe('inside')
    page.release()
  })
})

test('a name that changes its answer is dialled where it was judged, and judged anew on the next hop', async () => {
  const before = { four: four.connections(), other: other.connections() }
  const using = guard({ isPublic: (address) => address === '127.0.0.1' })
  const page = await safeFetch(new URL(`http://rebind.zoo.example.com:${four.port}/first`), { accept: '*/*', guard: using, limits })
  page.release()
  expect(page.status).toBe(200)
  expect(dns.questions.filter((question) => question === 'rebind.zoo.example.com A')).toHaveLength(1)
  await blocked(new URL(`${front.origin}/again`), using)
  expect(four.connections()).toBe(before.four + 1)
  expect(other.connections()).toBe(before.other)
})
