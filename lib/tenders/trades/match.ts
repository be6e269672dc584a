/**
 * Which trades a notice belongs to, and why. Pure and made once per table of trades, so a new trade needs no second ingest.
 *
 * One pass over the words of a text walks a trie of all keywords of all trades. Words are compared lower-case, without accents and plural
 * endings; `&` is "and", hyphens part words, apostrophes vanish. A keyword ending in `*` matches any ending of its last word.
 *
 * `title`: a title keyword hits and no negative does, or the main CPV code hits. Words of manner and place ("repairs", "dwellings") count
 * only where no other trade is named, by the title or by an exact code; those behind "for" or "at" only where none stands before them; one
 * word before the trade of the main code qualifies it. A code that is a mere heading of the catalogue (45000000) counts only where the title
 * names no trade with codes of its own below it (4531, electrical).
 *
 * `any`: else, a keyword hits in the description, or any CPV code does; where the title says what the notice is, or that it is not of this
 * trade, one word or one code in passing is not enough (`saysAgain`). Measured on real notices (`npm run match -- --quality`, docs/matching.md).
 */
import { TRADES, type Trade } from './trades.ts'

type MatchField = 'title' | 'main_cpv' | 'description' | 'cpvs'
export type Why = { kind: 'keyword' | 'cpv'; value: string; field: MatchField }
export type TradeMatch = { match: 'title' | 'any'; why: Why }

/** What matching reads of a notice. */
export type Matchable = { title: string; description?: string | null; main_cpv?: string | null; cpvs?: readonly string[] }

export type Matcher = (notice: Matchable) => Map<string, TradeMatch>

/** A phrase of one trade; `scope` says where it counts. Within a neutral phrase no other counts, of no trade. */
type Entry = { trade: number; phrase: string; scope: 'both' | 'title' | 'general' | 'negative' | 'neutral' }
type Node = { next: Map<string, Node>; prefixes: [string, Entry[]][]; entries: Entry[] }
type Hit = { entry: Entry; start: number; end: number }

// How it is bought, not what: a "Construction Dynamic Purchasing System" buys no system. The last stands in the label of the code 60000000.
const PROCEDURES = [
  'purchasing system',
  'qualification system',
  'purchasing vehicle',
  'procurement vehicle',
  'commissioning vehicle',
  'excl waste transport',
]

// What stands behind these is the place or the purpose: "Coach Travel for School Trips" teaches nobody.
const PURPOSE: ReadonlySet<string> = new Set(['for', 'at', 'in', 'within', 'following'])

// A description may be 300 kB; what a notice is about stands in its first pages.
const DESCRIPTION_MAX = 20_000

/** `word` without a plural ending: services, buses and companies lose theirs; gas, bus and access keep their s. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

// I.T., C.C.T.V, U.K.: one word, as it is written without dots.
const INITIALS = /(?<![\p{L}\p{N}.])\p{L}(?:\.\p{L}){1,6}(?![\p{L}\p{N}])/gu

/** The words of `text` as matching compares them. */
export function toWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´]/gu, '')
    .replace(INITIALS, (initials) => initials.replaceAll('.', ''))
    .toLowerCase()
    .replace(/&/g, ' and ')
  return folded.match(/[\p{L}\p{N}*]+/gu) ?? []
}

const newNode = (): Node => ({ next: new Map(), prefixes: [], entries: [] })

function addPhrase(root: Node, entry: Entry): void {
  let node = root
  const words = toWords(entry.phrase)
  for (const [index, word] of words.entries()) {
    if (word.endsWith('*') && index === words.length - 1) {
      const prefix = word.slice(0, -1)
      const known = node.prefixes.find(([other]) => other === prefix)
      if (known) known[1].push(entry)
      else node.prefixes.push([prefix, [entry]])
      return
    }
    const next = node.next.get(word) ?? newNode()
    node.next.set(word, next)
    node = next
  }
  node.entries.push(entry)
}

