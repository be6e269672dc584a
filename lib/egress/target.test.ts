import { expect, test } from 'vitest'
import { testCore } from '../../tests/support/core.ts'
import { hostileUrls } from '../../tests/support/web-zoo/hostile-urls.ts'
import { checkTarget, isPublicAddress, parseTarget, publicRule, targetUrl } from './target.ts'

const none = publicRule([])

test('the table of hostile URLs is long and without repetition', () => {
  expect(hostileUrls.length).toBeGreaterThanOrEqual(200)
  expect(new Set(hostileUrls).size).toBe(hostileUrls.length)
})

test.each(hostileUrls)('%j is refused from its text', (text) => {
  expect(parseTarget(text, none)).toHaveProperty('problem')
})

test.each([
  'https://example.com/',
  'http://example.com',
  'HTTP://EXAMPLE.COM/Path?q=1#part',
  'https://example.com:443/',
  'http://example.com:8080/',
  'https://example.com:8443/',
  'https://sub_domain.example.co.uk/a b?c=|',
  'https://example.com./',
  'https://b\u00fccher.example.org/\u00fcber',
  'http://8.8.8.8/',
  'http://134744072/',
  'https://[2606:4700:4700::1111]/',
  'https://example.com/?next=http://127.0.0.1/',
  'https://example.com/@user',
])('%s is a target', (text) => {
  expect(parseTarget(text, none)).toHaveProperty('url')
})

test('2,048 characters pass, one more does not', () => {
  const base = 'https://example.com/'
  expect(parseTarget(base + 'a'.repeat(2_048 - base.length), none)).toHaveProperty('url')
  expect(parseTarget(base + 'a'.repeat(2_049 - base.length), none)).toHaveProperty('problem')
})

test('an exempt host and port passes every check, and nothing beside it does', () => {
  const rule = publicRule(['127.0.0.1:4100', 'zoo:4200', '[::1]:4300', 'LOCALHOST:80'])
  for (const url of [
    'http://127.0.0.1:4100/',
    'http://0x7f.1:4100/',
    'https://127.0.0.1:4100/',
    'http://zoo:4200/',
    'http://[::1]:4300/',
    'http://localhost/',
  ])
    expect(parseTarget(url, rule), url).toHaveProperty('url')
  for (const url of [
    'http://127.0.0.1:4101/',
    'http://127.0.0.2:4100/',
    'http://zoo/',
    'http://[::1]:4100/',
    'https://localhost/',
    'http://u:p@127.0.0.1:4100/',
    'ftp://127.0.0.1:4100/',
  ])
    expect(parseTarget(url, rule), url).toHaveProperty('problem')
})

test('the parameter keeps the text as the caller wrote it', () => {
  expect(targetUrl.parse('HTTPS://Example.com')).toBe('HTTPS://Example.com')
  expect(checkTarget({ url: 'http://127.0.0.1/' }, testCore())).toEqual({ param: 'url', problem: expect.stringContaining('private') })
  expect(checkTarget({ url: 'http://127.0.0.1:99/' }, testCore({ FETCH_ALLOW_TARGETS: '127.0.0.1:99' }))).toBeUndefined()
})

test('an address is judged as parsed, and text that is none is not public', () => {
  expect(['8.8.8.8', '2606:4700::1', '193.0.0.1'].every(isPublicAddress)).toBe(true)
  expect(['', 'example.com', '::ffff:8.8.8.8', 'fe80::1%eth0', '1.2.3', '0x8.8.8.8'].some(isPublicAddress)).toBe(false)
})

test.each([
  ['168.63.129.16', "Azure's virtual public address of its host agent"],
  ['161.26.0.10', "IBM's service network"],
  ['166.8.4.1', "IBM's service network"],
  ['199.36.153.8', "Google's private API addresses"],
  ['100.100.100.200', "Alibaba's metadata"],
  ['169.254.169.254', 'metadata of most clouds'],
  ['192.0.0.192', "Oracle's metadata"],
  ['fd00:ec2::254', "Amazon's metadata over IPv6"],
  ['2001:4860:8040::1', "Google's private API addresses over IPv6"],
  ['2600:2d00:0:2::1', "Google's private API addresses over IPv6"],
])('%s answers only inside a cloud, and is refused: %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
  expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
})

test("a machine's own addresses and what its operator names are refused, also where they are public", () => {
  const rule = publicRule([], { denied: ['203.0.112.0/24', '2a01:4f8::/32'], own: () => ['8.8.8.8', '2606:4700::1'] })
  for (const address of ['203.0.112.9', '2a01:4f8::5', '8.8.8.8', '2606:4700:0::1']) expect(rule.isPublic(address), address).toBe(false)
  expect(rule.isPublic('8.8.4.4')).toBe(true)
  expect(parseTarget('http://8.8.8.8/', rule)).toHaveProperty('problem')
  const core = testCore({ FETCH_DENY_CIDRS: '8.8.4.0/24' })
  expect(checkTarget({ url: 'http://8.8.4.4/' }, core)).toEqual({ param: 'url', problem: expect.stringContaining('private') })
})
