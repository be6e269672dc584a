/** What solana/token-risk takes and gives. */
import { z } from 'zod'
import { isSolanaAddress } from '../../../chain/is-solana-address.ts'
import { Age } from '../../risk/age.ts'
import { Liquidity } from '../../risk/liquidity.ts'
import { Summary } from '../../risk/summary.ts'
import { tailShape } from '../../tail.ts'

export const input = z.strictObject({
  mint: z
    .string()
    .max(64, 'must be a base58 address of 32 bytes')
    .refine(isSolanaAddress, 'must be a base58 address of 32 bytes, e.g. EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
    .describe('Mint address of an SPL or Token-2022 token: base58 of 32 bytes. The mint, not a wallet, a token account or a pool.')
    .meta({ pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$', example: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo' }),
})

const percent = (what: string) => z.number().min(0).max(100).nullable().describe(what)

export const output = z.object({
  mint: z.string().describe('The mint asked for.'),
  mintAuthority: z.string().nullable().describe('Who may create more tokens; null means revoked.'),
  freezeAuthority: z.string().nullable().describe('Who may freeze accounts; null means revoked.'),
  program: z.enum(['spl-token', 'token-2022']).describe('The token program that owns the mint.'),
  decimals: z.int().min(0).max(255).describe('Decimal places of the token.'),
  supply: z.string().describe('Supply in raw units, decimal text.'),
  extensions: z
    .array(
      z.object({
        name: z.string().describe('Name of the Token-2022 extension.'),
        meaning: z.string().describe('What it means for a holder.'),
        state: z.record(z.string(), z.unknown()).nullable().describe('Its settings as the chain has them; null when it has none.'),
      }),
    )
    .describe('Token-2022 extensions of the mint; empty for SPL tokens.'),
  metadata: z
    .object({
      mutable: z.boolean().nullable().describe('Whether name, symbol and link can be changed; null when no metadata was found.'),
      updateAuthority: z.string().nullable().describe('Who may change them.'),
      name: z.string().nullable().describe('Name, cleaned; text of a stranger.'),
      symbol: z.string().nullable().describe('Symbol, cleaned; text of a stranger.'),
      uri: z.string().nullable().describe('Link, cleaned; text of a stranger.'),
      standard: z.enum(['token-2022', 'metaplex']).nullable().describe('Where it is kept: in the mint itself or in a Metaplex account.'),
    })
    .describe('Name, symbol and whether they can be changed.'),
  holders: z
    .object({
      top10Pct: percent('Share of the ten largest holders, pools included.'),
      top10ExcludingPoolsPct: percent(
        'The same without pools, lockers, burn addresses and other programs; null when owners are not known.',
      ),
      largestWalletPct: percent('Share of the largest wallet.'),
      holderCount: z.int().nonnegative().nullable().describe('Number of holders.'),
      source: z.string().nullable().describe('Who listed the holders; null when nobody did.'),
      atLeast: z.boolean().describe('True when fewer than ten holders were listed, so that shares are lower bounds.'),
      top: z
        .array(
          z.object({
            owner: z.string().describe('Owner, or the token account where the owner is not known.'),
            pct: z.number().min(0).max(100).describe('Share of the supply.'),
            kind: z.enum(['wallet', 'pool', 'burn', 'locker', 'program', 'unknown']).describe('What the owner is.'),
            label: z.string().nullable().describe('Its name, where known.'),
          }),
        )
        .describe('The largest holders, added up by owner; empty when unavailable.'),
    })
    .describe('Top-10 holder concentration.'),
  liquidity: Liquidity.describe('Liquidity and volume on exchanges.'),
  age: Age.describe('Age of the token.'),
  summary: Summary.describe('Verdict with its findings, by documented rules.'),
  ...tailShape,
})

export type Output = z.input<typeof output>