/** Every phrase in `words` outside the neutral ones. A singular keyword finds the plural too; a plural one finds only itself ("cars" is not in "car park"). */
function scan(root: Node, words: readonly string[]): Hit[] {
  const hits: Hit[] = []
  const singulars = words.map(singular)
  const walk = (node: Node, start: number, at: number): void => {
    for (const entry of node.entries) hits.push({ entry, start, end: at })
    const word = words[at]
    if (word === undefined) return
    for (const [prefix, entries] of node.prefixes) {
      if (word.startsWith(prefix)) for (const entry of entries) hits.push({ entry, start, end: at + 1 })
    }
    const same = node.next.get(word)
    if (same) walk(same, start, at + 1)
    const base = singulars[at] ?? word
    const plural = base === word ? undefined : node.next.get(base)
    if (plural) walk(plural, start, at + 1)
  }
  for (let start = 0; start < words.length; start++) walk(root, start, start)
  const neutral = hits.filter(({ entry }) => entry.scope === 'neutral')
  return neutral.length === 0 ? hits : hits.filter((hit) => !neutral.some((other) => other === hit || covers(other, hit)))
}

const overlap = (a: Hit, b: Hit): boolean => a.start < b.end && b.start < a.end
const covers = (outer: Hit, inner: Hit): boolean =>
  outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start

/** The longest keyword of a trade, in how many places of the text one stands, before which word the first begins, are all general ones. */
type Said = { phrase: string; places: number; start: number; isGeneral: boolean }

/**
 * What the text says of each trade. A negative within a longer keyword is none ("community equipment service"). One that overlaps
 * keywords takes just those ("golf course" leaves "training course" alone); in a title, one that stands by itself cancels them all, but for
 * a phrase of several words behind an "and" ("Resourcing System and Recruitment Agency"): what stands at the end is said of the whole title,
 * what stands in a former part is not said of a later one.
 */
function keywordsIn(hits: readonly Hit[], titleWords?: readonly string[]): Map<number, Said> {
  const byTrade = Map.groupBy(hits, ({ entry }) => entry.trade)
  const said = new Map<number, Said>()
  for (const [trade, own] of byTrade) {
    const keywords = own.filter(({ entry: { scope } }) => scope === 'both' || (titleWords && (scope === 'title' || scope === 'general')))
    const negatives = own.filter((hit) => hit.entry.scope === 'negative' && !keywords.some((keyword) => covers(keyword, hit)))
    const isFree = (hit: Hit) => !negatives.some((negative) => overlap(hit, negative))
    const alone = titleWords ? negatives.filter((negative) => !keywords.some((hit) => overlap(hit, negative))) : []
    const isSpared = (hit: Hit) => {
      const isLater = ({ end }: Hit) => titleWords?.slice(end, hit.start).includes('and') ?? false
      return hit.end - hit.start > 1 && alone.every(isLater)
    }
    const free = keywords.filter((hit) => isFree(hit) && (alone.length === 0 || isSpared(hit)))
    const hit = longest(free)
    if (!hit) continue
    const specific = free.filter(({ entry: { scope } }) => scope !== 'general')
    const isGeneral = specific.length === 0
    const start = Math.min(...(isGeneral ? free : specific).map((each) => each.start))
    said.set(trade, { phrase: hit.entry.phrase, places: placesOf(free), start, isGeneral })
  }
  return said
}

/**
 * Where a title names a trade, takes out of `said` those it tells by general words alone ("lift repairs" builds nothing), those that stand
 * behind it in the place or purpose, and those that one word tells before the trade that is the main code's too, in the same item of a list:
 * English puts last what a thing is, so "Cleaning Audit Software" under a software code cleans nothing, "Cleaning and Security" does.
 */
