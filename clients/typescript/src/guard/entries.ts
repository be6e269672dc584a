/**
 * The log of payments: an append-only list that processes share. Its order decides. A process appends its wish to pay, reads the log up to that
 * line, and finds there whether the caps left room; every reader of the same lines comes to the same result, so no lock is needed and none can
 * be left behind by a process that dies.
 */
import { parseAmount } from '../money.ts'

type Common = { id: string /** Unix milliseconds. */; at: number }

/** Atomic units as decimal text; a cap that is not set is absent. */
export type CapTexts = { call?: string; session?: string; day?: string; host?: string }

/** A wish to pay at most `amount`; granted where `caps` leave room for it, by all that stands before it in the log. */
export type Reserved = Common & {
  event: 'reserved'
  host: string
  session: string
  network: string
  payTo: string
  amount: string
  caps: CapTexts
  /** The reservation is gone unless it is signed by then. */
  until: number
  /** What is bought: method, URL and a digest of the body. */
  request: string
  url: string
}

/** Written before the payment is sent. The header authorises this one payment and nothing else. */
export type Signed = Common & {
  event: 'signed'
  header: string
  amount: string
  network: string
  payTo: string
  /** Unix milliseconds after which the chain takes it no more. */
  validUntil: number
  owner: { machine: string; pid: number }
}

export type Settled = Common & {
  event: 'settled'
  transaction: string
  payer: string | null
  requestId: string | null
  /** Whose word it is. */
  by: 'seller' | 'chain'
  /** The seller's signed receipt (offer-receipt extension), as it came; absent when there was none. */
  receipt?: unknown
}

/** What the seller said instead of settling. It changes no total: the seller still holds the payment. */
export type Answered = Common & { event: 'answered'; status: number; reason: string }

export type Entry =
  | Reserved
  | Signed
  | Settled
  | Answered
  /** The process gave up without an end: the same request may take the payment up again. */
  | (Common & { event: 'unknown'; reason: string })
  /** Never signed, and will not be. */
  | (Common & { event: 'released' })
  /** The chain shows that it did not settle and can no more. */
  | (Common & { event: 'void' })
  /** An address that a seller's listing or the owner of the wallet names. */
  | (Common & { event: 'pinned'; host: string; network: string; payTo: string })

const text = (value: unknown): boolean => typeof value === 'string'
const time = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const amount = (value: unknown): boolean => parseAmount(value) !== undefined
const caps = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((cap) => cap === '0' || amount(cap))
const owner = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && text((value as Signed['owner']).machine) && time((value as Signed['owner']).pid)
const orNull = (value: unknown): boolean => value === null || text(value)

/** What each kind of entry must hold for the totals to be right. */
const SHAPES: Record<Entry['event'], Record<string, (value: unknown) => boolean>> = {
  reserved: { host: text, session: text, network: text, payTo: text, amount, caps, until: time, request: text, url: text },
  signed: { header: text, amount, network: text, payTo: text, validUntil: time, owner },
  settled: { transaction: text, payer: orNull, requestId: orNull, by: text },
  answered: { status: time, reason: text },
  unknown: { reason: text },
  released: {},
  void: {},
  pinned: { host: text, network: text, payTo: text },
}

/** Whether a value is an entry, as far as totals depend on it. */
export function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  const entry = value as Record<string, unknown>
  if (typeof entry.event !== 'string' || !Object.hasOwn(SHAPES, entry.event) || !text(entry.id) || !time(entry.at)) return false
  return Object.entries(SHAPES[entry.event as Entry['event']]).every(([name, holds]) => holds(entry[name]))
}

/** Where the log is kept. A store of your own needs these two, on anything that keeps one order for all: a stream, a table with a sequence. */
export type Store = {
  /** Adds an entry at the end, for good: once it returns, every reader sees it. */
  append(entry: Entry): void | Promise<void>
  /** The entries after `position` (0: from the start), and the position after them. */
  read(position: number): { entries: Entry[]; position: number } | Promise<{ entries: Entry[]; position: number }>
}
