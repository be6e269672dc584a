/** The terms of an SPF record by its grammar (RFC 7208 sections 5 and 6): what does not fit makes receivers reject the record. */
import { isIP } from 'node:net'

export type Mechanism = {
  kind: 'mechanism'
  name: string
  /** `+`, `-`, `~` or `?`. */
  qualifier: string
  /** '' where the term names none. */
  domain: string
  /** Every sender of an address family is meant: an address with no bits to compare. */
  isAnybody: boolean
}
export type Term = Mechanism | { kind: 'modifier'; name: string; value: string }

type Meant = Pick<Mechanism, 'domain' | 'isAnybody'>

/** It ends in a top-level label, which is no number, or in a macro. */
const isDomain = (text: string): boolean =>
  /(?:\.(?=[a-z0-9-]*[a-z-])[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?|%(?:\{[^{}]+\}|[%_-]))$/i.test(text)

const isLength = (text: string | undefined, bits: number): boolean =>
  text === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= bits)

const network =
  (version: 4 | 6, bits: number) =>
  (rest: string): Meant | null => {
    const [, address = '', length] = /^:([^/%]+)(?:\/(.*))?$/.exec(rest) ?? []
    return isIP(address) === version && isLength(length, bits) ? { domain: '', isAnybody: length === '0' } : null
  }

function hosts(rest: string): Meant | null {
  const [whole, domain, four, six] = /^(?::(.+?))?(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(rest) ?? []
  if (whole === undefined || (domain !== undefined && !isDomain(domain)) || !isLength(four, 32) || !isLength(six, 128)) return null
  return { domain: domain ?? '', isAnybody: four === '0' || six === '0' }
}

const named = (rest: string): Meant | null => (rest.startsWith(':') && isDomain(rest) ? { domain: rest.slice(1), isAnybody: false } : null)

/** By name: what the text behind it means, null when it cannot stand there. */
const mechanisms: Record<string, (rest: string) => Meant | null> = {
  all: (rest) => (rest === '' ? { domain: '', isAnybody: true } : null),
  include: named,
  exists: named,
  ptr: (rest) => (rest === '' ? { domain: '', isAnybody: false } : named(rest)),
  a: hosts,
  mx: hosts,
  ip4: network(4, 32),
  ip6: network(6, 128),
}

function toTerm(word: string): Term | null {
  const [, modifier, value = ''] = /^([a-z][a-z0-9_.-]*)=(.*)$/i.exec(word) ?? []
  if (modifier !== undefined) {
    const name = modifier.toLowerCase()
    return ['redirect', 'exp'].includes(name) && !isDomain(value) ? null : { kind: 'modifier', name, value }
  }
  const [, qualifier, written = '', rest = ''] = /^([+?~-]?)([a-z][a-z0-9]*)([:/].*)?$/i.exec(word) ?? []
  const name = written.toLowerCase()
  const meant = Object.hasOwn(mechanisms, name) ? mechanisms[name]?.(rest) : null
  return meant ? { kind: 'mechanism', name, qualifier: qualifier || '+', ...meant } : null
}

/** The terms of a record; the first word that is none. */
export function toTerms(record: string): Term[] | { wrong: string } {
  const terms: Term[] = []
  for (const word of record.slice('v=spf1'.length).split(/ +/).filter(Boolean)) {
    const term = toTerm(word)
    if (!term) return { wrong: word }
    terms.push(term)
  }
  return terms
}