function dropIncidental(
  said: Map<number, Said>,
  words: readonly string[],
  items: readonly number[],
  ofMain: readonly number[],
  isForeign: (trade: number) => boolean,
): void {
  const found = words.findIndex((word, index) => index > 0 && PURPOSE.has(word))
  const purpose = found === -1 ? words.length : found
  const named = [...said.values()].filter(({ isGeneral }) => !isGeneral)
  const isHeadNamed = named.some(({ start }) => start < purpose)
  const heads = ofMain.flatMap((trade) => said.get(trade) ?? []).filter(({ isGeneral }) => !isGeneral)
  for (const [trade, { phrase, start, isGeneral }] of said) {
    const isModifier = heads.some((head) => start < head.start && !items.some((item) => start < item && item <= head.start))
    const isQualifier = isModifier && !ofMain.includes(trade) && !phrase.includes(' ')
    if ((isGeneral && (named.length > 0 || isForeign(trade))) || (isHeadNamed && start > purpose) || isQualifier) said.delete(trade)
  }
}

/** The words of `title` before or at which another item of a list begins: commas, slashes, "and". */
function listItems(title: string, words: readonly string[]): number[] {
  const starts = words.flatMap((word, index) => (word === 'and' ? [index] : []))
  let count = 0
  for (const part of title.split(/[,;/+]/)) {
    if (count > 0) starts.push(count)
    count += toWords(part).length
  }
  return starts
}

/** Words that several keywords share are one place ("adult social care"). Hits come in the order of their starts. */
function placesOf(hits: readonly Hit[]): number {
  let places = 0
  let end = 0
  for (const hit of hits) {
    if (hit.start >= end) places++
    end = Math.max(end, hit.end)
  }
  return places
}

function longest(hits: readonly Hit[]): Hit | undefined {
  return hits.reduce<Hit | undefined>((best, hit) => (best && best.end - best.start >= hit.end - hit.start ? best : hit), undefined)
}

/** For each trade of the list: does a CPV code fall under it? Longest listed prefix decides, so an exclusion may hold an exception. */
function compileCpv(trades: readonly Trade[]): (code: string) => readonly number[] {
  const rules = new Map<string, { trade: number; hit: boolean }[]>()
  for (const [trade, { cpv, cpvExcept }] of trades.entries()) {
    for (const [hit, prefixes] of [[true, cpv] as const, [false, cpvExcept] as const]) {
      for (const prefix of prefixes) rules.set(prefix, [...(rules.get(prefix) ?? []), { trade, hit }])
    }
  }
  const known = new Map<string, readonly number[]>()
  return (code) => {
    const cached = known.get(code)
    if (cached) return cached
    const verdicts = new Map<number, boolean>()
    for (let length = 2; length <= code.length; length++) {
      for (const { trade, hit } of rules.get(code.slice(0, length)) ?? []) verdicts.set(trade, hit)
    }
    const found = [...verdicts].filter(([, hit]) => hit).map(([trade]) => trade)
    // Codes come from outside: the catalogue has 9,454 of them, nobody may fill the memory with others.
    if (known.size < 10_000) known.set(code, found)
    return found
  }
}

// Division, group, class, category: 2 to 5 digits. What is finer (landscaping, 451127) the builder of the whole does too.
const CATEGORY_DIGITS = 5

// "Construction work", "Building installation work": divisions and groups of the catalogue, picked when nothing better was at hand.
const isHeading = (code: string): boolean => /^\d{3}0{5}$/.test(code)

const isUnder = (trade: Trade | undefined, heading: string): boolean => {
  const stem = heading.slice(0, 2) + heading.slice(2).replace(/0+$/, '')
  return trade?.cpv.some((prefix) => prefix.length <= CATEGORY_DIGITS && prefix.startsWith(stem)) ?? false
}

const toCpv = (code: string): string => /^\d{8}/.exec(code)?.[0] ?? ''

