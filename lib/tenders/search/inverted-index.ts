/** Positions by what notices hold. Counts first and fills then, because lists that grow cost most of the time. */
import { Bits, isMany, type Postings } from './bits.ts'
import type { Work } from './turns.ts'

/** Calls back for each position under each key that it holds, once, by position. */
export type Each = (found: (key: number, position: number) => void) => Work<void>

/** How often each key below `size` is found. */
export function* countEach(size: number, each: Each): Work<Uint32Array> {
  const counts = new Uint32Array(size)
  yield* each((key) => {
    counts[key]! += 1
  })
  return counts
}

/** Positions found under each key, those of one key together; `counts` becomes where they end. */
export function* gather(counts: Uint32Array, each: Each): Work<Uint32Array> {
  let total = 0
  for (let key = 0; key < counts.length; key += 1) {
    const count = counts[key]!
    counts[key] = total
    total += count
  }
  const positions = new Uint32Array(total)
  yield* each((key, position) => {
    positions[counts[key]!++] = position
  })
  return positions
}

/** For each key the notices that hold it, ascending. */
export class InvertedIndex {
  /** Notices of those keys that many hold. */
  readonly many: ReadonlyMap<number, Bits>
  readonly #ends: Uint32Array
  readonly #positions: Uint32Array

  /** `many`: keys of many notices. Of others `ends[key]` says where in `positions` their notices end, and those of the next begin. */
  constructor(many: ReadonlyMap<number, Bits>, ends: Uint32Array, positions: Uint32Array) {
    this.many = many
    this.#ends = ends
    this.#positions = positions
  }

  /** Empty for keys that came later. */
  of(key: number): Postings {
    return this.many.get(key) ?? this.#positions.subarray(this.#ends[key - 1] ?? 0, this.#ends[key] ?? 0)
  }
}

/** Of `count` notices and keys below `size`. */
export function* toInvertedIndex(count: number, size: number, each: Each): Work<InvertedIndex> {
  const ends = yield* countEach(size, each)
  const sets: Bits[] = []
  const many = new Map<number, Bits>()
  // By key: its place in `sets`, from 1 on.
  const places = new Uint32Array(size)
  for (let key = 0; key < size; key += 1) {
    if (ends[key] === 0 || !isMany(count, ends[key]!)) continue
    const set = new Bits(count)
    places[key] = sets.push(set)
    many.set(key, set)
    ends[key] = 0
  }
  const positions = yield* gather(ends, (found) =>
    each((key, position) => {
      const place = places[key]!
      if (place > 0) sets[place - 1]!.add(position)
      else found(key, position)
    }),
  )
  return new InvertedIndex(many, ends, positions)
}
