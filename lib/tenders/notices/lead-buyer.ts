import type { ReleaseContent } from '../sources/tender.ts'
import { cleanText, shorten } from '../words/text.ts'

/** Longer than any title or name that was seen (179), and short enough for every list that holds it. */
const TEXT_MAX = 1_000

/** A text as readers see it: plain, without addresses and numbers of people. */
export const served = (raw: unknown): string => shorten(cleanText(raw), TEXT_MAX)

/** The lead buyer: `buyer`, else the only or first party with that role. */
export function leadBuyer({ buyer, parties }: ReleaseContent) {
  const buyers = parties.filter((party) => party.roles.includes('buyer'))
  const party =
    parties.find((candidate) => buyer?.id !== null && buyer?.id !== undefined && candidate.id === buyer.id) ??
    buyers.find((candidate) => buyer?.name && candidate.name === buyer.name) ??
    buyers[0]
  return { name: served(buyer?.name) || served(party?.name), address: party?.address ?? null }
}