/** A matcher for `trades`; making it costs milliseconds, a notice microseconds. The map it returns is in the order of the trades. */
export function compileTrades(trades: readonly Trade[] = TRADES): Matcher {
  const root = newNode()
  for (const phrase of PROCEDURES) addPhrase(root, { trade: -1, phrase, scope: 'neutral' })
  for (const [trade, row] of trades.entries()) {
    for (const phrase of row.keywords) addPhrase(root, { trade, phrase, scope: 'both' })
    const general = new Set(row.generalKeywords)
    for (const phrase of row.titleKeywords) addPhrase(root, { trade, phrase, scope: general.has(phrase) ? 'general' : 'title' })
    for (const phrase of row.negatives) addPhrase(root, { trade, phrase, scope: 'negative' })
  }
  const tradesOfCpv = compileCpv(trades)

  return ({ title, description, main_cpv, cpvs }) => {
    const titleWords = toWords(title)
    const titleHits = scan(root, titleWords)
    const mainCode = toCpv(main_cpv ?? '')
    const ofMain = tradesOfCpv(mainCode)
    const inTitle = keywordsIn(titleHits, titleWords)
    // An exact code of another trade says more than a general word of one that has no code in that division of the catalogue.
    const isForeign = (trade: number) =>
      ofMain.length > 0 && !isHeading(mainCode) && !trades[trade]?.cpv.some((prefix) => prefix.startsWith(mainCode.slice(0, 2)))
    dropIncidental(inTitle, titleWords, listItems(title, titleWords), ofMain, isForeign)
    const denied = new Set(titleHits.filter(({ entry }) => entry.scope === 'negative').map(({ entry }) => entry.trade))
    const inDescription = keywordsIn(scan(root, toWords((description ?? '').slice(0, DESCRIPTION_MAX))))
    // "Construction work" says less than a title that names a trade with codes of its own below it.
    const yields = isHeading(mainCode) && [...inTitle.keys()].some((trade) => !ofMain.includes(trade) && isUnder(trades[trade], mainCode))
    const byMain = new Set(yields ? [] : ofMain)
    const codes = [...new Set((cpvs ?? []).map(toCpv))]
    const byCodes = new Map<number, string[]>()
    for (const code of codes) for (const trade of tradesOfCpv(code)) byCodes.set(trade, [...(byCodes.get(trade) ?? []), code])
    const isToldByTitle = inTitle.size > 0 || byMain.size > 0

    const found = new Map<string, TradeMatch>()
    for (const [trade, { slug }] of trades.entries()) {
      const said = inDescription.get(trade)
      const own = byCodes.get(trade) ?? []
      const titleSaid = inTitle.get(trade)
      if (titleSaid) found.set(slug, { match: 'title', why: { kind: 'keyword', value: titleSaid.phrase, field: 'title' } })
      else if (byMain.has(trade)) found.set(slug, { match: 'title', why: { kind: 'cpv', value: mainCode, field: 'main_cpv' } })
      else if ((isToldByTitle || denied.has(trade)) && !ofMain.includes(trade) && !saysAgain(said, own, codes.length)) continue
      else if (said) found.set(slug, { match: 'any', why: { kind: 'keyword', value: said.phrase, field: 'description' } })
      else if (own[0] !== undefined) found.set(slug, { match: 'any', why: { kind: 'cpv', value: own[0], field: 'cpvs' } })
    }
    return found
  }
}

/**
 * Whether description and codes insist on a trade that the title does not name: two places of the description, one and a code, or a third of
 * all `codes`. Mere headings do not count, and a buyer who lists twenty codes says little with each.
 */
function saysAgain(said: Said | undefined, own: readonly string[], codes: number): boolean {
  const exact = own.filter((code) => !isHeading(code)).length
  return (said?.places ?? 0) >= 2 || (said !== undefined && exact > 0) || exact * 3 >= Math.max(codes, 1)
}

let compiled: Matcher | undefined

/** Trades of a notice by the table in `trades.ts`, with the reason for each. */
export function matchNotice(notice: Matchable): Map<string, TradeMatch> {
  compiled ??= compileTrades()
  return compiled(notice)
}
