/** DKIM keys (RFC 6376, RFC 8463) of selectors that are given: selectors cannot be listed. */
import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { toTags } from './tags.ts'

export const Dkim = z.object({
  selector: z.string().describe('The selector asked for.'),
  state: z
    .enum(['none', 'ok', 'revoked', 'invalid', 'unknown'])
    .describe('none = no key there; revoked = p is empty; unknown = not readable.'),
  keyType: z.string().nullable().describe('rsa or ed25519; null when there is no key.'),
  keyBits: z.int().nullable().describe('Length of the key in bits.'),
  testing: z.boolean().describe('t=y: the domain is testing DKIM.'),
  strict: z.boolean().describe('t=s: the key is not for subdomains.'),
  problems: z.array(z.string()).describe('What is wrong, in words.'),
})
export type Dkim = z.output<typeof Dkim>

const blank = { keyType: null, keyBits: null, testing: false, strict: false, problems: [] }

/** Bits of a public key in base64, and null when it is none. */
function bitsOf(type: string, key: string): number | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key)) return null
  const der = Buffer.from(key, 'base64')
  if (type === 'ed25519') return der.length === 32 ? 256 : null
  for (const form of ['spki', 'pkcs1'] as const) {
    try {
      return createPublicKey({ key: der, format: 'der', type: form }).asymmetricKeyDetails?.modulusLength ?? null
    } catch {
      // not in this form: the other is tried, and a key in neither is none
    }
  }
  return null
}

const isKey = (text: string): boolean => /(^|;)\s*p\s*=/.test(text)

/** @param texts TXT texts at `<selector>._domainkey.<name>`; null when they could not be read */
export function checkDkim(selector: string, texts: readonly string[] | null): Dkim {
  if (texts === null) return { ...blank, selector, state: 'unknown' }
  const keys = texts.filter(isKey)
  const [record] = keys
  if (record === undefined)
    return {
      ...blank,
      selector,
      state: texts.length === 0 ? 'none' : 'invalid',
      problems: texts.length === 0 ? [] : ['the TXT record there is no key'],
    }
  const { map, problems, first } = toTags(record)
  if (keys.length > 1) problems.push(`there are ${keys.length} keys; receivers may take any`)
  const version = map.get('v')
  if (version !== undefined && (version !== 'DKIM1' || first !== 'v')) problems.push('v must be DKIM1 and the first tag')
  const keyType = (map.get('k') ?? 'rsa').toLowerCase()
  const flags = (map.get('t') ?? '').split(':').map((flag) => flag.trim().toLowerCase())
  const common = { selector, keyType, testing: flags.includes('y'), strict: flags.includes('s') }
  const key = (map.get('p') ?? '').replace(/\s+/g, '')
  const isBadVersion = version !== undefined && version !== 'DKIM1'
  if (key === '') return { ...common, state: isBadVersion ? 'invalid' : 'revoked', keyBits: null, problems }
  if (keyType !== 'rsa' && keyType !== 'ed25519')
    return { ...common, state: 'invalid', keyBits: null, problems: [...problems, `k=${keyType.slice(0, 40)} is no known key type`] }
  const keyBits = bitsOf(keyType, key)
  if (keyBits === null) return { ...common, state: 'invalid', keyBits, problems: [...problems, 'p is no public key of this type'] }
  if (keyType === 'rsa' && keyBits < 1_024) problems.push(`a key of ${keyBits} bits is refused by receivers`)
  else if (keyType === 'rsa' && keyBits < 2_048) problems.push(`a key of ${keyBits} bits is short; 2048 are advised`)
  return { ...common, state: isBadVersion ? 'invalid' : 'ok', keyBits, problems }
}
