/** Did a payment land? What the chain itself says, for payments whose settlement nobody confirmed. */
import type { Core } from '../../core.ts'
import { type Rail, railOf } from '../protocol/networks.ts'
import type { LandedOrNot, LookFor } from './look.ts'

/** The networks that the public nodes of `BASE_RPC_URLS` and `SOLANA_RPC_URLS` are for, unless a node is named for settlements. */
const MAIN = ['eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']

/** Whether money of this network is real. */
export const isMainNetwork = (network: string): boolean => MAIN.includes(network)

/** Nodes to ask, the best first. */
export function nodesOf(rail: Rail, { env }: Pick<Core, 'env'>): string[] {
  const [own, others] =
    rail.name === 'base' ? [env.SETTLE_BASE_RPC_URL, env.BASE_RPC_URLS] : [env.SETTLE_SOLANA_RPC_URL, env.SOLANA_RPC_URLS]
  if (own !== undefined) return [own]
  return isMainNetwork(rail.network(env)) ? others : []
}

/** Looks once, at each node until one answers. Never throws: where no node answers, or none is configured, the outcome is `unknown` and says so. */
export async function lookAtChain(core: Core, payment: LookFor): Promise<LandedOrNot> {
  const rail = railOf(payment.requirements.network, core.env)
  if (!rail) return { kind: 'unknown', reason: `network ${payment.requirements.network} is not configured` }
  const nodes = nodesOf(rail, core)
  if (nodes.length === 0) return { kind: 'unknown', reason: `SETTLE_${rail.name.toUpperCase()}_RPC_URL is not set` }
  const reasons: string[] = []
  for (const url of nodes) {
    try {
      if (rail.name === 'base') return await (await import('./base.ts')).lookAtBase(url, payment)
      return await (await import('./solana.ts')).lookAtSolana(url, payment, core.now())
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error))
    }
  }
  return { kind: 'unknown', reason: reasons.join('; ') }
}

/** The chain's clock (Unix ms), of the first node that tells it; undefined where none does, and on Solana, whose payments carry no times. Never throws. */
export async function chainTime(core: Core, rail: Rail): Promise<number | undefined> {
  if (rail.name !== 'base') return undefined
  const { baseTime } = await import('./base.ts')
  for (const url of nodesOf(rail, core)) {
    const time = await baseTime(url).catch(() => undefined)
    if (time !== undefined) return time
  }
  return undefined
}
