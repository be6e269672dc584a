import { expect, test } from 'vitest'
import { ConfigError, parseEnv } from './env.ts'
import { isPublicSite, operatorOf, requireOperator } from './operator.ts'

const NOT_PUBLIC = [
  'http://localhost:3000',
  'http://LOCALHOST.:3000',
  'http://api.localhost',
  'http://127.0.0.1:3000',
  'http://127.9.9.9',
  'http://0x7f000001',
  'http://2130706433',
  'http://[::1]:3000',
  'http://[::ffff:127.0.0.1]',
  'http://0.0.0.0:3000',
  'http://10.0.0.5',
  'http://172.31.255.1:8080',
  'http://192.168.1.10:9000',
  'http://169.254.1.1',
  'http://100.64.0.1',
  'http://[fd00::1]',
  'http://[fe80::1]',
  'http://192.0.2.7',
  'http://[2001:db8::1]',
  'https://tools.test',
  'https://tools.example',
  'https://tools.invalid',
  'https://example.com',
  'https://tools.example.com:8443',
  'https://EXAMPLE.NET',
  'https://deep.down.example.org.',
  'http://app:3000',
  'http://printer.local',
  'http://tools.internal',
  'http://nas.home.arpa',
  'https://ｅｘａｍｐｌｅ.com',
  'https://ex%61mple.com',
  'https://tools.onion',
  'http://[::ffff:10.0.0.1]',
  'http://198.18.0.1',
  'HTTP://Tools.TEST.',
]
const PUBLIC = [
  'https://tools.acme.co',
  'https://tools.acme.co:9443/base',
  'http://acme.io.',
  'https://notexample.com',
  'https://example.com.acme.io',
  'https://example.co.uk',
  'https://localhost.acme.io',
  'https://bücher.de',
  'https://xn--bcher-kva.de',
  'HTTPS://ACME.CO',
  'https://acme。co',
  'http://1.1',
  'http://8.8.8.8:3000',
  'http://[2606:4700:4700::1111]',
]
const named = { OPERATOR_NAME: 'Acme Tools Ltd', OPERATOR_CONTACT: 'mailto:help@acme.co' }

test.each(NOT_PUBLIC)('%s is no public address, so nobody need be named', (BASE_URL) => {
  expect(isPublicSite(BASE_URL)).toBe(false)
  expect(() => requireOperator(parseEnv({ BASE_URL }))).not.toThrow()
})

test.each(PUBLIC)('at %s a service without a name and a contact is refused in words', (BASE_URL) => {
  expect(isPublicSite(BASE_URL)).toBe(true)
  expect(() => requireOperator(parseEnv({ BASE_URL }))).toThrow(ConfigError)
  expect(() => requireOperator(parseEnv({ BASE_URL }))).toThrow(/OPERATOR_NAME and OPERATOR_CONTACT/)
  expect(() => requireOperator(parseEnv({ BASE_URL, OPERATOR_NAME: named.OPERATOR_NAME }))).toThrow(/needs OPERATOR_CONTACT:/)
  expect(() => requireOperator(parseEnv({ BASE_URL, OPERATOR_CONTACT: named.OPERATOR_CONTACT }))).toThrow(/needs OPERATOR_NAME:/)
  expect(() => requireOperator(parseEnv({ BASE_URL, ...named }))).not.toThrow()
})

test.each(['mailto:help@localhost.localdomain', 'help@acme.example', 'https://127.0.0.1/contact', 'https://acme.test'])(
  'at a public address a contact that strangers cannot reach (%s) is refused, elsewhere it will do',
  (OPERATOR_CONTACT) => {
    expect(() => requireOperator(parseEnv({ BASE_URL: 'https://acme.co', ...named, OPERATOR_CONTACT }))).toThrow(/strangers can reach/)
    expect(() => requireOperator(parseEnv({ ...named, OPERATOR_CONTACT }))).not.toThrow()
  },
)

test('our own address has one form, whatever was written', () => {
  for (const BASE_URL of ['HTTPS://ACME.CO:443/', 'https://ＡＣＭＥ.co', 'https://acme。co//'])
    expect(parseEnv({ BASE_URL })).toMatchObject({ BASE_URL: 'https://acme.co', TOOLS_URL: 'https://acme.co' })
  expect(parseEnv({ BASE_URL: 'https://acme.co/base/' }).BASE_URL).toBe('https://acme.co/base')
})

test('an operator is known by name, contact, country in words, and terms', () => {
  expect(operatorOf(parseEnv({}))).toBeNull()
  expect(operatorOf(parseEnv({ ...named, OPERATOR_COUNTRY: 'gb' }))).toEqual({
    name: 'Acme Tools Ltd',
    contact: { href: 'mailto:help@acme.co', words: 'help@acme.co', email: 'help@acme.co' },
    country: 'United Kingdom',
  })
  expect(operatorOf(parseEnv({ ...named, OPERATOR_CONTACT: 'help@acme.co' }))?.contact?.href).toBe('mailto:help@acme.co')
  expect(operatorOf(parseEnv({ ...named, OPERATOR_CONTACT: 'https://acme.co/contact/' }))?.contact).toEqual({
    href: 'https://acme.co/contact/',
    words: 'https://acme.co/contact/',
  })
  expect(operatorOf(parseEnv({ ...named, OPERATOR_COUNTRY: 'Isle of Man' }))?.country).toBe('Isle of Man')
})

test.each([
  ['OPERATOR_NAME', '   '],
  ['OPERATOR_NAME', 'Acme\r\nExpires: never'],
  ['OPERATOR_NAME', '\u200b'],
  ['OPERATOR_NAME', '...'],
  ['OPERATOR_NAME', 'Acme \u202eemca'],
  ['OPERATOR_CONTACT', 'https://user:secret@acme.co'],
  ['BASE_URL', 'https://user:secret@acme.co'],
  ['BASE_URL', 'https://127.0.0.1@acme.co'],
  ['BASE_URL', 'https://acme.co/?a=1'],
  ['BASE_URL', 'https://acme.co/#a'],
  ['TOOLS_URL', 'https://user@acme.co'],
  ['TERMS_URL', 'https://user:secret@acme.co/terms'],
  ['CONTACT_URL', 'https://user:secret@acme.co/bots'],
  ['OPERATOR_CONTACT', 'call me'],
  ['OPERATOR_CONTACT', 'javascript:alert(1)'],
  ['OPERATOR_CONTACT', 'mailto:'],
  ['OPERATOR_CONTACT', 'mailto:help@acme.co\r\nExpires: never'],
  ['OPERATOR_CONTACT', 'mailto:"><b>@acme.co'],
  ['OPERATOR_CONTACT', 'ftp://acme.co'],
  ['OPERATOR_COUNTRY', 'QQQ\u0007'],
  ['TERMS_URL', '/terms'],
])('%s %j is refused by its name', (name, value) => {
  expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(name))
})
