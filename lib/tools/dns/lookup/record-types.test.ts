import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { genericBytes, toWords } from './generic-rdata.ts'
import { type PartedType, readParts } from './record-types.ts'
import { toRows } from './records.ts'

const generic = (bytes: number[] | Buffer): string => {
  const hex = Buffer.from(bytes).toString('hex')
  return `\\# ${hex.length / 2} ${hex}`
}
const u16 = (number: number) => [number >> 8, number & 255]
const wireName = (name: string) => (name === '.' ? [0] : [...name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]), 0])
const param = (key: number, value: number[]) => [...u16(key), ...u16(value.length), ...value]

describe('both forms of a record are one', () => {
  const issue = [0, 5, ...Buffer.from('issue'), ...Buffer.from('letsencrypt.org; validationmethods=dns-01')]
  const service = [
    ...u16(1),
    ...wireName('.'),
    ...param(1, [2, 104, 50, 2, 104, 51]),
    ...param(3, u16(8443)),
    ...param(4, [192, 0, 2, 1, 192, 0, 2, 2]),
    ...param(5, [1, 2, 3]),
    ...param(6, [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
  ]
  test.each<[PartedType, string, string, string]>([
    ['CAA', generic(issue), '0 issue "letsencrypt.org; validationmethods=dns-01"', '0 issue "letsencrypt.org; validationmethods=dns-01"'],
    [
      'CAA',
      generic([128, 5, ...Buffer.from('iodef'), ...Buffer.from('mailto:a@example.com')]),
      '128 IODEF "mailto:a@example.com"',
      '128 iodef "mailto:a@example.com"',
    ],
    [
      'HTTPS',
      generic(service),
      '1 . ipv6hint=2001:db8:0:0::1 alpn="h2,h3" port=8443 ipv4hint=192.0.2.1,192.0.2.2 ech="AQID"',
      '1 . alpn=h2,h3 port=8443 ipv4hint=192.0.2.1,192.0.2.2 ech=AQID ipv6hint=2001:db8::1',
    ],
    ['SVCB', generic([...u16(0), ...wireName('svc.example.net')]), '0 SVC.example.net.', '0 svc.example.net'],
    [
      'SRV',
      generic([...u16(10), ...u16(5), ...u16(5060), ...wireName('sip.example.com')]),
      '10 5 5060 sip.example.com.',
      '10 5 5060 sip.example.com',
    ],
    ['SRV', generic([...u16(0), ...u16(0), ...u16(0), 0]), '0 0 0 .', '0 0 0 .'],
    ['TLSA', generic([3, 1, 1, 0xab, 0xcd]), '3 1 1 AB CD', '3 1 1 abcd'],
    ['DS', generic([...u16(60_485), 5, 1, 0x2b, 0xb1]), '60485 5 1 2BB1', '60485 5 1 2bb1'],
  ])('%s', (type, bytes, text, canonical) => {
    expect(readParts(type, bytes)).toEqual(readParts(type, text))
    expect(readParts(type, text).data).toBe(canonical)
  })

  test('of HTTPS parameters too, whatever they are', () => {
    const alpn = fc.stringMatching(/^[a-z0-9/.-]{1,12}$/)
    const address = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
    fc.assert(
      fc.property(
        fc.nat(65_535),
        fc.array(alpn, { minLength: 1, maxLength: 5 }),
        fc.nat(65_535),
        fc.array(address, { minLength: 1, maxLength: 4 }),
        (priority, alpns, port, hints) => {
          const wire = [
            ...u16(priority),
            ...wireName('a.example'),
            ...param(
              1,
              alpns.flatMap((one) => [one.length, ...Buffer.from(one)]),
            ),
            ...param(3, u16(port)),
            ...param(4, hints.flat()),
          ]
          const text = `${priority} a.example. port=${port} ipv4hint="${hints.map((one) => one.join('.')).join(',')}" alpn=${alpns.join(',')}`
          expect(readParts('HTTPS', generic(wire))).toEqual(readParts('HTTPS', text))
        },
      ),
    )
  })

  test('the text of a record reads as the same record again', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab,";\\ ()=.'), minLength: 1, maxLength: 12 }).filter((one) => one === one.trim())
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), (value, protocols) => {
        const caa = readParts('CAA', generic([0, 5, ...Buffer.from('issue'), ...Buffer.from(value)]))
        expect(readParts('CAA', caa.data)).toEqual(caa)
        const alpn = protocols.flatMap((one) => [one.length, ...Buffer.from(one)])
        const service = readParts('SVCB', generic([...u16(1), 0, ...param(1, alpn), ...param(65_000, [...Buffer.from(value)])]))
        expect(readParts('SVCB', service.data)).toEqual(service)
      }),
    )
  })

  test('and any CAA value survives quoting', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/), (value) => {
        const quoted = `0 issue "${value.replace(/["\\]/g, '\\$&')}"`
        expect(readParts('CAA', quoted)).toEqual(readParts('CAA', generic([0, 5, ...Buffer.from('issue'), ...Buffer.from(value)])))
        expect(readParts('CAA', quoted)).toMatchObject({ value })
      }),
    )
  })
})

test.each<[PartedType, string]>([
  ['HTTPS', '1 . alpn'],
  ['HTTPS', '1 . ech='],
  ['CAA', '\\# 3 000569'],
  ['CAA', '\\# 2 0005'],
  ['CAA', '\\# 4 00'],
  ['CAA', '\\# x'],
  ['CAA', '256 issue "a"'],
  ['CAA', '0 issue "a" "b"'],
  ['CAA', '0 issue "a'],
  ['SRV', '1 2 3'],
  ['SRV', '1 2 65536 a.'],
  ['TLSA', '3 1 1'],
  ['TLSA', '3 1 1 xyz'],
  ['DS', '1 2 3 abc'],
  ['HTTPS', '1'],
  ['HTTPS', '1 . what=ever'],
  ['HTTPS', '1 . ipv4hint=1.2.3'],
  ['HTTPS', '\\# 7 00010000040003'],
])('a malformed %s (%s) is refused', (type, data) => {
  expect(() => readParts(type, data)).toThrow(SyntaxError)
})

test('any data are read or refused', () => {
  const types: PartedType[] = ['CAA', 'SRV', 'TLSA', 'DS', 'HTTPS', 'SVCB']
  const data = fc.oneof(
    fc.string(),
    fc.uint8Array().map((bytes) => generic(Buffer.from(bytes))),
    fc.array(fc.string()).map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(fc.constantFrom(...types), data, (type, text) => {
      try {
        expect(readParts(type, text).data.length).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
      }
    }),
  )
})

test('words keep what is quoted together, wherever the quotes stand', () => {
  expect(toWords('1 . alpn="h2,h3" "key1=a b" c\\ d')).toEqual(['1', '.', 'alpn=h2,h3', 'key1=a b', 'c\\ d'])
  expect(genericBytes('10 mail.example.com.')).toBeNull()
})

test('a PTR names a host in either form', () => {
  const row = { name: '1.2.0.192.in-addr.arpa.', type: 12, TTL: 60 }
  const named = { type: 'PTR', parsed: { target: 'host.example.com' }, data: 'host.example.com' }
  expect(toRows([{ ...row, data: 'host.example.com.' }])).toMatchObject([named])
  expect(toRows([{ ...row, data: generic(wireName('host.example.com')) }])).toMatchObject([named])
})
