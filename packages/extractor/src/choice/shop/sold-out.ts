/** Things on a list that cannot be had: where their cards say so, it is said. */
import { type Block, isSeen } from '../../page/blocks.ts'
import type { RecordGroup } from '../../records/find.ts'

const SOLD_OUT =
  /^(?:sold out|out of stock|currently unavailable|ausverkauft|nicht (?:verfügbar|lieferbar)|vergriffen|épuisée?|rupture de stock|en rupture|agotado|esaurito|uitverkocht|esgotado|wyprzedane|slutsåld|udsolgt|utsolgt|loppuunmyyty|нет в наличии|売り切れ|在庫なし|缺货|售罄|품절)[.!]?$/i
/** Where more of the cards say so, it is written for all of them and shown on some by their style alone. */
const MOST = 0.5

/** Keeps the last line of a card that says so, where it is kept otherwise and says so nowhere else. */
export function keepSoldOut(blocks: readonly Block[], groups: readonly RecordGroup[], keep: Uint8Array): void {
  for (const { records } of groups) {
    const found: number[] = []
    let said = 0
    for (const { from, to } of records) {
      const own = blocks.slice(from, to)
      const lines = own.filter((block) => SOLD_OUT.test(block.text) && isSeen(block))
      if (lines.length > 0) said += 1
      if (lines.length === 0 || lines.some(({ index }) => keep[index] === 1) || !own.some(({ index }) => keep[index] === 1)) continue
      found.push(lines.at(-1)!.index)
    }
    if (said <= records.length * MOST) for (const index of found) keep[index] = 1
  }
}
