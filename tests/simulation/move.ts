/** What a run is a list of. */
import type { Rail } from './buyer.ts'
import type { Settings, Transport } from './server.ts'

/** One choice of a run. Numbers choose among what there is, round and round. */
export type Move =
  /** Somebody wants an answer: asks for the terms, signs, sends. `named`: under which of their identifiers, 0 under none. */
  | {
      do: 'buy'
      rail: Rail
      server: number
      over: Transport
      buyer?: number
      named?: number
      echoes?: boolean
      hasContract?: boolean
      overpays?: boolean
    }
  /** A buyer does what the answers so far say. */
  | { do: 'next'; purchase: number; server: number; over: Transport }
  /** A buyer's program has lost its payment, and signs another under the identifier that it still knows. */
  | { do: 'forget'; purchase: number; server: number; over: Transport }
  /** A copy of a payment arrives, however old, under an identifier that it had (0: the present one). */
  | { do: 'copy'; payment: number; server: number; over: Transport; form?: number }
  /** Something that is under way happens. */
  | { do: 'step'; pick: number; way: number }
  /** The books answer, until something else is the next to happen. */
  | { do: 'flow' }
  | { do: 'wait'; seconds: number }
  /** A server dies, what it was about to write with it or not, and another takes its place. */
  | { do: 'crash'; server: number; sent: boolean }
  /** A server is replaced by one of other settings, and ends what it has in hand meanwhile. */
  | ({ do: 'deploy'; server: number } & Settings)
  /** The tool costs something else, for servers as they start or make their offers anew. */
  | { do: 'price'; amount: string }
  /** A buyer leaves while their calls are answered. */
  | { do: 'hang up'; purchase: number }
  | { do: 'freeze'; server: number }
  | { do: 'thaw'; server: number }
  | { do: 'clock'; server: number; aheadSeconds: number }
  /** A facilitator stops serving a network, or begins again. */
  | { do: 'serve'; facilitator: number; rail: Rail }
  | { do: 'reconcile'; server: number }
  /** The newest blocks of Base give way to others, which hold what the old ones did, or do not. */
  | { do: 'reorganise'; blocks: number; again: boolean }
  | { do: 'backup' }
  /** `isSaid`: it is noted by whoever does it; otherwise a standby has stepped in that lacks what came since. */
  | { do: 'restore'; isSaid?: boolean }
