import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDkim } from './dkim.ts'
import { checkDmarc, walkOf } from './dmarc.ts'
import { checkMail } from './index.ts'
import { checkSmall } from './small-records.ts'
import { checkSpf, type ReadTexts } from './spf.ts'

/** Texts by name; a name that is not there has none, null = not readable. */
const zone =
  (texts: Record<string, string[] | null>): ReadTexts =>
  async (name) =>
    Object.hasOwn(texts, name) ? (texts[name] ?? null) : []

describe('SPF', () => {
  const spf = (record: string | string[], others: Record<string, string[] | null> = {}) => checkSpf([record].flat(), zone(others))

  test('a plain record', async () => {
    expect(await spf('v=spf1 ip4:192.0.2.0/24 -all')).toMatchObject({ state: 'ok', all: 'fail', lookups: 0, problems: [] })
    expect(await spf('v=spf1 a mx include:_spf.example.net ~all', { '_spf.example.net': ['v=spf1 ip4:192.0.2.1 ?all'] })).toMatchObject({
      state: 'ok',
      all: 'softfail',
      lookups: 3,
      includes: ['_spf.example.net'],
    })
  })

  test('none, and text that only begins alike', async () => {
    expect(await spf('v=spf10 -all')).toMatchObject({ state: 'none', record: null })
    expect(await spf(['google-site-verification=x'])).toMatchObject({ state: 'none' })
  })

  test('two records are an error', async () => {
    expect(await spf(['v=spf1 -all', 'v=spf1 ~all'])).toMatchObject({ state: 'permerror', record: null })
  })

  test.each([
    ['v=spf1 foo:bar -all', 'no such mechanism'],
    ['v=spf1 include -all', 'include without a domain'],
    ['v=spf1 all:x', 'all with a value'],
    ['v=spf1 redirect=a.example redirect=b.example', 'redirect twice'],
    ['v=spf1 ip4 -all', 'ip4 without an address'],
    ['v=spf1 include:none.example -all', 'an include without a record'],
  ])('%s: %s', async (record) => {
    expect(await spf(record)).toMatchObject({ state: 'permerror' })
  })

  test.each([
    'ip4:mail.example.com',
    'ip4:192.0.2.256',
    'ip4:192.0.2.1/33',
    'ip4:192.0.2.0/',
    'ip4:2001:db8::1',
    'ip6:192.0.2.1',
    'ip6:2001:db8::/129',
    'a:',
    'a/33',
    'mx//129',
    'mx:/24',
    'include:a.example/24',
    'redirect=',
  ])('%s is no term, so receivers reject the record', async (term) => {
    expect(await spf(`v=spf1 ${term} -all`)).toMatchObject({ state: 'permerror', problems: [`"${term}" is not a term`] })
  })

  test.each([
    'ip4:192.0.2.1',
    'ip4:192.0.2.0/24',
    'ip6:2001:db8::/32',
    'ip6:::ffff:192.0.2.1',
    'a',
    'a/24',
    'a//64',
    'mx:b.example/24//64',
    'exists:%{i}/x.b.example',
    'foo=bar/33',
  ])('%s is one', async (term) => {
    expect(await spf(`v=spf1 ${term} -all`)).toMatchObject({ state: 'ok', all: 'fail' })
  })

  test('a redirect says what holds for all others', async () => {
    const others = { 'a.example': ['v=spf1 redirect=b.example'], 'b.example': ['v=spf1 ip4:192.0.2.1 ~all'] }
    expect(await spf('v=spf1 redirect=a.example', others)).toMatchObject({ state: 'ok', all: 'softfail', redirect: 'a.example' })
    expect(await spf('v=spf1 include:a.example', others)).toMatchObject({ all: null })
  })

  test.each([
    'v=spf1 include:open.example -all',
    'v=spf1 include:on.example -all',
    'v=spf1 redirect=open.example',
    'v=spf1 ip4:0.0.0.0/0 -all',
    'v=spf1 ?ip4:192.0.2.1 +ip6:::/0 -all',
  ])('%s lets anybody send', async (record) => {
    const others = { 'open.example': ['v=spf1 a +all'], 'on.example': ['v=spf1 redirect=open.example'] }
    expect(await spf(record, others)).toMatchObject({ state: 'ok', all: 'pass', problems: [expect.stringContaining('lets anybody send')] })
    const texts: ReadTexts = async (name) => (name === 'shop.example' ? [record] : zone(others)(name))
    const { findings } = await checkMail('shop.example', [], texts, async () => [])
    expect(findings).toContainEqual(expect.objectContaining({ code: 'SPF_ALLOWS_ALL', severity: 'high' }))
  })

  test.each(['v=spf1 -include:open.example -all', 'v=spf1 -all include:open.example', 'v=spf1 -ip4:0.0.0.0/0 ~all'])(
    '%s does not',
    async (record) => {
      expect((await spf(record, { 'open.example': ['v=spf1 +all'] })).all).not.toBe('pass')
    },
  )

  test('the limit counts nested look-ups; ten are allowed, eleven are not', async () => {
    const inner = (count: number) => ({
      'in.example': [`v=spf1 ${Array.from({ length: count }, (_, at) => `a:h${at}.example`).join(' ')} -all`],
    })
    expect(await spf('v=spf1 include:in.example -all', inner(9))).toMatchObject({ state: 'ok', lookups: 10 })
    expect(await spf('v=spf1 include:in.example -all', inner(10))).toMatchObject({ state: 'permerror', lookups: 11 })
  })

  test('what follows all costs nothing, and redirect is not followed beside it', async () => {
    expect(await spf('v=spf1 -all include:none.example redirect=none.example')).toMatchObject({ state: 'ok', lookups: 0, redirect: null })
    expect(await spf('v=spf1 redirect=other.example', { 'other.example': ['v=spf1 -all'] })).toMatchObject({
      state: 'ok',
      lookups: 1,
      redirect: 'other.example',
    })
  })

  test('a loop ends', async () => {
    expect(await spf('v=spf1 include:a.example -all', { 'a.example': ['v=spf1 include:a.example -all'] })).toMatchObject({
      state: 'permerror',
    })
  })

  test('an include that cannot be read leaves the state open', async () => {
    expect(await spf('v=spf1 include:a.example -all', { 'a.example': null })).toMatchObject({ state: 'unknown' })
    expect(await spf('v=spf1 include:%{i}._spf.example.com -all')).toMatchObject({ state: 'unknown' })
  })

  test('any text is read', async () => {
    await fc.assert(fc.asyncProperty(fc.string(), async (text) => void (await spf(`v=spf1 ${text}`))))
  })
})

