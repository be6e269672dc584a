/** The same opportunity published twice. Pure. */
import type { SourcePrefix } from '../sources/source.ts'
import { sources } from '../sources/sources.ts'

export type Candidate = {
  id: string
  prefix: SourcePrefix
  ocid: string
  buyer: string
  title: string
  value: number | null
  /** Instants. */
  deadline: number
  firstPublished: number
  /** When it was first served, or null: an id once served stays before the others of its group. */
  listedAt: number | null
}

const DAY = 86_400_000
const SPREAD_MS = 3 * DAY

const words = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A buyer's name by which its notices are compared: lower case, no punctuation, leading "the" dropped. */
export function buyerKey(name: string): string {
  return words(name)
    .join(' ')
    .replace(/^the (?=.)/, '')
}

type Prepared = Candidate & { normalisedTitle: string; words: Set<string>; numbers: string }

function prepare(candidate: Candidate): Prepared {
  const list = words(candidate.title)
  const set = new Set(list)
  return {
    ...candidate,
    normalisedTitle: list.join(' '),
    words: set,
    numbers: [...set]
      .filter((word) => /\p{N}/u.test(word))
      .sort()
      .join(' '),
  }
}

function jaccard(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}

/** How alike two notices of different sources are, or 0 when they are two. Lots, references and routes differ in a word with a digit. */
function likeness(a: Prepared, b: Prepared): number {
  if (Math.abs(a.deadline - b.deadline) > SPREAD_MS || a.numbers !== b.numbers) return 0
  const similarity = jaccard(a.words, b.words)
  if (similarity >= 0.85) return similarity
  return similarity >= 0.7 && a.value !== null && a.value === b.value ? similarity : 0
}

const preference = new Map(sources.map(({ prefix }, rank) => [prefix, rank]))
const rankOf = ({ prefix }: Prepared): number => preference.get(prefix) ?? sources.length

// Not Infinity: the difference of two would be NaN and leave the order of arrival.
const NEVER = Number.MAX_SAFE_INTEGER

/** Served before not served, earlier served first; among equals the source listed first, then the later publication. */
const byRank = (a: Prepared, b: Prepared): number =>
  (a.listedAt ?? NEVER) - (b.listedAt ?? NEVER) || rankOf(a) - rankOf(b) || b.firstPublished - a.firstPublished || (a.id < b.id ? 1 : -1)

/**
 * Groups of ids that are one opportunity, each in the order in which its members are served: the first, then, once that is over, the next.
 * Groups of one are left out. All candidates must be of one buyer (`buyerKey`) and be neither awarded, cancelled nor vanished.
 */
export function duplicateGroups(candidates: readonly Candidate[], dayOf: (instant: number) => string): string[][] {
  const prepared = candidates.map(prepare)
  const bySource = Map.groupBy(prepared, ({ prefix, normalisedTitle, deadline }) => `${prefix} ${dayOf(deadline)} ${normalisedTitle}`)
  const groups = [...bySource.values()].flatMap((group) => {
    const oneOcid = group.every(({ ocid }) => ocid === group[0]?.ocid)
    return oneOcid ? group.map((notice) => [notice]) : [group.sort(byRank)]
  })
  // Across sources each group joins at most one other, the most alike first: two lots on both services stay two.
  const pairs: { alike: number; a: number; b: number }[] = []
  for (let a = 0; a < groups.length; a += 1)
    for (let b = a + 1; b < groups.length; b += 1) {
      const [left, right] = [groups[a]?.[0], groups[b]?.[0]]
      if (!left || !right || left.prefix === right.prefix) continue
      const alike = likeness(left, right)
      if (alike > 0) pairs.push({ alike, a, b })
    }
  const joined = new Set<number>()
  for (const { a, b } of pairs.sort((one, other) => other.alike - one.alike || one.a - other.a || one.b - other.b)) {
    if (joined.has(a) || joined.has(b)) continue
    joined.add(a).add(b)
    groups[a] = [...(groups[a] ?? []), ...(groups[b] ?? [])].sort(byRank)
    groups[b] = []
  }
  return groups.filter((group) => group.length > 1).map((group) => group.map(({ id }) => id))
}
