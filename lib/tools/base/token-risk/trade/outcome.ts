/** What our own simulated trades of a token came to. */
import { z } from 'zod'

const percent = (what: string) =>
  z.number().min(0).max(100).nullable().describe(`${what}, measured, in percent; null when it could not be.`)

export const Trade = z.object({
  fresh: z
    .enum(['sold', 'blocked'])
    .nullable()
    .describe("A fresh buyer's sale right after buying, in parts; null when no purchase went through."),
  holders: z
    .object({
      tried: z.int().nonnegative().describe('Real holders whose sale was simulated.'),
      blocked: z.int().nonnegative().describe('Those among them who could not sell.'),
    })
    .describe('Sales by real holders of the token.'),
  buyTaxPct: percent('Tax on buying'),
  sellTaxPct: percent('Tax on selling'),
  pool: z.string().describe('The pool that was traded in.'),
  kind: z.enum(['v2', 'v3', 'v4', 'aerodrome']).describe('How that pool trades.'),
})
export type OwnTrade = z.output<typeof Trade>
