/** Merges what the databases say, drops what is false or spam, and orders the rest. */
import { type AbiValue, decodeArguments } from './decode.ts'
import { parseSignature, type Signature, selectorOf, topicOf } from './signature.ts'
import type { Entry } from './sources.ts'

export type Candidate = {
  signature: Signature
  verified: boolean | null
  firstSeen: string | null
  sources: NonNullable<Entry['source']>[]
  /** null = there is no calldata to decode. */
  decodes: boolean | null
  values: AbiValue[] | null
}

/**
 * Candidates for a selector, the most likely first: used by verified contracts, then those whose arguments encode back to the calldata, then
 * the oldest registration (unknown last), then by text.
 * @param data calldata after the selector; null when only a selector was given
 * @returns also how many different texts were dropped: spam, or not hashing to the selector
 */
export function rank(
  selector: string,
  entries: readonly Entry[],
  data: Uint8Array | null,
): { candidates: Candidate[]; filteredOut: number } {
  const spam = new Set<string>()
  const dropped = new Set<string>()
  const byText = new Map<string, Candidate>()
  const parsed = entries.map((entry) => ({ entry, signature: parseSignature(entry.text) }))
  for (const { entry, signature } of parsed) if (entry.filtered) spam.add(signature?.text ?? entry.text)
  for (const { entry, signature } of parsed) {
    const text = signature?.text ?? entry.text
    if (!signature || spam.has(text) || (selector.length > 10 ? topicOf(text) : selectorOf(text)) !== selector) {
      dropped.add(text)
      continue
    }
    const known = byText.get(text) ?? { signature, verified: null, firstSeen: null, sources: [], decodes: null, values: null }
    known.verified = known.verified === true || entry.verified === true ? true : (known.verified ?? entry.verified)
    known.firstSeen = earliest(known.firstSeen, entry.firstSeen)
    if (entry.source && !known.sources.includes(entry.source)) known.sources.push(entry.source)
    byText.set(text, known)
  }
  const candidates = [...byText.values()]
  if (data) {
    for (const candidate of candidates) {
      candidate.values = decodeArguments(candidate.signature.types, data)
      candidate.decodes = candidate.values !== null
    }
  }
  return { candidates: candidates.sort(byLikelihood), filteredOut: dropped.size }
}

const earliest = (one: string | null, other: string | null): string | null => (one && other ? (one < other ? one : other) : (one ?? other))

const yesFirst = (one: boolean | null, other: boolean | null) => Number(other === true) - Number(one === true)

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const byLikelihood = (one: Candidate, other: Candidate): number =>
  yesFirst(one.verified, other.verified) ||
  yesFirst(one.decodes, other.decodes) ||
  byText(one.firstSeen ?? '~', other.firstSeen ?? '~') ||
  byText(one.signature.text, other.signature.text)
