/** Which names may be looked up: public DNS names, in ASCII form. Decided from the text alone, before any payment. */
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** Top-level labels that never lead to a public name: RFC 6761, 6762, 7686, 8375, 9476, ICANN's .internal and names used on private networks. */
const PRIVATE_TLDS = new Set([
  'alt',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'mail',
  'onion',
  'private',
  'test',
])

const MAX_LENGTH = 253
/** Characters of a name as it is typed: the same and a final dot. */
export const MAX_NAME = MAX_LENGTH + 1
/** What `toPublicName` takes, as far as a schema can say it: two labels or more, and nothing of a URL. */
export const NAME_FORM = String.raw`^[^\s/?#@%\\:\[\]\x00-\x1f\x7f]+[.\u3002\uff0e\uff61][^\s/?#@%\\:\[\]\x00-\x1f\x7f]+$`

/**
 * The ASCII form of a public DNS name: lower case, IDN as punycode, no final dot. Underscore labels and a leading `*` are allowed.
 * @returns the name, or why not, in words a caller can act on
 */
export function toPublicName(text: string): { name: string } | { problem: string } {
  const typed = text.replace(/[.。．｡]$/u, '')
  if (!typed) return { problem: 'must be a DNS name such as example.com' }
  if (typed.length > 1_000) return { problem: `must be at most ${MAX_LENGTH} characters` }
  if (/[:[\]]/.test(typed) || isIP(typed)) return { problem: 'must be a DNS name, not an IP address or a URL' }
  if (/[\s/?#@%\\]|\p{Cc}/u.test(typed)) return { problem: 'must be a plain DNS name, without scheme, path, port or spaces' }
  // The converter reads a numeric last label as an IPv4 address, in any base; such a label cannot be a public top-level domain.
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/i.test(typed)) return { problem: 'must be a DNS name, not an IP address' }
  const ascii = domainToASCII(typed)
  if (!ascii) return { problem: 'is not a valid domain name (check the spelling of internationalised labels)' }
  if (ascii.length > MAX_LENGTH) return { problem: `must be at most ${MAX_LENGTH} characters (its ASCII form has ${ascii.length})` }
  if (isIP(ascii)) return { problem: 'must be a DNS name, not an IP address' }
  const labels = ascii.split('.')
  const wrong = labels.find((label, index) => !(label === '*' && index === 0) && !/^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))
  if (wrong !== undefined)
    return { problem: 'has an empty or malformed label; a label has 1 to 63 letters, digits, hyphens (not at its ends) or underscores' }
  if (labels.length < 2) return { problem: 'must be a public name with at least two labels, such as example.com' }
  if (PRIVATE_TLDS.has(labels.at(-1) ?? '') || ascii === 'home.arpa' || ascii.endsWith('.home.arpa'))
    return { problem: `must be a public name; names under .${labels.at(-1)} are special-use or private` }
  return { name: ascii }
}
