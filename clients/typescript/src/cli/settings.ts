/** What a command works with, from its words and the environment: the server, the tool, the file of payments, the nodes, the guard. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findTool } from '../client.ts'
import { type ToolId, type ToolQuery, tools } from '../generated.ts'
import { PUBLIC_RPCS, type Rpcs } from '../guard/chain.ts'
import type { GuardOptions } from '../guard/guard.ts'
import type { Rail } from '../guard/offers.ts'
import { fileStore } from '../guard/stores.ts'
import { toAtomic } from '../money.ts'
import { type Arguments, UsageError } from './arguments.ts'

/** The file of payments. */
export const storeOf = ({ options }: Arguments): string => options.store ?? join(homedir(), '.paid-agent-tools', 'payments.jsonl')

/** A node for each network: the one of the environment, else a public one. */
export function rpcs(): Rpcs {
  const { BASE_RPC_URL: base, SOLANA_RPC_URL: solana } = process.env
  const given = Object.keys(PUBLIC_RPCS).flatMap((network) => {
    const rpc = network.startsWith('eip155:') ? base : solana
    return rpc ? [[network, rpc] as const] : []
  })
  return { ...PUBLIC_RPCS, ...Object.fromEntries(given) }
}

/** What every paying command holds to. @throws UsageError for a cap that is no amount */
export function guardOptions(parsed: Arguments): GuardOptions {
  const { options } = parsed
  const { EVM_PRIVATE_KEY: base, SOLANA_PRIVATE_KEY: solana, SOLANA_RPC_URL: solanaRpcUrl } = process.env
  if (options.rail !== undefined && options.rail !== 'base' && options.rail !== 'solana') throw new UsageError('--rail is base or solana.')
  const caps = {
    perCall: options['max-per-call'],
    perSession: options['max-per-session'],
    perDay: options['max-per-day'],
    perHost: options['max-per-host'],
  }
  for (const [name, usd] of Object.entries(caps)) {
    try {
      if (usd !== undefined) toAtomic(usd)
    } catch {
      throw new UsageError(`The cap ${name} is no amount in US dollars: ${usd}.`)
    }
  }
  return {
    keys: { ...(base ? { base } : {}), ...(solana ? { solana } : {}), ...(solanaRpcUrl ? { solanaRpcUrl } : {}) },
    caps: Object.fromEntries(Object.entries(caps).filter(([, usd]) => usd !== undefined)),
    store: fileStore(storeOf(parsed)),
    rpcs: rpcs(),
    ...(options.rail === undefined ? {} : { rail: options.rail as Rail }),
    ...(options.session === undefined ? {} : { session: options.session }),
  }
}

/** @throws UsageError where none is named, or what is named is no URL */
export function serverOf({ options }: Arguments): string {
  const server = options.server ?? process.env.PAID_AGENT_TOOLS_URL
  if (!server || !URL.canParse(server)) throw new UsageError('Say which server: --server URL, or PAID_AGENT_TOOLS_URL.')
  return server
}

/** @throws UsageError unless one is named; UnknownToolError */
export function toolOf({ words }: Arguments): ToolId {
  const [name] = words
  if (name === undefined || words.length !== 1) throw new UsageError(`Name one tool: ${Object.keys(tools).join(', ')}.`)
  return findTool(name)
}

/** Parameters are checked by the server, which says exactly what to change and never charges for it. */
export const queryOf = ({ params }: Arguments) => params as ToolQuery<ToolId>
