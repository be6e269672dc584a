/** HTTPS and SVCB records (RFC 9460) from either form, in one canonical text. */
import ipaddr from 'ipaddr.js'
import { Bytes, escapeText, toUint, toWords, unescapeText } from './generic-rdata.ts'

export type Svcb = { priority: number; target: string; params: { key: string; values: string[] }[] }

const KEYS = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint', 'dohpath', 'ohttp']

const keyName = (number: number): string => KEYS[number] ?? `key${number}`
function keyNumber(name: string): number {
  const known = KEYS.indexOf(name)
  const number = known >= 0 ? known : Number(/^key(\d{1,5})$/.exec(name)?.[1] ?? Number.NaN)
  if (!(number <= 65_535)) throw new SyntaxError('unknown service parameter')
  return number
}

const hints = (bytes: Uint8Array, size: 4 | 16): string[] => {
  if (bytes.length === 0 || bytes.length % size !== 0) throw new SyntaxError('malformed address hint')
  return Array.from({ length: bytes.length / size }, (_, at) =>
    ipaddr.fromByteArray([...bytes.subarray(at * size, (at + 1) * size)]).toString(),
  )
}

function fromWire(number: number, bytes: Uint8Array): string[] {
  const reader = new Bytes(bytes)
  const values: string[] = []
  switch (number) {
    case 0:
      while (reader.left > 0) values.push(keyName(reader.u16()))
      return values
    case 1:
      while (reader.left > 0) values.push(Buffer.from(reader.take(reader.u8())).toString('utf8'))
      return values
    case 2:
    case 8:
      return []
    case 3:
      return [String(reader.u16())]
    case 4:
      return hints(bytes, 4)
    case 6:
      return hints(bytes, 16)
    case 5:
      return [Buffer.from(bytes).toString('base64')]
    default:
      return [Buffer.from(bytes).toString('utf8')]
  }
}

/** A comma list; `\,` is a comma of a value (RFC 9460 appendix A.1), after the outer escapes are undone. */
const toList = (text: string): string[] => {
  const items: string[] = ['']
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '\\') items[items.length - 1] += text[++at] ?? ''
    else if (character === ',') items.push('')
    else items[items.length - 1] += character
  }
  return items
}

function fromText(number: number, raw: string): string[] {
  const text = unescapeText(raw).toString('utf8')
  if (number === 2 || number === 8) return []
  if (number === 3) return [String(toUint(text, 16))]
  if (number === 4 || number === 6)
    return text.split(',').map((part) => {
      const isRight = number === 4 ? ipaddr.IPv4.isValidFourPartDecimal(part.trim()) : ipaddr.IPv6.isValid(part.trim())
      if (!isRight) throw new SyntaxError('malformed address hint')
      return ipaddr.parse(part.trim()).toString()
    })
  if (text === '' && number < 7) throw new SyntaxError('a parameter without its value')
  return number === 0 || number === 1 ? toList(text) : [text]
}

/** @throws SyntaxError when the data are no such record */
export function parseSvcb(data: string, bytes: Uint8Array | null): Svcb {
  const params: { number: number; values: string[] }[] = []
  let head: { priority: number; target: string }
  if (bytes) {
    const reader = new Bytes(bytes)
    head = { priority: reader.u16(), target: reader.name() }
    while (reader.left > 0) {
      const number = reader.u16()
      params.push({ number, values: fromWire(number, reader.take(reader.u16())) })
    }
  } else {
    const [priority, target, ...words] = toWords(data)
    if (!target) throw new SyntaxError('malformed service record')
    head = { priority: toUint(priority, 16), target: target.length > 1 ? target.replace(/\.$/, '').toLowerCase() : target }
    for (const word of words) {
      const at = word.indexOf('=')
      const number = keyNumber((at < 0 ? word : word.slice(0, at)).toLowerCase())
      params.push({ number, values: fromText(number, at < 0 ? '' : word.slice(at + 1)) })
    }
  }
  params.sort((one, other) => one.number - other.number)
  return { ...head, params: params.map(({ number, values }) => ({ key: keyName(number), values })) }
}

const lists = new Set(KEYS.slice(0, 2))

/** The values of a parameter, quoted where they must be: what is read again gives the same. */
function valueText(key: string, values: readonly string[]): string {
  const text = values.map((value) => (lists.has(key) ? value.replace(/[\\,]/g, '\\$&') : value)).join(',')
  return /[\s"\\;()]/.test(text) ? `"${escapeText(text)}"` : text
}

/** One text for any form: keys by number, lists by comma. */
export const svcbText = ({ priority, target, params }: Svcb): string =>
  [priority, target, ...params.map(({ key, values }) => (values.length > 0 ? `${key}=${valueText(key, values)}` : key))].join(' ')
