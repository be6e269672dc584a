import { z } from 'zod'
import { associatedTokenAccount } from '../../chain/solana-address.ts'
import type { Env } from '../../core.ts'
import { log } from '../../log.ts'
import { rails } from '../protocol/networks.ts'
import { rpc } from './rpc.ts'

/** Warns when payTo has no USDC account on Solana: until it exists every payment there fails at simulation. Needs SETTLE_SOLANA_RPC_URL. */
export async function warnIfUnpayable(settings: Env): Promise<void> {
  const { SETTLE_SOLANA_RPC_URL: url, PAYTO_SOLANA: payTo, NETWORK_SOLANA: network } = settings
  if (!url || !payTo) return
  const account = associatedTokenAccount(payTo, rails.solana.assets[network]!.address)
  try {
    const { value } = await rpc(url, 'getAccountInfo', [account, { encoding: 'base64' }], z.object({ value: z.unknown() }))
    if (value === null)
      log.warn({ payTo, account }, 'PAYTO_SOLANA has no USDC token account: every Solana payment will fail until it is created')
  } catch (error) {
    log.warn({ err: error }, 'could not check the USDC account of PAYTO_SOLANA')
  }
}
