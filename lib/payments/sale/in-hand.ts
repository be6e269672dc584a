/** Sales in progress in this process, whatever carries them and whether or not their caller still listens. */
import { type Core, part } from '../../core.ts'

type InHand = { sales: Set<Promise<unknown>>; keys: Set<string> }
const inHand = part((): InHand => ({ sales: new Set(), keys: new Set() }))

/** Counts a sale until it ends. */
export function hold<Result>(core: Core, sale: Promise<Result>): Promise<Result> {
  const { sales } = inHand(core)
  sales.add(sale)
  const over = () => void sales.delete(sale)
  sale.then(over, over)
  return sale
}

/** How many sales are in progress. */
export const salesInHand = (core: Core): number => inHand(core).sales.size

/** Waits until every sale in hand has ended, those that begin meanwhile included. Never throws. */
export async function allSalesEnded(core: Core): Promise<void> {
  const { sales } = inHand(core)
  while (sales.size > 0) await Promise.allSettled([...sales])
}

/** Notes that this process works on a payment. @returns the end of it */
export function workOn(core: Core, key: string): () => void {
  const { keys } = inHand(core)
  keys.add(key)
  return () => void keys.delete(key)
}

/** Whether this process is at work on a payment: then its claim is no dead one's. */
export const isInHand = (core: Core, key: string): boolean => inHand(core).keys.has(key)
