import { expect, test } from 'vitest'
import { hostileUrls } from '../../tests/support/web-zoo/hostile-urls.ts'
import { isPublicAddress, parseTarget, publicRule, targetUrl } from './target.ts'

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
  expect(targetUrl.safeParse('http://127.0.0.1/').error?.issues[0]?.message).toContain('private')
})

test('an address is judged as parsed, and text that is none is not public', () => {
  expect(['8.8.8.8', '2606:4700::1', '193.0.0.1'].every(isPublicAddress)).toBe(true)
  expect(['', 'example.com', '::ffff:8.8.8.8', 'fe80::1%eth0', '1.2.3', '0x8.8.8.8'].some(isPublicAddress)).toBe(false)
})
