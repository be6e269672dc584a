/** Arranging the words of notices (`phrases.ts`) for searching, in turns. */
import { Bits, isMany } from '../bits.ts'
import { countEach, gather, type InvertedIndex, toInvertedIndex } from '../inverted-index.ts'
import type { Notices } from '../notices/notices.ts'
import { STEPS, type Work } from '../turns.ts'
import { ELSEWHERE, Pairs, type Stands, type Texts } from './phrases.ts'
import { GAP } from './words.ts'

type Numbers = Omit<Texts, 'pairs'>
type Found = (key: number, position: number) => void

/** Words in fewer notices are looked for in each of these, which takes less than a millisecond. */
const COMMON = 2_000

/** The parts of a notice in which words are looked for. */
const PARTS = { text: [0, 2], title: [0, 0], buyer: [1, 1] } as const

/** Calls back for every word of a part of every notice, once each. */
function* eachWord({ numbers, starts }: Numbers, size: number, part: keyof typeof PARTS, found: Found): Work<void> {
  const [first, last] = PARTS[part]
  // By word: one more than the last notice it was seen in.
  const seen = new Uint32Array(size)
  for (let position = 0; position < starts.length; position += 1) {
    for (let at = starts[position]!, here = 0; here <= last; at += 1) {
      const word = numbers[at]!
      if (word === GAP) here += 1
      else if (here >= first && seen[word] !== position + 1) {
        seen[word] = position + 1
        found(word, position)
      }
    }
    if (position % STEPS === 0) yield
  }
}

/** Calls back for every two words of a rank that stand side by side: with their position, and at which word of the notice. */
function* eachPair(
  { numbers, starts, ends }: Numbers,
  ranks: Uint32Array,
  common: number,
  found: (pair: number, position: number, word: number) => void,
): Work<void> {
  for (let position = 0; position < starts.length; position += 1) {
    const [start, end] = [starts[position]!, ends[position]!]
    for (let at = start, before = 0; at < end; at += 1) {
      const rank = ranks[numbers[at]!]!
      if (before > 0 && rank > 0) found((before - 1) * common + rank - 1, position, at - 1 - start)
      before = rank
    }
    if (position % STEPS === 0) yield
  }
}

function* toPairs(texts: Numbers, size: number, inText: InvertedIndex): Work<Pairs> {
  const ranks = new Uint32Array(size)
  let common = 0
  for (const [word, notices] of inText.many) if (notices.count() >= COMMON) ranks[word] = ++common
  const count = texts.starts.length
  const ends = yield* countEach(common * common, (found) => eachPair(texts, ranks, common, found))
  const sets: Stands[] = []
  const many = new Map<number, Stands>()
  // By pair: its place in `sets`, from 1 on.
  const places = new Uint32Array(common * common)
  for (let pair = 0; pair < ends.length; pair += 1) {
    if (ends[pair] === 0 || !isMany(count, ends[pair]!)) continue
    const notices = new Bits(count)
    // Up to the last bit of the set.
    const length = notices.words.length * 32
    const set = { notices, first: new Uint8Array(length), second: new Uint8Array(length) }
    places[pair] = sets.push(set)
    many.set(pair, set)
    ends[pair] = 0
    yield
  }
  const positions = yield* gather(ends, (found) =>
    eachPair(texts, ranks, common, (pair, position, word) => {
      const place = places[pair]!
      if (place === 0) return found(pair, position)
      const { first, second } = sets[place - 1]!
      const known = word + 2 < ELSEWHERE ? word + 2 : ELSEWHERE
      if (first[position] === 0) {
        first[position] = known
        if (known === ELSEWHERE) second[position] = known
      } else {
        first[position]! |= ELSEWHERE
        second[position] = second[position] === 0 ? known : second[position]! | ELSEWHERE
      }
    }),
  )
  for (const { notices, first } of many.values()) {
    for (let position = 0; position < count; position += 1) if (first[position]! > 0) notices.add(position)
    yield
  }
  return new Pairs(ranks, common, many, { ends, positions })
}

export type BuiltWords = { texts: Texts; inText: InvertedIndex; inTitle: InvertedIndex; inBuyer: InvertedIndex }

/** The words of merged notices, whose numbers are below `size`. */
export function* buildWords({ columns, words: [numbers] }: Notices, size: number): Work<BuiltWords> {
  const texts: Numbers = { numbers: numbers!, starts: columns.wordsStart, ends: columns.wordsEnd }
  const of = (part: keyof typeof PARTS) => toInvertedIndex(texts.starts.length, size, (found) => eachWord(texts, size, part, found))
  const inText = yield* of('text')
  return {
    texts: { ...texts, pairs: yield* toPairs(texts, size, inText) },
    inText,
    inTitle: yield* of('title'),
    inBuyer: yield* of('buyer'),
  }
}
