/**
 * A notice in memory: what it is filtered, sorted and found by, and the rest as text beside the heap. A quarter of a million notices as trees of
 * objects, or as strings, hold everybody up for tens of milliseconds whenever the collector moves them; a buffer it neither reads nor moves, and
 * the few that are answered are read again.
 */
import type { StoredNotice } from '../notices/notice.ts'
import { REGIONS, UK_WIDE } from '../words/regions.ts'
import type { Shards } from './shards.ts'
import type { Words } from './text/words.ts'
import type { Work } from './turns.ts'

/** Texts that are put into one buffer at a time. */
const PACKED = 100
/** A buffer is given up when less of it is read. */
const LEAST_READ = 0.75

type Beside = {
  /** The trades it belongs to. */
  trades: ReadonlyMap<string, 'title' | 'any'>
  /** Counts the changes of its deadline (iCalendar). */
  sequence?: number
  /** Region codes and postcode districts that it states for buyer and delivery, as `words/areas.ts` writes them. */
  places?: readonly string[]
  /** Milliseconds: a twin of another notice is not shown before. */
  hiddenUntil?: number | null
}

/** The regions under which a notice is found: the buyer's and those of delivery; each for a contract of the whole country. */
function regionsOf({ buyer_region, delivery_regions }: StoredNotice): number {
  const isEverywhere = delivery_regions.includes(UK_WIDE)
  return REGIONS.reduce(
    (bits, region, place) => (isEverywhere || buyer_region === region || delivery_regions.includes(region) ? bits | (1 << place) : bits),
    0,
  )
}

export class MatchedNotice {
  readonly id: string
  /** Milliseconds. */
  readonly deadline: number
  /** Pounds. */
  readonly value: number | null
  /** `YYYY-MM-DD`. */
  readonly published: string
  /** A bit for each of `REGIONS`. */
  readonly regions: number
  readonly sme: boolean
  readonly trades: ReadonlyMap<string, 'title' | 'any'>
  readonly sequence: number
  readonly places: readonly string[]
  readonly hiddenUntil: number | null
  /** Its words, in numbers of the vocabulary that read them, with those of others; its own from `wordsStart` to `wordsEnd`. */
  words: Words | undefined = undefined
  wordsStart = 0
  wordsEnd = 0
  /** JSON; packed, a part of what is beside the heap. */
  #json: string | Buffer
  #start = 0
  #end = 0
  /** Not in the text: a third of it, and one of few for many notices. */
  readonly #unavailable: StoredNotice['unavailable']

  /** @throws TypeError when its deadline is no date: the model never stores such a notice */
  constructor(notice: StoredNotice, { trades, sequence = 0, places = [], hiddenUntil = null }: Beside) {
    this.id = notice.id
    this.deadline = Date.parse(notice.deadline)
    if (Number.isNaN(this.deadline)) throw new TypeError(`notice ${notice.id} has no readable deadline: ${notice.deadline}`)
    this.value = notice.value_gbp
    this.published = notice.published
    this.regions = regionsOf(notice)
    this.sme = notice.sme_suitable === true
    this.trades = trades
    this.sequence = sequence
    this.places = places
    this.hiddenUntil = hiddenUntil
    this.#unavailable = notice.unavailable
    this.#json = JSON.stringify(notice.unavailable ? { ...notice, unavailable: null } : notice)
  }

  /** All that it says, read from its text at each look. */
  get notice(): StoredNotice {
    const json = typeof this.#json === 'string' ? this.#json : this.#json.toString('utf8', this.#start, this.#end)
    // Written above.
    const notice = JSON.parse(json) as StoredNotice
    if (this.#unavailable) notice.unavailable = this.#unavailable
    return notice
  }

  /** Puts the texts of notices into one buffer. */
  static pack(rows: readonly MatchedNotice[]): void {
    const packed = Buffer.allocUnsafeSlow(rows.reduce((length, row) => length + row.#length, 0))
    let used = 0
    for (const row of rows) {
      const [json, start] = [row.#json, used]
      used += typeof json === 'string' ? packed.write(json, start) : json.copy(packed, start, row.#start, row.#end)
      row.#json = packed
      row.#start = start
      row.#end = used
    }
  }

  /** Packs anew, in turns, what lies in buffers of which little is still read: a buffer lives as long as the last of its notices. */
  static *repack(rows: Shards<MatchedNotice>): Work<void> {
    const read = new Map<string | Buffer, number>()
    for (const row of rows.values()) {
      read.set(row.#json, (read.get(row.#json) ?? 0) + row.#length)
      yield
    }
    let sparse: MatchedNotice[] = []
    for (const row of rows.values()) {
      if ((read.get(row.#json) ?? 0) < LEAST_READ * row.#json.length) sparse.push(row)
      if (sparse.length === PACKED) {
        MatchedNotice.pack(sparse)
        sparse = []
      }
      yield
    }
    MatchedNotice.pack(sparse)
  }

  /** Bytes of its text. */
  get #length(): number {
    return typeof this.#json === 'string' ? Buffer.byteLength(this.#json) : this.#end - this.#start
  }
}
