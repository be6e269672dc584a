/** Did a payment land? What the chain itself says, for payments whose settlement nobody confirmed. */
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { env } from '../../env.ts'
import { railOf } from '../networks.ts'

export type LandedOrNot =
  | { kind: 'landed'; transaction: string; payer: string | null }
  /** Provably not landed, and no longer able to. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string }

export type LookFor = { payload: PaymentPayload; requirements: PaymentRequirements; claimedAt: Date }

/** Looks once. Never throws: a node that does not answer, or none configured, is `unknown` and says so. */
export async function lookAtChain(payment: LookFor): Promise<LandedOrNot> {
  const settings = env()
  const rail = railOf(payment.requirements.network, settings)
  try {
    if (rail?.name === 'base') {
      if (!settings.SETTLE_BASE_RPC_URL) return { kind: 'unknown', reason: 'SETTLE_BASE_RPC_URL is not set' }
      return await (await import('./base.ts')).lookAtBase(settings.SETTLE_BASE_RPC_URL, payment)
    }
    if (rail?.name === 'solana') {
      if (!settings.SETTLE_SOLANA_RPC_URL) return { kind: 'unknown', reason: 'SETTLE_SOLANA_RPC_URL is not set' }
      return await (await import('./solana.ts')).lookAtSolana(settings.SETTLE_SOLANA_RPC_URL, payment)
    }
    return { kind: 'unknown', reason: `network ${payment.requirements.network} is not configured` }
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}