describe('DMARC', () => {
  test('the walk: eight look-ups at most', () => {
    expect(walkOf('a.mail.example.com')).toEqual(['a.mail.example.com', 'mail.example.com', 'example.com', 'com'])
    expect(walkOf('a.b.c.d.e.f.g.h.i.j.example.com')).toEqual([
      'a.b.c.d.e.f.g.h.i.j.example.com',
      'f.g.h.i.j.example.com',
      'g.h.i.j.example.com',
      'h.i.j.example.com',
      'i.j.example.com',
      'j.example.com',
      'example.com',
      'com',
    ])
  })

  test('a record of its own', async () => {
    expect(
      await checkDmarc('example.com', zone({ '_dmarc.example.com': ['v=DMARC1; p=reject; rua=mailto:d@example.com; adkim=s'] })),
    ).toMatchObject({
      state: 'ok',
      foundAt: 'example.com',
      policy: 'reject',
      subdomainPolicy: 'reject',
      alignment: { dkim: 'strict', spf: 'relaxed' },
      reports: ['mailto:d@example.com'],
      problems: [],
      notes: [],
    })
  })

  test('a subdomain inherits sp from the organization', async () => {
    const texts = zone({ '_dmarc.example.com': ['v=DMARC1; p=reject; sp=quarantine; np=none'] })
    expect(await checkDmarc('a.example.com', texts)).toMatchObject({
      foundAt: 'example.com',
      organizationalDomain: 'example.com',
      policy: 'quarantine',
      nonexistentPolicy: 'none',
    })
  })

  test('of a walk that could not go on only the own record is known, and not whose organization it is', async () => {
    const below = zone({ '_dmarc.a.example.com': ['v=DMARC1; p=none'] })
    const read = (name: string) => (name === '_dmarc.example.com' ? Promise.resolve(null) : below(name))
    expect(await checkDmarc('b.a.example.com', read)).toMatchObject({
      state: 'unknown',
      record: null,
      policy: null,
      organizationalDomain: null,
    })
    expect(await checkDmarc('a.example.com', read)).toMatchObject({ state: 'ok', policy: 'none', organizationalDomain: null })
  })

  test('a public suffix that says so is not the organization', async () => {
    const texts = zone({ '_dmarc.example.com': ['v=DMARC1; p=none'], '_dmarc.com': ['v=DMARC1; p=reject; psd=y'] })
    expect(await checkDmarc('a.example.com', texts)).toMatchObject({ foundAt: 'example.com', organizationalDomain: 'example.com' })
  })

  test('tags that are gone are a note, not an error', async () => {
    expect(await checkDmarc('example.com', zone({ '_dmarc.example.com': ['v=DMARC1; p=none; pct=50; rf=afrf; ri=86400'] }))).toMatchObject({
      state: 'ok',
      problems: [],
      notes: [expect.stringContaining('pct'), expect.stringContaining('rf'), expect.stringContaining('ri')],
    })
  })

  test('t=y is testing; a record without p but with rua asks for reports', async () => {
    expect(await checkDmarc('example.com', zone({ '_dmarc.example.com': ['v=DMARC1; t=y; rua=mailto:d@example.com'] }))).toMatchObject({
      state: 'ok',
      policy: 'none',
      testing: true,
    })
  })

  test.each<[string, string[] | null, string]>([
    ['nothing', [], 'none'],
    ['two records', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'invalid'],
    ['another version', ['v=DMARC2; p=none'], 'none'],
    ['lower case', ['v=dmarc1; p=none'], 'none'],
    ['no policy at all', ['v=DMARC1'], 'invalid'],
    ['not readable', null, 'unknown'],
  ])('%s is %s', async (_, texts, state) => {
    expect((await checkDmarc('example.com', zone({ '_dmarc.example.com': texts }))).state).toBe(state)
  })
})

