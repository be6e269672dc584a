/** What a publish brought, read into columns row by row: of no row anything else is left. */
import type { StoredNotice } from '../../notices/notice.ts'
import { REGIONS, UK_WIDE } from '../../words/regions.ts'
import { ALL_TRADES, tradeKey } from '../trade-index.ts'
import { Blocks } from './blocks.ts'
import type { Dictionaries } from './dictionaries.ts'
import { hashOf } from './id-table.ts'
import { type Columns, type Notices, newColumns } from './notices.ts'

const TEXT_BYTES = 1 << 20
const WORDS = 1 << 16
const ROWS = 256

export type Beside = {
  /** The trades it belongs to. */
  trades: ReadonlyMap<string, 'title' | 'any'>
  /** Counts the changes of its deadline (iCalendar). */
  sequence?: number
  /** Region codes and postcode districts that it states for buyer and delivery, as `words/areas.ts` writes them. */
  places?: readonly string[]
  /** Milliseconds: a twin of another notice is not shown before. */
  hiddenUntil?: number | null
  /** Milliseconds: when it was last news to readers; null: when it was published. */
  newsAt?: number | null
}

/** The regions under which a notice is found: the buyer's and those of delivery; each for a contract of the whole country. */
function regionsOf({ buyer_region, delivery_regions }: StoredNotice): number {
  const isEverywhere = delivery_regions.includes(UK_WIDE)
  return REGIONS.reduce(
    (bits, region, place) => (isEverywhere || buyer_region === region || delivery_regions.includes(region) ? bits | (1 << place) : bits),
    0,
  )
}

/** Every set of trades that a notice is in. */
function tradeKeysOf(trades: Beside['trades']): string[] {
  if (trades.size === 0) return []
  const keys = (slug: string, isTitle: boolean) => [tradeKey(slug, 'any'), ...(isTitle ? [tradeKey(slug, 'title')] : [])]
  const all = keys(ALL_TRADES, [...trades.values()].includes('title'))
  return [...all, ...[...trades].flatMap(([slug, match]) => keys(slug, match === 'title'))]
}

export class Batch implements Notices {
  size = 0
  columns: Columns = newColumns(ROWS)
  readonly dictionaries: Dictionaries
  readonly textBlocks = new Blocks((bytes) => Buffer.allocUnsafeSlow(bytes), TEXT_BYTES)
  readonly #wordBlocks = new Blocks((length) => new Uint32Array(length), WORDS)

  constructor(dictionaries: Dictionaries) {
    this.dictionaries = dictionaries
  }

  get texts(): readonly Buffer[] {
    return this.textBlocks.all
  }

  get words(): readonly Uint32Array[] {
    return this.#wordBlocks.all
  }

  /** Adds a notice; no two have the same id. @throws TypeError when its deadline is no date: the model never stores such a notice */
  add(notice: StoredNotice, { trades, sequence = 0, places = [], hiddenUntil = null, newsAt = null }: Beside): void {
    const deadline = Date.parse(notice.deadline)
    if (Number.isNaN(deadline)) throw new TypeError(`notice ${notice.id} has no readable deadline: ${notice.deadline}`)
    if (this.size === this.columns.deadline.length) this.columns = newColumns(2 * this.size, this.columns)
    const { columns, dictionaries, size: at } = this
    columns.deadline[at] = deadline
    columns.value[at] = notice.value_gbp ?? -1
    columns.published[at] = Date.parse(notice.published)
    columns.listed[at] = newsAt ?? Date.parse(notice.published)
    columns.hiddenUntil[at] = hiddenUntil ?? 0
    columns.regions[at] = regionsOf(notice)
    columns.sme[at] = Number(notice.sme_suitable === true)
    columns.sequence[at] = sequence
    columns.trades[at] = dictionaries.trades.numberOf([...trades].flat().join(' '), () => ({ matches: trades, keys: tradeKeysOf(trades) }))
    columns.places[at] = dictionaries.placeLists.numberOf(places.join(' '), () =>
      places.map((place) => dictionaries.places.numberOf(place, () => place)),
    )
    columns.unavailable[at] = dictionaries.unavailable.numberOf(JSON.stringify(notice.unavailable) ?? '', () => notice.unavailable)
    this.#addText(notice.id, JSON.stringify(notice.unavailable ? { ...notice, unavailable: null } : notice))
    this.#addWords(dictionaries.words.read(notice))
    this.size += 1
  }

  #addText(id: string, json: string): void {
    const { columns, size: at } = this
    const [idBytes, jsonBytes] = [Buffer.byteLength(id), Buffer.byteLength(json)]
    const { block, start } = this.textBlocks.room(idBytes + jsonBytes)
    block.write(id, start)
    block.write(json, start + idBytes)
    columns.block[at] = this.texts.length - 1
    columns.start[at] = start
    columns.idBytes[at] = idBytes
    columns.jsonBytes[at] = jsonBytes
    columns.idHash[at] = hashOf(block, start, start + idBytes)
  }

  #addWords(numbers: readonly number[]): void {
    const { columns, size: at } = this
    const { block, start } = this.#wordBlocks.room(numbers.length)
    block.set(numbers, start)
    columns.words[at] = this.words.length - 1
    columns.wordsStart[at] = start
    columns.wordsEnd[at] = start + numbers.length
  }
}
