/** Extended DNS errors (RFC 8914) in words, from the two forms in which resolvers put them into JSON. */
import { cleanUpstreamText } from '../../text.ts'

const DNSSEC_ERRORS: Record<number, string> = {
  1: 'the DNSKEY algorithm is not supported',
  2: 'the DS digest type is not supported',
  5: 'validation was indeterminate',
  6: 'the answer is bogus',
  7: 'a signature has expired',
  8: 'a signature is not yet valid',
  9: 'the DNSKEY that the parent names is missing',
  10: 'signatures are missing',
  11: 'no zone key bit is set',
  12: 'the proof of non-existence is missing',
}

const MAX_COMMENT = 500

/** What a resolver added to its answer: text, a list of texts, or numbered errors. */
export type Remarks = { comments: string[]; codes: { code: number; text: string }[] }

/** One cleaned line of what the resolver remarked; null when it said nothing. */
export function toComment({ comments, codes }: Remarks): string | null {
  const spoken = comments.filter(Boolean)
  const numbered = codes
    .filter(({ code }) => !spoken.some((text) => text.includes(`EDE(${code})`)))
    .map(({ code, text }) => `EDE(${code}): ${text}`)
  return cleanUpstreamText([...spoken, ...numbered].join(' '), MAX_COMMENT) || null
}

/** Why DNSSEC validation failed, in our own words; null when no remark says that it did. For SERVFAIL only. */
export function toDnssecError({ comments, codes }: Remarks): string | null {
  const named = comments.flatMap((text) => [...text.slice(0, 10_000).matchAll(/\bEDE\s?\((\d{1,5})\)/g)].map((match) => Number(match[1])))
  const code = [...codes.map((remark) => remark.code), ...named].find((number) => Object.hasOwn(DNSSEC_ERRORS, number))
  if (code !== undefined) return `DNSSEC validation failed: ${DNSSEC_ERRORS[code]} (extended error ${code}).`
  return comments.some((text) => /DNSSEC validation fail/i.test(text)) ? 'DNSSEC validation failed.' : null
}
