/**
 * Receipts: one JSON line per event of a payment, in a file that only its owner may read. A payment is written down before it is sent, so that
 * a process that dies in between does not pay twice: the next one finds it and sends the same again.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type ReceiptEvent = {
  at: string
  /** First 16 hex digits of the SHA-256 of the payment header. */
  paymentId: string
  tool: string
  query: Record<string, string>
  network: string
  /** Atomic USDC. */
  amount: string
  usd: string
  payTo: string
} /** About to be sent. The header authorises this one payment to `payTo` and nothing else. */ & (
  | { event: 'signed'; server: string; header: string }
  | { event: 'settled'; transaction: string; payer: string | null; requestId: string | null }
  /** No money moved, and none can. */
  | { event: 'refused' | 'failed'; reason: string }
)

export type Receipts = {
  add(event: ReceiptEvent): void
  /** All events, oldest first. */
  all(): ReceiptEvent[]
}

const isEvent = (value: unknown): value is ReceiptEvent =>
  typeof value === 'object' && value !== null && 'paymentId' in value && 'event' in value && 'amount' in value

/** Receipts in memory only: a process that dies forgets what it had in hand. */
export function memoryReceipts(): Receipts {
  const events: ReceiptEvent[] = []
  return { add: (event) => void events.push(event), all: () => [...events] }
}

/** Receipts in a file of JSON lines, made with mode 0600. A line cut off by a crash is skipped. */
export function fileReceipts(path: string): Receipts {
  return {
    add(event) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      // The line break goes first: after a crash in the middle of a line the next one still stands alone.
      appendFileSync(path, `${existsSync(path) ? '\n' : ''}${JSON.stringify(event)}`, { mode: 0o600, flush: true })
    },
    all() {
      if (!existsSync(path)) return []
      return readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line) => {
          try {
            const value: unknown = JSON.parse(line)
            return isEvent(value) ? [value] : []
          } catch {
            return []
          }
        })
    },
  }
}

export type Signed = Extract<ReceiptEvent, { event: 'signed' }>

/** How long a server keeps an answer for the payment that bought it. */
const KEPT_MS = 24 * 3_600_000

/** Payments of the last 24 hours that were signed and have no end: sent again they get their answer, or are refused. */
export function openPayments(events: readonly ReceiptEvent[], now: number): Signed[] {
  const ended = new Set(events.filter(({ event }) => event !== 'signed').map(({ paymentId }) => paymentId))
  return events.filter(
    (event): event is Signed => event.event === 'signed' && !ended.has(event.paymentId) && Date.parse(event.at) > now - KEPT_MS,
  )
}

/** Atomic USDC that was spent since `from` (milliseconds), payments without a known end included. */
export function spentSince(events: readonly ReceiptEvent[], from: number, now: number): bigint {
  const settled = events.filter(({ event, at }) => event === 'settled' && Date.parse(at) >= from)
  return [...settled, ...openPayments(events, now)].reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}
