/** Arranging the words of notices (`phrases.ts`, `WordIndex`), in turns. Counts first and fills then, because lists that grow cost most of the time. */
import { Bits, isMany } from '../bits.ts'
import type { MatchedNotice } from '../matched-notice.ts'
import { STEPS, type Work } from '../turns.ts'
import { ELSEWHERE, Pairs, type Stands, type Texts } from './phrases.ts'
import { WordIndex } from './word-index.ts'
import { GAP, type Vocabulary } from './words.ts'

type Numbers = Omit<Texts, 'pairs'>
type Found = (key: number, item: number) => void

/** Words in fewer notices are looked for in each of these, which takes less than a millisecond. */
const COMMON = 2_000

/** Puts the words of notices one behind the other. Rows have theirs there from then on, so that nothing is kept twice. */
function* toNumbers(rows: readonly MatchedNotice[], vocabulary: Vocabulary): Work<Numbers> {
  const starts = new Uint32Array(rows.length + 1)
  for (let position = 0; position < rows.length; position += 1) {
    const row = rows[position]!
    vocabulary.read(row)
    starts[position + 1] = starts[position]! + row.wordsEnd - row.wordsStart
    yield
  }
  const numbers = new Uint32Array(starts[rows.length]!)
  const words = { numbers, of: vocabulary }
  for (let position = 0; position < rows.length; position += 1) {
    const row = rows[position]!
    const [from, start, end] = [vocabulary.read(row), starts[position]!, starts[position + 1]!]
    for (let at = start; at < end; at += 1) numbers[at] = from[row.wordsStart + at - start]!
    row.words = words
    row.wordsStart = start
    row.wordsEnd = end
    yield
  }
  return { numbers, starts }
}

/** The parts of a notice in which words are looked for. */
const PARTS = { text: [0, 2], title: [0, 0], buyer: [1, 1] } as const

/** Calls back for every word of a part of every notice, once each. */
function* eachWord({ numbers, starts }: Numbers, size: number, part: keyof typeof PARTS, found: Found): Work<void> {
  const [first, last] = PARTS[part]
  // By word: one more than the last notice it was seen in.
  const seen = new Uint32Array(size)
  for (let position = 0; position + 1 < starts.length; position += 1) {
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
  { numbers, starts }: Numbers,
  ranks: Uint32Array,
  common: number,
  found: (pair: number, position: number, word: number) => void,
): Work<void> {
  for (let position = 0; position + 1 < starts.length; position += 1) {
    const [start, end] = [starts[position]!, starts[position + 1]!]
    for (let at = start, before = 0; at < end; at += 1) {
      const rank = ranks[numbers[at]!]!
      if (before > 0 && rank > 0) found((before - 1) * common + rank - 1, position, at - 1 - start)
      before = rank
    }
    if (position % STEPS === 0) yield
  }
}

/** How often each key below `size` is found. */
function* countEach(size: number, each: (found: Found) => Work<void>): Work<Uint32Array> {
  const counts = new Uint32Array(size)
  yield* each((key) => {
    counts[key]! += 1
  })
  return counts
}

/** Items found under each key, those of one key together; `counts` becomes where they end. */
function* gather(counts: Uint32Array, each: (found: Found) => Work<void>): Work<Uint32Array> {
  let total = 0
  for (let key = 0; key < counts.length; key += 1) {
    const count = counts[key]!
    counts[key] = total
    total += count
  }
  const items = new Uint32Array(total)
  yield* each((key, item) => {
    items[counts[key]!++] = item
  })
  return items
}

function* toWordIndex(texts: Numbers, size: number, part: keyof typeof PARTS): Work<WordIndex> {
  const count = texts.starts.length - 1
  const ends = yield* countEach(size, (found) => eachWord(texts, size, part, found))
  const sets: Bits[] = []
  const many = new Map<number, Bits>()
  // By word: its place in `sets`, from 1 on.
  const places = new Uint32Array(size)
  for (let word = 1; word < size; word += 1) {
    if (ends[word] === 0 || !isMany(count, ends[word]!)) continue
    const set = new Bits(count)
    places[word] = sets.push(set)
    many.set(word, set)
    ends[word] = 0
  }
  const positions = yield* gather(ends, (found) =>
    eachWord(texts, size, part, (word, position) => {
      const place = places[word]!
      if (place > 0) sets[place - 1]!.add(position)
      else found(word, position)
    }),
  )
  return new WordIndex(many, ends, positions)
}

function* toPairs(texts: Numbers, size: number, inText: WordIndex): Work<Pairs> {
  const ranks = new Uint32Array(size)
  let common = 0
  for (const [word, notices] of inText.many) if (notices.count() >= COMMON) ranks[word] = ++common
  const count = texts.starts.length - 1
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

export type BuiltWords = { texts: Texts; inText: WordIndex; inTitle: WordIndex; inBuyer: WordIndex }

/** The words of rows that stand in order of position. */
export function* buildWords(rows: readonly MatchedNotice[], vocabulary: Vocabulary): Work<BuiltWords> {
  const numbers = yield* toNumbers(rows, vocabulary)
  const { size } = vocabulary
  const inText = yield* toWordIndex(numbers, size, 'text')
  return {
    texts: { ...numbers, pairs: yield* toPairs(numbers, size, inText) },
    inText,
    inTitle: yield* toWordIndex(numbers, size, 'title'),
    inBuyer: yield* toWordIndex(numbers, size, 'buyer'),
  }
}
