/** On whose token the liquidity hangs, where hardly any of it is against tokens of known worth. */
import type { QuoteWorth } from './liquidity.ts'
import type { Prop } from './liquidity-rules.ts'
import type { MarketFacts } from './market-rules.ts'

/** What a source says of the maker of a quote token; null when it could not be asked. */
export type Maker = { same: boolean | null; unsellable: boolean }

/**
 * The first quote token that is no ground to stand on.
 * @param ask about one quote token, by its address
 */
export async function findProp(
  worth: QuoteWorth | undefined,
  source: string,
  ask: (quote: string) => Promise<Maker | null>,
): Promise<MarketFacts['prop']> {
  const asked = await Promise.all(
    [...(worth ?? [])].map(async ([address, { claimedUsd }]): Promise<Prop | 'none' | 'unread'> => {
      const maker = await ask(address)
      if (maker?.same) return { address, claimedUsd, why: 'same creator', source }
      if (maker?.unsellable) return { address, claimedUsd, why: 'cannot be sold', source }
      return maker === null || maker.same === null ? 'unread' : 'none'
    }),
  )
  return asked.find((one) => typeof one === 'object') ?? asked.find((one) => one === 'unread') ?? 'none'
}
