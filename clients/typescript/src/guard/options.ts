/** What a guard is told at its start. */
import type { Keys, Signer } from '../wallet.ts'
import type { Rpcs } from './chain.ts'
import type { Store } from './entries.ts'
import type { Rail } from './offers.ts'

type Usd = string | number

/** US dollars. `perSession` counts everything under the session's name, `perDay` and `perHost` the last 24 hours of all sessions. */
export type Caps = { perCall?: Usd; perSession?: Usd; perDay?: Usd; perHost?: Usd }

export type GuardOptions = {
  /** Default: 0.02 a call, 1 a session, 5 a day. */
  caps?: Caps
  /** Pays by itself. Without keys and signer it watches over a paying client around it: `wrapFetchWithPayment(guard(fetch, …), client)`. */
  keys?: Keys
  /** A wallet of your own instead of keys; `rails` says where it pays. */
  signer?: { rails: readonly Rail[]; sign: Signer }
  /** The network family to pay on. Default: the first offer that can be paid. */
  rail?: Rail
  /** Default: in memory. `fileStore` makes caps hold over processes and restarts. */
  store?: Store
  /** Name of the session. Default `default`. */
  session?: string
  /** CAIP-2 networks that may be paid on. Default: Base and Solana, main and test networks. */
  networks?: readonly string[]
  /** Tokens that may be paid with, six decimals each. Default: USDC. */
  assets?: Readonly<Record<string, readonly string[]>>
  /** Addresses that a seller (by host) may be paid at. Default: the address of the first payment. */
  payTo?: Readonly<Record<string, readonly string[]>>
  /** Seconds a payment may stay valid, whatever the seller asks for. Default 120. */
  maxValiditySeconds?: number
  /** How often one payment is sent at most. Default 8. */
  attempts?: number
  /** Milliseconds one request may take. Default 60,000. */
  timeoutMs?: number
  /** Milliseconds a seller may ask to wait between two attempts. Default 30,000. */
  maxWaitMs?: number
  /** RPC addresses by network, to prove that an expired payment is void; `{}` asks nobody. Default: the public ones. */
  rpcs?: Rpcs
  sleep?: (ms: number) => Promise<void>
  /** Unix milliseconds. */
  now?: () => number
}
