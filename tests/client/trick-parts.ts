/** What the tricks of a dishonest seller are made of: its honest offer, and ways to ask and to answer. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export const PAY_TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SOLANA_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

export const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '1000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: PAY_TO,
  maxTimeoutSeconds: 120,
  extra: { name: 'USD Coin', version: '2' },
}
export const solanaOffer = {
  ...offer,
  network: SOLANA,
  asset: SOLANA_USDC,
  payTo: 'CKPKJWNdJEqa81x7CkZ14BVPiY6y16Sxs7owznqtWYp5',
  extra: { feePayer: 'EwWqGE4ZFKLofuestmU4LDdK7XM1N4ALgdZccwYugwGd' },
}

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
export const required = (accepts: unknown, more: object = {}) => ({
  x402Version: 2,
  error: 'Payment required',
  resource: { url: 'http://seller.test/', description: '', mimeType: 'application/json' },
  accepts,
  ...more,
})
/** For answers that come, however slow the machine. */
export const PATIENTLY = { timeoutMs: 30_000 }
/** How patient a guard is with tricks. No chain is asked: nothing a seller was handed is ever shown to be void. */
export const BRIEFLY = { attempts: 2, timeoutMs: 300, maxWaitMs: 500, sleep: async () => undefined, rpcs: {} }

export const SETTLED = { success: true, transaction: '0xabc', network: 'eip155:8453', payer: '0xdef' }

export type Answer = { status: number; headers?: Record<string, string | string[]>; body?: string | ((response: ServerResponse) => void) }
/** `paid`: the payment this request carries, decoded. `nth`: which request of this trick it is, from 0. */
export type Trick = (ask: { paid: Record<string, unknown> | undefined; nth: number; request: IncomingMessage }) => Answer | 'drop' | 'hang'

export const ask402 = (accepts: unknown, more: object = {}): Answer => ({
  status: 402,
  headers: { 'PAYMENT-REQUIRED': encode(required(accepts, more)) },
  body: '{}',
})
export const sold: Answer = { status: 200, headers: { 'PAYMENT-RESPONSE': encode(SETTLED) }, body: '{"message":"pong"}' }
export const problem = (status: number, code: string, charged: boolean | null, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify({ code, title: code, status, detail: code, retryable: true, charged, requestId: 'x' }),
})
/** Asks in this way and sells when it gets a signature all the same. */
export const asks =
  (accepts: unknown, more: object = {}): Trick =>
  ({ paid }) =>
    paid ? sold : ask402(accepts, more)
/** Asks honestly and answers payments in this way. */
export const answers =
  (answer: (nth: number) => Answer | 'drop' | 'hang'): Trick =>
  ({ paid, nth }) =>
    paid ? answer(nth) : ask402([offer])
export const amount = (value: unknown): Trick => asks([{ ...offer, amount: value }])
export const extra = (value: object): Trick => asks([{ ...offer, extra: { ...offer.extra, ...value } }])
export const endless = (response: ServerResponse) => {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}
/** A body that never ends and hardly begins. */
export const slowly = (response: ServerResponse) => {
  response.write(' ')
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}