describe('DKIM', () => {
  const rsa = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')

  test.each<[string, string[] | null, object]>([
    ['a long key', [`v=DKIM1; k=rsa; p=${rsa(2048)}`], { state: 'ok', keyType: 'rsa', keyBits: 2048, problems: [] }],
    ['without a version', [`p=${rsa(2048)}; t=y:s`], { state: 'ok', testing: true, strict: true }],
    ['a short key', [`v=DKIM1; p=${rsa(1024)}`], { state: 'ok', keyBits: 1024, problems: [expect.stringContaining('2048')] }],
    ['an Ed25519 key', [`v=DKIM1; k=ed25519; p=${ed}`], { state: 'ok', keyBits: 256 }],
    ['a revoked key', ['v=DKIM1; p='], { state: 'revoked' }],
    ['no key', ['v=DKIM1; p=abc!'], { state: 'invalid' }],
    ['another version', [`v=DKIM2; p=${ed}`], { state: 'invalid' }],
    ['other text', ['hello'], { state: 'invalid' }],
    ['nothing', [], { state: 'none' }],
    ['not readable', null, { state: 'unknown' }],
  ])('%s', (_, texts, expected) => {
    expect(checkDkim('s1', texts)).toMatchObject(expected)
  })
})

describe('one-record standards', () => {
  test.each<['STSv1' | 'TLSRPTv1' | 'BIMI1', string[], string]>([
    ['STSv1', ['v=STSv1; id=20260101T000000;'], 'ok'],
    ['STSv1', ['v=STSv1; id=a-b'], 'invalid'],
    ['STSv1', ['v=STSv1; id=1', 'v=STSv1; id=2'], 'invalid'],
    ['STSv1', ['v=STSv10; id=1'], 'none'],
    ['TLSRPTv1', ['v=TLSRPTv1; rua=mailto:t@example.com,https://r.example.com/t'], 'ok'],
    ['TLSRPTv1', ['v=TLSRPTv1;'], 'invalid'],
    ['BIMI1', ['v=BIMI1; l=https://example.com/logo.svg; a='], 'ok'],
    ['BIMI1', ['v=BIMI1; l=http://example.com/logo.svg'], 'invalid'],
    ['BIMI1', ['v=BIMI1; a=https://example.com/vmc.pem'], 'invalid'],
  ])('%s %j is %s', (version, texts, state) => {
    expect(checkSmall(version, texts).state).toBe(state)
  })
})

test('a domain in good order has no finding but advice; one without anything has the serious ones first', async () => {
  const good = zone({
    'example.com': ['v=spf1 -all'],
    '_dmarc.example.com': ['v=DMARC1; p=reject; rua=mailto:d@example.com'],
    '_mta-sts.example.com': ['v=STSv1; id=1'],
  })
  expect((await checkMail('example.com', [], good, async () => ['mx.example.com'])).findings).toEqual([])
  const bad = await checkMail('example.com', ['s1'], zone({}), async () => ['.'])
  expect(bad).toMatchObject({ acceptsMail: false, exchanges: [] })
  expect(bad.findings.map(({ code }) => code)).toEqual(['DMARC_MISSING', 'DKIM_MISSING', 'SPF_MISSING'])
})
