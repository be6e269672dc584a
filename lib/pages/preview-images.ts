/** Words of the pictures that stand beside a shared link. */
import { inWords } from '../catalogue/in-words.ts'
import { TRADES } from '../tenders/trades/trades.ts'
import { tools } from '../tools/registry.ts'

const lowestUsd = Math.min(...tools.map(({ price }) => Number(price)))

export const previewImages = {
  tools: {
    footer: 'Paid Agent Tools',
    title: 'Tools your agent can buy, one call at a time',
    lines: [`From $${lowestUsd} in USDC by x402. No key, no account.`, 'A call that fails costs nothing.'],
  },
  tenders: {
    footer: 'UK public tenders',
    title: 'Public contracts your firm can still bid for',
    lines: [`${inWords(TRADES.length)} trades, closing soonest first.`, 'Free, no sign-up. Not official.'],
  },
} as const
