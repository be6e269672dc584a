/** The same opportunity published twice. Pure. */
import type { SourcePrefix } from '../sources/source.ts'
import { sources } from '../sources/sources.ts'
import { cut } from '../words/text.ts'

export type Candidate = {
  id: string
  prefix: SourcePrefix
  ocid: string
  /** The same on two portals by their own word (`Process.linkKey`), or null. */
  link: string | null
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

/** What rows are found by must be short: an index takes no more, and one such row would keep all that are stored with it out. */
export const KEY_MAX = 300

/** A buyer's name by which its notices are compared: lower case, no punctuation, leading "the" dropped; of a long one the beginning. */
export function buyerKey(name: string): string {
  return cut(
    words(name)
      .join(' ')
      .replace(/^the (?=.)/, ''),
    KEY_MAX,
  )
}

type Prepared = Candidate & { buyerKey: string; normalisedTitle: string; words: Set<string>; numbers: string }

function prepare(candidate: Candidate): Prepared {
  const list = words(candidate.title)
  const set = new Set(list)
  return {
    ...candidate,
    buyerKey: buyerKey(candidate.buyer),
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
  if (a.prefix === b.prefix) return 0
  // Two that are each known elsewhere, and not as one, are two; a likeness counts within one buyer alone.
  if ((a.link !== null && b.link !== null && a.link !== b.link) || a.buyerKey !== b.buyerKey || a.buyerKey === '') return 0
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

/** Items that must be judged together: of one buyer, or joined by a link. A nameless buyer is nobody's. */
export function judgedTogether<Item>(items: readonly Item[], keysOf: (item: Item) => { name: string; link: string | null }): Item[][] {
  const leader = new Map<string, string>()
  const find = (key: string): string => {
    let top = key
    for (let next = leader.get(top); next !== undefined; next = leader.get(top)) top = next
    return top
  }
  const keyed = items.map((item, index) => {
    const { name, link } = keysOf(item)
    const own = name === '' ? `item ${index}` : `name ${name}`
    const [one, other] = [find(own), find(`link ${link}`)]
    if (link !== null && one !== other) leader.set(one, other)
    return { item, own }
  })
  return [...Map.groupBy(keyed, ({ own }) => find(own)).values()].map((group) => group.map(({ item }) => item))
}

/** Groups with a link in common become one, the order within by rank. */
function joinLinked(groups: readonly Prepared[][]): Prepared[][] {
  const byLink = new Map<string, Prepared[]>()
  const joined = new Set<Prepared[]>()
  for (const group of groups) {
    const links = [...new Set(group.flatMap(({ link }) => link ?? []))]
    const others = new Set(links.flatMap((link) => [byLink.get(link) ?? []]))
    const target = [...group, ...[...others].flat()]
    for (const other of others) joined.delete(other)
    joined.add(target)
    for (const { link } of target) if (link !== null) byLink.set(link, target)
  }
  return [...joined].map((group) => group.sort(byRank))
}

/**
 * Groups of ids that are one opportunity, each in the order in which its members are served: the first, then, once that is over, the next.
 * Groups of one are left out. A link between portals decides first, likeness among notices of one buyer after that. No candidate may be awarded,
 * cancelled or vanished.
 */
export function duplicateGroups(candidates: readonly Candidate[], dayOf: (instant: number) => string): string[][] {
  const prepared = candidates.map(prepare)
  const sameSource = ({ prefix, buyerKey: buyer, normalisedTitle, deadline }: Prepared) =>
    `${prefix} ${buyer} ${dayOf(deadline)} ${normalisedTitle}`
  const bySource = Map.groupBy(prepared, sameSource)
  const groups = joinLinked(
    [...bySource.values()].flatMap((group) => {
      const oneOcid = group.every(({ ocid, buyerKey: buyer }) => ocid === group[0]?.ocid || buyer === '')
      return oneOcid ? group.map((notice) => [notice]) : [group]
    }),
  )
  // Across sources a group takes in at most one of each, the most alike first: two lots on both services stay two.
  const pairs: { alike: number; a: number; b: number }[] = []
  for (let a = 0; a < groups.length; a += 1)
    for (let b = a + 1; b < groups.length; b += 1) {
      const alike = Math.max(0, ...(groups[a] ?? []).flatMap((left) => (groups[b] ?? []).map((right) => likeness(left, right))))
      if (alike > 0) pairs.push({ alike, a, b })
    }
  const place = groups.map((_, index) => index)
  for (const { a, b } of pairs.sort((one, other) => other.alike - one.alike || one.a - other.a || one.b - other.b)) {
    const [into, from] = [place[a] ?? a, place[b] ?? b]
    const [left, right] = [groups[into] ?? [], groups[from] ?? []]
    const prefixes = new Set(left.map(({ prefix }) => prefix))
    if (into === from || right.some(({ prefix }) => prefixes.has(prefix))) continue
    groups[into] = [...left, ...right].sort(byRank)
    groups[from] = []
    place.forEach((at, index) => {
      if (at === from) place[index] = into
    })
  }
  return groups.filter((group) => group.length > 1).map((group) => group.map(({ id }) => id))
}
