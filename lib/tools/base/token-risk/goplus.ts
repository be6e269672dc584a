/** GoPlus on Base: every flag is true, false or null; an absent or empty one is null, never false. */
import { z } from 'zod'
import { amount, count, distinct, flag, round, text, usd } from '../../../upstreams/values.ts'

/** Fractions of one become percent; what claims more than the whole takes the whole. */
const taxPct = amount.transform((share) => (share === null ? null : round(Math.min(share, 1) * 100, 4)))

/** '' = not stated; what is no address is no answer. */
const address = z
  .union([
    z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .toLowerCase(),
    z.literal('').transform(() => null),
  ])
  .nullish()
  .transform((value) => value ?? null)

const HolderRow = z.object({
  address: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .catch(''),
  tag: text,
  is_contract: flag,
  is_locked: flag,
  percent: amount,
  balance: amount,
  /** Positions of concentrated pools, where rows are such. */
  NFT_list: z.unknown().optional(),
})
export type HolderRow = z.output<typeof HolderRow>

const DexRow = z.object({ liquidity_type: text, name: text, liquidity: usd, pair: text })

/** Each row once. One that cannot be read stays, with nothing in it: it may be the one that matters. */
const rows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(z.unknown())
    .nullish()
    .transform((items) =>
      distinct(items ?? []).map((item) => {
        const parsed = row.safeParse(item)
        return parsed.success ? parsed.data : row.parse({})
      }),
    )

export const GoplusEvm = z
  .object({
    token_name: text,
    token_symbol: text,
    is_honeypot: flag,
    cannot_buy: flag,
    cannot_sell_all: flag,
    buy_tax: taxPct,
    sell_tax: taxPct,
    transfer_tax: taxPct,
    is_open_source: flag,
    is_proxy: flag,
    is_mintable: flag,
    transfer_pausable: flag,
    is_blacklisted: flag,
    is_whitelisted: flag,
    is_anti_whale: flag,
    trading_cooldown: flag,
    slippage_modifiable: flag,
    personal_slippage_modifiable: flag,
    hidden_owner: flag,
    can_take_back_ownership: flag,
    owner_change_balance: flag,
    selfdestruct: flag,
    external_call: flag,
    gas_abuse: flag,
    anti_whale_modifiable: flag,
    owner_percent: amount,
    creator_percent: amount,
    owner_address: address,
    creator_address: address,
    honeypot_with_same_creator: count,
    holder_count: count,
    trust_list: flag,
    fake_token: z.object({ value: flag, true_token_address: text }).nullish(),
    is_airdrop_scam: flag,
    holders: rows(HolderRow),
    lp_holders: rows(HolderRow),
    dex: rows(DexRow),
  })
  .transform((token) => token)
export type GoplusEvm = z.output<typeof GoplusEvm>
