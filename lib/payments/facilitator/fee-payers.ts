/**
 * Who pays the fee on Solana is part of what the buyer signs, and facilitators name one of several at random in each `/supported` answer. The
 * one that is offered stays as long as the facilitator knows it, and any that it named lately may be signed for.
 */
import type { SupportedResponse } from '@x402/core/types'

/** Fee payers by the time (Unix ms) at which the facilitator last named them. */
export type NamedFeePayers = Record<string, number>

/** One that is no longer named is good for so long: payments made for it are under way, and another process may still offer it. */
const RECENT_MS = 60 * 60_000

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)

/** Keys of `signers` are CAIP-2 ids or `<namespace>:*`. */
const signersOf = (supported: SupportedResponse, network: string): string[] =>
  [network, `${network.split(':')[0]}:*`].flatMap((key) => (supported.signers?.[key as `${string}:${string}`] ?? []).filter(isAddress))

const ofKinds = (supported: SupportedResponse, network: string): string[] =>
  supported.kinds
    .filter((kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network)
    .map(({ extra }) => extra?.feePayer)
    .filter(isAddress)

/** Without those that were named too long ago. */
export const recentFeePayers = (named: NamedFeePayers, now: number): NamedFeePayers =>
  Object.fromEntries(Object.entries(named).filter(([, at]) => now - at < RECENT_MS))

/** Those that may be signed for after this answer, with those of earlier answers that are not too old. */
export function nameFeePayers(supported: SupportedResponse, network: string, earlier: NamedFeePayers, now: number): NamedFeePayers {
  const named = [...ofKinds(supported, network), ...signersOf(supported, network)].map((address) => [address, now] as const)
  return { ...recentFeePayers(earlier, now), ...Object.fromEntries(named) }
}

/**
 * The one to offer; undefined when the facilitator names none. Where it lists its signers, the one offered before stays while it is listed, and
 * the first by its spelling begins, so that every process offers the same. Without a list the answer's own is all that is known to work.
 */
export function chooseFeePayer(supported: SupportedResponse, network: string, offered: string | undefined): string | undefined {
  const [kind] = ofKinds(supported, network)
  const signers = signersOf(supported, network)
  if (kind === undefined || !signers.includes(kind)) return kind
  return offered !== undefined && signers.includes(offered) ? offered : signers.toSorted()[0]
}
