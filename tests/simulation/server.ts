/** A server of a simulation: the real till in a process of its own, as far as one process can hold several. */
import { createCore } from '../../lib/core.ts'
import { parseEnv } from '../../lib/env.ts'
import { toCall } from '../../lib/http/reply.ts'
import { callPaidTool } from '../../lib/mcp/paid-tools.ts'
import { reconcilePayments } from '../../lib/payments/books/reconcile.ts'
import { facilitators } from '../../lib/payments/facilitator/facilitators.ts'
import { refreshOffers } from '../../lib/payments/offer/offers.ts'
import { gate } from '../../lib/payments/sale/gate.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { BASE } from './base.ts'
import type { Books } from './books.ts'
import { clientOf, type Facilitator, type FacilitatorWorld } from './facilitator.ts'
import { SOLANA } from './solana.ts'
import type { Program } from './timeline.ts'

export type Transport = 'http' | 'mcp'

/** What a buyer reads of an answer, whatever carried it. `code`: of the problem, or the reason of a 402. */
export type Answer = { status: number; code: string; charged: boolean | null; retryable: boolean; body: string; accepts: Offer[] }
export type Offer = {
  network: string
  asset: string
  amount: string
  payTo: string
  maxTimeoutSeconds: number
  extra: Record<string, unknown>
}

type Problem = { status: number; code: string; charged: boolean | null; retryable: boolean }
type Terms = { accepts: Offer[]; error: string }

const answerOf = (status: number | undefined, body: string): Answer => {
  const told = JSON.parse(body) as Partial<Problem & Terms>
  const { accepts } = told
  if (accepts) return { status: 402, code: told.error ?? '', charged: false, retryable: false, body, accepts }
  if (told.code === undefined) return { status: status ?? 200, code: '', charged: null, retryable: false, body, accepts: [] }
  const { code, charged, retryable } = told as Problem
  return { status: told.status!, code, charged, retryable, body, accepts: [] }
}

export type Server = {
  program: Program
  /** Calls the tool once; `payment` undefined: asks for the terms. */
  call: (transport: Transport, payment: object | undefined) => Promise<Answer>
  /** Asks the facilitators again what they support. */
  refresh: () => Promise<void>
  reconcile: () => Promise<void>
}

export const VERIFY_MS = 4_000
export const SETTLE_MS = 8_000

/** What an operator sets: which of the seller's wallets is paid, and whether the facilitators are named the other way round. */
export type Settings = { wallet: 0 | 1; reversed: boolean }

/** @param aheadMs how far its clock is ahead of the true one */
export async function startServer(
  world: FacilitatorWorld & { books: Books; facilitators: Facilitator[]; tool: Tool },
  name: string,
  { wallet, reversed }: Settings,
  aheadMs: () => number,
): Promise<Server> {
  const { timeline, books, tool } = world
  const named = reversed ? world.facilitators.toReversed() : world.facilitators
  const program: Program = { name, isDead: false, isFrozen: false }
  const env = parseEnv({
    BASE_URL: 'http://tools.test',
    RATE_LIMIT_PER_MINUTE: '0',
    PAYTO_BASE: BASE.payTo[wallet],
    PAYTO_SOLANA: SOLANA.payTo[wallet],
    FACILITATORS: JSON.stringify(named.map(({ url }) => ({ url }))),
    FACILITATOR_VERIFY_TIMEOUT_MS: String(VERIFY_MS),
    FACILITATOR_SETTLE_TIMEOUT_MS: String(SETTLE_MS),
    SETTLE_BASE_RPC_URL: 'http://base.test',
    SETTLE_SOLANA_RPC_URL: 'http://solana.test',
  })
  const core = createCore(env, {
    now: () => timeline.now() + aheadMs(),
    uptime: () => timeline.now(),
    openDatabase: async () => books.opened(),
  })
  const here = <Result>(work: () => Result): Result => timeline.as(program, work)
  for (const [index, one] of facilitators(core).entries()) {
    const limitMs = { verify: VERIFY_MS, settle: SETTLE_MS }
    const clientWithin = (ms: number) => clientOf(world, named[index]!, ms)
    one.client = { ...clientWithin(limitMs.verify), settle: clientWithin(limitMs.settle).settle }
  }
  await timeline.finish(here(() => refreshOffers(core)))
  let requests = 0
  return {
    program,
    refresh: () => here(() => refreshOffers(core)),
    reconcile: () =>
      here(async () => {
        const signal = new AbortController().signal
        await reconcilePayments(core, { step: (_name, work) => work(), signal, progress: () => {} })
      }),
    call: (transport, payment) =>
      here(async () => {
        requests += 1
        const clientIp = '192.0.2.1'
        if (transport === 'mcp') {
          const result = await callPaidTool(core, tool, {}, payment, { clientIp, requestId: `${name}-${requests}` })
          return answerOf(undefined, (result.content[0] as { text: string }).text)
        }
        const header = payment && Buffer.from(JSON.stringify(payment)).toString('base64')
        const reply = await gate(
          core,
          toCall('GET', tool.path, (asked) => (asked === 'payment-signature' ? header : undefined), clientIp),
        )
        return answerOf(reply.status, String(reply.body))
      }),
  }
}
