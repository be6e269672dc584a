/** Paying from a page of the documentation, with a wallet of the browser: where that is possible, and what the page cannot make itself. */
import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import { z } from 'zod'
import { unsignedTransfer } from '../../chain/solana-transfer.ts'
import { type Core, type Env, part } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { log } from '../../log.ts'
import { toolByPath } from '../../tools/registry.ts'
import { isMainNetwork, nodesOf } from '../chain/index.ts'
import { rpc } from '../chain/rpc.ts'
import { type Rail, railList, rails } from '../protocol/networks.ts'

/** Its addresses have six decimals of USDC on every network. */
const DECIMALS = 6

/** The rails on which a page may let its reader pay: those of test networks, and all where the operator allows real money. */
export function railsForPages(env: Env): Rail[] {
  const isAllowed = (network: string) => env.PAY_FROM_PAGE === 'all' || (env.PAY_FROM_PAGE === 'test' && !isMainNetwork(network))
  return railList.filter((rail) => rail.payTo(env) !== undefined && isAllowed(rail.network(env)))
}

/** A blockhash is good for about a minute, and signing takes some of it. */
const BLOCKHASH_MS = 5_000
const Latest = z.object({ value: z.object({ blockhash: z.string() }) })
const latest = part((): { at: number; asked: Promise<string> | undefined } => ({ at: 0, asked: undefined }))

/** @throws Error when no node answers */
function latestBlockhash(core: Core): Promise<string> {
  const held = latest(core)
  if (held.asked && core.uptime() - held.at < BLOCKHASH_MS) return held.asked
  const [url] = nodesOf(rails.solana, core)
  if (url === undefined) throw new Error('no Solana node is known')
  held.at = core.uptime()
  held.asked = rpc(url, 'getLatestBlockhash', [{ commitment: 'confirmed' }], Latest).then(({ value }) => value.blockhash)
  held.asked.catch(() => {
    held.asked = undefined
  })
  return held.asked
}

const Query = z.strictObject({
  path: z.string(),
  payer: z.string().refine(rails.solana.isAddress),
  feePayer: z.string().refine(rails.solana.isAddress),
})

/**
 * What a Solana wallet is to sign for one call of a tool. The price is the tool's, the receiver ours, whatever is asked.
 * @returns the transaction in base64, both signatures empty
 * @throws ApiError `not_found` where nobody pays from pages, `invalid_input`, `unavailable` while no node answers
 */
export async function transferToSign(core: Core, query: Record<string, string>): Promise<{ transaction: string }> {
  const { env } = core
  if (!railsForPages(env).includes(rails.solana)) throw new ApiError('not_found', 'This server takes no payments on Solana from its pages.')
  const { success, data } = Query.safeParse(query)
  const tool = success ? toolByPath.get(data.path) : undefined
  if (!success || !tool) throw new ApiError('invalid_input', 'path is that of a paid tool, payer and feePayer are Solana addresses.')
  const blockhash = await latestBlockhash(core).catch((cause: unknown) => {
    log.warn({ err: cause }, 'no blockhash for a payment from a page')
    throw new ApiError('unavailable', 'No Solana node answers right now. Nothing was charged; try again.', { retryAfterSeconds: 5, cause })
  })
  const transaction = unsignedTransfer({
    feePayer: data.feePayer,
    payer: data.payer,
    payTo: rails.solana.payTo(env)!,
    mint: rails.solana.assets[rails.solana.network(env)]!.address,
    amount: BigInt(tool.amount),
    decimals: DECIMALS,
    blockhash,
    memo: base58.encode(randomBytes(16)),
  })
  return { transaction: transaction.toString('base64') }
}
