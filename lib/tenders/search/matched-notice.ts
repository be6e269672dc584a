/**
 * A notice in memory: what it is filtered, sorted and found by, and the rest as text. A quarter of a million notices as trees of objects hold
 * everybody up for tens of milliseconds whenever memory is tidied up; a text is one object, and the few that are answered are read again.
 */
import type { StoredNotice } from '../notices/notice.ts'
import { REGIONS, UK_WIDE } from '../words/regions.ts'
import type { Vocabulary } from './words.ts'

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
  /** Its words in numbers of the vocabulary that read them. */
  words: { text: string; of: Vocabulary } | undefined = undefined
  readonly #json: string

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
    // A byte a character: one curly quote would double the text.
    this.#json = Buffer.from(JSON.stringify(notice)).toString('latin1')
  }

  /** All that it says, read from its text at each look. */
  get notice(): StoredNotice {
    // Written above.
    return JSON.parse(Buffer.from(this.#json, 'latin1').toString()) as StoredNotice
  }
}
